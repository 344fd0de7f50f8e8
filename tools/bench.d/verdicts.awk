# verdicts.awk - of cells.tsv a verdict on each cell: -v want=line, cells, means or compact, id that of the rrm, first its row;
# compact has the ratios of one figure: -v figure=LIBLINEAR, multicore, best or reading.
#
# LIBLINEAR: its cpu over rrm's, by its default -e where it was raced with that (l1). best: rrm's cpu over that of its
# quickest engine. reading: over that of reading alone. multicore: wall over rrm's by default threads.

BEGIN {
    FS = "\t"
    split("LIBLINEAR multicore best reading", names, " ")
    title["LIBLINEAR"] = "LIBLINEAR's cpu over rrm's"
    title["multicore"] = "multi-core LIBLINEAR's wall time over rrm's with its default threads"
    title["best"] = "cpu over that of rrm's quickest engine"
    title["reading"] = "cpu over that of reading alone"
    high["best"] = 2; high["reading"] = 2.5 # asked for; reading at C <= 1
    mean_of_best = 1.25
}

function add(list, name) { if (!((list, name) in place)) { place[list, name] = ++length_of[list]; item[list, length_of[list]] = name } }
function rule(n,   i, s) { s = "|"; for (i = 0; i < n; i++) s = s "---|"; return s }
function digits(x) { return sprintf(x < 9.995 ? "%.2f" : x < 99.95 ? "%.1f" : "%.0f", x) }
function bold(text, so) { return so ? "**" text "**" : text }
function seconds(x) { return x == "-" || x == "" ? "-" : sprintf("%.4g", x) }

$5 == id {
    c = (NF < 19 ? "-" : $19) SUBSEP $2 SUBSEP $1 SUBSEP $3 SUBSEP $4
    add("cells", c); add("halves", NF < 19 ? "-" : $19); add("sets", $1); add("problems", $2); add("costs", $3); add("tolerances", $4)
    if ($6 == first) { state[c] = $14; used[c] = $10; alone[c] = $9; engine[c] = $7; why[c] = $14 ($13 == "-" ? "" : " (gap " $13 ")") }
    else if ($6 == "rrm" && $14 == "converged") { ratio[c, "threads"] = $9 > 0 && alone[c] > 0 ? alone[c] / $9 : "-"; together[c] }
    else if ($6 == "lines") ratio[c, "lines"] = inverse($15)
    else if ($6 == "reading") ratio[c, "reading"] = inverse($15)
    else if ($6 == "multicore") ratio[c, "multicore"] = $14 ~ /^reached/ ? $17 : text_of($14)
    else if ($6 == "liblinear") ratio[c, "loosest"] = $14 ~ /^reached/ ? $15 : text_of($14)
    else if ($6 == "liblinear:default") {
        ratio[c, "default"] = $15 == "-" ? text_of($14) : $15
        if ($14 == "not reached") away[c] = " (" $12 ")"
    }
    else if ($6 ~ /^rrm:/ && $14 == "converged") {
        others[c]++
        if ($15 != "-" && (!((c, "other") in quick) || $15 + 0 < quick[c, "other"])) { quick[c, "other"] = $15 + 0; other[c] = substr($6, 5) }
    } else if ($6 ~ /^rrm:/) others[c]++
}
function inverse(x) { return x > 0 ? 1 / x : "-" }
function text_of(verdict) { return verdict ~ /^(over|failed)/ ? verdict : "never" }

# value CELL FIGURE: a number, why there is none, or "-".
function value(c, name) {
    if (!(c in state) || state[c] != "converged") return "-"
    if (name == "multicore" && !(c in together)) return "-"
    if (name == "LIBLINEAR") name = (c, "default") in ratio ? "default" : "loosest"
    if (name == "best") return !(c in others) ? "-" : quick[c, "other"] > 0 && quick[c, "other"] < 1 ? 1 / quick[c, "other"] : 1
    return (c, name) in ratio && ratio[c, name] != "" ? ratio[c, name] : "-"
}
function is_number(x) { return x ~ /^[0-9.]/ }
function missed(x, name, cost) {
    if (!is_number(x)) return 0
    return name in high ? x > high[name] && (name != "reading" || cost <= 1) : x < 1
}
function shown(x, name, cost) { return is_number(x) ? bold(digits(x), missed(x, name, cost)) : x }

# What is asked for and not met: a list, or ok.
function verdict(c,   part, x, text) {
    if (state[c] != "converged")
        return "rrm: " (c in state ? why[c] : "no run") (c in other ? "; " other[c] " converged in " digits(quick[c, "other"]) " of that time" : "")
    split(c, part, SUBSEP)
    x = value(c, "LIBLINEAR")
    if (missed(x, "LIBLINEAR", part[4])) text = text "; LIBLINEAR " digits(x)
    x = value(c, "best")
    if (is_number(x) && x > mean_of_best) text = text "; " other[c] " " digits(x) " times as quick" (x > high["best"] ? ", above 2" : ", above 1.25")
    x = value(c, "reading")
    if (missed(x, "reading", part[4])) text = text "; " digits(x) " times reading"
    return text == "" ? "ok" : substr(text, 3)
}

function lines(   i, c, part, best) {
    for (i = 1; i <= length_of["cells"]; i++) {
        c = item["cells", i]; split(c, part, SUBSEP); best = value(c, "best")
        printf "%s%s %s C=%s %s: %s s (%s); LIBLINEAR %s, best engine %s, reading %s: %s\n", part[1] == "-" ? "" : part[1] " ", part[3],
            part[2], part[4], part[5], seconds(used[c]), (c in engine ? engine[c] : "-"), shown(value(c, "LIBLINEAR"), "LIBLINEAR"),
            (is_number(best) && best > 1 ? digits(best) " (" other[c] ")" : best), shown(value(c, "reading"), "reading", part[4]), verdict(c)
    }
}

function cells(   i, c, part, best) {
    print "| half | loss | set | C | tolerance | rrm cpu s | engine | LIBLINEAR | default -e | multi-core, wall | best engine | rrm / best | rrm / reading | rrm / lines | verdict |\n" rule(15)
    for (i = 1; i <= length_of["cells"]; i++) {
        c = item["cells", i]; split(c, part, SUBSEP); best = value(c, "best")
        print "| " part[1] " | " part[2] " | " part[3] " | " part[4] " | " part[5] " | " seconds(used[c]) " | " (c in engine ? engine[c] : "-") " | " \
            shown(value(c, "loosest"), "loosest") " | " shown(value(c, "default"), "default") away[c] " | " shown(value(c, "multicore"), "multicore") " | " \
            (is_number(best) ? best > 1 ? other[c] : engine[c] : "-") " | " shown(best, "best") " | " shown(value(c, "reading"), "reading", part[4]) " | " \
            shown(value(c, "lines"), "lines") " | " verdict(c) " |"
    }
}

# gather HALF LOSS COST TOLERANCE FIGURE, an empty COST for all: numbers n, their mean, how many missed, the worst and its cell,
# how often never (its peer) and fails (rrm).
function gather(half, problem, cost, tolerance, name,   i, c, part, x, sum) {
    n = misses = never = fails = 0; mean = worst = where = "-"
    for (i = 1; i <= length_of["cells"]; i++) {
        c = item["cells", i]; split(c, part, SUBSEP)
        if (part[1] != half || part[2] != problem || cost != "" && part[4] != cost || part[5] != tolerance) continue
        if (state[c] != "converged") { fails++; continue }
        x = value(c, name)
        if (x == "never") never++
        if (!is_number(x)) continue
        n++; sum += log(x); misses += missed(x, name, part[4])
        if (worst == "-" || (name in high ? x > worst : x < worst)) { worst = x; where = part[3] (cost == "" ? ", C = " part[4] : "") }
    }
    if (n) mean = exp(sum / n)
}
# The mean and the worst of the figure that was gathered.
function two(name, cost) { return (is_number(mean) ? digits(mean) : "-") " | " (n ? shown(worst, name, cost) " (" where ")" : "-") }

function means_row(half, problem, cost, tolerance,   text, most) {
    most = cost == "" ? 1e300 : cost
    gather(half, problem, cost, tolerance, "LIBLINEAR")
    if (n + never + fails == 0) { gather(half, problem, cost, tolerance, "best"); if (n == 0) return }
    gather(half, problem, cost, tolerance, "loosest"); text = (n ? digits(mean) : "-")
    gather(half, problem, cost, tolerance, "LIBLINEAR")
    text = "| " half " | " problem " | " (cost == "" ? "all" : cost) " | " tolerance " | " n " | " never " | " fails " | " text " | " two("LIBLINEAR") " | " misses
    gather(half, problem, cost, tolerance, "multicore"); text = text " | " (n ? digits(mean) : "-")
    gather(half, problem, cost, tolerance, "threads"); text = text " | " (n ? digits(mean) : "-")
    gather(half, problem, cost, tolerance, "best")
    text = text " | " (n ? bold(digits(mean), mean > mean_of_best) : "-") " | " (n ? shown(worst, "best") " (" where ")" : "-")
    gather(half, problem, cost, tolerance, "reading"); text = text " | " two("reading", most) " | " misses
    print text " |"
}

function means(   h, t, p, k) {
    print "| half | loss | C | tolerance | cells | peer never | rrm not | loosest -e | judged by | worst | below 1 | multi-core, wall | rrm on one thread / default, wall | rrm / best engine | worst | rrm / reading | worst | above 2.5 |\n" rule(18)
    for (h = 1; h <= length_of["halves"]; h++) for (t = 1; t <= length_of["tolerances"]; t++) for (p = 1; p <= length_of["problems"]; p++) {
        for (k = 1; k <= length_of["costs"]; k++) means_row(item["halves", h], item["problems", p], item["costs", k], item["tolerances", t])
        if (length_of["costs"] > 1) means_row(item["halves", h], item["problems", p], "", item["tolerances", t])
    }
}

# A row below a compact table, whose columns are pairs of a loss and a cost.
function foot(half, tolerance, kind,   p, k, text) {
    text = "| " kind " |"
    for (p = 1; p <= length_of["problems"]; p++) for (k = 1; k <= length_of["costs"]; k++) {
        gather(half, item["problems", p], item["costs", k], tolerance, figure)
        text = text " " (kind ~ /mean/ ? (n ? bold(digits(mean), figure == "best" ? mean > mean_of_best : missed(mean, figure, 1e300)) : "-") : kind ~ /^worst/ ? (n ? shown(worst, figure, item["costs", k]) : "-") : \
            kind ~ /never/ ? never : n ? misses " of " n : "-") " |"
    }
    print text
}

function compact_table(half, tolerance,   p, k, s, c, text, some, x) {
    text = "| set, loss and C |"
    for (p = 1; p <= length_of["problems"]; p++) for (k = 1; k <= length_of["costs"]; k++) text = text " " item["problems", p] " " item["costs", k] " |"
    print text "\n" rule(1 + length_of["problems"] * length_of["costs"])
    for (s = 1; s <= length_of["sets"]; s++) {
        text = "| " item["sets", s] " |"; some = 0
        for (p = 1; p <= length_of["problems"]; p++) for (k = 1; k <= length_of["costs"]; k++) {
            c = half SUBSEP item["problems", p] SUBSEP item["sets", s] SUBSEP item["costs", k] SUBSEP tolerance
            x = !(("cells", c) in place) ? "" : state[c] != "converged" ? "**rrm: " state[c] "**" : shown(value(c, figure), figure, item["costs", k])
            if (x != "") some = 1
            text = text " " x " |"
        }
        if (some) print text
    }
    foot(half, tolerance, "geometric mean"); foot(half, tolerance, "worst")
    foot(half, tolerance, figure in high ? "above " high[figure] (figure == "reading" ? " at C <= 1" : "") : "below 1")
    if (!(figure in high)) foot(half, tolerance, "peer never there")
}

# A table for each half and tolerance; none for a figure that no cell has.
function compact(   h, t, i, some) {
    for (i = 1; i <= length_of["cells"]; i++) if (value(item["cells", i], figure) != "-") some = 1
    if (!some) return
    for (h = 1; h <= length_of["halves"]; h++) for (t = 1; t <= length_of["tolerances"]; t++) {
        print "\n### " (item["halves", h] == "-" ? "" : "The half to " item["halves", h] ": ") title[figure] ", to " item["tolerances", t] "\n"
        compact_table(item["halves", h], item["tolerances", t])
    }
}

END { if (want == "line") lines(); else if (want == "cells") cells(); else if (want == "means") means(); else compact() }

# report.awk - Markdown from a table of tools/bench: -v want=cells, search, reading or growth, id that of the rrm, first its row.

function mean(sum, n) { return n ? sprintf("%.2f", exp(sum / n)) : "-" }
function mark(x) { return x < 1 ? sprintf("**%.2f**", x) : sprintf("%.2f", x) }
function add(list, name) { if (!((list, name) in place)) { place[list, name] = ++length_of[list]; item[list, place[list, name]] = name } }
function line(n,   i, s) { s = "|"; for (i = 0; i < n; i++) s = s "---|"; return s }

want == "cells" && $5 == id {
    add("costs", $3); add("tolerances", $4); add("rows", $2 "\t" $1); add("problems", $2); add("sets", $1)
    half[$1] = NF < 19 ? "-" : $19; add("halves", half[$1])
    if ($6 !~ /^(rrm|reading$|lines$)/) add("peers", $6)
    if ($6 ~ /^rrm:/) { add("engines", $6); add("cells", $2 SUBSEP $1 SUBSEP $3 SUBSEP $4) }
    cell = $2 SUBSEP $1 SUBSEP $3 SUBSEP $4 SUBSEP $6
    seen[cell] = 1; gap[cell] = $13; verdict[cell] = $14; over[cell] = $12; peak[cell] = $11
    used[cell] = $10; cpu[cell] = $15; wall[cell] = $16; threads[cell] = $17
    detail[++details] = "| " half[$1] " | " $2 " | " $1 " | " $3 " | " $4 " | " $6 " | " $7 " | " $8 " | " seconds($9) " | " seconds($10) " | " \
        ($11 == "-" ? "-" : sprintf("%.1f", $11 / 1024)) " | " $12 " | " $13 " | " $14 " |"
}
function seconds(x) { return x == "-" ? x : sprintf("%.4g", x) }

# What stands in a cell: ratios of cpu, wall, wall by default threads, or why there are none.
function entry(problem, set, cost, tolerance, peer,   c, r) {
    c = problem SUBSEP set SUBSEP cost SUBSEP tolerance SUBSEP peer
    r = problem SUBSEP set SUBSEP cost SUBSEP tolerance SUBSEP first
    if (!(c in seen)) return ""
    if (verdict[r] != "converged") return "**rrm: " verdict[r] ", gap " gap[r] "**" (verdict[c] ~ /^never/ ? "; never" : "")
    if (verdict[c] ~ /^never/) return "never (" over[c] ")"
    if (cpu[c] == "-") return verdict[c]
    return mark(cpu[c]) " / " mark(wall[c]) " / " (threads[c] == "-" ? "-" : mark(threads[c]))
}

function grid(tolerance, peer,   i, k, name, text, some, e) {
    text = "| half | loss | set |"
    for (k = 1; k <= length_of["costs"]; k++) text = text " C = " item["costs", k] " |"
    print text "\n" line(length_of["costs"] + 3)
    for (i = 1; i <= length_of["rows"]; i++) {
        split(item["rows", i], name, "\t")
        text = "| " half[name[2]] " | " name[1] " | " name[2] " |"; some = 0
        for (k = 1; k <= length_of["costs"]; k++) {
            e = entry(name[1], name[2], item["costs", k], tolerance, peer)
            text = text " " e " |"
            if (e != "") some = 1
        }
        if (some) print text
    }
}

function means(tolerance, peer,   h, p) {
    print "| half | loss | cpu | wall | default threads | least cpu | cells with a ratio | below 1 | peer never | rrm not |\n" line(10)
    for (p = 1; p <= length_of["problems"]; p++) for (h = 1; h <= length_of["halves"]; h++)
        means_row(item["halves", h], item["problems", p], tolerance, peer)
}
function means_row(part, problem, tolerance, peer,   s, k, c, r, n, m, never, fails, below, least, a, b, d) {
    n = m = never = fails = below = a = b = d = 0; least = ""
    for (s = 1; s <= length_of["sets"]; s++) for (k = 1; k <= length_of["costs"]; k++) {
        c = problem SUBSEP item["sets", s] SUBSEP item["costs", k] SUBSEP tolerance SUBSEP peer
        r = problem SUBSEP item["sets", s] SUBSEP item["costs", k] SUBSEP tolerance SUBSEP first
        if (half[item["sets", s]] != part || !(c in seen)) continue
        if (verdict[r] != "converged") { fails++; continue }
        if (cpu[c] == "-") { never++; continue }
        n++; a += log(cpu[c]); b += log(wall[c]); if (threads[c] != "-") { m++; d += log(threads[c]) }
        if (cpu[c] < 1) below++
        if (least == "" || cpu[c] < least) least = cpu[c]
    }
    if (n + never + fails) print "| " part " | " problem " | " mean(a, n) " | " mean(b, n) " | " mean(d, m) " | " \
        (least == "" ? "-" : sprintf("%.2f", least)) " | " n " | " below " | " never " | " fails " |"
}

function memory(peer,   s, c, part, worst, n, r) {
    for (c in seen) {
        split(c, part, SUBSEP)
        r = part[1] SUBSEP part[2] SUBSEP part[3] SUBSEP part[4] SUBSEP first
        if (part[5] != peer || peak[c] == "-" || !(r in seen)) continue
        n++
        if (peak[r] / peak[c] > worst[part[2]]) worst[part[2]] = peak[r] / peak[c]
    }
    if (!n) return
    print "\n### Peak memory: rrm's on one thread over that of " peer ", the largest of any cell\n\n| set | ratio |\n" line(2)
    for (s = 1; s <= length_of["sets"]; s++)
        if (item["sets", s] in worst) printf "| %s | %.2f |\n", item["sets", s], worst[item["sets", s]]
}

# Seconds of each engine where it converged, and those of the first over the quickest's.
function engines(   c, k, part, name, text, quickest, n) {
    n = length_of["engines"]
    if (n < 2) return
    print "\n## Engines: cpu seconds where the tolerance was met, and those of " first " over the quickest's\n"
    text = "| loss | set | C | tolerance |"
    for (k = 1; k <= n; k++) text = text " " substr(item["engines", k], 5) " |"
    print text " ratio |\n" line(n + 5)
    for (c = 1; c <= length_of["cells"]; c++) {
        split(item["cells", c], part, SUBSEP)
        text = "| " part[1] " | " part[2] " | " part[3] " | " part[4] " |"; quickest = ""
        for (k = 1; k <= n; k++) {
            name = item["cells", c] SUBSEP item["engines", k]
            text = text " " (verdict[name] == "converged" ? seconds(used[name]) : name in seen ? verdict[name] " " gap[name] : "-") " |"
            if (verdict[name] == "converged" && (quickest == "" || used[name] < quickest)) quickest = used[name]
        }
        name = item["cells", c] SUBSEP first
        print text " " (verdict[name] == "converged" && quickest > 0 ? sprintf("%.2f", used[name] / quickest) : "-") " |"
    }
}

function cells(   p, t, i) {
    for (p = 1; p <= length_of["peers"]; p++) {
        print "\n## " item["peers", p] "\n"
        for (t = 1; t <= length_of["tolerances"]; t++) {
            print "### to " item["tolerances", t] ": cpu / wall / wall against rrm's default threads\n"
            grid(item["tolerances", t], item["peers", p])
            print "\n### to " item["tolerances", t] ": geometric means of the cells with a ratio\n"
            means(item["tolerances", t], item["peers", p])
            print ""
        }
        memory(item["peers", p])
    }
    engines()
    print "\n## Each run\n\n| half | loss | set | C | tolerance | who | engine or options | rounds | wall s | cpu s | MiB | J/bound-1 | certified gap | verdict |"
    print line(14)
    for (i = 1; i <= details; i++) print detail[i]
}

want == "search" && $1 == id {
    c = $12 SUBSEP $3 SUBSEP $2; add("cells", c); add("groups", $12 SUBSEP $3)
    used[c, $4] = $6; found[c, $4] = $11 == "found" ? $8 ", " $9 " %" : $11
    if ($10 != "-") { cpu[c] = $10; n[$12, $3]++; sum[$12, $3] += log($10); below[$12, $3] += $10 < 1 }
}
function search(   i, c, part) {
    print "| half | loss | set | rrm cpu s | LIBLINEAR / rrm | best C and accuracy, rrm | LIBLINEAR |\n" line(7)
    for (i = 1; i <= length_of["cells"]; i++) {
        c = item["cells", i]; split(c, part, SUBSEP)
        print "| " part[1] " | " part[2] " | " part[3] " | " seconds(used[c, "rrm"]) " | " (c in cpu ? mark(cpu[c]) : "-") " | " \
            found[c, "rrm"] " | " ((c, "liblinear") in found ? found[c, "liblinear"] : "-") " |"
    }
    for (i = 1; i <= length_of["groups"]; i++) {
        c = item["groups", i]; split(c, part, SUBSEP)
        if (c in n) print "| " part[1] " | " part[2] " | geometric mean of " n[c] " | | " mean(sum[c], n[c]) " | below 1: " below[c] " | |"
    }
}

want == "reading" && $1 == id { add("sets", $2); bytes[$2] = $3; text_of[$2] = $4 " | " $5 " | " $6; wall_of[$2, $7] = $9; cpu_of[$2, $7] = $10; mem[$2, $7] = $11; half[$2] = NF < 12 ? "-" : $12 }
function rate(set, who) { return (set, who) in wall_of ? sprintf("%.0f", bytes[set] / 1e6 / wall_of[set, who]) : "-" }
function quotient(t, a, b, set) { return (set, a) in t && (set, b) in t ? sprintf("%.2f", t[set, a] / t[set, b]) : "-" }
function reading(   s, set) {
    print "| half | set | MB | rows | non-zeros | storage | LIBLINEAR | rrm, 1 thread | cpu ratio | wall ratio | rrm, all cores | wall ratio | gzip | memory |\n" line(14)
    for (s = 1; s <= length_of["sets"]; s++) {
        set = item["sets", s]
        printf "| %s | %s | %.1f | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", half[set], set, bytes[set] / 1e6, text_of[set],
            rate(set, "liblinear"), rate(set, "rrm:1"), quotient(cpu_of, "liblinear", "rrm:1", set),
            quotient(wall_of, "liblinear", "rrm:1", set), rate(set, "rrm"), quotient(wall_of, "liblinear", "rrm", set),
            quotient(wall_of, "rrm:gzip", "inflate", set),
            (set, "liblinear") in mem ? sprintf("%.2f", mem[set, "rrm:1"] / mem[set, "liblinear"]) : "-"
    }
}

want == "growth" && $1 == id {
    add("what", $6); add("steps", $2); size[$2] = $5; mb[$2] = $3 / 1e6; t[$2, $6] = $9
    x = log($5); y = log($9); n[$6]++; sx[$6] += x; sy[$6] += y; sxx[$6] += x * x; sxy[$6] += x * y
}
function growth(   s, k, step, what, text) {
    text = "| non-zeros | MB |"
    for (k = 1; k <= length_of["what"]; k++) text = text " " item["what", k] " |"
    print text "\n" line(length_of["what"] + 2)
    for (s = 1; s <= length_of["steps"]; s++) {
        step = item["steps", s]
        text = "| " size[step] " | " sprintf("%.1f", mb[step]) " |"
        for (k = 1; k <= length_of["what"]; k++) text = text " " seconds(t[step, item["what", k]]) " |"
        print text
    }
    text = "| slope | |"
    for (k = 1; k <= length_of["what"]; k++) {
        what = item["what", k]
        text = text " " (n[what] > 1 ? sprintf("%.3f", (n[what] * sxy[what] - sx[what] * sy[what]) / (n[what] * sxx[what] - sx[what] ^ 2)) : "-") " |"
    }
    print text
}

END { if (want == "cells") cells(); else if (want == "search") search(); else if (want == "reading") reading(); else growth() }

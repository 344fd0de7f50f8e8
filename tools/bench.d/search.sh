# search.sh - the search for a cost, search.tsv (rrm, set, loss, who, rounds, cpu, peak, best C, its accuracy in percent, ratio, status, half).
#
# rrm-train -C against LIBLINEAR's -C, each with the costs it tries by itself, 5 folds, one thread and its default tolerance. rrm
# ends with a training on all lines at the best cost and writes that model, LIBLINEAR does not.

# The solver with which LIBLINEAR searches.
searcher() { case $1 in squared-hinge) echo 2 ;; logistic) echo 0 ;; esac; }
searchers() { echo rrm; ! has_family liblinear || echo liblinear; }

# search_with WHO LOSS: one search; its best cost and accuracy in $tmp/found.WHO.
search_with() {
    rm -f "$tmp/model"
    case $1 in
    rrm) clocked "$1" "$limit" "$rrm" -C -n 1 -l "$2" "$train" "$tmp/model" ;;
    liblinear) clocked "$1" "$limit" "$liblinear" -C -s "$(searcher "$2")" "$train" "$tmp/model" ;;
    esac || return
    sed -n 's/^Best C = \([^ ,]*\),* .*ccuracy = \([0-9.]*\)%.*/\1 \2/p' "$tmp/said" > "$tmp/found.$1"
}

# The rounds of a set and a loss; who fails drops out.
search_one() {
    local who r status best accuracy left
    local -A lost=()
    forget_times
    for ((r = 0; r < rounds; r++)); do
        for who in $(searchers); do
            [ -z "${lost[$who]-}" ] || continue
            status=0
            search_with "$who" "$1" || status=$?
            [ $status = 0 ] || lost[$who]=$(why_not $status)
        done
    done
    : > "$tmp/cell"
    for who in $(searchers); do
        if [ -n "${lost[$who]-}" ]; then
            row "$tmp/cell" "$(rrm_id)" "$set" "$1" "$who" 0 - - - - - "${lost[$who]}" "$half"
            continue
        fi
        read -r best accuracy < "$tmp/found.$who" || die "$set $1: $who names no cost"
        left=-
        [ "$who" = rrm ] || [ -n "${lost[rrm]-}" ] || left=$(ratio cpu "$who" rrm)
        row "$tmp/cell" "$(rrm_id)" "$set" "$1" "$who" "$rounds" "$(of "$who" cpu)" "$(of "$who" peak)" "$best" "$accuracy" \
            "$left" found "$half"
    done
    cat "$tmp/cell" >> "$out/search.tsv"
}

measure_search() {
    local name
    case $labels in signs | two) ;; *) return 0 ;; esac
    for name in squared-hinge logistic; do
        case " $problem_names " in *" $name "*) ;; *) continue ;; esac
        [ -n "$(rows "$out/search.tsv" "$(rrm_id)" "$set" "$name")" ] || search_one "$name"
    done
}

# A row a set and loss, then the geometric means.
search_table() {
    awk -F '\t' -v id="$(rrm_id)" '
        $1 != id {next}
        $4 == "rrm" {at[++n] = $12 FS $3 FS $2}
        {this = $12 FS $3 FS $2; cpu[this, $4] = $6; ratio[this, $4] = $10; found[this, $4] = $11 == "found" ? $8 ", " $9 " %" : $11}
        function shown(r) {return r ~ /^[0-9]/ ? sprintf(r < 1 ? "**%.2f**" : "%.2f", r) : "-"}
        END {
            print "| half | loss | set | rrm cpu s | LIBLINEAR / rrm | best C and accuracy, rrm | LIBLINEAR |"
            print "|---|---|---|---|---|---|---|"
            for (i = 1; i <= n; i++) {
                split(at[i], f, FS)
                r = ratio[at[i], "liblinear"]
                other = (at[i], "liblinear") in found ? found[at[i], "liblinear"] : "-"
                printf "| %s | %s | %s | %s | %s | %s | %s |\n", f[1], f[2], f[3], cpu[at[i], "rrm"], shown(r), found[at[i], "rrm"], other
                if (r !~ /^[0-9]/)
                    continue
                key = f[1] FS f[2]
                if (!(key in count))
                    keys[++k] = key
                count[key]++
                sum[key] += log(r)
                below[key] += r < 1
            }
            for (i = 1; i <= k; i++) {
                split(keys[i], f, FS)
                mean = exp(sum[keys[i]] / count[keys[i]])
                printf "| %s | %s | geometric mean of %d | | %.2f | below 1: %d | |\n", f[1], f[2], count[keys[i]], mean, below[keys[i]]
            }
        }' "$out/search.tsv"
}

search_report() {
    [ -f "$out/search.tsv" ] || return 0
    cat <<END

## The search for a cost

\`rrm-train -C\` and LIBLINEAR's \`-C\`, 5 folds each, one thread, cpu seconds of the whole process. Each begins and ends its costs
where it does by itself; the accuracy is that of its own folds. rrm's time has a training on all lines at the best cost and the
writing of that model in it, LIBLINEAR's has neither.

END
    search_table
}

# search.sh - the search for a cost, search.tsv (rrm, set, loss, who, rounds, cpu, peak, best C, its accuracy in percent, ratio, status, half).
#
# rrm-train -C against LIBLINEAR's -C, each with the costs it tries by itself, 5 folds, one thread and its default tolerance. rrm
# ends with a training on all lines at the best cost and writes that model, LIBLINEAR does not.

# The solver, of those of the problem in use, with which LIBLINEAR searches; nothing if there is none.
searcher() { local v; for v in $solvers; do case $v in 0 | 2) echo "$v" ;; esac; done; }
searchers() { echo rrm; ! has_family liblinear || echo liblinear; }

# search_with WHO: one search; its best cost and accuracy in $tmp/found.WHO.
search_with() {
    rm -f "$tmp/model"
    case $1 in
    rrm) clocked "$1" "$limit" "$rrm" -C -n 1 -l "$loss" "$train" "$tmp/model" ;;
    liblinear) clocked "$1" "$limit" "$liblinear" -C -s "$(searcher)" "$train" "$tmp/model" ;;
    esac || return
    sed -n 's/^Best C = \([^ ,]*\),* .*ccuracy = \([0-9.]*\)%.*/\1 \2/p' "$tmp/said" > "$tmp/found.$1"
}

# The rounds of a set and a problem; who fails drops out.
search_one() {
    local who r status best accuracy left
    local -A lost=()
    forget_times
    for ((r = 0; r < rounds; r++)); do
        for who in $(searchers); do
            [ -z "${lost[$who]-}" ] || continue
            status=0
            search_with "$who" || status=$?
            [ $status = 0 ] || lost[$who]=$(why_not $status)
        done
    done
    : > "$tmp/cell"
    for who in $(searchers); do
        if [ -n "${lost[$who]-}" ]; then
            row "$tmp/cell" "$(rrm_id)" "$set" "$problem" "$who" 0 - - - - - "${lost[$who]}" "$half"
            continue
        fi
        read -r best accuracy < "$tmp/found.$who" || die "$set $problem: $who names no cost"
        left=-
        [ "$who" = rrm ] || [ -n "${lost[rrm]-}" ] || left=$(ratio cpu "$who" rrm)
        row "$tmp/cell" "$(rrm_id)" "$set" "$problem" "$who" "$rounds" "$(of "$who" cpu)" "$(of "$who" peak)" "$best" "$accuracy" \
            "$left" found "$half"
    done
    cat "$tmp/cell" >> "$out/search.tsv"
}

measure_search() {
    local problem labels_wanted loss reg solvers
    for problem in $problem_names; do
        use_problem "$problem"
        fits "$labels_wanted" "$labels" && [ -n "$(searcher)" ] || continue
        [ -n "$(rows "$out/search.tsv" "$(rrm_id)" "$set" "$problem")" ] || search_one
    done
}

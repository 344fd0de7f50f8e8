# cells.sh - a cell of the table: a set, a problem, a cost, a tolerance; every program in turn, some rounds.
#
# cells.tsv: set problem cost tolerance rrm who options rounds wall cpu peak excess gap verdict cpu-ratio wall-ratio
# threads-ratio loose half. who: rrm:ENGINE (one thread), rrm (default threads), before, a family of peers, liblinear:default
# (its default -e), reading (the file alone, as rrm-train does), lines (wc -l).

# The checksum of the rrm that is raced: a cell is measured once for each.
rrm_id() { cksum < "$rrm" | cut -d ' ' -f 1; }

# race NAME ROUND: one run of a contestant, under the clock of its name; its model is $tmp/model.NAME. No model is there
# before, of whatever program: on ext4 the blocks of a file that is replaced took 1.0 to 2.7 ms to be freed.
race() {
    local name=$1 program=$rrm engine=${engines%% *} count=1 seconds="" arguments
    rm -f "$tmp/model.$name"
    case $name in
    reading) clocked "$name" "$limit" "$build/tools/readtime" -n 1 "$train"; return ;;
    lines) clocked "$name" "$limit" wc -l "$train"; return ;;
    rrm:*) engine=${name#rrm:} seconds=$(patience "$name" "$2") ;;
    rrm) count=$threads ;;
    before) program=$before engine=auto ;;
    *) local limit=$((2 * limit)) # its trial ended within one
        call_peer "$name" "${peer_of[$name]}" "${accuracy_of[$name]}"
        return ;;
    esac
    rrm_arguments "$tmp/model.$name" "$engine" "$count" "$tolerance"
    [ -z "$seconds" ] || arguments=(-t "$seconds" "${arguments[@]}")
    clocked "$name" "$limit" "$program" "${arguments[@]}"
}

# contestants: those of rrm, then the chosen peers.
enter() {
    local engine family
    contestants=() peer_of=() accuracy_of=() verdict_of=() excess_of=()
    for engine in $engines; do contestants+=("rrm:$engine"); done
    contestants+=(rrm reading lines)
    [ -z "$before" ] || contestants+=(before)
    for family in $families; do
        [ -n "$(variants "$family")" ] || continue
        choose "$family"
        if [ -n "$chosen" ]; then
            enter_peer "$family" "$chosen" "$accuracy" reached
        else
            row "$tmp/cell" "${key[@]}" "$family" "$(never_options "$family")" 0 - - - "$(excess "$reached")" - \
                "never ($why)" - - - "$loose_text" "$half"
        fi
        enter_default "$family"
    done
}
never_options() { variants "$1" | tr '\n' ' ' | sed 's/ $//'; }

# enter_peer NAME PEER ACCURACY VERDICT, with the objective that is reached.
enter_peer() {
    contestants+=("$1")
    peer_of[$1]=$2 accuracy_of[$1]=$3 verdict_of[$1]=$4 excess_of[$1]=$(excess "$reached")
}

# Its default -e besides, whatever objective that leads to.
enter_default() {
    local peer step how trial_cpu
    for peer in $(variants "$1"); do
        step=$(default_of "$peer")
        [ -n "$step" ] || continue
        trial "$peer" "$step"
        if [ "$reached" = - ]; then
            row "$tmp/cell" "${key[@]}" "$1:default" "$(peer_options "$peer" "$step")" 0 - - - - - \
                "never ($how)" - - - "$loose_text" "$half"
        elif holds "$reached <= $target"; then
            enter_peer "$1:default" "$peer" "$step" reached
        else
            enter_peer "$1:default" "$peer" "$step" "not reached"
        fi
    done
}

# How far an objective is above the best lower bound known, over its size.
excess() { [ "$1" = - ] || [ "$bound" = none ] && echo - || calc "($1 - ($bound)) / ($1 < 0 ? -($1) : $1 + 1e-300)" %.2e; }

# The rounds; lost has those that ended without a result and why, nothing for an engine that is not for this problem.
run_rounds() {
    local r name status running start=$SECONDS left=("${contestants[@]}")
    forget_times
    for ((r = 1; r <= rounds; r++)); do
        running=()
        for name in "${left[@]}"; do
            status=0
            race "$name" "$r" || status=$?
            if [ $status != 0 ]; then
                lost[$name]=
                grep -q 'cannot minimise' "$tmp/err" || lost[$name]=$(why_not $status)
            elif goes_on "$name"; then
                running+=("$name")
            fi
        done
        left=("${running[@]}")
        [[ " ${left[*]} " = *" rrm:${engines%% *} "* ]] && [ $((SECONDS - start)) -lt $((limit * 4)) ] || break
    done
}

# figures_of NAME: rounds, wall, cpu and peak.
figures_of() {
    figures=("$(wc -l < "$tmp/times/$1")" "$(of "$1" wall)" "$(of "$1" cpu)" "$(of "$1" peak)")
}

# The three ratios of a contestant: its cpu and wall over those of rrm on one thread, its wall over rrm's by default.
against() {
    local first=rrm:${engines%% *}
    case $1 in
    "$first" | rrm) printf '%s\t%s\t%s' - - - ;;
    *) printf '%s\t%s\t%s' "$(ratio cpu "$1" "$first")" "$(ratio wall "$1" "$first")" "$(ratio wall "$1" rrm)" ;;
    esac
}

# One line of the cell for a contestant of rrm.
record_rrm() {
    local name=$1 model=$tmp/model.$1 verdict J gap figures
    verdict=$(header "$model" verdict)
    [ "$name" = before ] || [ "$verdict" != converged ] || keep_bound "$model" "$name"
    [ "$verdict" != interrupted ] || verdict="over $limit s"
    J=$(header "$model" primal)
    gap=$(calc "($J - ($(header "$model" dual))) / ($J < 0 ? -($J) : $J + 1e-300)" %.2e)
    figures_of "$name"
    row "$tmp/cell" "${key[@]}" "$name" "$(header "$model" solver)" "${figures[@]}" "$(excess "$J")" "$gap" "$verdict" \
        "$(against "$name")" "$loose_text" "$half"
}

record() {
    local name=$1 figures
    if [ -n "${lost[$name]+set}" ]; then
        [ -z "${lost[$name]}" ] ||
            row "$tmp/cell" "${key[@]}" "$name" - 0 - - - - - "${lost[$name]}" - - - "$loose_text" "$half"
        return
    fi
    case $name in
    rrm* | before) record_rrm "$name" ;;
    *) figures_of "$name"
        row "$tmp/cell" "${key[@]}" "$name" "$(contestant_options "$name")" "${figures[@]}" "${excess_of[$name]-"-"}" - \
            "${verdict_of[$name]-"-"}" "$(against "$name")" "$loose_text" "$half" ;;
    esac
}
contestant_options() {
    case $1 in
    reading) echo "readtime -n 1" ;;
    lines) echo "wc -l" ;;
    *) peer_options "${peer_of[$1]}" "${accuracy_of[$1]}" ;;
    esac
}

# The lines of a cell are written together: what is there is whole.
measure_cell() {
    local family name bound best loose loose_text target chosen accuracy reached why quickest
    local -a contestants key=("$set" "$problem" "$cost" "$tolerance" "$(rrm_id)")
    local -A peer_of accuracy_of verdict_of excess_of lost=()
    [ -z "$(rows "$out/cells.tsv" "${key[@]}")" ] || return 0
    : > "$tmp/cell"
    forget_times
    find_bound
    for family in $families; do explore_family "$family"; done
    read_bound
    set_target
    loose_text=$(calc "$loose" %.1e)
    enter
    run_rounds
    for name in "${contestants[@]}"; do record "$name"; done
    cat "$tmp/cell" >> "$out/cells.tsv"
    verdicts line "$tmp/cell"
}

measure_cells() {
    local problem cost tolerance labels_wanted loss reg solvers
    for problem in $problem_names; do
        use_problem "$problem"
        fits "$labels_wanted" "$labels" || continue
        for cost in $costs; do
            [ "$problem" != one-class ] || [ "$cost" = 1 ] || continue
            for tolerance in $tolerances; do measure_cell; done
        done
    done
}

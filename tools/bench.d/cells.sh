# cells.sh - a cell of the table: a set, a problem, a cost, a tolerance; every program in turn, some rounds.
#
# cells.tsv: set problem cost tolerance rrm who options rounds wall cpu peak excess gap verdict cpu-ratio wall-ratio
# threads-ratio loose. who: rrm:ENGINE (one thread), rrm (default threads), before, or a family of peers.

# The checksum of the rrm that is raced: a cell is measured once for each.
rrm_id() { cksum < "$rrm" | cut -d ' ' -f 1; }

# race NAME: one run of a contestant, under the clock of its name; its model is $tmp/model.NAME. No model is there
# before, of whatever program: on ext4 the blocks of a file that is replaced took 1.0 to 2.7 ms to be freed.
race() {
    local name=$1 program=$rrm engine=${engines%% *} count=1 arguments
    rm -f "$tmp/model.$name"
    case $name in
    rrm:*) engine=${name#rrm:} ;;
    rrm) count=$threads ;;
    before) program=$before engine=auto ;;
    *) local limit=$((2 * limit)) # its trial ended within one
        call_peer "$name" "${peer_of[$name]}" "${accuracy_of[$name]}"
        return ;;
    esac
    rrm_arguments "$tmp/model.$name" "$engine" "$count" "$tolerance"
    clocked "$name" "$limit" "$program" "${arguments[@]}"
}

# contestants: those of rrm, then the chosen peers. One that fails its first run leaves.
enter() {
    local engine family
    contestants=() rounds_of=()
    for engine in $engines; do contestants+=("rrm:$engine"); done
    contestants+=(rrm)
    [ -z "$before" ] || contestants+=(before)
    for family in $families; do
        [ -n "$(variants "$family")" ] || continue
        choose "$family"
        if [ -n "$chosen" ]; then
            contestants+=("$family")
            peer_of[$family]=$chosen accuracy_of[$family]=$accuracy excess_of[$family]=$(excess "$reached")
        else
            row "$tmp/cell" "${key[@]}" "$family" "$(never_options "$family")" 0 - - - "$(excess "$reached")" - \
                "never ($why)" - - - "$loose_text"
        fi
    done
}
never_options() { variants "$1" | tr '\n' ' ' | sed 's/ $//'; }

# How far an objective is above the best lower bound known, over its size.
excess() { [ "$1" = - ] || [ "$bound" = none ] && echo - || calc "($1 - ($bound)) / ($1 < 0 ? -($1) : $1 + 1e-300)" %.2e; }

run_rounds() {
    local r name running start=$SECONDS
    forget_times
    for ((r = 1; r <= rounds; r++)); do
        running=()
        for name in "${contestants[@]}"; do
            if race "$name"; then
                running+=("$name")
            elif ! grep -q 'cannot minimise' "$tmp/err"; then # an engine that is not for this problem is left out
                note "$set $problem C=$cost: $name: $(head -n 1 "$tmp/err")"
            fi
        done
        contestants=("${running[@]}")
        held=$r
        [ $((SECONDS - start)) -lt $((limit * 4)) ] || break
    done
}

# One line of the cell for a contestant of rrm.
record_rrm() {
    local name=$1 model=$tmp/model.$1 verdict J gap options
    verdict=$(header "$model" verdict)
    [ "$name" = before ] || keep_bound "$model" "$name"
    J=$(header "$model" primal)
    gap=$(calc "($J - ($(header "$model" dual))) / ($J < 0 ? -($J) : $J + 1e-300)" %.2e)
    options="$(header "$model" solver)"
    row "$tmp/cell" "${key[@]}" "$name" "$options" "$held" "$(of "$name" wall)" "$(of "$name" cpu)" "$(of "$name" peak)" \
        "$(excess "$J")" "$gap" "$verdict" "$(against "$name")" "$loose_text"
}

# The three ratios of a contestant: its cpu and wall over those of rrm on one thread, its wall over rrm's by default.
against() {
    local first=rrm:${engines%% *}
    case $1 in
    "$first" | rrm) printf '%s\t%s\t%s' - - - ;;
    *) printf '%s\t%s\t%s' "$(ratio cpu "$1" "$first")" "$(ratio wall "$1" "$first")" "$(ratio wall "$1" rrm)" ;;
    esac
}

record_peer() {
    row "$tmp/cell" "${key[@]}" "$1" "$(peer_options "${peer_of[$1]}" "${accuracy_of[$1]}")" "$held" "$(of "$1" wall)" \
        "$(of "$1" cpu)" "$(of "$1" peak)" "${excess_of[$1]}" - reached "$(against "$1")" "$loose_text"
}

# The lines of a cell are written together: what is there is whole.
measure_cell() {
    local family peer name bound best loose loose_text target chosen accuracy reached why held=0
    local -a contestants key=("$set" "$problem" "$cost" "$tolerance" "$(rrm_id)")
    local -A peer_of accuracy_of excess_of
    [ -z "$(rows "$out/cells.tsv" "${key[@]}")" ] || return 0
    : > "$tmp/cell"
    forget_times
    find_bound || return 0
    for family in $families; do
        for peer in $(variants "$family"); do explore "$peer"; done
    done
    read_bound
    set_target
    loose_text=$(calc "$loose" %.1e)
    enter
    run_rounds
    for name in "${contestants[@]}"; do
        case $name in rrm* | before) record_rrm "$name" ;; *) record_peer "$name" ;; esac
    done
    cat "$tmp/cell" >> "$out/cells.tsv"
    show_cell
}

# What a watcher sees of it.
show_cell() {
    awk -F '\t' '{
        if ($6 ~ /^rrm:/) ours = ours sprintf(" %s %.3f s %s;", $6, $10, $14)
        else if ($15 != "-") theirs = theirs sprintf(" %s (%s) %.3f s, ratio %.3g;", $6, $7, $10, $15)
        else if ($6 != "rrm") theirs = theirs sprintf(" %s %s;", $6, $14)
        cell = $1 " " $2 " C=" $3 " " $4
    } END { print cell ":" ours theirs }' "$tmp/cell"
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

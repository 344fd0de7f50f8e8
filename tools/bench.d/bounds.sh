# bounds.sh - what is known of the minimum of a problem: the best lower bound and the best objective, kept in bounds.tsv
# (set, problem, cost, primal, dual, who), and the objectives of peers, kept in trials.tsv.

objective() {
    "$build/tools/objective" -l "$loss" -r "$reg" -c "$cost" "$train" "$1" 2> "$tmp/err"
}

# rrm_arguments MODEL ENGINE THREADS TOLERANCE: sets arguments for one run; THREADS 0 is its default.
rrm_arguments() {
    arguments=(-q -s "$2" -l "$loss" -r "$reg" -c "$cost" -e "$4")
    [ "$3" = 0 ] || arguments+=(-n "$3")
    arguments+=("$train" "$1")
}

# A run of rrm says a primal and a dual; the primal must be what its model is worth.
keep_bound() {
    local primal dual seen
    primal=$(header "$1" primal)
    dual=$(header "$1" dual)
    seen=$(objective "$1") || return 0
    holds "sqrt(($primal - $seen) ^ 2) <= 1e-9 * sqrt($seen ^ 2)" ||
        note "$set $problem C=$cost: $2 says its objective is $primal, its model's is $seen"
    row "$out/bounds.tsv" "$set" "$problem" "$cost" "$seen" "$dual" "$2"
}

# Sets bound, best (of all objectives known) and their distance over |best|.
read_bound() {
    read -r bound best < <({
        rows "$out/bounds.tsv" "$set" "$problem" "$cost" | cut -f 4,5
        rows "$out/trials.tsv" "$set" "$problem" "$cost" | awk -F '\t' '$11 != "-" { print $11 "\t-inf" }'
    } | awk '
        { if (!seen++ || $1 + 0 < best) { best = $1 + 0; text = $1 } }
        $2 != "-inf" && (dual == "" || $2 + 0 > dual + 0) { dual = $2 }
        END { print dual == "" ? "none" : dual, text == "" ? "none" : text }')
    loose=1
    [ "$bound" = none ] || loose=$(calc "($best - $bound) / ($best < 0 ? -($best) : $best + 1e-300)")
    ! holds "$loose < -1e-9" || note "$set $problem C=$cost: A LOWER BOUND $bound LIES ABOVE AN OBJECTIVE $best"
}

# A tight run, where a peer is to be judged and what is known does not suffice for this tolerance. Where the limit ends it,
# its bound is what it had by then, and none if it was killed.
find_bound() {
    local arguments
    read_bound
    if ! has_peers || holds "$loose <= $tolerance / 10"; then return 0; fi
    rrm_arguments "$tmp/model.tight" "${engines%% *}" 0 "$(calc "$tolerance / 100" %g)"
    clocked tight "$limit" "$rrm" "${arguments[@]}" ||
        { note "$set $problem C=$cost: no tight bound: $(why_not $?)"; return 0; }
    keep_bound "$tmp/model.tight" "a tight run of ${engines%% *}"
    read_bound
}

# The objective that counts as having got there. Where the minimum is not known well enough, the best objective stands
# in for the bound, which is to the good of the peers.
set_target() {
    local base=$bound
    holds "$loose <= $tolerance / 10" || base=$best
    target=-1e308
    [ "$base" != none ] || return 0
    target=$(calc "$base < 0 ? $base * (1 - $tolerance) : $base / (1 - $tolerance)")
}

# ---- trials of peers: set problem cost peer accuracy limit how wall cpu peak objective; how: ran, gave-up, time, failed ----
# trial PEER ACCURACY: sets how, trial_cpu and reached; from the table if it is there.
trial() {
    local line seconds
    line=$(rows "$out/trials.tsv" "$set" "$problem" "$cost" "$1" "$2" | tail -n 1)
    [ -n "$line" ] || { run_trial "$1" "$2"; line=$(tail -n 1 "$out/trials.tsv"); }
    IFS=$'\t' read -r _ _ _ _ _ seconds how _ trial_cpu _ reached <<< "$line"
    if [ "$how" = time ] && [ "$limit" -gt "$seconds" ]; then
        run_trial "$1" "$2"
        IFS=$'\t' read -r _ _ _ _ _ _ how _ trial_cpu _ reached <<< "$(tail -n 1 "$out/trials.tsv")"
    fi
}

run_trial() {
    local status=0 J=- result=ran wall cpu peak
    rm -f "$tmp/times/trial"
    call_peer trial "$1" "$2" || status=$?
    read -r wall cpu peak _ < "$tmp/times/trial"
    case $status in
    0) ! gave_up "$1" || result=gave-up
        J=$(objective "$tmp/model.trial") || { note "$set $1: $(head -n 1 "$tmp/err")"; result=failed J=-; } ;;
    124) result="time" ;;
    *) result=failed ;;
    esac
    row "$out/trials.tsv" "$set" "$problem" "$cost" "$1" "$2" "$limit" $result "$wall" "$cpu" "$peak" "$J"
}

# explore_family FAMILY: its variants, the later ones with no more than twice the time of the quickest so far, and a second.
explore_family() {
    local peer quickest="" longest=$limit limit=$limit chosen accuracy reached why
    for peer in $(variants "$1"); do
        explore "$peer"
        read_bound
        set_target
        choose "$1"
        [ -z "$quickest" ] || limit=$(calc "2 * $quickest + 1.5" %.0f)
        [ "$limit" -le "$longest" ] || limit=$longest
    done
}

# explore PEER: tries its accuracies until it is there; where the minimum is not known, all of them.
explore() {
    local accuracy
    for accuracy in $(grid_of "$1"); do
        trial "$1" "$accuracy"
        [ "$how" != time ] && [ "$how" != failed ] || return 0
        read_bound
        set_target
        ! holds "$reached <= $target && $loose <= $tolerance / 10" || return 0
        [ "$how" != gave-up ] || return 0
    done
}

# choose FAMILY: sets chosen and accuracy to the quickest variant at its loosest accuracy that gets there, and quickest to its
# time; chosen to nothing if none does, and reached to the best objective then, and why.
choose() {
    local peer J cpu line step lowest=-
    chosen="" accuracy="" why="" quickest=""
    for peer in $(variants "$1"); do
        for step in $(grid_of "$peer"); do
            line=$(rows "$out/trials.tsv" "$set" "$problem" "$cost" "$peer" "$step" | tail -n 1)
            [ -n "$line" ] || break
            IFS=$'\t' read -r _ _ _ _ _ _ why _ cpu _ J <<< "$line"
            [ "$J" != - ] || break
            [ "$lowest" != - ] && holds "$lowest <= $J" || lowest=$J
            holds "$J <= $target" || continue
            [ -n "$quickest" ] && holds "$quickest <= $cpu" || { quickest=$cpu chosen=$peer accuracy=$step reached=$J; }
            break
        done
    done
    [ -n "$chosen" ] || reached=$lowest
}

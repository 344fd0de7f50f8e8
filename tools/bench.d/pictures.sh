# pictures.sh - suboptimality against time, a picture (SVG) and a table for each set, problem and cost.
#
# Of rrm: the trace of one run to a hundredth of the last tolerance on one thread, moved by the time of reading; the
# certified gap is drawn beside the objective. Of a peer: runs of growing accuracy, a point each, down to that of rrm's trace.

# explore_far PEER: trials until the objective is that near, or a limit ends them.
explore_far() {
    local step how trial_cpu reached
    for step in $(grid_of "$1"); do
        trial "$1" "$step"
        [ "$how" = ran ] || return 0
        ! holds "$reached - ($bound) <= ${tolerances##* } / 100 * sqrt(($bound) ^ 2)" || return 0
    done
}

# The points of a peer: seconds, excess.
peer_points() {
    rows "$out/trials.tsv" "$set" "$problem" "$cost" "$1" |
        awk -F '\t' -v bound="$bound" '$11 != "-" { print $8, ($11 - bound) / ($11 < 0 ? -$11 : $11) }' | sort -g
}

# Those of an engine: seconds, excess, certified gap.
engine_points() {
    local arguments reading
    rrm_arguments "$tmp/model.trace" "$1" 1 "$(calc "${tolerances##* } / 100" %g)"
    clocked trace "$limit" "$rrm" -T "$tmp/trace" "${arguments[@]}" || return 0
    keep_bound "$tmp/model.trace" "a trace of $1"
    reading=$("$build/tools/readtime" -n 1 "$train" | cut -d ' ' -f 4)
    awk -F '\t' -v bound="$bound" -v reading="$reading" '
        function size(x) { return x < 0 ? -x : x }
        NR > 1 { print $3 + reading, ($4 - bound) / size($4), $6 / size($4) }' "$tmp/trace"
}

draw() {
    local base="$out/pictures/$set.$problem.$cost" engine peer file plots=""
    for engine in $pictured; do
        file=$base.rrm-${engine//:/-}.txt
        engine_points "$engine" > "$file"
        plots+=", '$file' u 1:2 w steps lw 2 t 'rrm $engine', '$file' u 1:3 w steps dt 2 t 'rrm $engine: certified gap'"
    done
    for peer in $(for family in $families; do variants "$family"; done); do
        file=$base.${peer//:/-}.txt
        explore_far "$peer"
        peer_points "$peer" > "$file"
        [ ! -s "$file" ] || plots+=", '$file' u 1:2 w lp t '${peer/liblinear:/LIBLINEAR -s }'"
    done
    command -v gnuplot > "$tmp/said" || return 0
    gnuplot <<END || note "gnuplot could not draw $base.svg"
set terminal svg size 800,560 background rgb 'white' noenhanced
set output '$base.svg'
set title '$set, $problem, C = $cost'
set logscale xy
set format y '%.0e'
set yrange [1e-10:]
set xlabel 'seconds, reading included'
set ylabel 'J / (best lower bound) - 1'
plot ${plots#, }
END
}

draw_pictures() {
    local problem cost labels_wanted loss reg solvers bound best loose
    mkdir -p "$out/pictures"
    for problem in $problem_names; do
        use_problem "$problem"
        fits "$labels_wanted" "$labels" || continue
        for cost in $costs; do
            read_bound
            [ "$bound" = none ] || draw
        done
    done
}

# -T: a header, then a line per iteration, tab-separated; the gap never grows but for rounding, and the last one is that of the model.
. "$LIB"
data=$DATA/breast-cancer.train
for solver in bundle sda linesearch:ocas pegasos agm; do
    rrm-train -q -s $solver -m 300 -T trace-$solver "$data" m 2>/dev/null
    rrm-train -q -s $solver -m 300 "$data" untraced 2>/dev/null
    same m untraced
    awk -F '\t' -v solver=$solver -v p="$(value primal m)" -v d="$(value dual m)" -v passes="$(value passes m)" '
        function bad(what) {print solver ": line " NR ": " what; failed = 1; exit}
        NF != 7 {bad("not 7 columns")}
        NR == 1 && $0 != "iteration\tpasses\tseconds\tprimal\tdual\tgap\tnonzeros" {bad("header")}
        NR == 1 {next}
        $1 != NR - 1 {bad("iterations")}
        $2 < before {bad("passes")}
        $3 < clock {bad("seconds")}
        NR > 2 && $6 > gap + 1e-12 * $4 {bad("the gap grew")} # the last line may have the primal from scratch
        $7 != int($7) || $7 > 30 {bad("non-zeros")}
        {before = $2; clock = $3; primal = $4; dual = $5; gap = $6}
        END {
            if (failed) exit 1
            if (primal != p || dual != d || before != passes || gap != p - d) bad("not the model: " primal " " p)
            print solver ": " (NR > 2 ? "a trace of some lines" : "a short trace")
        }' trace-$solver
done
tiny >tiny
run rrm-train -q -T missing/trace tiny m2
run rrm-train -q -T . tiny m2
run rrm-train -q -T '' tiny m2
[ ! -e m2 ] || echo "m2 was written"
run rrm-train -q -T trace missing m2
[ ! -e trace ] || echo "a trace was written"
rrm-train -q -T - tiny m2 | head -n 1

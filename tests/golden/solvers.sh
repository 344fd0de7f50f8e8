# Every solver certifies the same optimum, and writes the same bytes for one thread and for two, and when run again.
. "$LIB"
data=$DATA/breast-cancer.train
gzip -nc "$data" >packed
solvers=$(rrm-train --help=all | sed -n '/^Solvers/,/^$/s/^  \([a-z][a-z:]*\) .*/\1/p')
for solver in $solvers; do
    for loss in hinge squared-hinge logistic; do
        rrm-train -q -s $solver -l $loss -m 100 -n 1 "$data" one 2>/dev/null || { echo "$solver, $loss: no"; continue; }
        rrm-train -q -s $solver -l $loss -m 100 -n 2 packed two 2>/dev/null
        rrm-train -q -s $solver -l $loss -m 100 -n 2 - again 2>/dev/null <"$data"
        same one two again | sed "s/^/$solver, $loss: /"
        # Whatever the gap, the best of all lies within it.
        awk -v s="$solver" '{v[$1] = $2} END {print s, v["dual"], v["primal"]}' one >>bounds-$loss
        grep -x 'rrm-model 1' one >/dev/null || echo "$solver, $loss: no model"
    done
done
for loss in hinge squared-hinge logistic; do
    awk -v loss=$loss 'NR == 1 || $3 < best {best = $3} NR == 1 || $2 > bound {bound = $2} END {
        print loss ": " NR " solvers, " (bound <= best && best - bound <= 1e-3 * best ? "one" : "no") " optimum"
        if (!(bound <= best && best - bound <= 1e-3 * best)) exit 1
    }' bounds-$loss || cat bounds-$loss
done

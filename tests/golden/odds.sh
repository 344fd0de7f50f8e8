# ordinal-logistic: one optimum for every engine, probabilities, weights as repetition, classes that a fold lacks.
. "$LIB"
as_near() { near "$@" | sed 's/ is [^ ]* as expected/ is as expected/'; } # whose digits differ between compilers
for part in train test; do
    awk '{y = $NF; sub(/.*:/, "", y); y += 0; $1 = 1 + (y > -1) + (y > 0) + (y > 1); $NF = ""; print}' \
        "$DATA/breast-cancer.$part" >$part
done
rrm-train -q -l ordinal-logistic -s proximal:newton -e 1e-10 train newton
for solver in auto bundle linesearch linesearch:ocas proximal agm; do
    rrm-train -q -l ordinal-logistic -s $solver -e 1e-8 train m
    as_near "$solver" "$(value primal m)" "$(value primal newton)" 1e-8
    value verdict m
done
for reg in l1 elastic; do
    rrm-train -q -l ordinal-logistic -r $reg -e 1e-8 train m
    rrm-train -q -l ordinal-logistic -r $reg -e 1e-8 -s linesearch:ocas train planes
    as_near "$reg" "$(value primal m)" "$(value primal planes)" 1e-8
done
# Two classes: logistic regression with a free bias.
rrm-train -q -l logistic -B 1 -R -e 1e-10 "$DATA/breast-cancer.train" two
rrm-train -q -l ordinal-logistic -e 1e-10 "$DATA/breast-cancer.train" m
as_near 'two classes' "$(value primal m)" "$(value primal two)" 1e-10
# The probabilities add up to 1, and the label is the most probable one.
rrm-predict -b 1 test newton out | sed -n 's/ = .*//p'
head -n 1 out
awk 'NR > 1 {sum = 0; best = 2; for (k = 2; k <= 5; k++) {sum += $k; if ($k > $best) best = k}
    if (sum < 1 - 1e-12 || sum > 1 + 1e-12 || $1 != best - 1) print "line " NR ": " $0}' out
cut -d ' ' -f 1 out | tail -n +2 >labels
rrm-predict -q test newton plain
same labels plain
# A label that weighs 3 counts as one that stands three times.
rrm-train -q -l ordinal-logistic -L 0.01 -w 2:3 -e 1e-10 train heavy
awk '{print; if ($1 == 2) {print; print}}' train >repeated
rows=$(wc -l <train) all=$(wc -l <repeated)
rrm-train -q -l ordinal-logistic -L "$(echo "$rows $all" | awk '{printf "%.17g", .01 * $1 / $2}')" -e 1e-10 repeated often
as_near 'three times' "$(value primal heavy)" "$(echo "$(value primal often) $rows $all" | awk '{printf "%.15g", $1 * $3 / $2}')" 1e-9
value offsets heavy | awk '{for (k = 2; k <= NF; k++) if ($k <= $(k - 1)) print "offsets descend"}'
# A class of two examples, at either end and between: folds are without it.
for label in 0 2.5 9; do
    awk -v label=$label 'NR <= 2 {$1 = label} {print}' train >rare
    rrm-train -q -v 4 -l ordinal-logistic rare | grep -c '^mean: '
done
# From its own model it is done at once; all scores far away from 0.
rrm-train -q -l ordinal-logistic -i newton train again
awk '$1 == "passes" {print ($2 <= 3 ? "at once" : $2)}' again
awk '{print $0, "31:1e7"}' train >far
rrm-train -q -l ordinal-logistic -e 1e-6 far m
value verdict m

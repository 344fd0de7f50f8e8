# Losses of the numbers of errors of all examples: by the definition, by each engine that keeps all scores in one place.
. "$LIB"
train=$DATA/breast-cancer.train
for loss in fbeta prbep prec@k:100 rec@k:300; do
    for solver in auto bundle linesearch:ocas proximal; do
        rrm-train -q -l $loss -s $solver -e 1e-4 "$train" m
        sed -n '/^solver /N; s/^solver \(.*\)\nloss /\1: /p' m
        certified m
    done
done
# Sort the decision values of each label, and look at all numbers of misses and of false alarms; the weights are in the model.
objective() # LOSS BETA K
{
    rrm-train -q -l $1 -e 1e-8 "$train" exact
    rrm-predict -q -d "$train" exact values
    J=$(paste -d ' ' values "$train" | awk '{print $2 < 0 ? 2 : 1, $1}' |
        sort -k 1,1n -k 2,2g | awk -v lambda="$(value lambda exact)" -v beta="$2" -v k="$3" '
        FNR == NR {if (/^[0-9]+ /) square += $2 * $2; next}
        $1 == 1 {plus[++p] = $2}
        $1 == 2 {minus[++n] = $2}
        END {
            m = p + n; best = -1e300
            for (c = 0; c <= p; c++) {
                missed += c ? plus[c] : 0
                alarms = 0
                for (b = 0; b <= n; b++) {
                    alarms += b ? minus[n + 1 - b] : 0
                    if (k && p - c + b != k) continue
                    delta = k ? b / k : (b + beta * beta * c) / ((1 + beta * beta) * (p - c) + b + beta * beta * c)
                    value = delta + 2 / m * (alarms - missed)
                    if (value > best) best = value
                }
            }
            printf "%.15g", best + lambda * square / 2
        }' exact -)
    near "the primal of $1" "$(value primal exact)" "$J" 1e-12 | sed 's/ is .* as/ is as/'
}
objective fbeta 1 0
objective fbeta:2 2 0
objective prec@k:100 0 100
# Without a floor.
run rrm-train -q -l prec@k:100 -s linesearch "$train" m
run rrm-train -q -l prec@k:100 -r l1 "$train" m
run rrm-train -q -l rec@k:1000 "$train" m
run rrm-train -q -l prec@k:1.5 "$train" m
run rrm-train -q -l fbeta -w 1:2 "$train" m
run rrm-train -q -l fbeta:0 "$train" m
# Smoothed.
rrm-train -q -l fbeta -s agm "$train" m
certified m
run rrm-train -q -l prbep -s agm "$train" m
awk 'BEGIN {for (i = 0; i < 20001; i++) print (i < 10000 ? -1 : 1) " 1:" i % 7}' >large
run rrm-train -q -l fbeta -s agm large m
for threads in 1 2 3; do rrm-train -q -l fbeta -n $threads "$train" m$threads; done
same m1 m2 m3
# More classes, one against the rest.
gzip -dc "$DATA/digits.train.gz" >digits
rrm-train -q -l fbeta digits m
sed -n 's/^\(loss\|classes\) /\1: /p' m
certified m

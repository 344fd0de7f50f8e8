# The pairwise hinge over all pairs of a positive and a negative example: each engine that keeps all scores in one place.
. "$LIB"
train=$DATA/breast-cancer.train
for solver in bundle linesearch linesearch:ocas proximal agm auto; do
    rrm-train -q -l roc -s $solver "$train" m
    sed -n 's/^solver /solver: /p' m
    certified m
done
rrm-train -q -l roc -e 1e-8 "$train" exact
rrm-predict "$DATA/breast-cancer.test" exact /dev/null | sed -n 's/^\(ROC area = 0.99\).*/\1/p'
# By the definition: the mean over all pairs of the decision values, and the weights in the model.
rrm-predict -q -d "$train" exact values
J=$(awk -v lambda="$(value lambda exact)" '
    FNR == 1 {file++}
    file == 1 && /^[0-9]+ / {square += $2 * $2}
    file == 2 {y[FNR] = $1}
    file == 3 {if (y[FNR] > 0) plus[++p] = $1; else minus[++n] = $1}
    END {
        for (i = 1; i <= p; i++) for (j = 1; j <= n; j++) {
            slack = 1 - plus[i] + minus[j]; if (slack > 0) sum += slack
        }
        printf "%.15g", sum / p / n + lambda * square / 2
    }' exact "$train" values)
near "the primal" "$(value primal exact)" "$J" 1e-12 | sed 's/ is .* as/ is as/'
# Weights of two labels cancel; what every score gains cancels.
for options in '-w 1:7' '-B 1'; do
    run rrm-train -q -l roc -e 1e-8 $options "$train" m
    near "the primal with $options" "$(value primal m)" "$(value primal exact)" 1e-7 | sed 's/ is .* as/ is as/'
done
run rrm-train -l roc -B 1 -R "$train" m
for solver in sda pegasos proximal:online; do run rrm-train -l roc -s $solver "$train" m; done
for threads in 1 2 3; do rrm-train -q -l roc -n $threads "$train" m$threads; done
same m1 m2 m3
# More classes, one against the rest; there the weight of a label counts among the rest.
gzip -dc "$DATA/digits.train.gz" >digits
rrm-train -q -l roc digits plain
sed -n 's/^\(loss\|classes\) /\1: /p' plain
certified plain
rrm-train -q -l roc -w 3:9 digits weighted
differ plain weighted
# Probabilities are calibrated.
rrm-train -q -l roc -b 1 "$train" m
at_least "the accuracy of the probabilities" "$(rrm-predict -b 1 "$DATA/breast-cancer.test" m /dev/null | sed -n 's/^Accuracy = \([0-9.]*\)%.*/\1/p')" 94
lines '1 1:1' '1 1:2' >one
run rrm-train -q -l roc one m

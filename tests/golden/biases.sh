# -R with a score for each class: a bias for each, which the model has and predictions use.
. "$LIB"
gzip -dc "$DATA/digits.train.gz" >digits
gzip -dc "$DATA/digits.test.gz" >tested
for loss in softmax crammer-singer; do
    for solver in auto bundle agm proximal:newton; do
        rrm-train -q -R -B 1 -l $loss -s $solver -c .01 -e 1e-4 digits $solver
    done
    for solver in bundle agm proximal:newton; do
        near "$loss by $solver" "$(value primal $solver)" "$(value primal auto)" 2e-4 | sed 's/ is .* as/ is as/'
    done
    rrm-train -q -B 1 -l $loss -c .01 -e 1e-4 digits regularized
    awk '$1 == "primal" {p[FILENAME] = $2} END {print (p["auto"] < p["regularized"] ? "less" : "not less")}' auto regularized
    awk '$1 == 65 && NF > 10 {for (k = 2; k <= NF; k++) sum += $k; print NF - 1, "biases", (sum * sum < 1e-20 ? "of mean 0" : sum)}' auto
    rrm-train -q -R -B 4 -l $loss -c .01 -e 1e-4 digits four
    near "primal with -B 4" "$(value primal four)" "$(value primal auto)" 2e-4 | sed 's/ is .* as/ is as/'
    rrm-predict -q -n 1 tested auto one
    rrm-predict -q -n 1 tested four other
    paste one other | awk '{same += $1 == $2} END {print (same >= NR - 2 ? "the same answers" : same)}'
    run rrm-train -q -R -B 1 -l $loss -c .01 -i auto digits again
    run rrm-train -q -R -B 1 -l $loss -s sda digits m
done
for n in 1 2 7; do rrm-train -q -n $n -R -B 1 -l softmax -s proximal:newton digits n$n; done
same n1 n2 n7
run rrm-train -q -R -B 1 -l softmax -C -v 2 -c 1e-3:10:2 digits m
# the offsets alone, w = 0: the shares of the labels
lines '1 1:1' '2 1:1' '2 1:1' '3 1:1' '3 1:1' '3 1:1' '3 1:1' >shares
rrm-train -q -R -B 1 -l softmax -e 1e-9 shares m
awk '$1 == 2 && NF == 4 {printf "%.6f %.6f\n", exp($3 - $2), exp($4 - $2)}' m

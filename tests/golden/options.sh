# Options that change the model, and those that do not.
. "$LIB"
data=$DATA/breast-cancer.train
rrm-train -q "$data" plain
rrm-train -q -c 1 "$data" cost
same plain cost
rrm-train -q -c 0.1 "$data" small-cost
differ plain small-cost
near "lambda of -c 0.1" "$(value lambda small-cost)" 0.023419203747072598 1e-14
rrm-train -q -L 0.023419203747072598 "$data" lambda
near "primal of -L" "$(value primal lambda)" "$(value primal small-cost)" 1e-3 | sed 's/ is .* as/ is as/'
rrm-train -q -w 1:5 "$data" weight
differ plain weight
rrm-train -q -w -1:1 -w +1:1 "$data" weight-one
same plain weight-one
rrm-train -q -e 1e-6 -w 1:2 -w -1:2 -c 1 "$data" both
rrm-train -q -e 1e-6 -c 2 "$data" double
near "primal of both weights" "$(value primal both)" "$(awk '$1 == "primal" {print 2 * $2}' double)" 1e-5 |
    sed 's/ is .* as/ is as/'
rrm-train -q -s sda -S 2 "$data" seed
differ plain seed
for loss in hinge squared-hinge huber-hinge huber-hinge:0.1 logistic; do
    rrm-train -q -l $loss "$data" m
    echo "$loss: $(value loss m)"
    certified m
done
rrm-train -q -a 1e-2 -e 0 "$data" absolute
value verdict absolute
awk '$1 == "primal" {p = $2} $1 == "dual" {d = $2} END {print (p - d <= 1e-2 ? "met" : "not met")}' absolute

# Of two labels the greater one is the positive one and stands first in the model, whichever came first; more stand in
# ascending order.
. "$LIB"
try()
{
    lines "$1 1:1 2:1" "$2 1:-1" "$1 2:2" "$2 2:-1" >data
    rrm-train -q data m
    echo "$1 $2: labels $(value labels m): $(rrm-predict -q data m | tr '\n' ' ')"
    rrm-train -q -l softmax data several
    [ "$(value labels several)" = "$(value labels m)" ] || echo "softmax: $(value labels several)"
    rrm-predict -q data m >two.labels
    rrm-predict -q data several >more.labels
    same two.labels more.labels
}
try 1 -1
try -1 1
try +1 -1
try -1 +1
try 1.0 -1.0
try -1.0 1
try 0 1
try 1 0
try 2 1
try 4 2
try -1 0
try 0.1 0.25
try -1e300 1e300
try 1e22 123456789
try 0.30000000000000004 0.3
try -0 1
lines '1 1:1 2:1' '-1 1:-1' '1 2:2' '-1 2:-1' >a
lines '-1 1:-1' '1 1:1 2:1' '1 2:2' '-1 2:-1' >b
lines '0 1:1 2:1' '1 1:-1' '0 2:2' '1 2:-1' >c
for file in a b c; do rrm-train -q -e 1e-9 $file $file.m; done
for file in a b c; do rrm-predict -q -d a $file.m | awk '{printf "%.4f\n", $1}' >$file.d; done
same a.d b.d
awk '{printf "%.4f\n", -$1}' c.d >turned.d # its 1 is the -1 of the others
same a.d turned.d
lines '5 1:1' '2 1:-1' '7 2:1' '2 2:-1' >three
for loss in hinge softmax; do
    rrm-train -q -l $loss three m
    echo "$loss: labels $(value labels m)"
done
# Whichever comes first: the same model of the same rows, but for the order of the sums.
for loss in hinge softmax crammer-singer; do
    rrm-train -q -e 1e-9 -l $loss three m
    lines "$(sed -n 3p three)" "$(sed -n 1p three)" "$(sed -n 4p three)" "$(sed -n 2p three)" >turned
    rrm-train -q -e 1e-9 -l $loss turned turned.m
    near "$loss: the primal" "$(value primal m)" "$(value primal turned.m)" 1e-9 | sed 's/ is .* as/ is as/'
    [ "$(value labels m)" = "$(value labels turned.m)" ] && echo "the same labels"
done
rrm-train -q -l softmax three m
rrm-predict -b 1 -q three m | head -n 1
# An older model has them in the order in which they came: read as it says, and a start by label.
for loss in hinge softmax; do
    rrm-train -q -l $loss three m
    awk '$1 == "labels" {print $1, $3, $2, $4; next} $1 == "crc32" {next} /^weights/ {on = 1; print; next}
        on {print $1, $3, $2, $4; next} {print}' m >old
    seal old
    value labels old
    for model in m old; do
        rrm-predict -q three $model >$model.labels
        rrm-train -q -l $loss -c 10 -m 1 -e 0 -i $model three $model.next
    done
    same m.labels old.labels
    same m.next old.next
done
rrm-train -q -l ordinal c m
echo "ordinal: labels $(value labels m)"
# The figures are those of the greater label, and name it, whatever line comes first.
lines '1 1:2' '0 1:-2' '1 1:3' '0 1:-3' >up
lines '0 1:-2' '1 1:2' '1 1:3' '0 1:-3' >down
lines '1 1:3' '1 1:2' '0 1:1' '0 1:1' '1 1:-2' '0 1:-4' >more-lines
for loss in hinge softmax ordinal; do
    for file in up down; do
        rrm-train -q -l $loss $file m
        rrm-predict more-lines m /dev/null >$file.figures
    done
    same up.figures down.figures
    grep label up.figures
done
cat up.figures
# In an older model the smaller label may stand first: it is that model's positive one.
lines 'rrm-model 1' 'solver sda' 'loss hinge' 'regularizer l2' 'lambda 0.25' 'bias -1' 'classes 2' 'labels 0 1' 'features 1' \
    'primal 0.5' 'dual 0.25' 'passes 17' 'verdict converged' 'weights 1' '1 -2' >old
seal old
run rrm-predict more-lines old
run rrm-predict -q -d more-lines old

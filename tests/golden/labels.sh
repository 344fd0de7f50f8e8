# Of two labels the greater one is the positive one and stands first in the model, whichever came first; more stand in the
# order in which they first came.
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

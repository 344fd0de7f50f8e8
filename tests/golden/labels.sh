# Labels stand in the model in the order in which they first came, but -1 and +1 always as `1 -1`.
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
same a.d b.d c.d

# -C where it cannot be done.
. "$LIB"
data=$DATA/breast-cancer.train
tiny >few
run rrm-train -C -L 1 few m
run rrm-train -o score=f1 few m
run rrm-train -v 2 -o score=f1 few
for name in f2 '' accuracy=1; do run rrm-train -C -o score="$name" few m; done
run rrm-train -C -o score few m
run rrm-train -C -o score=log-loss few m
run rrm-train -C -l ordinal -o score=log-loss few m
run rrm-train -C -q -v 2 -o score=mean-squared-error few m
run rrm-train -C -q -v 2 -l squared -o score=accuracy few m
run rrm-train -C -l nu few m
run rrm-train -C -l novelty few m
run rrm-train -C few m
run rrm-train -C -v 1 few m
run rrm-train -C -v 2 -
run rrm-train -C -q -v 2 few m
lines '1 2:0' '-1 1:0' '1' '-1' >empty
run rrm-train -C -q -v 2 empty m
# No time at all: a cost, a model, and what neither proves.
run rrm-train -C -q -t 0 "$data" m
[ -c /dev/full ] || skip "no /dev/full"
rrm-train -C "$data" full >/dev/full
echo "exit $?"
ls -A

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
# A list of costs; a number behind -C, which takes none.
run rrm-train -c 0.1:10:5 few m
run rrm-train -v 2 -c 0.1:10:5 few
for list in 1:2 1:2: 1::2 :2:3 1:2:3:4 1:2:1.5 1:2:0 1:1:3 1:2:1001 1:10:102 1e-101:2:3 x:2:3; do run rrm-train -C -c $list few m; done
run rrm-train -C -c 1:2:3 -L 1 few m
run rrm-train -o rule=1sd few m
run rrm-train -C -o rule=2sd few m
run rrm-train -C 1 few
run rrm-train -C 0.5 few m
run rrm-train -C no-file m
cp few 1
run rrm-train -q -C -v 2 1 m
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

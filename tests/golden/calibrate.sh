# -b 1: sigmoids fitted to scores that training did not see; the rest of the model is the same without it.
. "$LIB"
data=$DATA/breast-cancer.train test=$DATA/breast-cancer.test
gzip -dc "$DATA/digits.train.gz" >digits
try()
{
    file=$1
    shift
    for threads in 1 2 7; do rrm-train -q -b 1 -n $threads "$@" "$file" m$threads; done
    same m1 m2 m7
    rrm-train -q "$@" "$file" plain
    sed -e '/^platt /d' -e '/^crc32 /d' m1 >without
    sed '/^crc32 /d' plain >model
    same without model
    awk '$1 == "platt" {print NF - 1 " numbers"; for (i = 2; i <= NF; i += 2) good += $i < 0; print good " slopes are below 0"}' m1
}
# agrees TEST FEWEST: among those to which the model gives a probability from 0.8 to 1, about as many are right.
agrees()
{
    rrm-predict -q -b 1 "$1" m1 out
    awk 'NR == FNR {label[FNR] = $1 + 0; next} FNR > 1 {
        best = 0
        for (i = 2; i <= NF; i++) {if ($i > best) best = $i; sum += $i}
        if (best >= 0.8) {n++; wanted += best; right += $1 == label[FNR - 1]}
    } END {d = (wanted - right) / n; print (n > 50 && d < 0.1 && d > -0.1 ? "calibrated" : "not calibrated: " right "/" n ", wanted " wanted)
        s = sum / (FNR - 1) - 1; print (s < 1e-9 && s > -1e-9 ? "they sum to 1" : "their sum is " sum / (FNR - 1))}' "$1" out
}
try "$data"
agrees "$test"
try "$data" -l squared-hinge -B 1 -R -w -1:3 -s bundle
agrees "$test"
try "$data" -l nu:0.2 -B 1
agrees "$test"
try digits -l hinge
gzip -dc "$DATA/digits.test.gz" >digits.test
agrees digits.test
rrm-train -q -b 1 -S 2 "$data" seed
rrm-train -q -b 1 "$data" m
grep -v '^platt' m >a; grep -v '^platt' seed >b
differ m seed
# Where the loss has probabilities of its own nothing changes.
rrm-train -q -l logistic "$data" plain
rrm-train -q -l logistic -b 1 "$data" m
same plain m
rrm-train -q -b 0 "$data" zero
rrm-train -q "$data" plain
same plain zero
# Few examples, of which a fold may hold all of a class.
tiny >few
run rrm-train -q -b 1 few m
lines '1 1:1' '-1 1:-1' >two
run rrm-train -q -b 1 two m
grep -c '^platt' m
# The runs that calibrate may end too early, too.
run rrm-train -q -b 1 -s bundle -m 3 "$data" m
echo "verdict $(value verdict m)"
# Who cannot.
for loss in novelty ordinal; do run rrm-train -b 1 -l $loss few m; done
for value in 2 -1 0.5 x ''; do run rrm-train -b "$value" few m; done

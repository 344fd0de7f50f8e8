# -b 1 -o calibration=NAME: sigmoids, steps or a temperature, of scores that training did not see.
. "$LIB"
two=$DATA/breast-cancer.train
gzip -dc "$DATA/digits.train.gz" >digits
gzip -dc "$DATA/digits.test.gz" >held-out
# try NAME FILE OPTION...: the same for all threads, and but for the calibration as without.
try()
{
    name=$1 file=$2
    shift 2
    for threads in 1 3; do rrm-train -q -b 1 -o calibration="$name" -n $threads "$@" "$file" m$threads; done
    same m1 m3
    rrm-train -q "$@" "$file" plain
    sed -e '/^platt /d' -e '/^isotonic /d' -e '/^temperature /d' -e '/^crc32 /d' m1 >without
    sed '/^crc32 /d' plain >model
    same without model
    awk '$1 ~ /^(platt|isotonic|temperature)$/ {n[$1]++; if (NF > 401) print "too many steps"} END {for (key in n) print key, n[key]}' m1
    rrm-model convert m1 again && same m1 again
}
# sums TEST: probabilities of a line add up to 1; how their Brier score is.
sums()
{
    rrm-predict -b 1 "$1" m1 out | awk '/^Brier/ {print ($4 < '"$2"' ? "calibrated" : "Brier score " $4)}'
    awk 'NR > 1 {sum = 0; for (i = 2; i <= NF; i++) sum += $i; if (sum < 1 - 1e-12 || sum > 1 + 1e-12) bad++} END {print NR, bad + 0}' out
}
try platt "$two"; rrm-train -q -b 1 "$two" m; same m m1
try isotonic "$two"; sums "$DATA/breast-cancer.test" 0.03
try isotonic "$two" -l logistic -B 1 -R; sums "$DATA/breast-cancer.test" 0.03
try temperature "$two" -l logistic; sums "$DATA/breast-cancer.test" 0.03
try isotonic digits; sums held-out 0.09
try temperature digits -l crammer-singer; sums held-out 0.07
try temperature digits -l softmax -B 1 -R; sums held-out 0.07
# The steps ascend with the decision value; the labels are those without them.
rrm-train -q -b 1 -o calibration=isotonic "$two" m
rrm-predict -q -d "$DATA/breast-cancer.test" m d; rrm-predict -q -b 1 "$DATA/breast-cancer.test" m out
sed 1d out | paste -d ' ' d - | sort -g | awk '$3 < last {bad++} {last = $3} ($1 > 0) != ($2 > 0) {bad++} END {print NR, bad + 0}'
# With a threshold, a search and folds.
rrm-train -q -b 1 -o calibration=isotonic -o threshold=f1 "$two" m; grep -c -e '^isotonic' -e '^threshold' m
rrm-train -q -v 3 -b 1 -o calibration=temperature -l crammer-singer digits | sed -n 's/^mean: \(Log-loss\|Brier score\) .*/\1/p'
rrm-train -q -C -c 0.1:10:2 -b 1 -o calibration=isotonic -o score=brier "$two" m && grep -c '^isotonic' m
# Who cannot.
tiny >few
run rrm-train -o calibration=isotonic few m
run rrm-train -b 1 -o calibration=isotonic -l softmax few m
run rrm-train -b 1 -o calibration=platt -l ordinal-logistic few m
run rrm-train -b 1 -o calibration=temperature few m
run rrm-train -b 1 -o calibration=temperature -l ordinal-logistic few m
run rrm-train -b 1 -o calibration=temperature -l ova:logistic few m
run rrm-train -q -b 1 -o calibration=temperature -l logistic digits m
run rrm-train -b 1 -o calibration=sigmoid few m
run rrm-train -b 1 -o calibration=isotonic -F liblinear few m
rrm-train -q -b 1 -o calibration=isotonic few m
run rrm-model convert -F liblinear m ll
rrm-train -q -l crammer-singer few m
run rrm-predict -b 1 few m

# Rows of length 1, columns by their size: models of raw values, what cannot be is refused.
. "$LIB"
data=$DATA/breast-cancer.train
for rows in plain unit; do
    for scale in none maxabs norm sd; do
        rrm-train -q -l logistic -B 1 -R -e 1e-6 -o rows=$rows -o scale=$scale "$data" m
        rrm-predict -q "$DATA/breast-cancer.test" m >labels
        awk -v head="rows $rows, scale $scale" 'NR == FNR {y[FNR] = $1 + 0; next} {right += y[FNR] == $1}
            END {print head ": " right " right"}' "$DATA/breast-cancer.test" labels
    done
done
grep -c '^rows unit$' m
for threads in 1 2 7; do rrm-train -q -n $threads -o scale=sd -o rows=unit "$data" m$threads; done
same m1 m2 m7
run rrm-train -q -v 5 -b 1 -o scale=sd "$data"
run rrm-model show -k 2 m
run rrm-train -q -o rows=unit -F liblinear "$data" m
run rrm-model convert -F liblinear m other
sed 's/^rows unit$/rows long/' m >bad
run rrm-model check bad
run rrm-train -o scale=large "$data" m
lines '1 1:1e300' '-1 1:-1e300' >huge
run rrm-train -q -o scale=sd huge m
run rrm-train -q -o scale=maxabs huge m
# bounds are those of raw weights
awk 'BEGIN {for (i = 1; i <= 30; i++) print i, -0.2, 0.3}' >bounds
rrm-train -q -l logistic -o bounds=bounds -o scale=sd "$data" m
sed -n '/^weights/,/^crc32/p' m | awk 'NF == 2 && $1 ~ /^[0-9]/ && $1 <= 30 {low += $2 < -0.2; high += $2 > 0.3} END {print low + 0, high + 0}'
run rrm-train -q -r box:-1,1 -o scale=sd "$data" m

# Losses of one class, whatever the labels say, and of ordered classes.
. "$LIB"
gzip -dc "$DATA/digits-8.train.gz" | grep '^+1' >eights
run rrm-train -l novelty:0.2 -L 0.2 eights m
sed -n 's/^\(loss\|classes\|labels\) /\1: /p' m
awk '{$1 = NR % 3; print}' eights >others
rrm-train -q -l novelty:0.2 -L 0.2 others same-m
same m same-m
awk '$1 == "offsets" {print NF - 1 " offset"}' m
# About a share nu of the examples is novel.
for nu in 0.1 0.3; do
    rrm-train -q -l novelty:$nu -L $nu -e 1e-6 eights m
    rrm-predict -q eights m | awk -v nu=$nu '$1 < 0 {n++} END {
        d = n / NR - nu; print nu ": " (d < 0.08 && d > -0.08 ? "as many" : n / NR)}'
done
for threads in 1 2 3; do rrm-train -q -l novelty -n $threads eights m$threads; done
same m1 m2 m3
# Ordered classes, their labels ascending however they come: a feature in five steps.
awk '{v = substr($2, 3) + 0; $1 = v < -1 ? 1 : v < -0.5 ? 2 : v < 0 ? 2.5 : v < 1 ? 7 : 10; print}' "$DATA/breast-cancer.train" >steps
run rrm-train -l ordinal -c 10 steps m
sed -n 's/^\(loss\|classes\|labels\) /\1: /p' m
certified m
awk '$1 == "offsets" {good = 1; for (i = 3; i <= NF; i++) good = good && $i >= $(i - 1); print NF - 1 " thresholds", good ? "ascending" : "not ascending"}' m
at_least "the accuracy" "$(rrm-predict steps m /dev/null | sed -n 's/^Accuracy = \([0-9.]*\)%.*/\1/p')" 90
sort -r steps >otherwise
rrm-train -q -l ordinal -c 10 -e 1e-8 steps a
rrm-train -q -l ordinal -c 10 -e 1e-8 otherwise b
near "the primal" "$(value primal a)" "$(value primal b)" 1e-7 | sed 's/ is .* as/ is as/'
[ "$(value labels a)" = "$(value labels b)" ] && echo "the same labels"
# Of two of them, the figures of two classes; the higher one is the positive one, as +1 is.
rrm-train -q -l ordinal "$DATA/breast-cancer.train" two
rrm-train -q -B 1 -R "$DATA/breast-cancer.train" signs
for model in two signs; do
    rrm-predict "$DATA/breast-cancer.test" $model /dev/null | sed 's/\(= [0-9.]\{4\}\).*/\1/' >$model.figures
done
same two.figures signs.figures
cat two.figures
rrm-train -q -l ordinal -w 7:5 steps weighted
rrm-train -q -l ordinal steps plain
differ weighted plain
lines '7 1:1' '7 2:1' >one
run rrm-train -q -l ordinal one m

# -o threshold: the decision value above which the first of two labels is the answer, chosen on folds, kept in the model.
. "$LIB"
data=$DATA/digits-8.train.gz test=$DATA/digits-8.test.gz
# wrong FILE: false positives and false negatives among the answers to the test file.
gzip -dc "$test" >labels
wrong() { awk 'NR == FNR {y[FNR] = $1 + 0; next} $1 > y[FNR] {p++} $1 < y[FNR] {n++} END {print p + 0, n + 0}' labels "$1"; }
for by in accuracy f1 macro-f1 balanced-accuracy youden cost:1:1 cost:1:10 cost:10:1; do
    for threads in 1 3; do rrm-train -n $threads -o threshold=$by "$data" m$threads | grep '^threshold' >said; done
    same m1 m3
    cp m1 "m-$by"
    awk '{print $3, ($4 + 0 > $10 + 0 ? "greater" : $4 == $10 ? "equal" : "smaller"), $5, $6, $7, $8, $9, $11, $12}' said
    rrm-predict -q "$test" m1 out
    wrong out
done
same m-balanced-accuracy m-youden
same m-accuracy m-cost:1:1
# All but the threshold is as without; -b 1 uses the same folds, and adds its sigmoids.
rrm-train -q "$data" plain
sed -e '/^threshold /d' -e '/^crc32 /d' m-f1 >a; sed '/^crc32 /d' plain >b; same a b
rrm-train -q -b 1 "$data" sigmoids
rrm-train -q -b 1 -o threshold=f1 "$data" both
sed -e '/^threshold /d' -e '/^crc32 /d' both >a; sed '/^crc32 /d' sigmoids >b; same a b
[ "$(value threshold both)" = "$(value threshold m-f1)" ] && echo "the same threshold"
# The answers are those of -d above it; -d and -x are those of the scores.
rrm-predict -q -d "$test" m-f1 d; rrm-predict -q -d "$test" plain e; same d e
awk -v at="$(value threshold m-f1)" '{print ($1 > at ? 1 : -1)}' d >by-hand
rrm-predict -q "$test" m-f1 out; same out by-hand
rrm-predict -q -x 1 "$test" m-f1 terms
awk -F '\t' -v at="$(value threshold m-f1)" '$NF != "threshold:" at || ($1 > 0) != ($2 > at + 0) {bad++} END {print NR, bad + 0}' terms
# By hand: 0 is as without; a probability with -b 1.
rrm-predict -q "$test" plain p0; rrm-predict -q -o threshold=0 "$test" m-f1 p1; same p0 p1
rrm-predict -q -o threshold=-1.5 "$test" m-f1 p1; wrong p1
rrm-predict -q -b 1 -o threshold=0.3 "$test" both p
awk 'FNR > 1 && ($1 > 0) != ($2 > 0.3) {bad++} END {print NR, bad + 0}' p
rrm-predict -q -b 1 "$test" both o; sed 's/^[^ ]* //' o >b; sed 's/^[^ ]* //' p >q; same b q
rrm-predict -b 1 -o threshold=0.3 "$test" both out | grep -E '^(Accuracy|F1)'
# -v: each training chooses its own, without the fold.
rrm-train -q -v 3 -o threshold=cost:1:10 -n 1 "$data" >a; rrm-train -q -v 3 -o threshold=cost:1:10 -n 3 "$data" >b; same a b
rrm-train -q -v 3 "$data" >b; differ a b
grep Recall a
rrm-train -v 3 -o threshold=cost:1:10 "$data" >b; grep -c '^fold [123]: threshold -*[0-9.]*$' b
rrm-train -J -v 3 -o threshold=cost:1:10 "$data" | grep -o '"threshold"' | grep -c .
rrm-train -q -C -c 0.1:10:2 -o threshold=f1 -o score=f1 "$data" best && grep -c '^threshold' best
rrm-train -J -o threshold=f1 "$data" m1 | grep -o '"threshold":-*[0-9.]\{5\}.*' | sed 's/\(\.[0-9]\{4\}\)[0-9]*/\1/g'
rrm-model show -k 0 m-f1 | tail -n 1 | sed 's|\(\.[0-9][0-9]\)[0-9]*|\1|g'
# A loss that has probabilities of its own; rows that weigh; one label alone is best.
rrm-train -q -l logistic -o threshold=f1 "$data" l && grep -c -e '^threshold' -e '^platt' l
lines '1 1:1' '-1 1:2' '-1 1:3' '1 1:2.5' '1 1:0.5' '-1 1:1.5' '-1 1:2' '-1 1:1' '1 1:3' '-1 1:2' >few
lines 1 1 1 1 1 0 0 0 1 0 >weights
rrm-train -o threshold=cost:100:1 few m | grep threshold | sed 's|\(\.[0-9][0-9]\)[0-9]*|\1|g'; rrm-predict -q few m - | sort -u
rrm-train -o threshold=cost:1:100 few m | grep threshold | sed 's|\(\.[0-9][0-9]\)[0-9]*|\1|g'; rrm-predict -q few m - | sort -u
rrm-train -W weights -o threshold=accuracy few m | grep threshold | sed 's|\(\.[0-9][0-9]\)[0-9]*|\1|g'
run rrm-train -q -s bundle -m 1 -o threshold=f1 "$data" m
# Who cannot.
for loss in ordinal softmax squared novelty ova:hinge; do run rrm-train -o threshold=f1 -l $loss few m; done
run rrm-train -o threshold=f1 "$DATA/digits.train.gz" m
run rrm-train -o threshold=f1 -F liblinear few m
for by in f2 recall cost:1 cost:0:1 cost:1:-1 ''; do run rrm-train -o threshold=$by few m; done
run rrm-train -o threshold few m
run rrm-model convert -F liblinear m-f1 ll
rrm-train -q -l softmax few m
run rrm-predict -o threshold=1 few m
for at in x 1e301 nan ''; do run rrm-predict -o threshold=$at few plain; done
for at in -0.1 1.1; do run rrm-predict -b 1 -o threshold=$at few both; done

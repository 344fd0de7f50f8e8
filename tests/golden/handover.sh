# Engines that auto goes over to, and a regularizer that is another one.
. "$LIB"
# nu with elastic-ball, columns of sizes from 1e-4 to 1e6: cutting planes stand still, the proximal bundle method does not.
awk 'function uniform() {x = (x * 1103515245 + 12345) % 2147483648; return x / 1073741824 - 1}
    BEGIN {x = 183; for (i = 1; i <= 10; i++) {
        line = uniform() > 0 ? "+1" : "-1"
        for (j = 1; j <= 6; j++) line = line " " j ":" uniform() * 10 ^ (2 * (j - 3))
        print line}}' >data
for solver in auto linesearch:ocas; do
    rrm-train -q -s $solver -l nu:.1 -r elastic-ball data m 2>/dev/null
    awk -v name="$solver" '$1 == "solver" {by = $2} $1 == "verdict" {print name ": " by ", " $2}' m
done
# A ratio of 0 leaves l2: the same model, whatever the solver.
for solver in auto proximal:newton; do
    rrm-train -q -s $solver -r elastic:0 -c 100 "$DATA/breast-cancer.train" elastic
    rrm-train -q -s $solver -r l2 -c 100 "$DATA/breast-cancer.train" l2
    cmp elastic l2 && echo "$solver: $(grep '^regularizer' elastic)"
done
# One column outweighs 700 others: cutting planes, where a factor of Newton's method takes longer. Logistic loss, fewer rows
# than columns: dual ascent, where conjugate gradients do.
awk 'function uniform() {x = (x * 1103515245 + 12345) % 2147483648; return x / 2147483648}
    BEGIN {x = 5; for (i = 1; i <= 3000; i++) {
        a = int(uniform() * 350); b = int(uniform() * 350)
        print (a + b + 150 * uniform() > 425 ? "+1" : "-1") " 1:" 400 + int(uniform() * 90) " " a + 2 ":1 " b + 352 ":1"}}' >coherent
awk 'function uniform() {x = (x * 1103515245 + 12345) % 2147483648; return x / 2147483648}
    BEGIN {x = 7; for (i = 1; i <= 400; i++) {
        line = uniform() > 0.5 ? "+1" : "-1"; column = 0
        for (j = 1; j <= 30; j++) line = line " " (column += 1 + int(uniform() ^ 3 * 150)) ":1"
        print line}}' >wide
for run in "hinge -c 1 coherent" "logistic -c 1000 wide"; do
    rrm-train -q -l $run m
    awk -v name="$run" '$1 == "solver" {by = $2} $1 == "verdict" {print name ": " by ", " $2}' m
done
# Ten classes, kinks and bounds: Newton's method.
for options in '-l softmax -r nonneg -c 100' '-l softmax -r box -c 10' '-l crammer-singer -r elastic -c 10'; do
    # shellcheck disable=SC2086
    rrm-train -q $options "$DATA/digits.train.gz" m && echo "$options: $(value solver m), $(value verdict m)"
done

# -i: a training starts from the weights of a model.
. "$LIB"
data=$DATA/breast-cancer.train
gzip -dc "$DATA/digits.train.gz" >digits
# passes MOST LOSS SOLVER FILE: from its own model each solver is done at once.
at_once()
{
    rrm-train -q -l "$2" -s "$3" "$4" own
    for threads in 1 2 7; do rrm-train -q -n $threads -l "$2" -s "$3" -i own "$4" m$threads; done
    cmp m1 m2 && cmp m1 m7
    awk -v most="$1" -v name="$2 $3" '$1 == "passes" {print name ": " ($2 <= most ? "at most " most : $2) " passes"}
        $1 == "verdict" && $2 != "converged" {print}' m1
}
for loss in hinge squared-hinge logistic squared; do
    for solver in auto sda proximal:newton linesearch:ocas bundle agm proximal; do
        at_once 8 $loss $solver "$data"
    done
done
for solver in auto sda linesearch:ocas; do at_once 8 softmax $solver digits; at_once 60 crammer-singer $solver digits; done # 116 from 0
at_once 30 roc bundle "$data"
at_once 100 ova:hinge sda digits # ten classes

# More lines, another cost, loss or regularizer: the optimum is the same, within both gaps.
# agree OPTION ...: the start changes no more than the gaps allow.
agree()
{
    rrm-train -q "$@" "$data" cold 2>/dev/null
    rrm-train -q "$@" -i most "$data" warm 2>/dev/null
    awk '$1 == "primal" {p[FILENAME] = $2} $1 == "dual" {d[FILENAME] = $2}
        END {print (d["cold"] <= p["warm"] && d["warm"] <= p["cold"] ? "the same optimum" : "another optimum")}' cold warm
}
head -n 400 "$data" >lines
rrm-train -q -B 2 lines most
for options in '-e 1e-5' '-c 100' '-L 0.1' '-l logistic' '-r l1' '-r elastic:0.3' '-r elastic-ball:0.01' '-r entropy' '-l absolute' \
    '-l nu:0.2' '-l roc' '-l ordinal' '-l novelty' '-B 1' '-B 1 -R' '-s pegasos' '-s linesearch -e 0.01'; do
    printf '%s: ' "$options"
    # shellcheck disable=SC2086
    agree $options
done

# Classes go by their labels: in another order, under other names, more of them, fewer.
awk '$1 == 3 || $1 == 5 || $1 == 8' digits >three
awk '$1 == 8 || $1 == 5' digits >two
sort -r three >turned
rrm-train -q -l softmax -e 1e-6 three m
for file in turned two digits; do
    rrm-train -q -e 0 -m 1 -l softmax -i m $file from
    rrm-train -q -e 0 -m 1 -l softmax $file cold
    echo "$(value primal from) $(value primal cold)" | awk '{print ($1 < $2 ? "lower than from 0" : "no lower: " $0)}'
done
rrm-train -q -l softmax -e 1e-5 -i m turned back
awk '$1 == "passes" {print ($2 <= 3 ? "at once" : $2)}' back
rrm-train -q two m2
rrm-train -q -i m2 -e 0 -t 0 -L 1e-3 two back
sed 's/^5/9/' two >shifted
rrm-train -q -e 0 -t 0 -L 1e-3 -i m2 shifted back2
weights() { awk '/^weights/ {on = 1; next} /^crc32/ {exit} on {print $1, s * $2}' s="$2" "$1"; }
weights m2 1 >a
weights back 1 >b
same a b
weights back2 -1 >c
same a c
# What cannot be started from.
tiny >few
lines '1:1' >none
rrm-train -q few small
rrm-train -q -l squared few line
run rrm-train -q -i small digits m
run rrm-train -q -i line digits m
run rrm-train -q -i line few m
run rrm-train -q -l squared -i m2 few m
rrm-train -q digits ova
run rrm-train -q -l squared -i ova few m
run rrm-train -q -i missing few m
run rrm-train -q -i few few m
run rrm-train -i - - m
run rrm-train -i small -v 2 few
run rrm-train -i small -T small few m
run rrm-train -q -i - few m <small
# Weights without sense do no harm.
for weight in 1e300 -1e300 1e154 1e10; do
    sed -e "s/^1 .*/1 $weight/" -e '/^crc32/d' small >absurd
    seal absurd
    run rrm-train -q -i absurd few m
    value verdict m
done
# Calibration starts at 0, whatever the model has seen.
rrm-train -q -b 1 "$data" plain
rrm-train -q -b 1 -i plain "$data" from
grep '^platt' plain >a
grep '^platt' from >b
same a b
# A start where the objective is 1e26 is left for the uniform weights, where it is 1.26.
awk 'BEGIN {for (i = 0; i < 40; i++) {y = i % 2 ? 1 : -1
    printf "%d 1:%d 2:%d 3:%d\n", y, -60 * y + 7 * i % 5, 60 * y + 3 * i % 4, y * (i % 3)}}' >sides
rrm-train -q -l exponential -r entropy sides spread
sed -e 's/^1 .*/1 0.98/' -e 's/^2 .*/2 0.01/' -e 's/^3 .*/3 0.01/' -e '/^crc32/d' spread >heaped
seal heaped
rrm-train -q -l exponential -r entropy -t 0 sides uniform 2>/dev/null
for solver in auto agm bundle linesearch:ocas; do
    rrm-train -q -l exponential -r entropy -s $solver -t 0 -i heaped sides m 2>/dev/null
    near "primal of $solver" "$(value primal m)" "$(value primal uniform)" 1e-12
done

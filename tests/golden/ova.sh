# One class against the rest: as many two-class models as there are classes, in one file; the same for any number of threads.
. "$LIB"
gzip -dc "$DATA/digits.train.gz" >data
gzip -dc "$DATA/digits.test.gz" >digits.test
run rrm-train data m
run rrm-train -v 2 -m 1 -e 0 data | head -n 3
run rrm-train -l softmax -m 1 -e 0 data at-once
sed -n 's/^\(solver\|loss\|classes\|labels\|verdict\) /\1: /p' m
certified m
rrm-predict digits.test m /dev/null
for solver in auto bundle sda agm pegasos; do
    for threads in 1 2 3; do
        rrm-train -q -s $solver -m 20 -e 1e-2 -n $threads data $solver-$threads 2>/dev/null
    done
    same $solver-1 $solver-2 $solver-3
done
# Each column of weights is what its class alone gives, the objective is the sum.
rrm-train -q -s linesearch:ocas -l ova:squared-hinge -B 1 -e 1e-4 data all
labels=$(value labels all)
column=2
for label in $labels; do
    awk -v label="$label" '{$1 = $1 == label ? "+1" : "-1"; print}' data >alone
    rrm-train -q -s linesearch:ocas -l squared-hinge -B 1 -e 1e-4 -n 3 alone one
    awk '/^weights/ {on = 1; next} /^crc32/ {exit} on {print $1, $2}' one >weights-one
    awk -v c=$column '/^weights/ {on = 1; next} /^crc32/ {exit} on && $c != 0 {print $1, $c}' all >weights-all
    same weights-one weights-all | sed "s/^/$label: /"
    value primal one >>primals
    column=$((column + 1))
done
near "the primal" "$(value primal all)" "$(awk '{sum += $1} END {printf "%.17g", sum}' primals)" 1e-14 | sed 's/ is .* as/ is as/'
# Side by side, by dual ascent: the bytes of any number of threads, the objective of the other solver, and its answers.
for threads in 1 2 7; do
    rrm-train -q -s sda -l ova:squared-hinge -B 1 -e 1e-8 -n $threads data lanes-$threads
done
same lanes-1 lanes-2 lanes-7
certified lanes-1
near "the primal" "$(value primal lanes-1)" "$(value primal all)" 1e-4 | sed 's/ is .* as/ is as/'
rrm-train -q -s sda -l ova:squared-hinge -B 1 -e 1e-8 -T trace data traced
same lanes-1 traced
cut -f 8 trace | sort | uniq | tr '\n' ' '
echo
# Two classes are two classes; a loss of one class against the rest by its name.
rrm-train -q -l ova:huber-hinge:0.25 "$DATA/breast-cancer.train" two
rrm-train -q -l huber-hinge:0.25 "$DATA/breast-cancer.train" same-two
same two same-two
rrm-train -q -l ova:huber-hinge:0.25 data m
rrm-train -q -l huber-hinge:0.25 data same-m
same m same-m
value loss m
# An unregularized bias of each class; weights of labels; a label that is not there.
rrm-train -q -B 1 -R data free
awk '$1 == 65 {print "the bias has " NF - 1 " weights"}' free
rrm-train -q -w 3:5 -w 4:0.1 -e 1e-4 data weighted
differ all weighted
run rrm-train -w 11:2 -m 1 -e 0 data m
# The trace has a column more; its classes follow one another.
rrm-train -q -T trace data traced
rrm-train -q data plain
same plain traced
head -n 1 trace
cut -f 8 trace | uniq | tr '\n' ' '
awk -F '\t' 'NR > 1 {p[$8] = $4; d[$8] = $5} END {for (k in p) {P += p[k]; D += d[k]} printf "%.12g %.12g\n", P, D}' trace >sums
awk '$1 == "primal" {p = $2} $1 == "dual" {printf "%.12g %.12g\n", p, $2}' plain >model-sums
same sums model-sums
# Limits hold for all classes together or for each: what is there is a model.
run rrm-train -q -s linesearch -t 1 -e 0 -a 1e-15 data m
value verdict m
run rrm-train -q -t 0 data m
grep -c '^weights 0$' m
run rrm-train -q -s bundle -m 2 data m
valid_for()
{
    rrm-predict -q digits.test "$1" /dev/null && echo "$1: a valid model, verdict $(value verdict "$1")"
}
valid_for m
# SIGINT in mid-run: what the classes have reached is a model.
mkfifo pipe
for calibrate in 0 1; do
    rrm-train -q -m 1e9 -e 0 -b $calibrate -s linesearch -T pipe data interrupted &
    { read -r _; kill -s INT $!; cat >rest; } <pipe
    wait $!
    echo "exit $?"
    valid_for interrupted
done
(rrm-train -q -m 1e9 -e 0 -b 1 -s linesearch -n 2 data interrupted & sleep 1; kill -s TERM $!; wait $!; echo "exit $?")
valid_for interrupted

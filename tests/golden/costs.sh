# Costs between classes: faults of their file, what goes together with them, and a model.
. "$LIB"
lines '1 1:1 2:.3' '2 1:-.4 2:1' '3 1:-.5 2:-1' '1 1:.7' '2 2:.8' '3 1:-.9 2:.1' '2 1:.2 2:.4' >data
lines '# of 3 classes' '' '0 1 2 # the first' ' 1\t0 1.5\r' '.5 1 0' >good
lines '0 1 1' '1 0 1' '1 1 0' >plain
try()
{
    file=$1
    shift
    lines "$@" >"$file"
    run rrm-train -q -l crammer-singer -o "cost=$file" data m
}
try empty '# nothing' ''
try word '0 1 2' '' '1 0 x' '1 1 0'
try glued '0 1 2x' '1 0 1' '1 1 0'
try negative '0 1 -2' '1 0 1' '1 1 0'
try huge '0 1 1e999' '1 0 1' '1 1 0'
try infinite '0 1 inf' '1 0 1' '1 1 0'
try diagonal '0 1 2' '1 1 1' '1 1 0'
try one '0'
try short '0 1 2' '1 0' '1 1 0'
try wide '0 1 2' '1 0 1' '1 1 0 1'
try few '# head' '0 1 2' '1 0 1'
try many '0 1 2' '1 0 1' '1 1 0' '1 1 1'
try four '0 1 1 1' '1 0 1 1' '1 1 0 1' '1 1 1 0'
run rrm-train -q -l crammer-singer -o cost=missing data m
run rrm-train -q -l crammer-singer -o cost=. data m
run rrm-train -q -l crammer-singer -o cost= data m
run rrm-train -q -l crammer-singer -o cost data m
run rrm-train -q -l softmax -o cost=good data m
run rrm-train -q -l crammer-singer -o cost=good data good
run rrm-train -q -l crammer-singer -o cost=good -T good data m
run rrm-train -q -l crammer-singer -o cost=- - m
for solver in auto bundle linesearch:ocas sda sda:maxgain; do
    rrm-train -q -l crammer-singer -s $solver -e 1e-6 -o cost=plain data with
    rrm-train -q -l crammer-singer -s $solver -e 1e-6 data without
    same with without
done
rrm-train -q -l crammer-singer -e 1e-6 -o cost=good data m
rrm-train -q -l crammer-singer -e 1e-6 -o cost=- data stdin <good
rrm-train -q -l crammer-singer -s bundle -e 1e-6 -o cost=good data other
same m stdin
differ m with
awk '$1 == "primal" {printf "%.4f\n", $2}' m other
run rrm-train -q -l crammer-singer -e 1e-6 -o cost=good -i m data again
run rrm-predict -q data m out
cat out
# minima of an independent method: 0.5016466853326593 and 0.5684648936054195
for solver in bundle linesearch:ocas proximal; do
    for options in '-r l2 -L .1' '-r l1 -L .05'; do
        # shellcheck disable=SC2086 # several words
        rrm-train -q -l crammer-singer -s $solver -e 1e-10 $options -o cost=good "$ROOT/tests/reference/multi.libsvm" m
        awk '$1 == "primal" {printf "%.8f\n", $2}' m
    done
done
for solver in sda:maxgain sda:pairwise; do
    rrm-train -q -l crammer-singer -s $solver -e 1e-9 -L .1 -o cost=good "$ROOT/tests/reference/multi.libsvm" m
    near "the primal by $solver" "$(value primal m)" 0.5016466853326593 1e-8
done
# costs t D at lambda/t: w is t times, and so is the minimum
lines '0 1e-17 2e-17' '1e-17 0 1.5e-17' '.5e-17 1e-17 0' >tiny
for solver in auto bundle linesearch:ocas proximal proximal:newton sda agm sda:maxgain; do
    rrm-train -q -l crammer-singer -s $solver -e 1e-6 -L 1e16 -o cost=tiny "$ROOT/tests/reference/multi.libsvm" m
    near "1e17 times the primal by $solver" "$(value primal m | awk '{print 1e17 * $1}')" 0.5016466853326593 1e-5
done
# of two classes the greater label stands first in a model, but not in the file: an error of -1 costs 9
lines '1 1:1' '1 1:2' '1 1:1' '-1 1:1' >two
lines '0 9' '1 0' >second
rrm-train -q -l crammer-singer -c 1e-9 -o cost=second two m 2>/dev/null
awk '$1 == "primal" {printf "%.4f\n", $2}' m
# folds that lack a label take the costs of the others by their labels
{ cat data data data; lines '0 1:3'; } >rare
lines '0 7 7 7' '7 0 1 2' '7 1 0 1.5' '7 .5 1 0' >four-costs
run rrm-train -l crammer-singer -v 3 -o cost=four-costs rare
run rrm-train -l crammer-singer -C -c .1:10:3 -v 2 -o cost=good data m
run rrm-predict data m out
grep "^costs" m
run rrm-train -q -l crammer-singer -C -c .1:10:3 -v 2 -o cost=plain -o score=mean-cost data m
sed 's/^costs 0 1 2/costs 0 1/' m >short
run rrm-predict data short out

# Labels of sequences: optima of a small problem by several engines, threads, starts, folds, prediction in blocks, faults.
. "$LIB"
cp "$ROOT/tests/reference/chain.libsvm" data
for solver in bundle linesearch:ocas sda agm; do
    rrm-train -q -l crf -L 0.1 -e 1e-9 -s $solver data m
    near "the primal of crf by $solver" "$(value primal m)" 2.035332471237647 2.1e-8
done
for solver in bundle linesearch:ocas sda:maxgain sda:pairwise; do
    rrm-train -q -l m3n -L 0.1 -e 1e-9 -s $solver data m
    near "the primal of m3n by $solver" "$(value primal m)" 1.6536000582569201 1.7e-8
done
brackets() # LOSS OPTIMUM: the bounds of m on it, to 10 digits
{
    at_least "the primal of $1 by $solver" "$(value primal m)" "$2"
    at_least "the optimum less its bound" "$(value dual m | awk -v at="$2" '{print at + 1e-9 - $1}')" 0
}
# Sequence by sequence: the bracket of either holds the optimum.
for solver in pegasos proximal:online; do
    rrm-train -q -l crf -L 0.1 -e 1e-3 -s $solver data m
    brackets crf 2.0353324712
    rrm-train -q -l m3n -L 0.1 -e 5e-3 -s $solver data m
    brackets m3n 1.6536000582
done
for loss in crf m3n; do
    for threads in 1 2 7; do rrm-train -q -l $loss -n $threads data m$threads; done
    same m1 m2 m7
done
# A model goes on where it stands, and says the same of its data when its labels come in blocks.
rrm-train -q -l crf -s sda data m
run rrm-train -l crf -s bundle -i m data again
sed -n '/^transitions/p' m | awk '{print NF - 1}'
rrm-predict -q data m whole
awk '{print; fflush()}' data | rrm-predict -q - m piped
same whole piped
run rrm-predict data m /dev/null
run rrm-train -q -v 2 -l crf -s sda data
sed 's/qid:[0-9]* //' data >bare
run rrm-train -q -l crf bare m
lines '1 qid:1 1:1' '2 qid:2 1:2' '1 qid:1 1:3' >returns
run rrm-train -q -l m3n returns m
run rrm-train -q -l crf -B 1 -R data m
run rrm-train -q -l crf -s sda -r elastic:0.5 data m
run rrm-train -q -l m3n -w 1:2 data m
# The engines that auto takes.
for loss in crf m3n; do
    rrm-train -q -l $loss data m
    sed -n '/^solver/p' m
done
# Names: kept in the model, of chunks with -v, one for each label of the data, and what is none.
lines 'B-X' '2 I-X' '3 O' '4 I-Y' >names
rrm-train -q -l crf -o names=names data m
sed -n '/^name/p' m
rrm-predict -J data m /dev/null | grep -o '"figures":{[^}]*}'
sed 's/^1 /4 /; s/^2 /9 /' data | rrm-predict - m /dev/null
run rrm-train -q -v 2 -l m3n -o names=names -o score=chunk-f1 -C -c 0.1 data again
lines NN VB DT >speech
rrm-train -q -l crf -o names=speech data m
rrm-predict data m /dev/null
lines 1 2 '3 O' >few
run rrm-train -q -l crf -o names=few data m
lines A B >two
run rrm-train -q -l crf -o names=two data m
lines A '1 B' C >twice
run rrm-train -q -l crf -o names=twice data m
lines A '' C >gap
run rrm-train -q -l crf -o names=gap data m
lines A 'B C' >words
run rrm-train -q -l crf -o names=words data m
printf 'A\nB\001\n' >bytes
run rrm-train -q -l crf -o names=bytes data m
: >none
run rrm-train -q -l crf -o names=none data m
run rrm-train -q -l crf -o names=data data m
run rrm-train -q -l crf -o names= data m
run rrm-train -q -l softmax -o names=names data m

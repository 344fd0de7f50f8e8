# Losses of several classes at once.
. "$LIB"
for loss in softmax crammer-singer; do rrm-train --help=all | grep -q "^  $loss " || skip "no loss $loss"; done
gzip -dc "$DATA/digits.train.gz" >data
gzip -dc "$DATA/digits.test.gz" >digits.test
for loss in softmax crammer-singer; do
    for threads in 1 2 3; do rrm-train -q -l $loss -B 1 -n $threads data m$threads; done
    same m1 m2 m3
    certified m1
    sed -n 's/^\(loss\|classes\|labels\) /\1: /p' m1
    at_least "the accuracy of $loss" "$(rrm-predict digits.test m1 /dev/null | sed 's/.*= \([0-9.]*\)%.*/\1/')" 94
    rrm-train -q -l $loss -w 3:10 data m
    differ m m1
    run rrm-train -l $loss -w 11:2 -m 1 -e 0 -q data m
done
# Two classes: the same as the loss of two, at half the scores.
rrm-train -q -l softmax -e 1e-8 -c 1 "$DATA/breast-cancer.train" several
rrm-train -q -l softmax -e 1e-8 -c 2 -b 1 "$DATA/breast-cancer.train" calibrated
rrm-train -q -l softmax -e 1e-8 -c 2 "$DATA/breast-cancer.train" plain
same calibrated plain
# lambda/2 (|v|^2 + |-v|^2) = (lambda/2)/2 |2v|^2
rrm-train -q -l logistic -e 1e-8 -L "$(awk '$1 == "lambda" {print $2 / 2}' several)" "$DATA/breast-cancer.train" half
near "the primal" "$(value primal several)" "$(value primal half)" 1e-6 | sed 's/ is .* as/ is as/'
run rrm-train -q -l crammer-singer -b 1 data m
lines '7 1:1' '7 2:1' >one
run rrm-train -q -l softmax one m
# Where a first search along the line gets almost nowhere, planes of |w|_1 go on all the same.
lines '7 1:-4.27262 2:14.1809' '3 1:-4.27262 2:14.1809' 0.5 3 3 5 '7 1:3.40211' '3 1:3.40211' '3 1:-8.07696' '3 1:-8.07696' \
    5 3 3 7 '3 1:7.93764 2:-1.82686' '3 1:7.93764 2:-1.82686' '0.5 1:-0.822962 2:2.08658' '0.5 1:-0.822962 2:2.08658' \
    '3 1:3.0338' '3 1:3.0338' >data
for solver in auto bundle linesearch:ocas proximal; do
    rrm-train -q -s $solver -l crammer-singer -r l1 -L 0.0585686 -B 1 -e 1e-6 data m
    value verdict m
done

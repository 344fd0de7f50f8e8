# -v where it cannot be done, or only in part.
. "$LIB"
data=$DATA/breast-cancer.train
tiny >few
for folds in 1 0 -1 2.5 x '' 2147483648; do run rrm-train -v "$folds" few; done
run rrm-train -v 2 few model
run rrm-train -v 2 -T trace few
run rrm-train -v 5 few
lines '1 qid:3 1:1' '-1 qid:3 1:-1' '1 qid:4 1:2' '-1 qid:4 1:-2' >queries
run rrm-train -v 3 queries
run rrm-train -q -v 2 queries
# A class of one line: of two, and of three.
lines '1 1:1' '-1 1:-1' '-1 1:-2' '-1 1:-3' >one
run rrm-train -v 2 one
lines '3 1:1' '1 1:-1' '1 1:-2' '2 1:1 2:1' '2 1:1 2:2' '1 1:-3' >three
run rrm-train -q -v 2 three
# A fold without a positive line has no ROC area: the mean is that of the others.
lines '1 1:1' '1 1:2' '-1 1:-1' '-1 1:-2' '-1 1:-1.5' '-1 1:-3' >seldom
run rrm-train -q -v 3 seldom
lines '0 1:1' '0 1:2' '3 1:1' >counts
run rrm-train -v 3 -l poisson -B 1 -R counts
lines '1 1:1e300' '-1 1:-1e300' '1 1:1' '-1 1:-1' >large
run rrm-train -q -v 2 large
# Limits: figures of folds that did not meet the tolerance are warned of.
run rrm-train -q -v 2 -s bundle -m 1 "$data"
run rrm-train -q -v 2 -s bundle -m 1 -e 0 "$data" 2>&1 | grep -c warning
run rrm-train -q -v 2 -t 0 -b 1 "$data" >out
# Nowhere to print.
[ -c /dev/full ] || skip "no /dev/full"
rrm-train -q -v 2 "$data" >/dev/full
echo "exit $?"
rrm-train -v 2 "$data" >&-
echo "exit $?"
ls -A

# The largest indices in a file of few entries cost little memory.
. "$LIB"
not_sanitized
lines '1 1:1 2147483000:0.5' '-1 1:-1 7:1' '1 2147483646:1' '-1 2147483000:-2' >data
ulimit -v 2500000 2>/dev/null || skip "no limit of memory can be set"
for solver in $(rrm-train --help=all | sed -n '/^Solvers/,/^$/s/^  \([a-z][a-z:]*\) .*/\1/p'); do
    run rrm-train -q -n 2 -s $solver -m 200 -e 0.1 data m
    value features m
done
run rrm-predict -q -n 2 data m
# Too little memory is told, not crashed on: the numbers of these lines alone take 18 MB, the rows 5 more.
awk 'BEGIN {for (i = 0; i < 300000; i++) print i % 2 ? 1 : -1, "1:1 2:1 3:1 4:1 5:0.1 6:1 7:1 8:1 9:1 10:" i}' >large
(ulimit -v 25000; rrm-train -q -n 1 large m2 2>err; echo "exit $?"; sed 's/memory.*/memory/' err)
[ ! -e m2 ] || echo "m2 was written"
# A stream holds a few blocks of them.
lines '1 1:1' '-1 1:-1' >small
rrm-train -q small m3
(ulimit -v 16000; rrm-predict -q -n 1 large m3 | wc -l)
# What sda keeps of sequences is told before it is taken.
awk 'BEGIN {for (s = 1; s <= 1100; s++) print s % 256 + 1, "qid:" s, "1:1"}' >chains
(ulimit -v 600000; run rrm-train -q -s sda -l crf chains m4)

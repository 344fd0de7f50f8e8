# What the format allows.
. "$LIB"
lines '1 1:1 2:0.5' '-1 1:-1 3:1' >plain
rrm-train -q plain plain.m
same_model()
{
    rrm-train -q "$1" "$1.m" && same plain.m "$1.m"
}
printf '1 1:1 2:0.5\n-1 1:-1 3:1' >no-line-end
printf '1 1:1 2:0.5\r\n-1 1:-1 3:1\r\n' >dos
printf ' \t1\t\t1:1   2:0.5  \t\n\n   \n# note\n-1 1:-1 3:1 # index:value #\n\n' >blanks
printf '1 1:1.0e0 2:.5\n-1 1:-1. 3:+1\n' >numbers
printf '1 qid:1 1:1 2:0.5\n-1 qid:2 1:-1 3:1\n' >queries
printf '+1.0 1:1 2:5e-1#note\n-1.00 1:-10e-1 2:0 3:1\n' >zeros
printf '1 1:1 2:0.5\n-1 1:-1 2:1e-400 3:1\n' >underflow
for file in no-line-end dos blanks numbers queries zeros underflow; do
    same_model $file
done
lines '1' '-1' >label-only
run rrm-train label-only m
lines '1 1:1' '-1' '1' '-1 1:-1' >some-label-only
run rrm-train some-label-only m
value weights m
lines '1 1:1 2147483646:1' '-1 1:-1 2147483646:-1' >largest-index
run rrm-train -q largest-index m
value features m
tail -n 2 m | sed 's/ .*//'
run rrm-predict -q largest-index m
run rrm-predict largest-index plain.m

# A line of 10 MB, and the same as a comment.
. "$LIB"
awk 'BEGIN {printf "1"; for (i = 1; i < 900000; i++) printf " %d:0.%d", i, i % 8 + 1; print ""; print "-1 1:1"}' >long
[ "$(wc -c <long)" -gt 10000000 ] && echo "more than 10 MB"
run rrm-train -q -n 2 long m
value features m
run rrm-predict -q long m
awk 'BEGIN {printf "1 1:1 #"; for (i = 0; i < 1000000; i++) printf "0123456789"; print ""; print "-1 1:-1 2:x"}' >comment
run rrm-train -q -n 2 comment m
awk 'BEGIN {print "1 1:1"; printf "-1 1:"; for (i = 0; i < 1000000; i++) printf "0123456789"; print ""}' >digits
run rrm-train -q -n 2 digits m
awk 'BEGIN {print "1 1:1"; for (i = 0; i < 1000000; i++) printf "x123456789"; print ""}' >word
run rrm-train -q -n 2 word m

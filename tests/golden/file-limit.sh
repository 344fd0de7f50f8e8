# A write beyond the largest size that a file may have: as a full disk.
. "$LIB"
awk 'BEGIN {for (i = 0; i < 20000; i++) print i % 2 ? 1 : -1, i + 1 ":1"}' >data
tiny >tiny
rrm-train -q data model
rrm-train -q tiny old
cp old before
ulimit -f 16 2>/dev/null || skip "no limit can be set"
run rrm-train -q data old
same before old
run rrm-train -q data new
run rrm-predict -q data model out
ls -A

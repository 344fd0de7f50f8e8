# Closed standard streams.
. "$LIB"
tiny >data
rrm-train -q data model
rrm-predict -q data model >&-
echo "exit $?"
rrm-predict data model out >&-
echo "exit $?"
rrm-train data m >&-
echo "exit $?"
same model m
rrm-train -q data m >&-
echo "exit $?"
rrm-train data m2 2>&- >out
echo "exit $?"
same model m2
rrm-train - m3 <&-
echo "exit $?"
rrm-predict - model <&-
echo "exit $?"
rrm-predict data - <&-
echo "exit $?"
rrm-train -h >&-
echo "exit $?"
rrm-train -q data m4 <&- >&- 2>&-
echo "exit $?"
same model m4
rrm-predict -q data model >&- 2>&-
echo "exit $?"
ls -A

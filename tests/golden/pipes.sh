# Broken pipes where SIGPIPE is ignored: a failed write, not a death (sigpipe.sh: where it is not).
. "$LIB"
trap '' PIPE
awk 'BEGIN {for (i = 0; i < 50000; i++) print i % 2 ? 1 : -1, i % 10 + 1 ":1"}' >data
rrm-train -q -m 2 -e 0 data model
mkfifo pipe
{ read -r line <pipe; echo "read one line: $line"; } &
rrm-predict -q data model >pipe
echo "exit $?"
wait
rrm-predict -q data model 2>err | head -n 1
cat err
# A writer that ends in mid-line: what came is the file.
{ printf '1 1:1\n-1 2:1\n-1 3'; } | rrm-train -q - m
echo "exit $?"
{ gzip -nc data | head -c 100; } | rrm-train -q - m 2>err
echo "exit $?"
sed 's/:[0-9]*: /:N: /' err
[ ! -e m ] || echo "m was written"

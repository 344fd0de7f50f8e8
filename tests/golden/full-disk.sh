# A full disk: status 3, and what stood there before still stands.
. "$LIB"
[ "$(id -u)" = 0 ] || skip "only root may mount a small file system"
mkdir disk
mount -t tmpfs -o size=32k tmpfs disk 2>/dev/null || skip "no tmpfs may be mounted here"
trap 'umount disk' EXIT
trap 'exit 1' HUP INT TERM
awk 'BEGIN {srand(1); for (i = 0; i < 20000; i++) print i % 2 ? 1 : -1, i + 1 ":1"}' >data
rrm-train -q data model
tiny >tiny
rrm-train -q tiny disk/model
cp disk/model before
run rrm-train -q data disk/model
same before disk/model
run rrm-train -q data disk/new
run rrm-predict -q data model disk/out
echo 1 >disk/labels
run rrm-predict -q -d data model disk/labels
cat disk/labels
rm disk/labels
run rrm-train -q -T disk/trace data m3
ls -A disk

# A device that takes nothing: status 3, no file is left, the device stays a device.
. "$LIB"
[ -c /dev/full ] || skip "no /dev/full"
tiny >data
rrm-train -q data model
run rrm-train -q data /dev/full
ln -s /dev/full link
run rrm-train -q data link
run rrm-train -q -T /dev/full data m
run rrm-predict -q data model /dev/full
full()
{
    printf '$ %s >/dev/full\n' "$*" >&2
    "$@" >/dev/full
    echo "exit $?"
}
full rrm-predict -q data model
full rrm-predict data model out
full rrm-train data m
full rrm-train -q data -
full rrm-train -h
full rrm-train -V
full rrm-predict -h
full rrm-predict -V
rrm-train data m2 2>/dev/full >out
echo "exit $?"
rrm-predict missing model 2>/dev/full
echo "exit $?"
[ -c /dev/full ] && echo "/dev/full is a device"
ls -A

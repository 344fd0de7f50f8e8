# A file that may not be read, a model that may not be replaced.
. "$LIB"
tiny >data
rrm-train -q data model
cp data secret
chmod 0 secret
chmod 444 model
[ "$(id -u)" != 0 ] || skip "root may read and write everything"
run rrm-train secret m
run rrm-train -q data model

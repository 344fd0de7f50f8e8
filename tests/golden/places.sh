# What stands in the place of an output is replaced only by its like: a model by a model, a trace by a trace.
. "$LIB"
tiny >data
tiny >a.test
gzip -c data >packed
ln -s a.test link
cp a.test b.test
kept()
{
    cmp b.test "${1-a.test}"
    find . -name out -o -name '.rrm*'
}
rrm-train -q data model
rrm-train -q -T trace data model
rrm-predict -q data model labels
for place in a.test ./a.test link trace labels "$(pwd)/a.test"; do
    run rrm-train -q data "$place"
    run rrm-train -q -T "$place" data model
    kept
done
run rrm-train -q -T trace data model
run rrm-train -q data packed
gzip -t packed
cp a.test data.model # the default place
run rrm-train -q data
kept data.model
rm data.model
run rrm-train -q data
run rrm-train -q data
run rrm-train -q -C data a.test
run rrm-train -q -v 2 data
: >empty
run rrm-train -q data empty
same model empty
printf rrm-model >short
run rrm-train -q data short
# Told before the data are read.
lines 'no data' >bad
run rrm-train -q bad a.test
kept
# Predictions replace what may be such, numbers alone.
for place in model trace labels a.test link packed empty; do
    cp model copy
    run rrm-predict -q data model "$place"
    kept
    cp copy model
done
rrm-train -q -l logistic data logistic
run rrm-predict -q -b 1 data logistic labels
run rrm-predict -q -d data model labels
run rrm-predict -q data model labels
echo 'an old note' >labels
run rrm-predict -q data model labels
{ echo '# labels alone'; echo 1; echo; cat data; } >labels
run rrm-predict -q data model labels
rm labels
# Packed data, a table, a program: none is an output.
for head in 'BZh91AY' 'id,label' '\0177ELF\0' '\0\0' '1 2\n3;4'; do
    printf '%b' "$head" >other
    run rrm-predict -q data model other
done
ln model hard
run rrm-predict -q data model hard
same copy model
# As before: devices, pipes, links to nothing, standard output.
ln -s new to-new
run rrm-train -q data to-new
same model new
run rrm-train -q data to-new
rrm-train -q data /dev/stdout >out
same model out
rrm-train -q data - >out
same model out

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
# Predictions replace what may be such: labels of the model, numbers as it writes them.
for place in model trace labels a.test link packed empty; do
    cp model copy
    run rrm-predict -q data model "$place"
    kept
    cp copy model
done
rrm-train -q -l logistic data logistic
run rrm-predict -q -b 1 data logistic labels
run rrm-predict -q -d data logistic labels
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
# Numbers are predictions in all their digits, as whole ones are: 0.1 is not.
rrm-train -q -l squared data values
for head in '1\n2\n1\n' '0.5\n0.25\n' '1\n0.1\n' '-1\n1\n\n1 0.5\n' '1\nerror\n-1' '0.10000000000000001\n1\n' 'labels 1 2\n1 0.5 0.5\n' 'labels of my boxes\n'; do
    for model in model values; do
        printf '%b' "$head" >other
        printf '%s: ' "$head"
        rrm-predict -q data $model other 2>err
        echo "$model $?"
    done
done
# Lines of data with tabs and of labelled texts are no answers with tags.
printf '1\t3:0.5 4:1\n' >tabbed
cp tabbed other
run rrm-predict -q -o tags=1 data model other
same tabbed other
printf 'spam\tbuy now\nham\tsee you\n' >texts
printf 'spam 1:1\nham 2:1\n' >mail
rrm-train -q -o labels=words mail words
cp texts other
run rrm-predict -q -o tags=1 mail words other
same texts other
# Rows of rrm-words are known by their length 1, in all digits or as many as now asked for: other data are not replaced.
for head in "$(cat data)" '1 1:1\n-1 2:1' '1 1:0.6 2:0.8\n' '1 1:0.59999999999999998 2:0.80000000000000004\n' '1 1:0.59999999999999998 2:0.5\n' \
    '1 1:0.6 2:0.8\n1 3:0.5\n' '1\n-1\n' '1 1:0.0000001 2:1\n' 'x 1:1\n'; do
    for options in -q '-q -p 1' '-q -w counts'; do
        printf '%b' "$head" >other
        # shellcheck disable=SC2086
        rrm-words $options texts vocabulary other 2>err
        printf '%s %s, ' "$options" $?
    done
    printf '%b\n' "$head" | head -n 1
done
# So is a first line longer than what is looked at, by its values.
awk 'BEGIN {printf "1\t"; for (i = 0; i < 400; i++) printf "word%d ", i; print ""}' >long
run rrm-words -q -m 1 long terms rows
run rrm-words -q -m 1 long terms rows
sed 's/ 9:[^ ]*/ 9:0.05/' rows >other
run rrm-words -q -m 1 long terms other
run rrm-words -q -p 3 -m 1 long terms rows
# The file that standard input comes from is an input, too.
for place in data a.test; do
    run rrm-train -q - $place <$place
    run rrm-train -q -W - -T $place data model <$place
    run rrm-predict -q - model $place <$place
    run rrm-words -q - v $place <$place
    run rrm-words -q - $place rows <$place
done
kept data
kept
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

# An empty line of a test file is an example without features: as many answers as lines, but for comments.
. "$LIB"
tiny >data
rrm-train -q -B 1 -R data model
rrm-train -q -b 1 data calibrated
awk 'NR % 3 == 1 {print ""} NR % 5 == 1 {print " \t "} {print} END {print ""}' data >gaps
run rrm-predict gaps model out
wc -l <gaps
wc -l <out
run rrm-predict data model all # the figures of the others
paste gaps out | awk -F '\t' '!/:/ {print $NF}' | sort | uniq -c
echo | rrm-predict -q -d - model
for option in -d '-b 1' -f; do
    for n in 1 2 7; do
        # shellcheck disable=SC2086
        rrm-predict $option -n $n gaps calibrated out.$n >figures.$n
        # shellcheck disable=SC2002,SC2086
        cat gaps | rrm-predict $option -n $n - calibrated >out.pipe 2>figures.pipe
        # shellcheck disable=SC2086
        gzip -c gaps | rrm-predict $option -n $n - calibrated >out.packed 2>figures.packed
        cmp out.1 out.$n && cmp out.1 out.pipe && cmp out.1 out.packed
        cmp figures.1 figures.$n && cmp figures.1 figures.pipe && cmp figures.1 figures.packed
    done
    wc -l <out.1
done
# Comments have no answer; the end of the file, with and without a line end.
answers()
{
    printf '%b' "$1" >lines
    rrm-predict lines model out && echo "$(wc -l <lines) line ends, $(wc -l <out) answers"
}
answers '\n'
answers '1 1:1\n\n'
answers '1 1:1\n'
answers '1 1:1'
answers '\n1 1:1\n  '
answers '1 1:1\r\n\r\n1 1:2\r\n'
answers '# head\n\n1 1:1 # note\n  # more\n\t\n#\n'
printf '# head\n# alone\n' >comments
run rrm-predict comments model
run rrm-predict -q - model <comments
run rrm-predict /dev/null model
printf '\n1 1:nan\n' >bad
run rrm-predict -q bad model
# Who writes an empty line gets an answer before the next.
rm lines
mkfifo lines answers
rrm-predict -q lines model >answers &
exec 3<>lines 4<>answers
for line in '1 1:1' '' '# none\n1 1:-1' ' '; do
    printf '%b\n' "$line" >&3
    read -r answer <&4
    echo "'$line' gets $answer"
done
exec 3>&-
wait
exec 4<&-
# Training passes both over and says so.
awk 'NR % 3 == 1 {print ""} NR % 5 == 1 {print "# five"} {print}' data >gaps
rrm-train gaps m | sed -n 1,2p
rrm-train -q data plain
same m plain
printf '\n1 1:1\n-1 1:-1\n' | rrm-train - m | sed -n 2p
{ echo '#'; cat data; } | rrm-train -v 2 - | sed -n 2p

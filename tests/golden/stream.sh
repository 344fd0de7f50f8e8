# rrm-predict as a stream: lines are answered as they come, in memory that does not grow with them.
. "$LIB"
tiny >data
rrm-train -q data model

# Whoever writes to a pipe gets the answer to each line before the next one is written.
mkfifo lines answers
for n in 1 2; do
    rrm-predict -n $n lines model >answers 2>figures &
    exec 3<>lines 4<>answers
    for line in '1 1:1' '? 1:-1' '1:5 # no label' 'qid:7 1:-2' '-1 1:-1' '1 1:-1'; do
        echo "$line" >&3
        read -r answer <&4
        echo "$line gets $answer"
    done
    exec 3>&-
    wait
    exec 4<&-
    head -n 1 figures
done

# A label that is '?' or missing counts in no figure; only rrm-predict takes one.
lines '?' '1:1' '? qid:3 2:-1 # which?' >bare
run rrm-predict bare model
{ cat bare; cat data; } >some
rrm-predict some model labels >figures
rrm-predict data model labels >all
same figures all
run rrm-train -q bare m
run rrm-train -q some m
lines '??' '?1:1' '? 1' '-1:1' '1:1:1' '0:1' '? ?' 'x' 'nan' >bad
while read -r line; do
    echo "$line" | rrm-predict -q - model || echo "exit $?: $line"
done <bad

# What stands before a bad line was answered where it was written through; a file is whole or not there.
lines '1 1:1' '-1 1:-1' '1 2:1 1:1' '1 1:1' >bad
run rrm-predict bad model
run rrm-predict -q bad model out
[ ! -e out ] || echo "out was written"
echo 7 >out
run rrm-predict -q bad model out
cat out
ln -s linked link
run rrm-predict -q bad model link
cat linked

# The same for any number of threads, from a file, a pipe and a packed pipe.
file=$DATA/digits-8.train.gz
rrm-train -q -m 3 -e 0 -b 1 "$file" eights
gzip -dc "$file" >plain
for option in '' -d '-b 1'; do
    for n in 1 2 7; do
        # shellcheck disable=SC2086
        rrm-predict $option -n $n plain eights out.$n >figures.$n
        # shellcheck disable=SC2086
        gzip -dc "$file" | rrm-predict $option -n $n - eights >out.pipe 2>figures.pipe
        # shellcheck disable=SC2002,SC2086
        cat "$file" | rrm-predict $option -n $n - eights >out.packed 2>figures.packed
        cmp out.$n out.1 && cmp out.pipe out.1 && cmp out.packed out.1
        cmp figures.$n figures.1 && cmp figures.pipe figures.1 && cmp figures.packed figures.1
    done
    wc -l <out.1
done

# A signal leaves no file that was begun, and an old one as it was.
for signal in TERM HUP; do
    rrm-predict -q lines model out &
    exec 3<>lines
    echo '1 1:1' >&3
    until ls .rrm-* >/dev/null 2>&1; do sleep 0.1; done
    kill -s $signal $!
    wait $!
    echo "ended by $(kill -l $?)"
    exec 3>&-
    cat out
done 2>/dev/null
ls -A

# rrm-predict -o lines=keep: as many answers as lines, in order, whatever the lines are.
. "$LIB"
tiny >data
rrm-train -q data model
rrm-train -q -b 1 data calibrated
lines '1 1:1' 'x 1:1' '' '# a comment alone' '-1 1:-1 # behind' '1 2:1 1:1' '? 1:0.5' '1:1:1' '1 1:1e400' ' ' '1 1:-1' 'qid:1 2:-1' \
    '1 qid:y 1:1' '\377' '1,2,3' '1 0:1' '-1 1:-2' >mixed
grep -n -v -e '^x' -e '2:1 1' -e '1:1:1' -e e400 -e :y -e , -e '0:1' -e "$(printf '\377')" mixed >good
sed 's/^\([0-9]*\):.*/\1/' good >places
sed -e 's/^[0-9]*://' -e 's/^#.*//' good >alone
wc -l <mixed
for option in '' -d -b1; do
    # shellcheck disable=SC2086
    rrm-predict $option -o lines=keep mixed calibrated >out 2>err || echo "exit $?"
    # shellcheck disable=SC2086
    rrm-predict $option alone calibrated >out.alone 2>figures
    sed '/^rrm-predict: /d' err | cmp - figures && echo "the figures of the good lines"
    [ "$option" != -b1 ] || { sed 1d out >o; sed 1d out.alone >out.a; mv o out; mv out.a out.alone; }
    wc -l <out
    paste -d ' ' places out.alone >wanted
    grep -n -v error out | tr : ' ' | cmp - wanted && echo "the answers of the good lines"
done
run rrm-predict -o lines=keep mixed model
run rrm-predict -q -o lines=keep mixed model out
run rrm-predict -q -o lines=keep mixed model out # what begins with errors is replaced
rrm-predict -J -o lines=keep mixed model out 2>/dev/null | grep -o -e '"m":[0-9]*' -e '"refused":[0-9]*' -e '"comments":[0-9]*'
run rrm-predict -q mixed model                   # the default
run rrm-predict -q -o lines=stop mixed model
run rrm-predict -q -o lines mixed model
run rrm-predict -q -o lines=go mixed model
run rrm-predict -q -o line=keep mixed model

# Bad lines alone; nothing at all; what is no text.
lines x y >bad
run rrm-predict -o lines=keep bad model
run rrm-predict -q -b 1 -o lines=keep bad calibrated
run rrm-predict -o lines=keep /dev/null model
random 7 100000 >noise
rrm-predict -q -o lines=keep noise model 2>warning | wc -l
tr -d '\n' <noise | wc -c | awk '{print 100000 - $1 " line ends"}'
cut -d : -f 1,2 warning

# A prediction that overflows is answered by error, too, and counts in no figure.
sed -e '/^crc32/d' -e 's/^\([12]\) [0-9.e-]*$/\1 1e308/' model >huge
seal huge
lines '1 1:1' '1 1:10' '-1 1:-1' '-1 2:-1e9' '-1 2:-1' '1 1:1' >far
run rrm-predict -o lines=keep far huge
run rrm-predict -q -d -o lines=keep far huge
run rrm-predict -q far huge

# Sequences: a bad line is of none, and parts none.
lines '1 qid:1 1:1' '2 qid:1 2:1' '1 qid:1 1:1' '2 qid:2 2:1' '1 qid:2 1:1' '2 qid:3 2:1' >chains
rrm-train -q -l crf chains crf 2>/dev/null
rrm-predict chains crf >out.chains 2>figures.chains
awk 'NR == 1 {print "x"} NR == 2 {print "1 qid:1 y"; print "1 qid:9 1:1:1"} NR == 4 {print "x"; print "x"} NR == 6 {print "x"} {print} END {print "x"}' chains >spoiled
grep -n -v -e x -e y -e 1:1:1 spoiled | cut -d : -f 1 | paste -d ' ' - out.chains >wanted
for n in 1 2; do
    rrm-predict -n $n -o lines=keep spoiled crf >out 2>err
    wc -l <out
    grep -n -v error out | tr : ' ' | cmp - wanted
    sed '/^rrm-predict: /d' err | cmp - figures.chains
done
cat out
sed -e '/^crc32/d' -e 's/^1 \([0-9.e-]* \)/1 1e308 /' crf >huge.crf
seal huge.crf
awk 'NR == 2 {$3 = "1:1e300"} {print}' chains | rrm-predict -q -d -o lines=keep - huge.crf | grep -n error
cat spoiled | rrm-predict -q -o lines=keep - crf | cmp - out

# The same for any number of threads, from a file, a pipe and a packed pipe; a line in 64 is bad, and some are empty.
gzip -dc "$DATA/digits-8.train.gz" >plain
rrm-train -q plain eights
cat plain plain plain plain plain plain plain plain plain plain | awk '
    NR % 128 == 5 {print "word " $0; next} NR % 128 == 77 {print $0 " 3:"; next} NR % 100 == 9 {print ""} NR % 100 == 59 {print "#"} {print}' >lines
awk '{print /^word/ || /:$/ ? "error" : NF < 2 ? "empty" : "full"}' lines >kinds
sort kinds | uniq -c
for n in 1 2 7; do
    rrm-predict -n $n -o lines=keep lines eights out.$n >figures.$n 2>err.$n
    # shellcheck disable=SC2002
    cat lines | rrm-predict -n $n -o lines=keep - eights >out.pipe 2>err.pipe
    gzip -c lines | rrm-predict -n $n -o lines=keep - eights >out.packed 2>/dev/null
    cmp out.$n out.1 && cmp out.$n out.pipe && cmp out.$n out.packed
    cmp figures.$n figures.1 && cmp err.$n err.1 && sed '/^rrm-predict: /d' err.pipe | cmp - figures.1
done
wc -l <out.1
paste kinds out.1 | awk '($1 == "error") != ($2 == "error")'
grep -c '^rrm-predict: lines:[0-9]*: ' err.1
tail -n 1 err.1

# Whoever writes gets the answer before the next line is written, to bad lines too; the service outlives its clients.
mkfifo ask answers
for n in 1 2; do
    rrm-predict -q -n $n -o lines=keep - model <>ask 1<>answers 2>reasons &
    exec 4<>answers
    for client in 1 2; do
        for line in '1 1:1' 'x' '' '# a comment' '1 1:1:1' '? 1:-1'; do
            echo "$line" >ask
            read -r answer <&4
            echo "client $client: $line gets $answer"
        done
    done
    kill $!
    wait $! 2>/dev/null
    exec 4<&-
done

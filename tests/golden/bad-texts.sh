# rrm-words: what it refuses, what it warns of, and that nothing half-written is left.
. "$LIB"
[ -n "$(locale -a 2>/dev/null | grep -i -x 'c\.utf-*8')" ] || skip "no locale C.UTF-8"
lines 'spam\tbuy now, Buy' 'ham\tsee you now' >texts
rrm-words -q texts v rows
cp v before

# The command line.
for line in '' 'texts' 'texts a b c' '-w tfidf texts a' '-g 0:2 texts a' '-g 2:1 texts a' '-c 3:11 texts a' '-c 3: texts a' \
    '-c 2 -g 2 texts a' '-r -w counts texts a' '-m 0 texts a' '-k 1.5 texts a' '-p 16 texts a' '-a -l texts v' '-a - -' 'texts texts' \
    'texts a a' 'texts a texts' 'texts -' '-a texts v v' '--ngram-range 1 texts v'; do
    # shellcheck disable=SC2086
    run rrm-words $line
done 2>&1 | sed '/^  *\[-p/d;/^usage/d'
ls -A

# Texts.
bad()
{
    printf '%b' "$1" >text
    shift
    run rrm-words -q "$@" text a rows2
}
bad ''
bad 'no tab here\n'
bad '1\tone\n\n2\ttwo\n'
bad '1\tone\nspam\ttwo\n'
bad 'ham\tone\n1\ttwo\n'
bad '1e999\tone\n'
bad 's\0pam\tone\n'
bad '\tone\n'
bad '1\t, ;\n2\t\n'
bad '1\tone\n2\ttwo\n' -m 2
awk 'BEGIN {for (i = 0; i < 1001; i++) print "label " i "\tone"}' >text
run rrm-words -q text a rows2
run rrm-words -q missing a rows2
run rrm-words -q . a rows2
gzip -nc "$ROOT/tests/reference/texts.sklearn" | head -c 3000 >cut.gz
run rrm-words -q cut.gz a rows2
lines 'ham\tnow' 'eggs\tnow' >text
run rrm-words -q -a text v
run rrm-words -q -a text v rows2
lines '1\tnow' >text
run rrm-words -q -a text v
rrm-words -q text numbers rows2
rm rows2
run rrm-words -q -a texts numbers
ls -A
same v before

# Warnings.
run rrm-words -q -a texts numbers2
printf '1\tone \377 two \303( \355\240\200 caf\303\251\n' >latin
run rrm-words -q -w counts latin a
{ printf '1\tshort '; head -c 1001 /dev/zero | tr '\0' x; echo ' y'; } >long
run rrm-words -q -w counts long a
lines '?\tnothing of it' >none
run rrm-words -q -a none v
printf '1\tb\0a\001b\r\n2\tb' >nul
run rrm-words -q -w counts nul a
printf '\357\273\2771\tmark\n' | run rrm-words -q -w counts - a

# Places.
lines 'not one of ours' >other
run rrm-words -q texts other rows
run rrm-words -q texts v other
run rrm-words -q -a texts v other
run rrm-words -q texts missing/v rows
cat other
run rrm-words -q texts - rows
if [ -c /dev/full ]; then
    rrm-words -q texts /dev/full rows3 2>&1
    rrm-words -q texts v3 /dev/full 2>&1
    rrm-words -q -a texts v /dev/full 2>&1
    ls -A
fi

# A vocabulary that was changed.
change()
{
    sed "$1" v >changed
    echo "$1" >&2
    rrm-words -q -a texts changed rows2
    echo "exit $?" >&2
}
change 1s/words/model/
change 1s/1/2/
change s/tf-idf/idf/
change 's/words 1:1/words 2:1/'
change s/lower/upper/
change s/unicode/latin/
change s/unit/one/
change 's/places 0/places 16/'
change 's/texts 2/texts 0/'
change 's/labels 2/labels 1001/'
change 's/label 2 spam/label 2 eggs/'
change 's/label 2 spam/label 3 spam/'
change 's/terms 4/terms 5/'
change 's/terms 4/terms 3/'
change 's/^now	2/now	3/'
change 's/^now	2/now	1/'
change 's/^see/buy/'
change 's/^see/say/'
change 's/1.4054651081081644/0.4054651081081644/'
change '$d'
change 's/crc32 ./crc32 0/'
{ cat v; echo; } >changed
run rrm-words -q -a texts changed rows2
head -c 150 v >changed
run rrm-words -q -a texts changed rows2
gzip -c v >packed
run rrm-words -q -a texts packed

# One of a machine without a locale of UTF-8: a byte above 127 is a letter.
sed -e '$d' -e s/unicode/bytes/ -e 's/^you/\o377ou/' v >bytes
seal bytes
printf '?\t\377OU, now\n' >text
run rrm-words -q -a text bytes 2>&1 | tail -n 2

# Lines from a pipe are answered as they come; a signal leaves nothing.
mkfifo pipe answers
for n in 1 2; do
    rrm-words -q -a -n $n pipe v >answers &
    exec 3<>pipe 4<>answers
    for line in 'spam\tbuy' 'now and now' '?\tsee' ''; do
        lines "$line" >&3
        read -r answer <&4
        echo "$line gets $answer"
    done
    exec 3>&-
    wait
    exec 4<&-
done
for signal in TERM HUP; do
    rrm-words -q -a pipe v signalled &
    exec 3<>pipe
    until ls .rrm-* >/dev/null 2>&1; do sleep 0.1; done
    kill -s $signal $!
    wait $!
    echo "ended by $(kill -l $?)"
    exec 3>&-
done 2>/dev/null
ls -A

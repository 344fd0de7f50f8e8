# -J: one line of JSON and nothing else on standard output, for a training, -v, -C and rrm-predict, whatever the names of files.
. "$LIB"
# parses FILE: it is one line, an object as RFC 8259 has it.
parses()
{
    awk '
        function eat(what) {
            if (!match(rest, "^(" what ")")) return 0
            rest = substr(rest, RLENGTH + 1)
            return 1
        }
        function fail() {print "no JSON: " substr(rest, 1, 40); bad = 1; exit 1}
        function members(end, keys) {
            if (eat(end)) return
            do {
                if (keys && !(eat(string) && eat(":"))) fail()
                value()
            } while (eat(","))
            if (!eat(end)) fail()
        }
        function value() {
            if (eat(string) || eat(number) || eat("null|true|false")) return
            if (eat("[{]")) members("[}]", 1)
            else if (eat("[[]")) members("[]]", 0)
            else fail()
        }
        BEGIN {
            hex = "[0-9a-f]"
            string = "\"([^\"\\\\\001-\037]|\\\\[\"\\\\/bfnrt]|\\\\u" hex hex hex hex ")*\""
            number = "-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?"
        }
        {rest = $0; if (rest !~ /^[{]/) fail(); value(); if (rest != "") fail()}
        END {if (!bad && NR == 1) print "parses"; else if (!bad) print NR " lines"}' "$1"
}
# plain FILE: times become T, and what the compiler may change in their last digits is cut.
plain()
{
    sed -e 's/"\(read\|seconds\)":[^,}]*/"\1":T/g' -e 's/\(\.[0-9]\{5\}\)[0-9]*/\1/g' -e 's/"gap":[^,}]*/"gap":G/g' \
        -e 's/"relative-gap":[^,}]*/"relative-gap":G/g' "$1"
}
# told COMMAND ...: what it prints.
told()
{
    run "$@" >line
    sed '1d;$d' line >json
    head -n 1 line
    parses json
    plain json
    tail -n 1 line
}
tiny >data
lines '1 1:1 2:1' '-1 2:-3' '? 1:1' '# none' >heldout
told rrm-train -J data m
told rrm-train -J -q -L 0.5 -s agm -l logistic -B 1 -R data m
told rrm-train -J -m 1 -e 0 -s pegasos data m
told rrm-predict -J heldout m out
told rrm-train -J -v 2 -e 1e-9 data
told rrm-train -J -C -c 0.5:2:2 -v 2 -e 1e-9 data m
lines '1 1:1' '2 2:1' '3 3:1 4:1e-9' '' >three
told rrm-train -J -b 1 -e 1e-9 three m
told rrm-predict -J -f -b 1 three m out
lines '1 1:1' '4 1:1' '3 2:1' >some
told rrm-predict -J -f some m out
lines '0.5 1:1' '2 1:3' >numbers
told rrm-train -J -l squared -L 1 -e 1e-9 numbers m
told rrm-predict -J numbers m out
# What is not defined is null: the ROC area of one class.
lines '1 1:1' >one
rrm-train -q data m
told rrm-predict -J one m out
told rrm-train -J -t 0 -s pegasos data m 2>/dev/null
# Without a label there are no figures.
told rrm-predict -J - m out <<END
? 1:1
END
# Names of any bytes.
name() { printf '%b' "$1"; }
for odd in 'a"b' 'a\\\\b' 'a\tb\001\0037\0177' '\0303\0244\0342\0202\0254\0360\0235\0204\0236' 'a\0377\0300\0200b\0355\0240\0200\0342\0202' 'a\nb'; do
    file=$(name "$odd")
    cp data "$file"
    rrm-train -J "$file" "$file.model" >json
    parses json
    grep -o '"file":.*,"m"' json
    grep -o '"model":.*,"solver"' json
    rrm-predict -J "$file" "$file.model" "$file.out" >json
    parses json
    grep -o '"file":.*,"m"' json
    rm "$file" "$file.model" "$file.out"
done
# Its line and nothing else: what also goes to standard output is refused.
run rrm-train -J data -
run rrm-train -J data /dev/stdout
run rrm-train -J -T - data m
run rrm-train -J -v 2 -T - data
run rrm-predict -J data m
run rrm-predict -J data m -
run rrm-predict -J -q data m out
# An error has no line.
run rrm-train -J none m
run rrm-train -J -l squared -s sda:none data m
run rrm-train -J one m
run rrm-predict -J none m out
rrm-train -J data m2 >/dev/full
echo "exit $?"
rrm-predict -J data m out >/dev/full
echo "exit $?"
ls

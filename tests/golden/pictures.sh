# rrm-plot draws: each kind in each format, with its title and its axes; a failure and a signal leave no picture.
. "$LIB"
command -v gnuplot >"$PWD/said" || skip "no gnuplot"
PATH=$PATH:$ROOT/tools
mkdir made
sh "$ROOT/tests/pictures/make" "$PWD/made" || echo "tests/pictures/make failed"
for picture in made/*.svg; do
    echo "$picture"
    # the words in it, without numbers
    sed -n 's/.*<text>\(.*\)<\/text>.*/\1/p' "$picture" | grep '[a-zA-Z]' | sed 's/[0-9.]*[0-9]/N/g' | sort
    tail -n 1 "$picture"
    grep -c '[[:blank:]]$' "$picture"
    [ -s "$ROOT/tests/pictures/${picture#made/}" ] || echo "tests/pictures has none"
    [ "$(wc -c <"$ROOT/tests/pictures/${picture#made/}")" -le 40000 ] || echo "above 40 kB"
done
tiny >tiny
lines 0.9 0.8 0.2 0.1 >values
lines 'labels -1 1' '1 0.1 0.9' '-1 0.8 0.2' '1 0.2 0.8' '-1 1 0' >sure
rrm-train -q -T trace -e 1e-9 tiny one
rrm-train -q -c 10 tiny two
rrm-train -C -J -v 2 -c 0.1:10:3 tiny m >json
drawn() # KIND ARGUMENT ...
{
    kind=$1
    shift
    echo "$kind $*"
    rrm-plot "$kind" -f text "$@" >text
    head -n 1 text
    grep '[a-z][a-z]' text | sed '1d;s/[^a-zA-Z0-9.,:() ]//g;s/  */ /g;s/[0-9.]*[0-9]/N/g'
    rrm-plot "$kind" -f png -o png "$@"
    head -c 4 png | od -An -c
    rrm-plot "$kind" -o svg "$@"
    grep -c '</svg>' svg
}
drawn convergence trace
drawn convergence -b -l -x seconds trace again=trace
drawn search json
sed 's/"unmet":0/"unmet":1/' json >unmet
drawn search unmet
drawn roc tiny values
drawn pr -p -1 tiny values
drawn reliability tiny sure
drawn reliability -q tiny sure
drawn path -m 4 one two
# Names are words, whatever they look like.
rrm-plot roc -t "it's <a> & \`b\` \\" tiny "$(printf 'a\nb\377')=values" "it's \$(b) \"c\"=values" 'Zahl äöü=values' \
    'a long, long, long, long, long, long, long, long name of something=values' |
    sed -n 's/.*<text>\(.*\)<\/text>.*/\1/p' | grep '[a-z]' | sort
# A failure and a signal, each while the picture is drawn: the old picture stays, and nothing else.
rrm-plot roc -o roc.svg tiny values
cp roc.svg old
mkdir fake temporary
TMPDIR=$PWD/temporary
export TMPDIR
program fake/gnuplot 'echo half a picture' 'echo "line 3: it is broken" >&2' 'exit 1'
run env PATH="$PWD/fake:$PATH" rrm-plot roc -o roc.svg tiny values 2>&1 | grep -v '^[$]'
program fake/gnuplot 'echo "<?xml?>"' "kill -TERM \$(cat $PWD/pid)"
PATH=$PWD/fake:$PATH sh -c 'echo $$ >pid; exec rrm-plot roc -o roc.svg tiny values'
echo "exit $?"
same old roc.svg
ls roc* temporary

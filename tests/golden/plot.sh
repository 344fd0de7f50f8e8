# rrm-plot -n: the numbers behind the pictures, from files whose numbers are known; what is refused, and what a failure leaves.
. "$LIB"
PATH=$PATH:$ROOT/tools
tab() { printf '%s\n' "$*" | tr ' ' '\t'; } # a line of a trace
fact() { sed -n "s/^# $1: //p"; }

# A tie of a positive and a negative example, one without a label, a comment: 3.5 of 4 pairs, and 1/2 + 1/2 * 2/3.
lines '+1 1:1' '-1 # told' '# told' '? 1:2' '1.0 2:1' '-1.0' >labels
lines 0.9 0.8 0.5 0.8 0.1 >values
run rrm-plot roc -n labels 'a name=values'
run rrm-plot pr -n labels values
lines -0.9 -0.8 -0.5 -0.8 -0.1 >minus
rrm-plot roc -n -p -1 labels minus values | fact area

# Bins from their lower edge on, the last one with 1; Brier (.01 + .04 + .64 + 0 + .0625 + 0) / 6.
lines 1 -1 -1 1 1 -1 >labels6
lines 'labels -1 1' '1 0.1 0.9' '-1 0.8 0.2' '1 0.2 0.8' '1 0 1' '1 0.25 0.75' '-1 1 0' >sure
run rrm-plot reliability -n labels6 sure
run rrm-plot reliability -n -p -1 labels6 sure
awk 'BEGIN {print "labels 1 -1"; for (i = 0; i < 40; i++) print 1, (i < 9 ? 0.25 : i / 40), 1 - i / 40}' >forty
awk 'BEGIN {for (i = 0; i < 40; i++) print i % 2 ? 1 : -1}' >labels40
rrm-plot reliability -n -q labels40 forty | grep -v '^#' | cut -d ' ' -f 1-3

# A bound from the third line on, a gap of 0, a restart; classes; a primal of 0; columns by their names.
{
    tab iteration passes seconds primal dual gap nonzeros label
    tab 1 0 0.5 1 -inf inf 0 3
    tab 2 1 0.6 0.5 -inf inf 0 3
    tab 3 2 0.7 -0.5 -1 0.5 1 3
    tab 4 3 0.8 -0.5 -0.5 0 1 3
    tab 1 0 0.1 0 -1 1 0 5
    tab 5 1 0.9 -0.5 -0.5 -1e-20 1 3
} >trace
run rrm-plot convergence -n -x seconds trace second=trace
rrm-train -q -s bundle -T whole "$DATA/breast-cancer.train" m
near "the last gap" "$(rrm-plot convergence -n whole | grep -v '^#' | tail -n 1 | cut -d ' ' -f 2)" \
    "$(awk '$1 == "primal" {p = $2} $1 == "dual" {printf "%.15g", (p - $2) / p}' m)" 1e-9 | sed 's/ is .* as/ is as/'

# The table of rrm-train -C, and the cost that it took.
rrm-train -C -J -c 0.01:10:4 -o rule=1sd "$DATA/breast-cancer.train" m >json
rrm-plot search -n json >table
grep -v '^#' table | awk 'NF == 4' | cut -d ' ' -f 1
near "the best cost" "$(fact best <table)" "$(grep -o '"search":{"C":[^,]*' json | cut -d : -f 3)" 0
grep '^# [slr]' table
lines '{"file":"a/b\\"costs\\":[","costs":[{"C":1,"f1":null,"deviation":null},{"C":2,"f1":0.5,"deviation":null,"unmet":1}],' |
    tr -d '\n' >own
lines '"search":{"C":2,"score":"f1","figure":0.5},"loss":"hinge","regularizer":"l2"}' >>own
run rrm-plot search -n own

# The features of the greatest weights in any model, not the bias; names; C of lambda; a class of several.
model() # LAMBDA LINE ...
{
    lambda=$1
    shift
    lines 'rrm-model 1' 'loss hinge' 'regularizer l2' "lambda $lambda" 'bias 1' 'classes 2' 'labels 1 -1' 'features 3' \
        "weights $#" "$@" 'crc32 00000000'
}
model 0.5 '1 1' '2 -3' '4 9' >half
model 0.01 '1 2' '3 0.5 width' '4 9' >hundredth
gzip -c half >half.gz
run rrm-plot path -n hundredth half.gz
run rrm-plot path -n -k 1 -m 10 half - <hundredth
for c in 1 10; do rrm-train -q -l softmax -c $c "$DATA/digits.train.gz" classes.$c; done
near "the last weight" "$(rrm-plot path -n -k 1 -p 3 classes.1 classes.10 | tail -n 1 | cut -d ' ' -f 2)" "$(
    awk '$1 == "weights" {on = 1; next} $1 == "crc32" {on = 0} on && ($5 > w || -$5 > w) {w = $5 < 0 ? -$5 : $5; most = $5}
    END {print most}' classes.10)" 1e-6 | sed 's/ is .* as/ is as/'

# The area that rrm-predict prints; average precision, Brier score and calibration error by their definitions.
test=$DATA/digits-8.test.gz
rrm-train -q -l logistic -B 1 "$DATA/digits-8.train.gz" m
area=$(rrm-predict -J -d "$test" m values8 | grep -o '"roc-area":[^,}]*' | cut -d : -f 2)
rrm-predict -q -b 1 "$test" m sure8
near "the ROC area" "$(rrm-plot roc -n "$test" values8 | fact area)" "$area" 1e-12 | sed 's/ is .* as/ is as/'
near "that of probabilities" "$(rrm-plot roc -n "$test" sure8 | fact area)" "$area" 1e-12 | sed 's/ is .* as/ is as/'
gzip -dc "$test" | cut -d ' ' -f 1 >labels8
awk 'FNR == NR {y[FNR] = $1 > 0; next} FNR == 1 {at = $2 > 0 ? 2 : 3; next} {
        p = $at; t = y[FNR - 1]; b = int(p * 10); brier += (p - t) * (p - t); n[b]++; d[b] += p - t; ps[FNR - 1] = p
    }
    END {
        m = FNR - 1
        for (b in n) error += (d[b] < 0 ? -d[b] : d[b]) / m
        for (i = 1; i <= m; i++) if (y[i]) {
            above = right = 0
            for (j = 1; j <= m; j++) if (ps[j] >= ps[i]) {above++; right += y[j]}
            average += right / above; positives++
        }
        printf "%.15g %.15g %.15g\n", average / positives, brier / m, error
    }' labels8 sure8 >known
read -r average brier error <known
rrm-plot reliability -n "$test" sure8 >table
near "the average precision" "$(rrm-plot pr -n "$test" sure8 | fact average-precision)" "$average" 1e-12 |
    sed 's/ is .* as/ is as/'
near "the Brier score" "$(fact brier <table)" "$brier" 1e-12 | sed 's/ is .* as/ is as/'
near "the calibration error" "$(fact calibration-error <table)" "$error" 1e-12 | sed 's/ is .* as/ is as/'

# The command line.
run rrm-plot
run rrm-plot pie a
run rrm-plot roc
run rrm-plot roc labels
run rrm-plot search json json
run rrm-plot path half
run rrm-plot roc -x passes labels values
run rrm-plot roc -f gif labels values
run rrm-plot path -k 41 half hundredth
run rrm-plot path -k 1.5 half hundredth
run rrm-plot convergence -x hours trace
run rrm-plot convergence -o
# The data.
: >empty
run rrm-plot convergence empty
run rrm-plot convergence labels
{ cat trace; tab 1 2 3; } >bad
run rrm-plot convergence bad
head -n 2 trace >unbound
run rrm-plot convergence unbound
run rrm-plot search trace
rrm-train -J "$DATA/breast-cancer.train" m >plain
run rrm-plot search plain
cat json json >twice
run rrm-plot search twice
lines 1 1 >one
run rrm-plot roc one values
lines 1 2 3 4 5 >many
run rrm-plot roc many values
run rrm-plot roc -p 7 many values
lines '?' '# a' >none
run rrm-plot roc none values
lines 'label,width' '1,2' >csv
run rrm-plot roc csv values
run rrm-plot roc labels empty
run rrm-plot roc labels one
run rrm-plot roc labels6 values
lines 1 -1 1 -1 1 >answers
run rrm-plot roc labels answers
lines 0.9 0.8 nan 0.8 0.1 >bad
run rrm-plot roc labels bad
lines '1 2' '3 4' >wide
run rrm-plot roc labels wide
head -c 500 "$test" >cut.gz
run rrm-plot roc cut.gz values
run rrm-plot reliability labels values
sed 's/0.25 0.75/0.25 1.75/' sure >bad
run rrm-plot reliability labels6 bad
run rrm-plot path trace half
run rrm-plot path half half.gz
head -n 10 hundredth >bad
run rrm-plot path half bad
sed 's/l2/l1/' hundredth >bad
run rrm-plot path half bad
run rrm-plot path classes.1 classes.10
run rrm-plot path -p 11 classes.1 classes.10
# The system, and files that are no pictures.
run rrm-plot roc missing values
run rrm-plot roc . values
run rrm-plot roc -n -o missing/table labels values
run rrm-plot roc -n -o values labels values
rrm-plot roc -n -o table6 labels minus
run rrm-plot roc -n -o table6 labels values
run rrm-plot roc -n -o table6 labels one
fact area <table6
[ ! -e /dev/full ] || rrm-plot roc -n -o /dev/full labels values 2>&1
mkdir fake
program fake/mv 'exit 1'
PATH=$PWD/fake:$PATH rrm-plot roc -n -o table7 labels values
echo "exit $?"
ls table*
# Pictures that rrm-plot drew, and no others, are replaced; a mark makes no other picture of a PNG one.
printf '\211\120\116\107\015\012\032\012\000\000\000\015\111\110\104\122\000\000\000\001\000\000\000\001\010\000\000\000\000\072\176\233\125\000\000\000\012\111\104\101\124\170\234\143\140\000\000\000\002\000\001\110\257\244\161\000\000\000\000\111\105\116\104\256\102\140\202' >given.png
lines '<?xml version="1.0"?>' '<svg><title>Gnuplot</title></svg>' >given.svg
mkdir draws
program draws/gnuplot "case \$(cat script) in *pngcairo*) cat '$PWD/given.png' ;; *) cat '$PWD/given.svg' ;; esac"
for format in svg png text; do
    for given in none given.svg given.png labels; do
        rm -f picture
        [ $given = none ] || cp $given picture
        PATH=$PWD/draws:$PATH rrm-plot roc -f $format -o picture labels values 2>err && PATH=$PWD/draws:$PATH rrm-plot pr -f $format -o picture labels values
        echo "$format over $given: $?"
        [ $given != none ] || cp picture picture.$format
    done
    cat err
done
cat picture.svg
head -c 33 picture.png >whole.png
tail -c +63 picture.png >>whole.png
cmp whole.png given.png
tail -c +34 picture.png | head -c 29 | od -An -c
rm picture
# Without gnuplot.
mkdir few
for tool in sh sed awk tr cat sort mktemp rm dd od iconv tail head grep cut uniq mv wc gzip; do
    path=$(command -v $tool) && ln -s "$path" few
done
PATH=$PWD/few:$ROOT/tools
run rrm-plot roc -o picture labels values
[ ! -e picture ] || echo "a picture was written"

# -P: the weights at each of several costs: certified as a training with that cost is, the last those of the model.
. "$LIB"
train=$DATA/breast-cancer.train test=$DATA/breast-cancer.test
# path COSTS OPTION ...: each line brackets the minimum that a training with its cost comes to, and has what a model has.
path()
{
    costs=$1
    shift
    rrm-train -q -e 1e-4 -c "$costs" -P path "$@" m || echo failed
    for threads in 2 3; do
        rrm-train -q -e 1e-4 -c "$costs" -n $threads -P path$threads "$@" m$threads
    done
    same path path2 path3
    same m m2 m3
    head -n 1 path
    sed 1d path | while IFS="$(printf '\t')" read -r c lambda primal dual gap passes nonzeros weights; do
        rrm-train -q -e 1e-9 -c "$c" "$@" one
        awk -v c="$c" -v l="$lambda" -v p="$primal" -v d="$dual" -v g="$gap" -v n="$nonzeros" -v w="$weights" -v passes="$passes" \
            -v P="$(value primal one)" -v D="$(value dual one)" -v L="$(value lambda one)" 'BEGIN {
                k = split(w, token, " ")
                for (i = 1; i <= k; i++) count += gsub(/[:,]-?[0-9.e+-]*[1-9]/, "", token[i])
                print c (d <= P * (1 + 1e-8) && D <= p && g >= 0 && g <= 1e-4 * p && l == L && passes > 0 ? " certified" : " is wrong"),
                    (count == n ? n " weights" : count " weights, not " n)}' </dev/null
    done >lines
    sed 's/ [0-9]* weights/ N weights/' lines
    # the last line has the weights of the model
    sed -n '$s/.*\t//p' path | tr ' ' '\n' | sed -e "s/^bias:/$(($(value features m) + 1)):/" -e 's/[:,]/ /g' >told
    sed -n '/^weights/,/^crc32/p' m | sed '1d;$d' >wanted
    same wanted told
}
path 0.01:10:4 -l logistic -r l1 -B 1 -R "$train"
path 0.1:2:3 -w 1:2 "$train"
path 0.01:10:2 -l softmax -B 1 "$DATA/digits.train.gz"
path 0.01:10:2 "$DATA/digits.train.gz"
path 0.1:10:2 -l squared-hinge -r elastic:0.9 "$DATA/digits-8.train.gz"
# What it says; with held-out examples a column more.
run rrm-train -c 0.01:10:3 -P path -H "$test" -o score=f1 "$train" m | sed -e 's/^\(.*%.*\|[0-9].*\)  *[0-9.e-]*  *[0-9.]*  *\([0-9]*\)$/\1 G N \2/' | cut -d ' ' -f 1-40
cut -f 1,8 path
for c in 0.01 0.1 1; do
    rrm-train -q -e 1e-9 -c $c "$train" one
    rrm-predict "$test" one answers | sed -n 's/^F1 = //p'
done
rrm-train -J -c 0.01:10:3 -P path -H "$test" "$train" m | sed 's/.*\("path":"path"\),"costs":\[{"C":0.01,"accuracy":[0-9.]*,.*\("C":1,"lambda"\).*/\1 \2/'
rrm-train -c 1:2:2 -P - "$train" m 2>said | cut -f 1 # the lines go to standard error
grep -c . said
run rrm-train -q -c 0.01:10:3 -m 1 -s bundle -o unmet=4 -P path "$train" m
wc -l <path
run rrm-train -q -c 1:2:3 -t 0 -P path "$train" m 2>&1 | sed 's/gap is .*/gap is G/'
wc -l <path
# Thresholds, transitions and the threshold of two classes stand behind the weights, as the model has them.
numbers()
{
    rrm-train -q -c 0.1:10:2 -P path "$@" m && head -n 1 path | cut -f 8-
    sed -n '$s/^\([^\t]*\t\)\{8\}//p' path | tr ' ' '\n' >told
    sed -n 's/^\(offsets\|transitions\|threshold\) //p' m | tr ' ' '\n' >wanted
    same wanted told
    grep -c . told
}
awk 'BEGIN {for (i = 0; i < 60; i++) print i % 3 + 1, "1:" i % 3 + i % 7 / 4, "2:" i % 5}' >ordered
awk 'BEGIN {for (i = 0; i < 60; i++) print i % 3 + 1, "qid:" int(i / 6), "1:" i % 3 + i % 7 / 4, "2:" i % 5}' >chains
numbers -l ordinal ordered
numbers -l crf chains
numbers -o threshold=f1 "$train"
# An interrupt leaves the path so far and a model.
mkfifo pipe
rrm-train -c 0.001:2:40 -s pegasos -e 0 -m 30000 -P path "$train" m >pipe 2>err &
{ for _ in 1 2 3; do read -r _; done; kill -s INT $!; cat >/dev/null; } <pipe
wait $!
echo "exit $?"
sed 's/[0-9]* of 40/K of 40/' err
[ "$(wc -l <path)" -lt 41 ] && [ "$(sed -n '$p' path | cut -f 3)" = "$(value primal m)" ] && echo "the model is that of the last line"
valid m | sed 's/verdict .*/verdict V/'
# What cannot be.
lines '1 1:1' '-1 2:-1' >few
run rrm-train -q -P path few m
run rrm-train -q -c 1 -P path few m
run rrm-train -q -C -c 1:2:2 -P path few m
run rrm-train -q -v 2 -c 1:2:2 -P path few
run rrm-train -q -T trace -c 1:2:2 -P path few m
run rrm-train -q -o patience=3 -H few -c 1:2:2 -P path few m
run rrm-train -q -c 1:2:2 -P few few m
run rrm-train -q -c 1:2:2 -P m few m
run rrm-train -q -c 1:2:2 -P test -H test few m
run rrm-train -q -c 1:2:2 -P missing/path few m
run rrm-train -J -c 1:2:2 -P - few m
run rrm-train -q -o score=r2 -H few -c 1:2:2 -P path2 few m
cp few path
run rrm-train -q -c 1:2:2 -P path few m

# -o shares: a search of -C for each share of elastic, and a training with the best cost and share of all.
. "$LIB"
train=$DATA/breast-cancer.train test=$DATA/breast-cancer.test
# table FILE: its lines of costs, blanks squeezed.
table() { sed -n '/^[0-9.e-]* .*%/p' "$1" | tr -s ' '; }
# alone LOSS OPTION ...: the same of a search for each share, with a column for it.
alone()
{
    loss=$1
    shift
    set -- -l "$loss" "$@"
    for share in 0 0.1 0.9; do
        rrm-train -C -r elastic:$share "$@" "$train" m1 >one
        table one | sed "s/ / $share /"
    done >wanted
    for threads in 1 3; do
        rrm-train -n $threads -C -r elastic -o shares=0,0.1,0.9 "$@" "$train" m$threads >said$threads
        table said$threads >seen$threads
    done
    same wanted seen1 seen3
    same m1 m3
    best=$(sed -n 's/^Best C = \([^,]*\), share \([^,]*\),.*/-c \1 -r elastic:\2/p' said1)
    # shellcheck disable=SC2086
    rrm-train -q -l "$loss" $best "$train" m2
    same m1 m2
    sed -n 's/^Best/&/p' said1
}
alone logistic
alone squared-hinge -c 0.01:10:4
alone logistic -c 0.01:10:4 -o score=f1 -o rule=1sd
alone logistic -c 0.01:10:4 -H "$test"
run rrm-train -C -r elastic -l logistic -c 0.1:10:3 -o shares=0.9,0.2 "$train" m | sed 's/  *[0-9.e-]*  *[0-9.]*  *[0-9.]*$//' | sed -n '2,/^Best/p'
sed -n 's/^regularizer //p' m
rrm-train -J -C -r elastic -l logistic -c 0.1:10:2 -o shares=0.9,0.2 "$train" m | grep -o '"share":[0-9.]*\|"C":[0-9.]*'
awk '{print NR % 3 + 1}' "$train" >folds
rrm-train -C -r elastic -l logistic -c 0.1:10:2 -o shares=0.9,0.2 -o folds=- "$train" m <folds | grep -c '^[0-9].*%'
# The bounds of time and a signal: a model all the same.
run rrm-train -q -C -r elastic -o shares=0.1,0.2 -t 0 -c 1:2:2 "$train" m 2>&1 | sed 's/gap is .*/gap is G/'
mkfifo pipe
rrm-train -C -r elastic -o shares=0.1,0.5,0.9 -c 0.001:10:3 -v 2 -s pegasos -e 0 -m 30000 "$train" m >pipe 2>err &
{ for _ in 1 2 3 4 5 6; do read -r _; done; kill -s INT $!; cat >/dev/null; } <pipe
wait $!
echo "exit $?"
sed 's/after [0-9]* costs.*/after K costs/' err
valid m
# What cannot be.
for shares in '' ',' '0.5,' '0.5,,0.9' 0.5:0.9 '0.1 0.9' x 1 -0.1 nan; do run rrm-train -C -r elastic -o shares="$shares" "$train" m; done
run rrm-train -C -o shares=0.5 "$train" m
run rrm-train -r elastic -o shares=0.5 "$train" m
rrm-train -C -r elastic -o shares="$(seq -s , 0 0.005 0.9)" "$train" m

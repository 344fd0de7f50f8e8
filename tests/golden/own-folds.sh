# -o folds: folds of one's own, and those in the order of time: each is a training on its other lines, judged by rrm-predict.
. "$LIB"
data=$DATA/breast-cancer.train
# by_hand FOLDS RULE: what rrm-predict says of the lines of each fold by the model of those that RULE (awk, of f, the fold of a line, and k) takes.
by_hand()
{
    for k in $(seq "$1"); do
        paste -d ' ' folds "$data" | awk -v k="$k" '{f = $1; sub(/^[^ ]* /, "")} '"$2"' {print}' >others
        paste -d ' ' folds "$data" | awk -v k="$k" '$1 == k {sub(/^[^ ]* /, ""); print}' >own
        rrm-train -q others model
        rrm-predict own model answers | sed "s/^/fold $k: /"
    done
}
# seen OPTION ...: what -v says of each fold.
seen() { rrm-train "$@" "$data" | grep '^fold [0-9]*: ' | grep -v ': trained on'; }
awk '{print NR * NR % 4}' "$data" >folds # 0 and 1
awk 'NR % 3 == 0 {print 2; next} {print}' folds >some && mv some folds
by_hand 2 'f != k' >wanted
for threads in 1 2 3; do seen -n $threads -o folds=folds >own$threads; done
seen -v 7 -o folds=folds >own7 # the file counts
same wanted own1 own2 own3 own7
sed '1s/^/# each line its fold\n\n/' folds | gzip >folds.gz
seen -o folds=- <folds.gz >piped
same wanted piped
# 427 lines in 4 blocks.
awk '{print (NR > 107) + (NR > 214) + (NR > 321)}' "$data" >folds
by_hand 3 'f < k' >wanted
for threads in 1 2 3; do seen -n $threads -v 3 -o folds=forward >forward$threads; done
same wanted forward1 forward2 forward3
differ wanted own1
# One fold is a split in two: no deviation.
awk '{print NR % 4 == 0}' "$data" >one
run rrm-train -q -o folds=one "$data"
run rrm-train -C -c 0.01:10:3 -o folds=one "$data" m | sed -n '/^C/,/^The/p'
run rrm-train -C -o rule=1sd -o folds=one "$data" m2 | sed 1,2d
run rrm-train -C -c 0.01:10:3 -v 3 -o folds=forward "$data" m | sed -n '/^Best/p'
rrm-train -q -c "$(rrm-train -J -C -c 0.01:10:3 -o folds=one "$data" m | sed 's/.*"search":{"C":\([^,]*\),.*/\1/')" "$data" m3
same m m3
# What cannot be.
lines '1 qid:1 1:1' '-1 qid:1 1:2' '1 qid:2 1:3' '-1 qid:2 1:1' '1 qid:3 1:5' '-1 qid:3 1:-1' >queries
lines 1 2 1 2 1 1 >"split"
run rrm-train -q -l squared -o folds=split queries 2>&1 | grep -v Mean
lines 1 1 2 2 1 1 >"whole"
run rrm-train -q -l squared -o folds=whole queries 2>&1 | grep split
lines '3 1:1' '1 1:-1' '2 1:-2' '1 1:1 2:1' '2 1:1 2:2' '1 1:-3' >three
run rrm-train -q -v 2 -o folds=forward three
lines 1 1 2 2 3 3 >pairs
lines 1 2 1 >few
lines 1 2 3 x 1 1 >word
run rrm-train -q -o folds=pairs three
run rrm-train -q -o folds=few three
run rrm-train -q -o folds=word three
run rrm-train -q -o folds= three
run rrm-train -q -o folds=missing three
run rrm-train -q -v 6 -o folds=forward three
lines '1 1:1' '1 1:2' '-1 1:1' '-1 1:3' >sorted
run rrm-train -q -v 2 -o folds=forward sorted
run rrm-train -q -o folds=pairs three model
run rrm-train -q -o folds=- - <three
run rrm-train -q -C -o folds=m three m

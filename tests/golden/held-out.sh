# -H: what is told of held-out examples is what rrm-predict says of them; they change no model; they judge costs, and end a run.
. "$LIB"
train=$DATA/breast-cancer.train test=$DATA/breast-cancer.test
for part in train test; do
    awk '{$1 = $2; sub(/.*:/, "", $1); print}' "$DATA/breast-cancer.$part" >values.$part
    awk '{print 1 + NR % 4, "qid:" int(NR / 7), $2, $3, $4, $5, $6}' "$DATA/breast-cancer.$part" >queries.$part
done
# told TRAIN TEST OPTIONS-OF-PREDICT OPTION ...
told()
{
    data=$1 held=$2 predict=$3
    shift 3
    rrm-train -q "$@" "$data" plain
    for threads in 1 3; do
        rrm-train -n $threads "$@" -H "$held" "$data" m | sed -n 's/^held-out: //p' >seen$threads
        cmp plain m
    done
    # shellcheck disable=SC2086
    rrm-predict $predict "$held" m answers >wanted
    same wanted seen1 seen3
    rrm-train -J "$@" -H "$held" "$data" m | sed 's/.*"heldout":{\([^{}]*\)}}$/\1/' >json
    # shellcheck disable=SC2086
    rrm-predict -J $predict "$held" m answers | sed 's/.*"figures":{\([^{}]*\)}.*/\1/' >wanted
    same wanted json
}
told "$train" "$test" ''
told "$train" "$test" '-b 1' -b 1 -B 1 -R
told "$train" "$test" '-b 1' -l logistic -b 1 -T trace
told "$train" "$test" '' -l roc
told values.train values.test '' -l squared -B 1 -R
told queries.train queries.test '' -l ndcg
told "$DATA/digits.train.gz" "$DATA/digits.test.gz" '' -e 0.01
told "$DATA/digits.train.gz" "$DATA/digits.test.gz" '-b 1' -l softmax -b 1
rrm-train -H - "$train" m <"$test" | sed -n 's/^held-out: //p' >piped
rrm-predict "$test" m answers >wanted
same wanted piped
# The trace: each figure is that of a run that ends there.
for solver in bundle sda agm 'bundle -B 1 -R' 'bundle -l ordinal'; do
    # shellcheck disable=SC2086
    rrm-train -q -s $solver -H "$test" -T trace "$train" m
    head -n 1 trace
    for limit in 2 4 8; do
        # shellcheck disable=SC2086
        rrm-train -q -s $solver -m $limit -H "$test" -T short "$train" m 2>/dev/null
        rrm-predict -J "$test" m answers | sed 's/.*"accuracy":\([^,]*\),.*/\1/' >wanted
        awk -F '\t' -v wanted="$(cat wanted)" 'END {if ($8 - wanted > 1e-12 || wanted - $8 > 1e-12) print "not " wanted ": " $8}' short
    done
    awk -F '\t' 'NF != 8 {print "line " NR ": " NF " columns"}' trace
done
rrm-train -q -H "$test" -T trace -o score=balanced-accuracy "$train" m
head -n 1 trace
# With -b 1 the probabilities are those of the end: no log-loss on the way.
rrm-train -q -b 1 -H "$test" -T trace -o score=log-loss "$train" m
awk -F '\t' 'NR > 1 && $8 != "nan" {print}' trace
# Patience: of the lines of the trace with the best figure the model has the least primal, and the last bound.
patient()
{
    rrm-train -J -e 1e-9 -o patience=3 -H "$DATA/digits-8.test.gz" -T trace "$@" "$DATA/digits-8.train.gz" m >json || echo failed
    awk -F '\t' -v p="$(value primal m)" -v d="$(value dual m)" '
        NR == 1 {sign = /log-loss/ ? -1 : 1; next}
        {$8 *= sign}
        $8 > best || NR == 2 {best = $8; primal = $4; idle = -1}
        $8 == best && $4 < primal {primal = $4}
        {idle++; dual = $5}
        END {print idle " idle, " (primal == p && dual == d ? "the best point" : "not it: " primal " " p)}' trace
    # shellcheck disable=SC2086
    rrm-predict -J $predict "$DATA/digits-8.test.gz" m answers 2>/dev/null | sed 's/.*"figures":{\([^}]*\).*/\1/' >wanted
    sed 's/.*"heldout":{\([^}]*\).*/\1/' json >seen
    same wanted seen
    value verdict m
}
predict=
for solver in sda pegasos linesearch:ocas proximal:newton auto; do patient -s $solver; done
patient -o score=roc-area
predict='-b 1'
patient -l logistic -b 1 -o score=log-loss
run rrm-train -q -o unmet=4 -e 1e-9 -o patience=2 -H "$test" "$train" m
rrm-train -e 1e-9 -o patience=2 -H "$test" "$train" m | sed -n 's/.*primal): //p'
run rrm-train -q -o patience=1000 -H "$test" "$train" m
value verdict m
# -C -H: a training a cost, judged by the held-out examples.
rrm-train -C -c 0.001:10:4 -H "$test" "$train" m >said
sed -n '/^C/,/^The/p' said
for c in 0.001 0.01 0.1 1; do
    rrm-train -q -c $c "$train" one
    rrm-predict "$test" one answers | sed -n 's/^Accuracy = \([^ ]*\).*/\1/p' >wanted
    awk -v c=$c -v wanted="$(cat wanted)" '$1 == c && $2 != wanted {print c, $2, wanted}' said
done
rrm-train -q -c "$(sed -n 's/^Best C = \([^,]*\),.*/\1/p' said)" "$train" one
same m one
rrm-train -n 3 -C -c 0.001:10:4 -H "$test" "$train" m2 | sed -n '/^C/,/^The/p' >again
sed -n '/^C/,/^The/p' said >once
same once again
run rrm-train -q -C -c 1:2:2 -m 1 -s bundle -H "$test" "$train" m
# What cannot be.
lines '1 1:1' '-1 2:-1' >few
lines '7 1:1' '8 2:-1' >other
lines '1 1:1' '1 1:1.7e308 2:1.7e308' >large
lines '? 1:1' >bare
: >empty
run rrm-train -q -H other few m
run rrm-train -q -H large -c 1e9 few m
run rrm-train -q -H large -c 1e9 -T trace few m
run rrm-train -q -H large -C -c 1e9:10:2 few m
run rrm-train -q -H bare few m
run rrm-train -q -H empty few m
run rrm-train -q -H missing few m
run rrm-train -q -H '' few m
run rrm-train -q -H m few m
run rrm-train -q -H - - m
run rrm-train -q -v 2 -H few few
run rrm-train -q -C -o rule=1sd -H few few m
run rrm-train -q -o folds=few -H few few m
run rrm-train -q -o patience=5 few m
run rrm-train -q -o patience=0 -H few few m
run rrm-train -q -C -o patience=5 -H few few m
run rrm-train -q -b 1 -o patience=5 -H few few m
run rrm-train -q -o score=f1 -H few few m
run rrm-train -q -o score=r2 -T trace -H few few m
lines '1 1:1' '2 2:1' '3 3:1' >three
run rrm-train -q -o patience=5 -H three three m

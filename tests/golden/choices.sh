# Unknown names list the known ones; parameters and settings say their range.
. "$LIB"
tiny >data
for solver in foo '' bundle: proximal:nesterov sda:sharpest pegasos:sgd SDA; do
    run rrm-train -q -s "$solver" data m
done
# LIBLINEAR's numbers: what the message says to give does train.
for solver in 0 1 2 3 4 5 6 7 8 11 12 13 21 02; do
    run rrm-train -s $solver data m
    case $solver in 8 | 02) continue ;; esac
    # shellcheck disable=SC2046
    rrm-train -q $(rrm-train -s $solver data m 2>&1 | sed 's/.*give: //; s/ (.*//') data m && value loss m && value regularizer m
    rm -f m
done
for loss in foo '' hinge: hinge:1 squared-huber huber-hinge: huber-hinge:x huber-hinge:0 huber-hinge:-1 huber-hinge:1e99 \
    huber-hinge:nan huber-hinge:0.5x; do
    run rrm-train -q -l "$loss" data m
done
for reg in foo '' l1 elastic:0.5 l2:1; do
    run rrm-train -q -r "$reg" data m
done
for reg in nonneg:1 nonneg:-1 box:1 box:-1,-1 box:nan box:-1,1,1; do run rrm-train -q -r $reg data m; done
run rrm-train -q -r nonneg -B 1 data m
run rrm-train -q -r box -B 1 data m
rrm-train -q -r nonneg -B 1 -R data m && rrm-train -q -r box:-0.1,0.1 -B 1 -R data m && value regularizer m
for weight in 1 '' : 1: :1 1:0 1:-1 1:x x:1 1:2:3 1:inf 1:nan '1: 2'; do
    run rrm-train -q -w "$weight" data m
done
run rrm-train -q -w 1:2 -w 1.0:3 data m
# What other programs call it.
called() { rrm-train "$@" data m 2>&1 | sed 's/; known: .*//; s/ here: one against.*/ here/'; }
for loss in svm log mse rank mae SVR:0.2 squared_hinge cross-entropy binary:logistic multinomial ova:svm no-such; do
    called -l $loss
done
for reg in ridge lasso none elasticnet:0.5; do called -r $reg; done
called -s sgd
called -C -o score=auc
run rrm-train -w1 5 data m
for time in 1m 2h 90sec 1.5d 1ms 1e15h m; do run rrm-train -t $time data m; done
for setting in foo foo=1 '' = planes=3; do
    run rrm-train -q -o "$setting" data m
done
for setting in planes planes= planes=1 planes=3.5 planes=10x planes=nan planes=1e9 PLANES=10 plane=10; do
    run rrm-train -q -s bundle -o "$setting" data m
done
run rrm-train -q -o shrink=0 -s bundle data m
run rrm-train -q -s bundle -s linesearch -o planes=10 data m
ls
run rrm-train -q -o planes=10 -s bundle data m
run rrm-train -q -w 2:2 data m
run rrm-train -w 2:2 data m

# rrm-predict -x: which features made a score.
. "$LIB"
lines 'rrm-model 1' 'solver sda' 'loss hinge' 'regularizer l2' 'lambda 0.25' 'bias 1' 'classes 2' 'labels 1 -1' 'features 5' 'primal 0.5' \
    'dual 0.4375' 'passes 17' 'verdict converged' 'weights 5' '1 2' '2 -0.25' '4 -3' '5 0.25' '6 0.125' >m
seal m
lines '1 1:1 2:2 4:0.5' '-1 4:1' '? 1:0.125 5:-1' '' '1 3:1 9:4' >data
run rrm-predict -q -x 10 data m
run rrm-predict -q -x 2 data m
run rrm-predict -x 1 data m out
cat out
run rrm-predict -q data m out
rm out
run rrm-predict -q data m out
cat out
# Several classes: the score of the answer's. Lines from a pipe are answered as they come.
lines 'solver_type MCSVM_CS' 'nr_class 3' 'label 7 1 4' 'nr_feature 3' 'bias -1' w '1 2 3 ' '0 0 0 ' '-1 0 0.5 ' >ll
lines '7 3:-2' '1 1:1' | run rrm-predict -q -x 3 - ll
# Numbers; their exponentials; one class, whose score is the sum less the offset.
lines 'solver_type L2R_L1LOSS_SVR_DUAL' 'nr_class 2' 'nr_feature 2' 'bias -1' w '0.5 ' '2 ' >numbers
lines '1 1:1 2:-1' >two
run rrm-predict -q -x 3 two numbers
lines '1 offset:0.25 1:1' >shifted
run rrm-predict -q -x 3 shifted numbers
sed -e 's/^loss hinge/loss poisson/' -e 's/^classes 2/classes 0/' -e '/^labels/d' -e '$d' m >poisson
seal poisson
run rrm-predict -q -x 1 two poisson
lines 'solver_type ONECLASS_SVM' 'nr_class 2' 'nr_feature 2' 'bias -1' 'rho 1' w '0.5 ' '2 ' >one
lines '1 1:1 2:1' >two
run rrm-predict -q -x 3 two one
# Lines of -x may be anybody's table: they are not replaced.
for text in '1\t0.5\t3:2' '1\t0.5\tbias:-1e-3\n-1\t2\n' '1\t0.5' '1\t1:0.5\t2:1' '1 0.5 3:2' '1\t2\t3\n' '1\t2\n1 1:1' 'x\t1\t1:1'; do
    # shellcheck disable=SC2059
    printf "$text" >place
    printf '%s: ' "$text"
    rrm-predict -q -x 1 data m place 2>/dev/null
    echo $?
done
run rrm-predict -x 0 data m
run rrm-predict -x 2147483647 data m
run rrm-predict -x 1.5 data m
run rrm-predict -x 1 -d data m
run rrm-predict -x 1 -b 1 data m
lines '1 qid:1 1:1' '2 qid:1 2:1' '1 qid:2 1:2' >chain
rrm-train -q -l crf chain c
run rrm-predict -q -x 1 chain c
# Two threads, many lines.
random 3 2000 | od -An -v -tu1 -w4 | awk '{print $1 % 2, "1:" $2 / 100, "2:" $3 / 50, "5:" $4}' >many
rrm-predict -q -n 1 -x 2 many m >a
rrm-predict -q -n 4 -x 2 many m >b
same a b
awk -F '\t' 'NF != 4 {bad++} END {print NR, bad + 0}' a

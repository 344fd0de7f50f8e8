# rrm-train -F liblinear; models of LIBLINEAR and LIBSVM to predict with and to start from.
. "$LIB"
tiny >data
lines '5 1:1 2:0.5' '7 1:-1' '5 2:2' '7 1:-0.5 2:-1' '9 3:1' >classes
for loss in hinge squared-hinge logistic crammer-singer squared quantile:0.7 squared-eps-insensitive novelty; do
    run rrm-train -q -l $loss -B 1 -F liblinear data m
    sed '/^w$/q; s/^rho .*/rho R/' m
    rrm-predict -q data m a
    rrm-train -q -l $loss -B 1 data own
    rrm-predict -q data own b
    paste a b | awk '{d = $1 - $2; if (d * d > 1e-24) print "they differ: " $0}'
done
run rrm-train -q -r l1 -F liblinear classes m
head -n 4 m
run rrm-train -q -F rrm classes m
head -n 3 m
# What LIBLINEAR has not is refused before the data are read.
for loss in softmax exponential poisson ordinal rank-pairs nu crf; do
    run rrm-train -q -l $loss -F liblinear none m
done
run rrm-train -b 1 -F liblinear none m
run rrm-train -v 2 -F liblinear none
run rrm-train -F svmlight none m
run rrm-train -F
lines '0.5 1:1' '1 2:1' >halves
run rrm-train -F liblinear halves m
lines '1 1:1' '2147483648 2:1' >large
run rrm-train -F liblinear large m
# A model of either kind is replaced, another file is not.
run rrm-train -q -F liblinear data m
run rrm-train -q data m
run rrm-train -q -F liblinear data data.txt
lines 'svm_type c_svc' >svm
run rrm-train -q data svm
# To start from.
rrm-train -q -e 1e-6 -F liblinear data m
run rrm-train -q -e 1e-3 -i m -T trace data m2
value verdict m2
run rrm-predict -q -b 1 data m
lines 'svm_type c_svc' 'kernel_type linear' 'nr_class 2' 'total_sv 2' 'rho 0.5' 'label -1 1' 'probA 0' 'probB 0' 'nr_sv 1 1' SV '1 1:0.5 4:1 ' '-1 2:1 ' >svm
run rrm-predict -q -b 1 data svm
run rrm-predict -q -d data svm
rrm-predict -J data svm out | sed 's/"seconds":[^,]*/"seconds":T/'

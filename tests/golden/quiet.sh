# -q prints nothing else; without it there are four lines, and none on standard error.
. "$LIB"
data=$DATA/breast-cancer.train
run rrm-train -q "$data" m
run rrm-train "$data" m
run rrm-predict -q "$DATA/breast-cancer.test" m out
rrm-predict -q "$DATA/breast-cancer.test" m >stdout
same out stdout

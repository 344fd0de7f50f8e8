# What a classifier cannot train on.
. "$LIB"
lines '1 1:1' '1 2:1' >one-class
run rrm-train one-class m
lines '1 1:1' '2 2:1' '3 3:1' >three-classes
run rrm-train three-classes m
run rrm-train "$DATA/digits.train.gz" m
ls

# Whatever stops a run, a model is written, and a warning says that the tolerance was not met, with -q too.
. "$LIB"
data=$DATA/digits-8.train.gz
run rrm-train -s bundle -m 3 "$data" m
value verdict m
run rrm-train -q -s bundle -m 3 "$data" m
run rrm-train -q -s linesearch -t 0.2 -e 1e-9 "$data" m
value verdict m
run rrm-train -q -s sda -e 0 -m 3 "$data" m
value verdict m
run rrm-train -q -s sda -e 0 -a 1e-12 -m 3 "$data" m
run rrm-train -q -t 0 "$data" m
value verdict m
run rrm-train -q -m 1 "$data" m
value verdict m
valid m
run rrm-train -q "$data" m
value verdict m

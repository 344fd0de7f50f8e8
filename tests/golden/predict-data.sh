# Test files that differ from the training file.
. "$LIB"
tiny >data
rrm-train -q data model
run rrm-predict data model
lines '1 1:1' '-1 1:nan' >nan
run rrm-predict nan model out
lines '1 1:1' '-1 2:1 1:1' >descending
run rrm-predict descending model
lines '1 1:1 9:5 2147483646:3' '-1 1:-1 1000000:1' >more-features
lines '1 1:1' '-1 1:-1' >fewer-features
rrm-predict -q -d more-features model >a
rrm-predict -q -d fewer-features model >b
same a b
lines '1' '-1' >label-only
run rrm-predict label-only model
lines '1 1:1' '1 2:1' >one-class
run rrm-predict one-class model
lines '7 1:1' '-1 1:-1' '8 2:-1' >other-labels
run rrm-predict other-labels model
lines '1e300 1:1' '-1e-300 1:-1' '-1 1:-1' >huge-labels
run rrm-predict huge-labels model
lines '1 1:1e308 2:1e308' '-1 1:-1e308 2:-1e308' >huge-values
run rrm-predict huge-values model
rrm-predict -q -d huge-values model | cut -c 1-4
[ ! -e out ] || echo "out was written"
rrm-train -q -B 1 data with-bias
rrm-predict -q -d label-only with-bias >a
awk '$1 == 3 {print $2; print $2}' with-bias >b
same a b

# Indices in any order: refused as they are, with the option that sorts them; then the model and the answers of sorted lines.
. "$LIB"
awk '{line = $1; for (i = NF; i > 1; i--) line = line " " $i; print line}' "$DATA/breast-cancer.train" >backwards
awk '{line = $1; for (i = NF; i > 1; i--) line = line " " $i; print line}' "$DATA/breast-cancer.test" >backwards.test
run rrm-train -q backwards model
rrm-train -q "$DATA/breast-cancer.train" sorted
run rrm-train -q -o order=any backwards model
same sorted model
run rrm-predict -q backwards.test model
rrm-predict -q "$DATA/breast-cancer.test" sorted answers
run rrm-predict -q -o order=any backwards.test model seen
same answers seen
run rrm-train -q -o order=ascending backwards model
run rrm-train -q -o order=none backwards model
lines '1 3:1 1:1 3:1' >repeated
run rrm-train -q -o order=any repeated m

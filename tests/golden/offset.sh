# -B appends a feature to each example; -R leaves it unregularized, where a solver can.
. "$LIB"
tiny >data
run rrm-train -q -B 1 data m
value bias m
value features m
grep '^3 ' m | sed 's/ .*//'
run rrm-train -q data m
value bias m
run rrm-train -q -B 0 data m
value bias m
for solver in sda pegasos proximal:online linesearch agm bundle proximal linesearch:ocas auto; do
    run rrm-train -q -R -B 1 -s $solver data m
done
# The optimum does not depend on a shift of the labels' share if the offset is free: it can be found with any bias.
rrm-train -q -e 1e-6 -R -B 1 "$DATA/digits-8.train.gz" one
rrm-train -q -e 1e-6 -R -B 8 "$DATA/digits-8.train.gz" eight
near "primal with -B 8" "$(value primal eight)" "$(value primal one)" 1e-5 | sed 's/ is .* as/ is as/'
rrm-train -q -e 1e-6 -B 1 "$DATA/digits-8.train.gz" regularized
rrm-train -q -e 1e-6 "$DATA/digits-8.train.gz" none
awk '$1 == "primal" {p[FILENAME] = $2} END {
    print (p["one"] < p["regularized"] && p["regularized"] < p["none"] ? "ordered" : "not ordered")
}' one regularized none
# Newton's method takes 17 passes with the border of its Hessian; with one that does not match its curvatures it took 51.
rrm-train -q -e 1e-6 -c 100 -m 30 -l logistic -s proximal:newton -R -B 1 "$DATA/digits-8.train.gz" newton
value verdict newton

# Large features and little to gain: the search along a direction that is only rounding must not move the objective.
. "$LIB"
lines '1 1:1000' '-1 1:1001' >two
lines '1 1:99' '-1 1:101' '-1 1:99' >three
for solver in auto bundle linesearch:ocas sda proximal agm; do
    rrm-train -q -s $solver -c 1e-4 two m
    echo "$solver: $(value primal m | awk '{printf "%.4f", $1}'), $(value verdict m)"
    rrm-train -q -s $solver -c 1e-4 -e 1e-6 -w 1:0.001 three m
    echo "$solver: $(value primal m | awk '{printf "%.4f", $1}'), $(value verdict m)"
done

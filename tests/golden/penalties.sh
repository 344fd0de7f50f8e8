# Factors, bounds and groups of features: what a file may say, what is refused, and where.
. "$LIB"
lines '1 1:1 2:.3 3:-.2' '-1 1:-.4 2:1 3:1' '-1 1:-.5 2:-1' '1 1:.7 3:.5' '1 2:.8' '-1 1:-.9 2:.1 3:.4' >data
lines "1 0.5" "3 4 # four times" "" "# nothing else" >factors
lines "1 +" "2 -" "3 -0.01 0.02" >bounds
lines "3 1" "1 1" >groups
for options in '-r l2 -o factors=factors' '-r l1 -o bounds=bounds' '-r elastic:0.3 -o factors=factors -o bounds=bounds' \
    '-r nonneg -o bounds=bounds' '-r box -o factors=factors' '-r group -o groups=groups' '-r elastic-group:0.2 -o groups=groups'; do
    # shellcheck disable=SC2086
    rrm-train -q -L 0.01 $options data m && echo "$options: $(value regularizer m)"
done
# The bounds hold to the last bit.
rrm-train -q -L 1e-4 -o bounds=bounds data m && sed -n '/^weights/,/^crc32/p' m | awk '
    $1 == 1 && $2 < 0 || $1 == 2 && $2 > 0 || $1 == 3 && ($2 < -0.01 || $2 > 0.02) {print "beyond its bound: " $0}'
# Standard input, gzip, folds and a search.
cat bounds | rrm-train -q -L 0.01 -o bounds=- data m && value regularizer m
gzip -c factors >f.gz && rrm-train -q -L 0.01 -o factors=f.gz data m && value regularizer m
rrm-train -q -v 3 -o factors=factors "$DATA/breast-cancer.train" | grep -c Accuracy
rrm-train -q -C -r group -o groups=groups "$DATA/breast-cancer.train" m && value regularizer m
for solver in pegasos proximal:online; do
    rrm-train -q -s $solver -e 0.1 -L 0.01 -o factors=factors -o bounds=bounds data m && value verdict m
done
# A weight without any penalty.
lines "1 0" >zero
lines "1 -100 100" "2 +" >wide
for solver in auto bundle linesearch:ocas proximal proximal:newton agm; do
    rrm-train -q -l squared -s $solver -e 1e-6 -o factors=zero -o bounds=wide data m && value verdict m
done
rrm-train -q -l squared -r box:-9,9 -o factors=zero data m && value verdict m
rrm-train -q -C -l squared -o factors=zero -o bounds=wide data m && value verdict m
for solver in sda pegasos proximal:online; do
    run rrm-train -q -l squared -s $solver -o factors=zero -o bounds=wide data m
done
run rrm-train -q -l nu -o factors=zero -o bounds=wide data m
rrm-train -q -l nu -o factors=factors data m && value verdict m
run rrm-train -q -l squared -o factors=zero data m
run rrm-train -q -l squared -o factors=zero -o bounds=bounds data m
# What does not go together.
run rrm-train -q -r group data m
run rrm-train -q -r elastic-group data m
run rrm-train -q -o groups=groups data m
run rrm-train -q -r group -o groups=groups -o bounds=bounds data m
run rrm-train -q -r entropy -o factors=factors data m
run rrm-train -q -o bounds= data m
run rrm-train -q -o bounds data m
run rrm-train -q -r group -o groups=none data m
run rrm-train -q -o bounds=data data data
run rrm-train -q -o bounds=bounds data bounds
run rrm-train -q -r nonneg -o bounds=bounds -B 1 data m
# What a line may not say.
for line in 1 '1 x' 'x 1' '0 1' '-1 1' '1.5 1' '1 1 1' '1 0' '1 -1' '1 1e9' '1 inf' '1 nan' '4 1' '2147483647 1' '1 +'; do
    lines "# a comment" "2 0.5" "$line" >f
    run rrm-train -q -o factors=f data m
done
for line in 1 '1 1' '1 1 0' '1 1 2' '1 -2 -1' '1 x 1' '1 0 x' '1 nan 1' '1 * ' '1 + -' '9 +'; do
    lines "$line" "2 0 0.5" >f
    run rrm-train -q -o bounds=f data m
done
for line in 1 '1 a' '1 -1' '1 0.5' '1 1e300' '1 inf' '1 1 1'; do
    lines "$line" >f
    run rrm-train -q -r group -o groups=f data m
done
lines "2 1" "1 3" "2 5" >f
run rrm-train -q -o factors=f data m

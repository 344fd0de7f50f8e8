# nu and novelty: the margin rho has the scale of the scores, whatever that is, and a minimum of 0 at w = 0 is found.
. "$LIB"

# scaled FACTOR FILE: each value times a power of ten; weights, scores and rho follow it.
scaled()
{
    awk -v by="$1" '{for (i = 2; i <= NF; i++) {colon = index($i, ":"); $i = substr($i, 1, colon) substr($i, colon + 1) * by}; print}' "$2"
}
lines '1 1:1' '1 1:2' '1 1:3' '1 1:4' >one
for by in 1e-150 1e-9 1 1e9 1e150; do
    scaled $by one >data
    for solver in auto bundle linesearch:ocas proximal agm; do
        rrm-train -q -s $solver -l novelty:0.3 data m
        awk -v by=$by -v name="$by, $solver" '$1 == "primal" {p = $2 / by / by} $1 == "offsets" {rho = $2 / by / by} $1 == 1 {w = $2 / by}
            END {print name ": " (p < -.2447 && p >= -.24501 && rho > 2.7 && rho < 2.9 && w > 1.35 && w < 1.45 ? "as it should be" : p " " rho " " w)}' m
    done
done
# The same predictions for features of any scale.
rrm-train -q -l nu:0.1 "$DATA/breast-cancer.train" m
rrm-predict -q "$DATA/breast-cancer.test" m >labels
for by in 1e-100 1e-8 1e8; do
    scaled $by "$DATA/breast-cancer.train" >train
    scaled $by "$DATA/breast-cancer.test" >held-out
    rrm-train -q -l nu:0.1 train m
    rrm-predict -q held-out m | cmp - labels && echo "$by: the same labels"
done
# A tiny nu, a huge weight: rho is the margin of the nearest examples.
rrm-train -q -l nu:1e-6 -w 1:1e30 "$DATA/breast-cancer.train" m
awk '$1 == "primal" {print "a huge weight: primal " ($2 < -1e-12 || $2 > 1e-12 ? $2 : "within 1e-12 of 0")}' m
# Lines with both labels, and sums that give nothing: the minimum is at w = 0, and that is said.
{ cut -d ' ' -f 2- "$DATA/breast-cancer.train" | sed 's/^/1 /'; cut -d ' ' -f 2- "$DATA/breast-cancer.train" | sed 's/^/-1 /'; } >both
for solver in auto bundle linesearch:ocas proximal; do
    rrm-train -q -s $solver -l nu:0.3 both m 2>/dev/null
    echo "both labels, $solver: primal $(value primal m), $(value verdict m), $(value weights m) weights"
done
awk 'BEGIN {x = 3; for (i = 0; i < 1000; i++) {
    printf "%d", i % 2 ? 1 : -1
    for (j = 1; j <= 150; j++) {x = x * 16807 % 2147483647; if (x * j < .6 * 2147483647) printf " %d:1", j}
    print ""}}' >rare
for by in 1 1e4 1e-4; do
    scaled $by rare >data
    rrm-train -q -l nu:0.3 -m 3000 data m 2>/dev/null
    echo "rare features, $by: primal $(value primal m), $(value verdict m)"
done
# Labels that an offset fits but for the last digit.
lines '3 1:1' '3 1:2' '3 1:-1' '3 1:.3' '3 1:.7' >constant
for solver in auto bundle linesearch linesearch:ocas proximal agm; do
    rrm-train -q -s $solver -l eps-insensitive -B 1 -R constant m
    echo "constant labels, $solver: $(value verdict m)"
done
# A column of 1e13 beside a bias column: w = 0 is no minimum, the bias alone comes to J = -1/8.
printf '1 1:2e13\n1 1:-1e13\n1 1:3e12\n' >clock
for solver in auto bundle linesearch:ocas proximal:newton; do
    rrm-train -q -s $solver -l novelty -B 1 -L 1 clock m 2>/dev/null
    awk -v s=$solver '$1 == "primal" {print "1e13 and a bias, " s ": primal " (($2 - -.125) ^ 2 < 1e-8 ? "-.125" : $2)}' m
    value verdict m
done
# A row of 1e16 that no plane needs: slopes of 1 are no rounding of it.
lines '1 1:1e16' '1 1:1' '1 1:2' '1 1:1.5' >clock
for solver in auto bundle linesearch:ocas proximal:newton; do
    rrm-train -q -s $solver -l novelty -L 1 clock m 2>/dev/null
    awk -v s=$solver '$1 == "primal" {p = $2} $1 == "verdict" {v = $2} END {
        print "one of 1e16, " s ": " (p <= -.195 && p >= -.1954 || v == "stalled" ? "as it should be" : p " " v)}' m
done
# Time stamps in nanoseconds: bounds far below J = 0 are not rounding, and none is called so.
awk 'BEGIN {x = 3; for (i = 0; i < 200; i++) {
    printf "%d", i % 2 ? 1 : -1
    for (j = 1; j <= 3; j++) {x = x * 16807 % 2147483647; printf " %d:%s", j, j == 1 ? sprintf("%.0f", 1.7e18 + x * 5e4) : x / 1e9 + i % 2}
    print ""}}' >clock
for nu in 0.1 0.5; do
    rrm-train -q -l nu:$nu clock m 2>/dev/null
    awk -v nu=$nu '$1 == "primal" {p = $2} $1 == "dual" {d = $2} $1 == "verdict" {v = $2} END {
        honest = p - d > 1e-3 * (p < 0 ? -p : p) ? v == "stalled" : v == "converged"
        print "nanoseconds, nu " nu ": " (honest ? "as it should be" : p " " d " " v)}' m
done

# Features far apart in size: the primal is J of the weights that are written, and no bound is above it.
. "$LIB"
# For any size of the first feature its weight is next to 0 at the optimum: J = lambda log 2 + (0 + 0 + .5 + 1.3)/4.
for size in 1e8 1e10 1e12 1e14 3e15 1e16; do
    lines "1 1:$size 2:1" "-1 1:-$size 2:-1" "1 1:$size 2:.5" "-1 1:$size 2:.3" >data
    for solver in auto bundle linesearch:ocas agm; do
        rrm-train -q -s $solver -e 1e-6 -r entropy -L .001 data m
        awk -v name="$solver $size" '$1 == "primal" {p = $2} $1 == "dual" {d = $2} $1 == "verdict" {v = $2} END {
            good = p >= .45069314 && p <= .45069315 + 1e-6 && d <= p
            print name ": " (good ? v : "primal " p ", dual " d)}' m
    done
done
# Without entropy: squares and products of a large feature that labels do not tell apart.
lines '1 2:1e12 6:1e12 12:1e12' '-1 2:1e12 4:1e12 7:1e12 8:1e12 9:1e12 12:1e12' >data
rrm-train -q -s linesearch:ocas -L 18 -m 30 data m 2>/dev/null
rrm-predict -q -d data m >scores
awk -v L=18 'FNR == NR {if ($1 ~ /^[0-9]+$/) sum += L / 2 * $2 * $2; if ($1 == "primal") p = $2; next}
    {t = (FNR == 1 ? 1 : -1) * $1; sum += (t < 1 ? 1 - t : 0) / 2}
    END {print "the primal " (p >= 0.99 * sum && p <= 1.01 * sum ? "is" : p ", not " sum ", is") " J of the weights"}' m scores
# Slopes whose squares overflow: no bound is above what other weights reach.
lines '1 1:0.5 2:6e149 3:6e149 4:1.3e150' '-1 1:-6e149 2:1.3e150 3:3e149 4:6e149' '1 1:0.5 2:-1 3:1 4:2' \
    '-1 1:6e149 2:1.3e150 3:3e149 4:2e149' >data
for solver in bundle linesearch linesearch:ocas proximal agm; do
    rrm-train -q -s $solver -m 300 -r elastic-ball:749,0 -l huber-hinge -L 0.000472 data $solver.m 2>/dev/null
done
cat ./*.m | awk '$1 == "primal" && (best == "" || $2 < best) {best = $2} $1 == "dual" && $2 > most {most = $2} END {
    print "the least primal is " (best < 1e-3 ? "below .001" : best) ", the greatest bound " (most <= best ? "no" : "") " more"}'
# Labels far from 0: the bound sums terms u y that are much larger than J.
lines '1000000 1:1' '1000001 1:2' '1000002.1 1:3' '1000003 1:4.2' >data
for loss in squared huber squared-eps-insensitive; do
    for solver in auto bundle proximal agm; do
        rrm-train -q -s $solver -l $loss -e 1e-6 -B 1 -R -L 1e-6 data m
        echo "$loss, $solver: $(value verdict m)"
    done
done
# A label of 1e13, or a weight of 1e20: the rounding of its term is more than all of J, which is not called 0.
lines '1e13 1:1' '1.05 2:1' '0.95 2:1' >label
lines '1 1:1' '1 2:1' '-1 2:1' '1 1:1 2:.1' >weight
for options in "-l absolute -c 1e30" "-l quantile:0.5 -c 1e30" "-l eps-insensitive:0.001 -c 1e30" "-c 1e6 -w 1:1e20" "-l crammer-singer -c 1e6 -w 1:1e20"; do
    for solver in auto sda; do
        case $options in *-w*) data=weight ;; *) data=label ;; esac
        rrm-train -q -s $solver -m 500 $options $data m 2>/dev/null
        awk -v name="$solver $options" '$1 == "primal" {p = $2} $1 == "dual" {d = $2} $1 == "verdict" {v = $2} END {
            print name ": " (v != "converged" || p - d <= 1e-3 * p ? "no gap is overlooked" : p " " d " " v)}' m
    done
done
# A step along what is rounding, 1e16 times: the primal is that of the weights, a score at the end of the tube.
echo '-3.0367693169474479 2:1 3:1 4:1 10:1 16:1 19:1 20:1' >tube
rrm-train -q -l eps-insensitive:0.5 -c 3.75823e+08 -e 0 -m 20 -s linesearch:ocas tube m 2>/dev/null
rrm-predict -q tube m | awk '{printf "score %.6f\n", $1}'
# Most rows lie where the loss does not bend: Newton's method on J itself would take 10,000 tiny steps.
lines \
    '1 1:3 35:3 48:3 76:3 85:3 96:3 103:3 112:3 128:3 161:3 175:3 194:3 205:3 214:3 218:3 245:3 249:3 268:3 287:3 290:3' \
    '-1 10:3 85:3 91:3 119:3 182:3 194:3 198:3 225:3 231:3 251:3 253:3 273:3 277:3 295:3' \
    '-1 1:3 79:3 125:3 127:3 143:3 154:3 160:3 203:3 226:3 232:3 245:3 283:3 286:3 287:3 296:3' >far
rrm-train -q -s proximal:newton -l huber-hinge:0.1 -c 100 -B 10 -R -m 5000 far m
echo "three lines, proximal:newton: $(value verdict m)"
# J = lambda |w|^2/2 far from w = 0, all slopes 0: the bound, 0, is not the rounding of J.
lines '1 3:-49577591.7 13:-65337454.5 16:83193495.4 20:-122786567' '-1 ' '1 10:159921440 20:155991270' >huge
for solver in proximal:newton linesearch:ocas; do
    rrm-train -q -s $solver -l huber-hinge:0.1 -c 1789580 -e 1e-6 -B 1 -R huge $solver.m 2>/dev/null
done
echo "$(value dual proximal:newton.m) $(value primal linesearch:ocas.m)" | awk '{print "the bound is " ($1 <= $2 ? "below" : "above") " the least primal"}'
# With l1 Newton's steps shorten for ever: planes take over.
lines \
    '5.19866 1:-1.43 2:0.0186 3:-0.0715 4:-9.15e-06 5:-4.4e+03 6:-2.86e-05' \
    '0.91356 1:-0.414 2:0.0103 3:-0.089 4:-1.82e-06 5:-1.27e+03 6:-3.14e-06' \
    '-1.3082 1:-0.326 2:0.00149 3:0.0958 4:5.8e-06 5:6.82e+03 6:2.21e-05' \
    '-3.88933e+08 1:-0.691 2:0.00911 3:0.083 4:4.43e-06 5:-4.4e+04 6:4.61e-05' \
    '-6.44429 1:0.174 2:0.0212 3:-0.055 4:7.57e-06 5:-2.57e+04 6:2.88e-05' >columns
rrm-train -q -e 1e-6 -l huber:0.3 -r l1 -c 144 -B 1 -R -m 5000 columns m
echo "five lines, l1: $(value verdict m)"

# A training over several classes that ends early: each class is begun, and what is missing is said, in rrm-predict too.
. "$LIB"
gzip -dc "$DATA/digits.train.gz" >data

# unbegun MODEL: classes whose weights are all 0
unbegun()
{
    awk '$1 == "weights" {on = 1; next} $1 == "crc32" {on = 0} on {n = NF; for (i = 2; i <= NF; i++) used[i] += $i != 0}
        END {for (i = 2; i <= n; i++) zero += !used[i]; print zero + 0 " classes without weights"}' "$1"
}
for solver in linesearch pegasos proximal:online; do
    # The signal comes when the first class is at work, as it will be for a long time.
    rrm-train -q -n 1 -m 1e9 -e 0 -a 1e-300 -s $solver data m 2>err &
    sleep 2
    kill -INT $!
    wait $!
    echo "$solver: exit $?, $(unbegun m), verdict $(value verdict m), unmet $(value unmet m), unbegun $(value unbegun m)"
    sed 's/the certified.*absolute)/GAP/' err
    at_least "the accuracy" "$(rrm-predict "$DATA/digits.test.gz" m /dev/null 2>err | sed 's/.*= \([0-9.]*\)%.*/\1/;q')" 75
    cat err
done
rrm-train -q -n 1 -t 2 -e 0 -a 1e-300 -s linesearch data m 2>err
echo "time: $(unbegun m), verdict $(value verdict m), unmet $(value unmet m)"
sed 's/the certified.*absolute)/GAP/' err
# No time at all: nothing is begun, and that is said.
rrm-train -q -t 0 data m 2>err
echo "no time: verdict $(value verdict m), unmet $(value unmet m), unbegun $(value unbegun m)"
sed 's/the certified.*for was/GAP, asked for was/' err
rrm-predict -q "$DATA/digits.test.gz" m | sort -u
# The limit of passes holds for both rounds together.
for limit in "-t 100" "-t 0.01"; do
    # shellcheck disable=SC2086
    rrm-train -q -n 1 $limit -s bundle -m 5 -e 0 -a 1e-300 data m 2>/dev/null
    awk '$1 == "passes" {print ($2 <= 60 ? "passes within the limit" : "passes " $2)}' m
done
# Without a tolerance none is missed.
rrm-train -q -m 20 -e 0 -s linesearch data m
echo "no tolerance: verdict $(value verdict m), unmet $(value unmet m)"
# A run that converges says nothing of it, nor does one of two classes that does not.
rrm-train -q data m
grep -c -e '^unmet' -e '^unbegun' m
rrm-train -q -t 0 "$DATA/breast-cancer.train" two 2>/dev/null
grep -c -e '^unmet' -e '^unbegun' two
# Counts that cannot be.
lines 'rrm-model 1' 'solver auto' 'loss ova:hinge' 'regularizer l2' 'lambda 1' 'bias -1' 'classes 3' 'labels 1 2 3' 'features 1' \
    'primal 1' 'dual 0' 'passes 1' 'verdict time' 'unmet 3' 'unbegun 1' 'weights 1' '1 1 2 3' >whole
for change in s/x/x/ 's/^unmet .*/unmet 4/' 's/^unmet .*/unmet 0/' 's/^unbegun .*/unbegun 4/' '/^unmet/d' 's/ova:hinge/softmax/'; do
    sed "$change" whole >changed
    seal changed
    echo '1 1:1' | rrm-predict -q - changed /dev/null
    echo "$change: exit $?"
done

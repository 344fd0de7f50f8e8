# rrm-predict -k and -p: the most probable labels, those above a probability.
. "$LIB"
gzip -dc "$DATA/digits.train.gz" >digits
test=$DATA/digits.test.gz
# by_hand MOST ABOVE: the same from the lines of -b 1.
by_hand()
{
    awk -v most="$1" -v above="$2" 'NR == 1 {for (i = 2; i <= NF; i++) label[i] = $i; count = NF; next} {
        line = ""
        split("", used)
        for (n = 0; n < most; n++) {
            best = 0
            for (i = 2; i <= count; i++) if (!(i in used) && (!best || $i + 0 > $best + 0)) best = i
            if (!best || $best + 0 <= above) break
            used[best] = 1
            line = line (n ? " " : "") label[best] " " $best
        }
        print line
    }'
}
labels_alone() { awk '{line = ""; for (i = 1; i <= NF; i += 2) line = line (i > 1 ? " " : "") $i; print line}'; }
try()
{
    rm -f all out
    rrm-predict -q -b 1 "$2" "$1" all
    for k in 1 3 4096; do
        rrm-predict -q -b 1 -k $k -n 3 "$2" "$1" out
        by_hand $k -1 <all >wanted; same out wanted
        rrm-predict -q -k $k "$2" "$1" out
        labels_alone <wanted >alone; same out alone
    done
    for p in 0 0.2 0.9; do
        rrm-predict -q -b 1 -p $p "$2" "$1" out
        by_hand 4096 $p <all >wanted; same out wanted
        rrm-predict -q -k 1 -p $p "$2" "$1" out
        by_hand 1 $p <all | labels_alone >alone; same out alone
    done
    awk '{n[NF]++} END {for (k = 0; k < 2; k++) print k, n[k] + 0}' out
}
rrm-train -q -b 1 digits calibrated && try calibrated "$test"
rrm-train -q -l softmax -m 20 digits soft 2>/dev/null && try soft "$test"
rrm-train -q -l ordinal-logistic digits grades && try grades "$test"
rrm-train -q -l logistic -B 1 "$DATA/breast-cancer.train" two && try two "$DATA/breast-cancer.test"
# Without probabilities by the decision values; of two classes the answer is first.
rrm-train -q -l crammer-singer digits cs
rm out
rrm-predict -q -k 10 "$test" cs out; rrm-predict -q -d "$test" cs d
awk 'NR == FNR {for (i = 1; i <= 10; i++) z[FNR, i] = $i; next}
    {for (i = 2; i <= 10; i++) if (z[FNR, $i + 1] > z[FNR, $(i - 1) + 1]) bad++} END {print FNR, bad + 0}' d out
rrm-train -q "$DATA/breast-cancer.train" plain
rrm-predict -q "$DATA/breast-cancer.test" plain answers
rm out
rrm-predict -q -k 1 "$DATA/breast-cancer.test" plain out; same answers out
rrm-predict -q -k 2 "$DATA/breast-cancer.test" plain out; sort out | uniq -c | awk '{print $2, $3}'
# The figures are those of the answers; a line that is bad has an error; lines without labels are replaced.
rrm-predict "$test" calibrated a >figures; rrm-predict -k 2 "$test" calibrated a >others; same figures others
lines '1 1:1' '1 x' '2 3:4' >bad
rrm-predict -q -o lines=keep -k 2 bad calibrated -
rrm-predict -q -p 1 "$test" calibrated place; sort -u place | od -c | head -n 1
rrm-predict -q -p 1 "$test" calibrated place && echo replaced
# Who cannot.
run rrm-predict -k 2 -d "$test" calibrated
run rrm-predict -p 0.5 -x 2 "$test" calibrated
run rrm-predict -p 0.5 "$test" cs
run rrm-predict -k 2 -b 1 "$test" cs
rrm-train -q -l ordinal digits places; run rrm-predict -k 2 "$test" places
rrm-train -q -l squared digits numbers; run rrm-predict -p 0.5 "$test" numbers
for k in 0 1.5 4097 x; do run rrm-predict -k $k "$test" calibrated; done
for p in -0.1 1.1 x nan; do run rrm-predict -p $p "$test" calibrated; done

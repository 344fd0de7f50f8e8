# rrm-predict -b 1: the Brier score, the calibration error and, with -f, the table behind it, against the lines that it writes.
. "$LIB"
gzip -dc "$DATA/digits.train.gz" >digits
# try TRAIN TEST OPTION...: "from examples mean share" of each line of the table, by hand and as printed.
try()
{
    train=$1
    case $2 in *.gz) gzip -dc "$2" ;; *) cat "$2" ;; esac >held-out
    shift 2
    rrm-train -q "$@" "$train" m
    rrm-predict -b 1 -f held-out m out >said
    awk 'NR == FNR {y[FNR] = $1 + 0; next} FNR == 1 {for (i = 2; i <= NF; i++) label[i] = $i; count = NF; next} {
        n++
        for (i = 2; i <= count; i++) {
            d = $i - (label[i] == y[n])
            if (count > 3 || i == 2) brier += d * d
            if (count > 3 ? label[i] == $1 : i == 2) {
                k = $i < 1 ? int($i * 10) : 9
                rows[k]++; sum[k] += $i; came[k] += label[i] == y[n]
            }
        }
    } END {
        for (k = 0; k < 10; k++) {
            d = sum[k] - came[k]; off += d < 0 ? -d : d
            if (rows[k]) printf "%g %d %.6g %.6g\n", k / 10, rows[k], sum[k] / rows[k], came[k] / rows[k]
            else printf "%g 0 n/a n/a\n", k / 10
        }
        printf "%.6g %.6g\n", brier / n, off / n
    }' held-out out >wanted
    awk '/^from/ {on = 1; next} on && NF == 5 && $3 {print $1 + 0, $3, $4, $5} on && NF == 5 && $3 == 0 {print $1 + 0, "0 n/a n/a"}
        /^Brier/ {brier = $4} /^Calibration/ {off = $4} END {printf "%.6g %.6g\n", brier, off}' said >seen
    same wanted seen
    grep '^Probability' said
}
try "$DATA/breast-cancer.train" "$DATA/breast-cancer.test" -b 1
try "$DATA/breast-cancer.train" "$DATA/breast-cancer.test" -l logistic
try digits "$DATA/digits.test.gz" -b 1
try digits "$DATA/digits.test.gz" -l ordinal-logistic
# Only where there are probabilities and labels.
rrm-predict -f held-out m out | grep -c -e Brier -e '^from'
sed 's/^[^ ]*/?/' held-out | rrm-predict -b 1 -f - m out
rrm-train -q -C -c 0.1:10:2 -o score=brier -l logistic "$DATA/breast-cancer.train" m && value loss m
run rrm-train -C -o score=calibration-error digits m
run rrm-train -C -o score=brier-score digits m

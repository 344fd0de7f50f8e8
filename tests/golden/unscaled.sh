# Features far apart in size under regularizers with kinks: the tolerance is met.
. "$LIB"
# table KIND: 200 lines, labels in the first column: a time stamp and four numbers, powers 1 to 12 of a number in 0..10, columns from 1e-6 to 1e6.
table()
{
    awk -v kind="$1" 'function uniform() {x = (x * 1103515245 + 12345) % 2147483648; return x / 2147483648}
        function normal() {return uniform() + uniform() + uniform() + uniform() + uniform() + uniform() - 3}
        BEGIN {x = 7; for (i = 1; i <= 200; i++) {
            line = ""; y = normal() / 2
            if (kind == "stamp") {
                for (j = 2; j <= 5; j++) {z = normal(); y += z * (j % 2 ? 1 : -1); line = line " " j ":" z}
                line = sprintf(" 1:%d", 1700000000 + 30000000 * uniform()) line
            } else if (kind == "powers") {
                t = 10 * uniform(); y += 3 * sin(t)
                for (j = 1; j <= 12; j++) line = line sprintf(" %d:%.12g", j, t ^ j)
            } else
                for (j = 1; j <= 7; j++) {z = normal(); y += z; line = line sprintf(" %d:%.6g", j, z * 10 ^ (2 * j - 8))}
            print y line
        }}'
}
for kind in stamp powers sizes; do
    table $kind >numbers
    awk '{$1 = $1 > 0 ? "+1" : "-1"; print}' numbers >labels
    for regularizer in l1 elastic elastic-ball; do
        for loss in hinge squared-hinge logistic absolute quantile:0.8 eps-insensitive huber squared; do
            case $loss in hinge | *-hinge | logistic) data=labels ;; *) data=numbers ;; esac
            rrm-train -q -l $loss -r $regularizer $data m 2>/dev/null
            awk '{v[$1] = $2} END {print v["verdict"], v["dual"] <= v["primal"] && v["primal"] - v["dual"] <= 1e-3 * v["primal"] ? "" : "a gap"}' m
        done
    done >verdicts
    echo "$kind: $(sort verdicts | uniq -c)"
done

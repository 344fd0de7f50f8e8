# -C: costs that double, each cross-validated, and the model of the best one.
. "$LIB"
data=$DATA/breast-cancer.train
gzip -dc "$DATA/digits.train.gz" | head -n 300 >digits
awk '{$1 = $2; $2 = ""; sub(/.*:/, "", $1); print}' "$data" >values # the first value by the others
# best FILE: the cost that was chosen.
best() { sed -n 's/^Best C = \([^,]*\),.*/\1/p' "$1"; }
# table FILE: the costs and the figures of its table.
table() { awk '$1 == "C" {on = 1} $1 == "Best" {on = 0} on && $1 != "C" {print $1, $2}' "$1"; }
# try FILE SEARCH-OPTIONS OPTION ...
try()
{
    file=$1 search=$2
    shift 2
    for threads in 1 2 3; do
        # shellcheck disable=SC2086
        rrm-train -C -n $threads $search "$@" "$file" m$threads >out$threads 2>err$threads
        sed '/read in/d; s/[0-9.]* s;/T s;/' out$threads >said$threads
    done
    same m1 m2 m3
    same said1 said2 said3
    cat err1
    echo "$(table out1 | awk '$1 != 2 * c && NR > 1 {print "not doubled: " $1} {c = $1} END {print (NR > 10 ? "many" : NR)}') costs"
    # Its figure is the best one of the table.
    wanted=$(table out1 | sort -k 2,2"${order:-gr}" | awk 'NR == 1 {print $2}')
    [ "$(table out1 | awk -v c="$(best out1)" '$1 == c {print $2}')" = "$wanted" ] && echo "the best of the table"
    rrm-train -q "$@" -c "$(best out1)" "$file" m
    same m m1
}
try "$data" ''
try "$data" '-v 3' -l squared-hinge -r l1 -S 3
try "$data" '-c 0.25' -b 1
order=g
try values '-v 4 -o score=mean-absolute-error' -l squared -B 1 -R
try "$data" '-v 2 -o score=log-loss' -l logistic
order=gr
try digits '-v 2 -c 4' -l crammer-singer
# At a cost of the table -v has the same figure, but for what the tolerance leaves.
rrm-train -C -e 1e-9 "$data" m >out
for cost in 0.03125 0.25 2; do
    near "accuracy at $cost" "$(rrm-train -q -e 1e-9 -v 5 -c $cost "$data" | sed -n 's/^Cross.*= \(.*\)%/\1/p')" \
        "$(table out | awk -v c=$cost '$1 == c {print $2 + 0}')" 1e-9
done
# Quiet, to standard output, with a trace of the last training.
rrm-train -C -q "$data" quiet
rrm-train -C "$data" - 2>/dev/null >piped
rrm-train -C -T trace "$data" traced >/dev/null
rrm-train -q -c "$(best out1)" -l logistic "$data" other
same quiet piped traced
head -n 1 trace
rrm-train -C -q "$data" # the model has the name of the file
same quiet breast-cancer.train.model
# Costs that are given: exactly these, as they read.
listed()
{
    rrm-train -C "$@" "$data" m >out
    echo "$*: $(table out | awk '{printf "%s ", $1}')"
    sed -n '/^Best/s/, .*costs*/, ../p; /^The search/p' out
    echo "lambda $(value lambda m)"
}
listed -c 0.1:10:5 2>&1
listed -c 1e-6:10:4 2>&1
listed -c 0.3:3:1 2>&1
# The smallest cost within a standard error of the best figure: deviation / sqrt(folds).
for search in '-c 0.001:2:12 -v 4' '-c 1e-5:10:7 -v 10 -o score=roc-area'; do
    # shellcheck disable=SC2086
    rrm-train -C $search -o rule=1sd "$data" ruled >out 2>/dev/null
    # shellcheck disable=SC2086
    rrm-train -C $search -o rule=best "$data" m >best 2>/dev/null
    table best >costs
    sed -n '/^Best/p' best out
    folds=$(echo "$search" | sed 's/.*-v \([0-9]*\).*/\1/')
    deviation=$(awk -v c="$(best best)" '$1 == c {print $3 + 0; exit}' best)
    wanted=$(awk -v d="$deviation" -v n="$folds" '{c[NR] = $1; f[NR] = $2 + 0; if (f[NR] > m) m = f[NR]}
        END {for (k = 1; f[k] < m - d / sqrt(n); k++); print c[k]}' costs)
    [ "$(best out)" = "$wanted" ] && echo "the smallest within a standard error"
    rrm-train -q -c "$wanted" "$data" m
    same ruled m
done
# Unscaled columns: costs whose figure is that of the first ones are left out, not where -c says where to begin.
awk 'BEGIN {for (i = 0; i < 60; i++) {y = i % 4 ? 1 : -1; printf "%d 1:%d 2:%g\n", y, 100 + i * 7 % 60, y * (4 + i % 3)}}' >flat
rrm-train -C flat m >out
table out | sed 6q
sed -n '/^Best/s/: .*//p; /^The search/p; /^Up to/p' out
rrm-train -C -c "$(table out | sed 's/ .*//; q')" flat m2 >all
table all | awk '{n[$2]++} $2 != 75 "%" {exit} END {print n["75%"] " costs of one figure"}'
sed -n '/^Best/s/: .*//p; /^The search/p; /^Up to/p' all
same m m2
awk '{$3 = ""; print}' flat >never
rrm-train -C never m | sed -n '/^Best/p; /^The search/p; /^Up to/p'
# What it says: the costs of a narrow table, from 64 on.
run rrm-train -C -c 256 -v 2 -s bundle -m 3 "$data" m | awk '$1 + 0 >= 1 {$2 = $3 = $4 = $5 = $6 = "N"} {print}'

# Every command of rrm-jobs(7), in its order, in a folder where data/ is: exit status and what stands on standard error.
. "$LIB"
page=$ROOT/man/rrm-jobs.7
[ -f "$page" ] || skip "no manual page"
ln -s "$DATA" data
# A command begins behind "$ " and goes on in lines that begin with blanks; \e is a backslash, \- a minus.
awk '/^\.Bd/ {on = 1; next} /^\.Ed/ {on = 0} on && /^\$ / {n++; $0 = substr($0, 3)}
    on {gsub(/\\e/, "\\"); gsub(/\\-/, "-"); print >"command" sprintf("%02d", n)}' "$page"
for command in command??; do
    head -n 1 "$command"
    sh "$command" 2>stderr >stdout </dev/null || echo "exit $?"
    cat stderr
done
for section in $(sed -n 's/^\.Ss \([0-9]*\)\. .*/\1/p' "$page"); do printf '%s ' "$section"; done
echo "jobs"
# What a job is for: lines of the figures of its test file.
figures() { rrm-predict "$1" "$2" /dev/null | grep -E "$3"; }
figures data/breast-cancer.test bc.model Accuracy
figures data/digits-8.test.gz ranks.model ROC
figures number.test mean.model Median
awk 'FNR == NR {bound[FNR] = $1; next} {n += $1 <= bound[FNR]} END {print (n / FNR > 0.85 && n / FNR < 0.95 ? "nine of ten" : n / FNR)}' \
    bounds number.test

# -v: each fold is a training on the lines of the others, judged by rrm-predict; the same for every number of threads.
. "$LIB"
data=$DATA/breast-cancer.train
gzip -dc "$DATA/digits.train.gz" >digits
regression() { awk '{$1 = $2; sub(/.*:/, "", $1); print}' "$1"; } # the label is the first value
regression "$data" >values
# with_queries FILE FOLDS: a query for each fold. Folds are whole queries then: as many as these, they are known.
with_queries() { awk -v n="$2" '{$1 = $1 " qid:" 7 * (NR * NR % 101 % n); print}' "$1"; }
# blocks: the lines of a fold as one, in an order that does not depend on who is first.
blocks() { sed 's/^fold \([0-9]*\): /\1 /' | awk '{k = $1; $1 = ""; b[k] = b[k] "|" $0} END {for (k in b) print b[k]}' | sort; }
# train OPTION ...: without the warning that the loss ignores qid.
train() { rrm-train "$@" 2>warned; grep -v 'ignores qid' warned >&2; rm -f warned; }
# by_hand FILE FOLDS OPTION ...: what rrm-predict says of each query by the model of the others.
by_hand()
{
    file=$1 folds=$2 predict=$3
    shift 3
    for q in $(seq 0 $((folds - 1))); do
        grep -v "qid:$((7 * q)) " "$file" >others
        grep "qid:$((7 * q)) " "$file" >own
        train -q "$@" others model
        # shellcheck disable=SC2086
        rrm-predict $predict own model lines | sed "s/^/fold $q: /"
    done | blocks
}
# agrees FILE FOLDS OPTIONS-OF-PREDICT OPTION ...
agrees()
{
    with_queries "$1" "$2" >queried
    folds=$2 predict=$3
    shift 3
    by_hand queried "$folds" "$predict" "$@" >wanted
    for threads in 1 2 3 7; do
        train -v "$folds" -n $threads "$@" queried >whole
        grep '^fold' whole | grep -v ': trained on' | blocks >seen
        same wanted seen
        sed -e 's/read in .*//' -e 's/, [0-9.]* s,/, T s,/' whole >said$threads
    done
    same said1 said2 said3 said7
    echo "$(wc -l <seen) folds, $(grep -c '^mean' whole) means"
}
agrees "$data" 5 ''
agrees "$data" 4 '-b 1' -b 1 -l squared-hinge -B 1 -R -w -1:3
agrees "$data" 5 '-b 1' -b 1 -l logistic -c 10 -s bundle
agrees "$data" 3 '' -l nu:0.3
agrees "$data" 3 '' -l roc
agrees values 5 '' -l squared -B 1 -L 1e-3
agrees values 2 '' -l eps-insensitive -r l1
awk 'NR == 5 {print $0, "99:1"; next} {print}' values >far # a feature that one fold alone has
agrees far 3 '' -l eps-insensitive -B 1
agrees digits 3 '' -l crammer-singer -c 0.1
agrees digits 2 '-b 1' -b 1 -c 0.01
# What it prints: the folds by class, two alike; -q leaves the means. LIBLINEAR's word is the share of all lines.
run rrm-train -v 2 -s sda -e 1e-6 "$data" | sed 's/: trained on .*weights/: trained on N examples, ... weights/'
run rrm-train -v 2 -s sda -e 1e-6 -q "$data"
rrm-train -v 5 -S 1 -q "$data" >a
rrm-train -v 5 -S 2 -q "$data" >b
differ a b
rrm-train -v 5 -q - <"$data" >b
same a b
rrm-train -v 427 "$data" >one # leave one out: an example a fold
grep -c -e '^fold.*Accuracy.*/1)' one
grep '^mean' one
ls -A

#!/bin/sh
# models - random models of two classes, of several, of regression and of one class: what liblinear-train wrote is predicted by
# rrm-predict as by liblinear-predict, line by line; so is what rrm-train -F liblinear wrote, and what rrm-model converted there
# and back. Numbers of regression that a model in rrm's format gives may differ in their last digits from those of the same one in
# LIBLINEAR's: the sums have another order.
# usage: tests/models.sh [COUNT [SEED]]     (BIN=folder tests other programs; LIBLINEAR=program another train of LIBLINEAR's,
#                                            PREDICT=program its predict)
set -u
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C
count=${1:-24} seed=${2:-1} bin=${BIN:-bin}
train=${LIBLINEAR:-$(command -v liblinear-train)}
predict=${PREDICT:-$(command -v liblinear-predict)}
[ -x "$train" ] && [ -x "$predict" ] || { echo "models: skipped: LIBLINEAR is not installed (Debian: liblinear-tools)"; exit 0; }
tmp=$(mktemp -d "${TMPDIR:-/tmp}/rrm-models.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
"$train" | grep -q '^[[:space:]]*21 ' && one=yes || one=

# random SEED KIND: two files of data, and what is drawn for the model: a type of LIBLINEAR's, a bias, a cost, the loss here.
random()
{
    awk -v seed="$1" -v kind="$2" -v train="$tmp/train" -v test="$tmp/test" '
    function below(n) { return int(rand() * n) }
    function label(z) {
        if (kind == "regression") return sprintf("%.6g", 3 * z + rand())
        if (kind == "one-class") return rand() < .8 ? 1 : -1
        return name[kind == "binary" ? z + rand() > .5 : int((z + 4) / 8 * classes + rand()) % classes]
    }
    function row(file, most,   z, text, j, v) {
        for (j = 1; j <= most; j++)
            if (rand() < dense) { v = sprintf("%.4g", 2 * rand() - .7); z += v * w[j]; text = text " " j ":" v }
        print label(z < -4 ? -4 : z > 4 ? 4 : z) text > file
    }
    BEGIN {
        srand(seed)
        features = 1 + below(40); rows = 30 + below(120); dense = .1 + .8 * rand()
        for (j = 1; j <= features + 5; j++) w[j] = 2 * rand() - 1
        classes = kind == "binary" ? 2 : 3 + below(5)
        first = below(2)
        for (k = 0; k < classes; k++) name[k] = (first ? 3 * k - 4 : 7 - 2 * k)
        if (kind == "binary" && rand() < .3) { name[0] = first ? 1 : -1; name[1] = -name[0] }
        for (k = 0; k < classes && kind != "regression" && kind != "one-class"; k++) print name[k], "1:0.5" > train # each occurs
        for (i = 0; i < rows; i++) row(train, features)
        for (i = 0; i < 100; i++) row(test, features + 5)
        print kind == "one-class" ? 1 : kind == "regression" ? .5 : name[0] > test # no features: of two classes a tie
        split(kind == "regression" ? "11 12 13" : kind == "one-class" ? "21" : "0 1 2 3 4 5 6 7", type, " ")
        split("-1 0 1 2.5", bias, " ")
        n = kind == "regression" ? 3 : kind == "one-class" ? 1 : 8
        s = type[1 + below(n)]
        split("logistic squared-hinge squared-hinge hinge crammer-singer squared-hinge logistic logistic", loss, " ")
        l = s < 8 ? loss[s + 1] : s < 13 ? "squared-eps-insensitive" : s == 13 ? "eps-insensitive" : "novelty"
        if (kind == "regression" && rand() < .5) { split("squared absolute huber quantile", loss, " "); l = loss[1 + below(4)] }
        b = kind == "one-class" ? -1 : bias[1 + below(4)]
        free = b > 0 && rand() < .5 ? "-R" : ""
        print s, b, exp(4 * rand() - 3), l, s == 5 || s == 6 ? "l1" : "l2", free
    }'
}

failed=0 passed=0
# agree WHAT FILE FILE [near]: the same answers; numbers up to rounding.
agree()
{
    if [ -z "${4-}" ] && cmp -s "$2" "$3"; then
        passed=$((passed + 1))
    elif [ -n "${4-}" ] && paste "$2" "$3" | awk -v kind="$kind" 'NF != 2 {exit 1} $1 == $2 {next} kind != "regression" {exit 1}
        {d = $1 - $2; s = $1 * $1 > 1 ? $1 : 1; d /= s; if (d * d > 1e-24) exit 1}'; then
        passed=$((passed + 1))
    else
        echo "models: model $k, $kind, -s $type -B $bias, $1: the answers differ"
        failed=$((failed + 1))
    fi
}

k=0
while [ $k -lt "$count" ]; do
    case $((k % 4)) in 0) kind=binary ;; 1) kind=multiclass ;; 2) kind=regression ;; *) kind='one-class' ;; esac
    k=$((k + 1))
    [ $kind != 'one-class' ] || [ -n "$one" ] || continue
    # shellcheck disable=SC2046
    set -- $(random $((seed * 1000 + k)) $kind)
    type=$1 bias=$2 cost=$3 loss=$4 reg=$5 free=${6-}
    rm -f "$tmp"/*.model
    extra=
    [ $kind = 'one-class' ] || extra="-B $bias"
    # shellcheck disable=SC2086
    "$train" -q -s "$type" -c "$cost" $extra "$tmp/train" "$tmp/theirs.model" >"$tmp/said" 2>&1 &&
        "$predict" "$tmp/test" "$tmp/theirs.model" "$tmp/a" >/dev/null || { echo "models: model $k: LIBLINEAR fails"; failed=$((failed + 1)); }
    "$bin/rrm-predict" -q "$tmp/test" "$tmp/theirs.model" "$tmp/b" 2>/dev/null
    agree "theirs, read here" "$tmp/a" "$tmp/b"
    "$bin/rrm-model" convert "$tmp/theirs.model" "$tmp/rrm.model" && "$bin/rrm-model" convert -F liblinear "$tmp/rrm.model" "$tmp/back.model"
    "$bin/rrm-predict" -q "$tmp/test" "$tmp/rrm.model" "$tmp/b" 2>/dev/null
    agree "theirs, converted" "$tmp/a" "$tmp/b"
    "$predict" "$tmp/test" "$tmp/back.model" "$tmp/b" >/dev/null
    agree "theirs, converted there and back" "$tmp/a" "$tmp/b"
    # shellcheck disable=SC2086
    for format in rrm liblinear; do
        "$bin/rrm-train" -q -l $loss -r $reg -c $cost -B $bias $free -e 1e-2 -F $format "$tmp/train" "$tmp/$format.model" 2>"$tmp/said" ||
            { echo "models: model $k: rrm-train fails: $(cat "$tmp/said")"; failed=$((failed + 1)); }
    done
    "$bin/rrm-predict" -q "$tmp/test" "$tmp/rrm.model" "$tmp/b" 2>/dev/null
    "$predict" "$tmp/test" "$tmp/liblinear.model" "$tmp/a" >/dev/null
    agree "ours, $loss $free" "$tmp/a" "$tmp/b" near
    "$bin/rrm-predict" -q "$tmp/test" "$tmp/liblinear.model" "$tmp/b" 2>/dev/null
    agree "ours, $loss $free, read back" "$tmp/a" "$tmp/b"
done
[ -n "$one" ] || echo "models: those of one class were left out: this LIBLINEAR has no -s 21"
echo "models: $passed comparisons passed, $failed failed"
[ $failed = 0 ]

#!/bin/sh
# liblinear - each of LIBLINEAR's twelve solvers and the options of rrm-train for the same problem, on small data: the objective
# of LIBLINEAR's model, computed here, must lie between rrm-train's bounds, or above them by 1e-6 of it at most.
# usage: tests/liblinear.sh     (BIN=folder tests other programs, LIBLINEAR=program another train of LIBLINEAR's)
set -u
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C
rrm=${BIN:-bin}/rrm-train
liblinear=${LIBLINEAR:-$(command -v liblinear-train)}
[ -x "$liblinear" ] || { echo "liblinear: skipped: liblinear-train is not installed (Debian: liblinear-tools)"; exit 0; }
tmp=$(mktemp -d "${TMPDIR:-/tmp}/rrm-liblinear.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# objective LOSS P REGULARIZER COST MODEL DATA: |w|^2/2 or |w|_1, plus COST times the sum of the losses, one-class less nu rho each.
objective()
{
    awk -v loss="$1" -v p="$2" -v reg="$3" -v C="$4" '
    function square(x) { return x * x }
    function positive(x) { return x > 0 ? x : 0 }
    function margin(t) { # of a loss of two classes
        if (loss == "hinge") return positive(1 - t)
        if (loss == "squared-hinge") return square(positive(1 - t))
        return t > 0 ? log(1 + exp(-t)) : log(1 + exp(t)) - t
    }
    function example(label,   k, sum, worst, own) {
        if (loss == "eps-insensitive") return positive(positive(z[1] - label) + positive(label - z[1]) - p)
        if (loss == "squared-eps-insensitive") return square(positive(positive(z[1] - label) + positive(label - z[1]) - p))
        if (loss == "novelty") return positive(rho - z[1])
        if (loss != "crammer-singer") {
            if (outputs == 1) return margin(label == name[1] ? z[1] : -z[1])
            for (k = 1; k <= outputs; k++) sum += margin(label == name[k] ? z[k] : -z[k])
            return sum
        }
        for (k = 1; k <= outputs; k++) if (label == name[k]) own = k
        for (k = 1; k <= outputs; k++) if (k != own && 1 + z[k] - z[own] > worst) worst = 1 + z[k] - z[own]
        return worst + 0
    }
    FNR == NR && weights {
        j++
        if (outputs == 0) outputs = NF
        for (k = 1; k <= NF; k++) { w[j, k] = $k; norm += reg == "l1" ? ($k < 0 ? -$k : $k) : $k * $k / 2 }
        next
    }
    FNR == NR && $1 == "label" { for (k = 2; k <= NF; k++) name[k - 1] = $k + 0 }
    FNR == NR && $1 == "bias" { bias = $2 }
    FNR == NR && $1 == "rho" { rho = $2 }
    FNR == NR && $1 == "w" { weights = 1 }
    FNR == NR { next }
    {
        for (k = 1; k <= outputs; k++) z[k] = bias >= 0 ? bias * w[j, k] : 0
        for (i = 2; i <= NF; i++) {
            split($i, entry, ":")
            for (k = 1; k <= outputs; k++) z[k] += entry[2] * w[entry[1], k]
        }
        sum += example($1 + 0)
        m++
    }
    END { printf "%.15g\n", loss == "novelty" ? norm + sum - p * m * rho : norm + C * sum }' "$5" "$6"
}

failed=0 passed=0
# try TYPE LOSS P REGULARIZER COST BIAS DATA: P is a parameter, or 0.
try()
{
    type=$1 loss=$2 p=$3 reg=$4 cost=$5 bias=$6 data=$7
    name="-s $type, -l $loss -r $reg, C = $cost, -B $bias, $(basename "$data")"
    theirs="-s $type -c $cost -e 1e-9 -q" ours="-l $loss -c $cost"
    [ "$p" = 0 ] || ours="-l $loss:$p -c $cost"
    case $type in 1[1-3]) theirs="$theirs -p $p" ;; 21) theirs="$theirs -n $p" ours="-l $loss:$p -c 1" ;; esac
    [ "$bias" = -1 ] || theirs="$theirs -B $bias"
    # shellcheck disable=SC2086
    "$liblinear" $theirs "$data" "$tmp/theirs" >/dev/null 2>&1 || { echo "liblinear: $name: LIBLINEAR fails"; failed=$((failed + 1)); return; }
    # shellcheck disable=SC2086
    "$rrm" -q $ours -r "$reg" -B "$bias" -e 1e-7 -t 20 "$data" "$tmp/ours" || { echo "liblinear: $name: rrm fails"; failed=$((failed + 1)); return; }
    seen=$(objective "$loss" "$p" "$reg" "$cost" "$tmp/theirs" "$data")
    # J of ours is lambda times theirs.
    if awk -v seen="$seen" -v name="$name" '$1 == "verdict" && $2 != "converged" {print "liblinear: " name ": rrm: " $2; exit 1}
        $1 == "lambda" {scale = $2} $1 == "primal" {primal = $2} $1 == "dual" {dual = $2}
        $1 == "crc32" {
        seen *= scale
        size = primal < 0 ? -primal : primal
        if (seen >= dual - 1e-9 * size && seen <= primal + 1e-6 * size) exit
        printf "liblinear: %s: %.12g, expected from %.12g to %.12g\n", name, seen, dual, primal
        exit 1 }' "$tmp/ours"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

two=data/breast-cancer.train
gzip -dc data/digits.train.gz >"$tmp/digits"
digits=$tmp/digits
awk '{$1 = substr($2, 3); sub(/ 1:[^ ]*/, ""); print}' $two >"$tmp/numbers" # the first feature from the others
numbers=$tmp/numbers

# Costs at which LIBLINEAR gets there within its limits of iterations, which are fixed.
for bias in -1 1; do
    for cost in 0.05 0.2; do
        for type in 0 7; do try $type logistic 0 l2 $cost $bias $two; done
        for type in 1 2; do try $type squared-hinge 0 l2 $cost $bias $two; done
        try 4 crammer-singer 0 l2 $cost $bias $two
        try 5 squared-hinge 0 l1 $cost $bias $two
        try 6 logistic 0 l1 $cost $bias $two
        for type in 11 12; do try $type squared-eps-insensitive 0.1 l2 $cost $bias "$numbers"; done
    done
    for cost in 0.002 0.02; do try 3 hinge 0 l2 $cost $bias $two; done
    for cost in 0.001 0.004; do try 13 eps-insensitive 0.1 l2 $cost $bias "$numbers"; done
done
if "$liblinear" | grep -q '^[[:space:]]*21 '; then
    for nu in 0.1 0.5; do try 21 novelty $nu l2 1 -1 "$digits"; done
else
    echo "liblinear: -s 21 was left out: this LIBLINEAR has none"
fi
# One against the rest, and all classes at once.
try 0 logistic 0 l2 0.1 1 "$digits"
try 1 squared-hinge 0 l2 0.01 1 "$digits"
try 3 hinge 0 l2 0.01 1 "$digits"
try 4 crammer-singer 0 l2 0.01 1 "$digits"
try 5 squared-hinge 0 l1 0.01 1 "$digits"
try 6 logistic 0 l1 0.1 1 "$digits"
echo "liblinear: $passed passed, $failed failed"
[ $failed = 0 ]

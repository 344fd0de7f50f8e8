#!/bin/sh
# witness - trains 82 command lines, with one thread and with two, judges 12 more, and compares the bytes of the models, of
# the answers and of the figures with those that tests/witness.txt holds.
# usage: tests/witness.sh [--update]
#
# The bytes are those of every processor, compiler, libm and number of threads. So a difference is a sum whose order
# changed, or one that depends on the machine. A change that needs other bytes names them, and the sum, and records
# them (--update). BIN=folder tests other programs; PROGRAM=file the one program under both names; RUN=command runs
# it, SAID=words stand in the last line.
set -u
cd "$(dirname "$0")/.." || exit 1
BIN=${BIN:-bin}
work=$(mktemp -d "${TMPDIR:-/tmp}/rrm-witness.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
if [ -n "${PROGRAM-}" ]; then
    BIN=$work
    for name in rrm-train rrm-predict; do ln -s "$(cd "$(dirname "$PROGRAM")" && pwd -P)/$(basename "$PROGRAM")" "$work/$name"; done
fi
run=${RUN-}
two=data/breast-cancer.train rare=data/digits-8.train.gz ten=data/digits.train.gz
# Regression, counts and ordered labels from the features of breast-cancer.
awk '{$1 = substr($3, 3) * 3 + substr($5, 3); print}' $two >"$work/numbers"
awk '{v = substr($2, 3) + 2; $1 = v < 0 ? 0 : int(v); print}' $two >"$work/counts"
awk '{v = substr($2, 3) + 0; $1 = v < -1 ? 1 : v < 0 ? 2 : 3; print}' $two >"$work/steps"
# Lines that stand several times.
awk '{for (k = NR % 9 ? 0 : 12; k >= 0; k--) print}' $two >"$work/repeated"
numbers=$work/numbers counts=$work/counts steps=$work/steps repeated=$work/repeated

# A line: the options, then the data.
lines()
{
    for solver in auto bundle linesearch linesearch:ocas proximal proximal:newton proximal:online pegasos sda agm; do
        echo "-m 300 -s $solver $rare"
        echo "-m 60 -s $solver -l logistic -c 10 -B 1 $two"
    done
    for loss in squared-hinge huber-hinge:0.3 exponential nu:0.2 novelty:0.3; do
        echo "-l $loss -e 1e-5 $two"
        echo "-l $loss -s agm -m 100 -B 2 $two"
    done
    for loss in squared squared-eps-insensitive absolute eps-insensitive huber:2 quantile:0.8; do
        echo "-l $loss -B 1 -R $numbers"
        echo "-l $loss -s sda -m 50 $numbers"
    done
    for reg in l1 elastic:0.3 elastic-ball:2,0.5 entropy:3; do
        echo "-r $reg -L 0.01 -m 300 $rare"
        echo "-r $reg -L 0.01 -l squared-hinge -s bundle -m 200 $two"
    done
    echo "-r l1 -L 0.001 -s agm -l logistic -m 300 $two"
    echo "-r elastic -L 0.001 -s sda $two"
    echo "-r elastic -L 0.001 -s pegasos -m 50 $two"
    for loss in squared-hinge logistic; do
        echo "-r l1 -L 0.001 -s proximal:newton -l $loss $two"
        echo "-r elastic -L 0.001 -s proximal:newton -l $loss -B 1 -R $rare"
    done
    echo "-s proximal:newton -l quantile:0.8 -B 1 -R -e 1e-6 $numbers"
    echo "-l poisson -B 1 $counts"
    echo "-l ordinal $steps"
    echo "-l ordinal-logistic -B 1 $steps"
    echo "-r l1 -l hinge $two"
    echo "-r elastic-ball -l logistic $two"
    echo "-l softmax -m 100 $ten"
    echo "-l crammer-singer -m 100 $ten"
    echo "-l logistic $ten"
    echo "-b 1 -w 1:3 $rare"
    echo "-B 1 -R -s proximal -m 200 $two"
    echo "-B 1 -R -l nu:0.1 $two"
    echo "-w 1:5 -w -1:0.5 -S 7 $two"
    echo "-s sda $repeated"
    echo "-l logistic -B 1 -R $repeated"
    echo "-l nu:0.2 -w 1:2 $repeated"
    echo "-b 1 $repeated"
    echo "-l roc -e 1e-4 $two"
    echo "-l roc -s agm -m 50 $rare"
    echo "-l roc -s linesearch:ocas $two"
    echo "-l fbeta -e 1e-4 $two"
    echo "-l fbeta:2 -s agm -m 50 $two"
    echo "-l prec@k:30 -s linesearch:ocas $rare"
    echo "-r entropy -L 0.01 -l exponential -m 100 $two"
    echo "-C -l logistic $two"
}

# A line: the options, the data, the options of rrm-predict; or -v, the options, the data.
judged()
{
    echo "-l logistic -B 1 $two -b 1 -f"
    echo "-l logistic -m 20 $ten -b 1 -f"
    echo "-l softmax -m 20 $ten -b 1"
    echo "-b 1 -m 20 $ten -b 1"
    echo "-l poisson -B 1 $counts"
    echo "-l ordinal $steps -f"
    echo "-l roc $two -d"
    echo "-l nu:0.2 -B 1 -R $numbers -d"
    for loss in logistic hinge exponential; do echo "-v 3 -l $loss $two"; done
    echo "-v 3 -l softmax -m 20 $ten"
}

# The check sum of standard input.
sum() { printf '%08x' "$(cksum | cut -d ' ' -f 1)"; }

# judge THREADS OPTIONS: the figures, which are lines with ' = ', and the answers
judge()
{
    threads=$1
    shift
    if [ "$1" = -v ]; then
        $run "$BIN/rrm-train" -q -n "$threads" "$@"
        return
    fi
    rm -f "$work/model" "$work/answers"
    options=
    while [ ! -f "$1" ]; do options="$options $1"; shift; done
    data=$1
    shift
    # shellcheck disable=SC2086
    $run "$BIN/rrm-train" -q -n "$threads" $options "$data" "$work/model"
    $run "$BIN/rrm-predict" -n "$threads" "$@" "$data" "$work/model" "$work/answers" | grep ' = '
    cat "$work/answers"
}

{
    lines | while read -r line; do
        for threads in 1 2; do
            # shellcheck disable=SC2086
            $run "$BIN/rrm-train" -q -n $threads $line "$work/model" >/dev/null 2>&1
            # The check sum of all bytes stands in the last line.
            echo "$(tail -n 1 "$work/model" | cut -d ' ' -f 2) -n $threads $line"
        done
    done
    judged | while read -r line; do
        # shellcheck disable=SC2086
        for threads in 1 2; do echo "$(judge $threads $line 2>/dev/null | sum) judged -n $threads $line"; done
    done
} | sed "s|$work/||" >"$work/seen"
if [ "${1-}" = --update ]; then
    cp "$work/seen" tests/witness.txt
    exit
fi
diff tests/witness.txt "$work/seen" && echo "witness: ${SAID:+$SAID: }$(wc -l <"$work/seen") lines have the bytes they had"

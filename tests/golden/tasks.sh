# Models of every other task, written by hand: answers, decision values, figures.
. "$LIB"
# model FILE LOSS CLASSES [KEY LINE ...]: two features; its weights are lines of standard input.
model()
{
    file=$1 loss=$2 classes=$3
    shift 3
    {
        lines 'rrm-model 1' 'solver sda' "loss $loss" 'regularizer l2' 'lambda 0.25' 'bias -1' "classes $classes"
        case ${1-} in labels*) lines "$1"; shift ;; esac
        lines 'features 2' 'primal 0.5' 'dual 0.25' 'passes 17' 'verdict converged' "$@" 'weights 2'
        cat
    } >"$file"
    seal "$file"
}
lines '1 2 -1 0' '2 0 1 -0.5' | model softmax softmax 3 'labels 10 -3 0.5'
lines '1 2 -1' '2 0 1' | model two softmax 2 'labels 10 -3'
lines '1 2' '2 -1' | model ordinal ordinal 4 'labels 1 2 3 5' 'offsets -1 0.5 0.5'
lines '1 2' '2 -1' | model novelty novelty:0.10000000000000001 1 'labels 1' 'offsets 1'
lines '1 2' '2 -1' | model quantile quantile:0.90000000000000002 0
lines '1 2' '2 -1' | model poisson poisson 0
lines '10 1:1' '-3 2:1' '0.5 1:-1 2:-0.5' '7 9:1' '10 1:-0.125' >classes
lines '5 1:1' '1 2:1' '2 1:-0.25' '5 1:0.25' '7 1:1' '3 1:0.25' >ranks
lines '1 1:1' '-1 2:1' '1 1:0.5' '-1 1:2' >known
lines '0 1:1' '0 2:1' '0 1:0.5' >unknown
lines '2.5 1:1' '-1 2:1' '0.5 1:0.25' '0 9:1' >values
lines '2 1:1' '2 2:1' >constant
for pair in 'classes softmax' 'classes two' 'ranks ordinal' 'known novelty' 'unknown novelty' 'values quantile' 'constant quantile'; do
    # shellcheck disable=SC2086
    run rrm-predict $pair
    # shellcheck disable=SC2086
    run rrm-predict -d -q $pair
done
run rrm-predict -q -d values poisson
rrm-predict -q values poisson | awk '{printf "%.6f\n", $1}'
for file in softmax two; do
    rrm-predict -q -b 1 classes $file | awk 'NR > 1 {$2 = sprintf("%.6f", $2); $3 = sprintf("%.6f", $3)} {print $1, $2, $3}'
done
for file in ordinal novelty quantile; do run rrm-predict -q -b 1 values $file out; done
# The confusion matrix: of one class with labels that tell and with others; of numbers there is none.
lines '1 1:1' '5 2:1' '-1 2:1' >partly
run rrm-predict -f known novelty /dev/null
run rrm-predict -f partly novelty /dev/null
run rrm-predict -f values quantile /dev/null
# Predictions that overflow.
lines '1 1e308' '2 -1e308' | model great quantile:0.5 0
lines '' '# two' '1 1:1' '0 1:1e308 2:1e308' >large
run rrm-predict -q large great out
lines '1 1:1000' >large
run rrm-predict -q large poisson out
# Keys that are missing, do not go with the loss, or say something else.
lines '1 2' '2 -1' | model no-rho novelty:0.5 1 'labels 1'
lines '1 2' '2 -1' | model label novelty:0.5 1 'labels 2' 'offsets 1'
lines '1 2' '2 -1' | model labels quantile:0.5 0 'labels 1'
lines '1 2' '2 -1' | model down ordinal 3 'labels 1 3 2' 'offsets 0 1'
lines '1 2' '2 -1' | model thresholds ordinal 3 'labels 1 2 3' 'offsets 1 0'
lines '1 2' '2 -1' | model sigmoid ordinal 3 'labels 1 2 3' 'offsets 0 1' 'platt 1 2'
lines '1 2' '2 -1' | model ova ova:softmax 3 'labels 1 2 3'
for file in no-rho label labels down thresholds sigmoid ova; do run rrm-predict -q values $file; done
[ ! -e out ] || echo "out was written"

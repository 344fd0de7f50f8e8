# Labels that look like numbers rather than classes: a classifier warns before it trains, with -q too.
. "$LIB"
# try FIRST STEP COUNT [OPTION ...]: labels from FIRST on.
try()
{
    awk -v first="$1" -v step="$2" -v count="$3" 'BEGIN {for (i = 0; i < 3 * count; i++) print first + step * (i % count), 1 + i % count ":1"}' >data
    shift 3
    run rrm-train -q -m 1 -e 0 "$@" data m
}
try 0.5 0.5 21
try -60 1 40
try 2 1 21
try 0 -1 21 -l softmax
try 0 2 21 -l ova:logistic
# The whole numbers from 0 or 1 on are classes, few labels may be anything, ordered ones too.
try 0 1 26
try 1 1 105
try 105 -1 105 -l crammer-singer
try 0.5 0.5 20
try -60 1 40 -l ordinal
try -60 1 40 -l squared
try -60 1 40 -l novelty
# The warning comes before the training, which waits here for the reader of its trace.
mkfifo pipe
awk 'BEGIN {for (i = 0; i < 90; i++) print i % 30 - 5, "1:" i}' >data
rrm-train -q -m 1 -e 0 -T pipe data model 2>err &
while [ ! -s err ]; do sleep 0.1; done
cat err
[ ! -e model ] || echo "a model is there already"
cat pipe >trace
wait $!
value classes model

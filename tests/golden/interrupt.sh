# SIGINT and SIGTERM in mid-run: the step is finished, the best point is written as a model, status 0.
. "$LIB"

# Waits until the trace, which stands beside its place, has its first bytes: then the solver is at work.
begun()
{
    while :; do
        for file in .rrm-*; do
            [ -s "$file" ] && return
        done
        sleep 0.1
    done
}
try()
{
    signal=$1 # a background command of a shell starts with SIGINT ignored: the program catches it all the same
    shift
    rrm-train "$@" -T trace "$DATA/digits-8.train.gz" model >out 2>err &
    begun
    kill -s $signal $!
    wait $!
    echo "$signal: exit $?"
    valid model
    sed -n 's/^primal .*: /outcome: /p' out
    sed 's/the certified gap.*primal)/the certified gap is G/' err
    head -n 1 trace
    ls -A
    rm -f model trace
}
try INT -m 1e9 -e 0 -s linesearch
try TERM -m 1e9 -e 0 -s linesearch
try TERM -m 1e9 -e 1e-15 -s agm
try INT -m 1e9 -e 0 -a 1e-15 -s pegasos -q

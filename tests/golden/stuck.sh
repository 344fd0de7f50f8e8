# Who waits for somebody else's pipe can still be ended; who was told to ignore a hangup goes on.
. "$LIB"
tiny >data
rrm-train -q data model
mkfifo pipe

# ended SIGNAL COMMAND: what a signal does to it when it has waited a little.
ended()
{
    number=$1
    shift
    "$@" &
    sleep 0.5
    kill -"$number" $!
    wait $!
    echo "$* ended by $number: $?"
}
{
    ended TERM rrm-train -q data pipe
    ended TERM rrm-train -q -T pipe data model2
    ended TERM rrm-predict -q data model pipe
} 2>/dev/null # the shell's own "Terminated"
(
    trap '' HUP
    exec rrm-train -q -e 0 -s linesearch -t 1 "$ROOT/data/digits-8.train.gz" model3
) &
sleep 0.3
kill -HUP $!
wait $!
echo "exit $?, $(value verdict model3)"
ls -A

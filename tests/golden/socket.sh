# rrm-predict behind a socket: the lines of rrm-jobs(7) that say socat, as they stand there.
. "$LIB"
command -v socat >/dev/null || skip "no socat"
[ -d "$ROOT/man" ] || skip "no manual pages"
ln -s "$DATA" data
rrm-train -q data/breast-cancer.train bc.model
sed -n -e 's/\\-/-/g' -e 's/\\e/\\/g' -e '/^socat /p' "$ROOT/man/rrm-jobs.7" >serve
sed -n -e 's/\\-/-/g' -e '/^[^ ].*| socat /p' "$ROOT/man/rrm-jobs.7" >ask
cat serve ask
# exec: the process to be ended is socat's
sed -e 's/^/exec /' -e 's/ &$//' serve >server
sh server &
server=$!
until [ -S rrm.sock ]; do sleep 0.1; done
sh ask
# A client that waits for each answer; two at a time.
mkfifo to from
socat - UNIX-CONNECT:rrm.sock <>to >from &
client=$!
exec 3<>from
for line in '?' 'x' '1:1:1' '1 1:1e9' ''; do
    echo "$line" >to
    read -r answer <&3
    echo "$line gets $answer"
    sh ask
done
kill $client $server
wait
exit 0

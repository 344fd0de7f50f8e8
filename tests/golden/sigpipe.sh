# Nobody reads any more: rrm-predict ends as other programs do, by SIGPIPE and silently; rrm-train writes its model.
. "$LIB"
[ -z "$(sh -c 'kill -PIPE $$; echo ignored')" ] || skip "SIGPIPE is ignored here"
awk 'BEGIN {for (i = 0; i < 50000; i++) print i % 2 ? 1 : -1, i % 10 + 1 ":1"}' >long
tiny >data
rrm-train -q data model
rrm-predict -q data model labels

# end STATUS: the name of the signal that it stands for, or itself.
end()
{
    if [ "$1" -gt 128 ]; then echo "ended by $(kill -l "$1")"; else echo "exit $1"; fi
}
{
    rrm-predict long model
    end $? >&2
} | head -n 1
mkfifo pipe
exec 3<>pipe 4>pipe 3<&- # 4 writes to a pipe that nobody reads
rrm-predict -q data model >&4
end $?
rrm-predict data model out >&4
end $?
same labels out
rrm-predict data model >out2 2>&4
end $?
same labels out2
rrm-predict -d missing model out 2>&4
end $?
same labels out
rrm-train data model2 >&4
end $?
same model model2
rrm-train -s sda -m 1 -e 1e-9 data model3 >&4 2>&4
end $?
valid model3
rrm-train -h >&4
end $?
ls -A

# The line of progress stands on a terminal alone; a pipe or a file gets messages alone.
. "$LIB"
command -v script >/dev/null && script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip "no script of util-linux"
data=$DATA/digits.train.gz
# seen COMMAND: what a terminal is shown, a line for each drawing; numbers become N.
seen()
{
    SHELL=/bin/sh script -qec "$1" /dev/null </dev/null | tr '\r' '\n' | sed -n '/passes,.*gap/p' |
        sed 's/[0-9][0-9.e+-]*/N/g; s/ \(min\|h\) left/ s left/; s/N s left.*/N s left/; s/: N passes.*/: N passes/' | sort -u
}
seen "rrm-train -n 1 -s pegasos -e 0 -m 500 $data m" | grep -v '^N of N classes done; pegasos: N passes'
seen "rrm-train -s pegasos -e 0 -m 100 -l logistic $DATA/digits-8.train.gz m"
seen "rrm-train -v 5 -n 1 -s pegasos -e 0 -m 3000 $DATA/digits-8.train.gz" | grep 'left'
seen "rrm-train -C -c 1:2:2 -n 1 -s pegasos -e 0 -m 3000 $DATA/digits-8.train.gz m" | grep 'left'
seen "rrm-train -q -s pegasos -e 0 -m 100 $data m"
rrm-train -v 5 -n 1 -s pegasos -e 0 -m 3000 "$DATA/digits-8.train.gz" >out 2>err
rrm-train -s pegasos -e 0 -m 100 "$data" m 2>&1 >out | cat >>err
[ ! -s err ] && echo "no message"

# gzip is told by its bytes, never by its name; several members are one file.
. "$LIB"
gzip -dc "$DATA/digits-8.train.gz" >plain
cp plain plain.gz
gzip -nc plain >packed
head -n 700 plain | gzip -n >members
tail -n +701 plain | head -n 1 | gzip -n9 >>members
tail -n +702 plain | gzip -n1 >>members
{ head -c 1000 plain | gzip -n; tail -c +1001 plain | gzip -n; } >mid-line
for file in plain plain.gz packed members mid-line; do
    run rrm-train -q $file $file.m
done
run rrm-train -q - stdin.m <plain
run rrm-train -q - stdin-gzip.m <packed
cat packed | rrm-train -q - pipe.m
same plain.m plain.gz.m packed.m members.m mid-line.m stdin.m stdin-gzip.m pipe.m
rrm-predict -d plain plain.m 2>/dev/null >a
rrm-predict -d members plain.m 2>/dev/null >b
rrm-predict -d - plain.m 2>/dev/null <packed >c
rrm-predict -d plain - 2>/dev/null <plain.m >d
same a b c d
gzip -c plain.m >packed.model
run rrm-predict -q -d plain packed.model e
same a e

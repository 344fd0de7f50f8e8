# The same bytes for every number of threads, where the data are cut in several parts.
. "$LIB"
gzip -dc "$DATA/digits-8.train.gz" >part
cat part part part part part part part part >data
for solver in sda bundle agm; do
    for threads in 1 2 7; do
        rrm-train -q -s $solver -m 20 -n $threads data $solver-$threads 2>/dev/null
        rrm-predict -q -d -n $threads data $solver-$threads $solver-$threads.d
    done
    same $solver-1 $solver-2 $solver-7
    same $solver-1.d $solver-2.d $solver-7.d
done
rrm-train -q -s sda -m 20 data all 2>/dev/null
same sda-1 all

# Both streams in one file: its lines stand in the order of events.
. "$LIB"
tiny >data
rrm-train -s sda -m 1 -e 1e-9 -w 9:2 data model >log 2>&1
cat log
echo "with the model on standard output:"
rrm-train -s sda -m 1 -e 1e-9 -w 9:2 data - 2>&1 >model2 | cat
same model model2
sed 's/^-1/1/' data >one-class
rrm-train one-class model >log 2>&1
cat log
rrm-predict data model >log 2>&1
cat log

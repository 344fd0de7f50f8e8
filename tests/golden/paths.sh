# Paths of any length and bytes.
. "$LIB"
name=$(awk 'BEGIN {for (i = 0; i < 200; i++) printf "d"}')
top=$(pwd)
long=.
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    mkdir $name && cd -P $name || skip "no folder this deep"
    long=$long/$name
done
tiny >data
cd "$top" || exit 1
printf '%s\n' "$long/data" | wc -c
status rrm-train -q "$long/data" "$long/model" | sed 's/ddd*/d/g'
status rrm-predict -q "$long/data" "$long/model" "$long/out" | sed 's/ddd*/d/g'
wc -l <"$long/out"
rrm-train -q "$long/missing" m 2>err
echo "exit $?"
sed 's/ddd*/d/g' err
rrm-train -q "$long/data" && ls data.model
file=$(awk 'BEGIN {for (i = 0; i < 255; i++) printf "f"}')
cp "$long/data" $file
status rrm-train -q data.model $file | sed 's/fff*/f/g'
other=$(awk 'BEGIN {for (i = 0; i < 255; i++) printf "g"}')
status rrm-train -q $file $other | sed 's/fff*/f/g; s/ggg*/g/g'
odd=$(printf 'a b\tc \303\244\304\261 \377 100%% %%s "\\')
mkdir "$odd"
cp "$long/data" "$odd/$odd"
status rrm-train -q "$odd/$odd" "$odd/$odd.model"
status rrm-train -q "$odd/$odd"
run rrm-predict -q "$odd/$odd" "$odd/$odd.model"
run rrm-predict -q "$odd/missing" "$odd/$odd.model"
line=$(printf 'one\ntwo')
cp "$long/data" "$line"
run rrm-train -q "$line"
run rrm-predict -q "$line" "$line.model"
run rrm-train -q "$line.missing"
rm -rf $name

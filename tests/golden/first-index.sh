# Indices that begin at 0: refused as they are, with the option that takes them; then the model is that of the indices from 1, and
# everywhere the user sees and writes the own ones.
. "$LIB"
lower() { awk '{line = $1; for (i = 2; i <= NF; i++) {split($i, a, ":"); line = line " " a[1] - 1 ":" a[2]} print line}' "$1"; }
lower "$DATA/breast-cancer.train" >zero.train
lower "$DATA/breast-cancer.test" >zero.test
run rrm-train -q zero.train model
rrm-train -q -B 1 "$DATA/breast-cancer.train" one
run rrm-train -q -B 1 -o first=0 zero.train zero
raised() { sed '/^first/d;/^crc32/d' "$1" | awk 'weights {$1++} /^weights/ {weights = 1} {print}'; }
raised zero >raised
sed '/^crc32/d' one >plain
same plain raised
rrm-predict -q "$DATA/breast-cancer.test" one answers
run rrm-predict -q zero.test zero seen
same answers seen
grep -n -A 2 '^first' zero | cut -c 1-12

# What the user sees.
lines '1 0:1 3:2' '-1 1:1 2:0.5' >few
lines 'height' 'width' '' 'depth' >names
run rrm-train -q -o first=0 -N names few named
sed -n '/^first/,/^crc32/p' named | grep -v crc32
run rrm-predict -q -x 5 few named
run rrm-train -q -o first=0 few plain
run rrm-model show plain
rrm-model show -J plain | grep -o '"first":0'
run rrm-model check plain
run rrm-model convert plain again
same plain again
run rrm-model prune -t 0.35 plain pruned
sed -n '/^first/,/^crc32/p' pruned | grep -v crc32
run rrm-train -q -o first=0 -c 1:10:2 -P path -l hinge few plain
cut -f 8 path | sed 's/:[^ ]*//g'
lines '3 1:1 0:2' >turned
run rrm-train -q -o first=0 -o order=any -l squared turned turned.model
rrm-train -q -B 1 -c 10 -o first=0 zero.train ten
"$ROOT/tools/rrm-plot" path -n -k 40 zero ten >drawn
grep -c curve drawn
grep "curve: \(0\|29\|30\)$" drawn

# Files by index.
lines '0 0 0.1' '3 +' >bounds
run rrm-train -q -o first=0 -o bounds=bounds few bounded
sed -n '/^weights/,/^crc32/p' bounded | grep -v crc32
lines '4 +' >bounds
run rrm-train -q -o first=0 -o bounds=bounds few bounded
lines 1 -1 >bare
run rrm-train -q -o first=0 -o bounds=bounds bare bounded
lines '0 +' >bounds
sed 's/0:/4:/' few >ones
run rrm-train -q -o order=any -o bounds=bounds ones bounded
lines '0 1' '1 1' '2 2' >groups
run rrm-train -q -o first=0 -r group -o groups=groups few grouped

# What does not go with it.
run rrm-train -q -o first=0 -F liblinear few m
run rrm-model convert -F liblinear plain m
run rrm-train -q -o first=0 -i one zero.train m
run rrm-train -q -i zero "$DATA/breast-cancer.train" m
run rrm-train -q -o first=0 -i zero zero.train m
run rrm-train -q -o first=0 -o features=words few m
run rrm-train -q -o first=2 few m
lines 'a\tone two' 'b\ttwo three' >texts
rrm-words -q -m 1 texts terms texts.svm
run rrm-train -q -o first=0 -N terms few m

# A model that was damaged.
for change in 's/^first 0/first 1/' 's/^3 /4 /' 's/^1 /01 /' 's/^1 /0 /' 's/^first 0/&\nfirst 0/'; do
    sed "$change" plain >damaged
    run rrm-model check damaged
done

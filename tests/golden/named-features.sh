# Files of factors, bounds and groups that call features by their words or names; what -P calls them.
. "$LIB"
# weights MODEL: without names.
weights() { sed -n '/^weights/,/^crc32/p' "$1" | sed -e '$d' -e 's/ [^ ]*[a-z][^ ]*$//'; }
numbers=$DATA/breast-cancer.train
awk '{printf "%s", $1; for (i = 2; i <= NF; i++) {split($i, e, ":"); printf " f%s:%s", e[1], e[2]} print ""}' "$numbers" >words
seq 30 | sed 's/^/f/' >names
sed 's/^./name &/' names >blanks
seq 30 | awk '{print $1, 1 + $1 % 4 / 2}' >factors
seq 2 3 30 | awk '{print $1, $1 % 2 ? "+" : "-0.01 0.02"}' >bounds
seq 30 -1 1 | awk '{print $1, $1 % 7}' >groups
for f in factors bounds groups; do
    sed 's/^/f/' $f >$f.w
    sed 's/^/ \tname f/; s/$/ \t# a name with a blank/' $f >$f.b
done
for options in '-o factors=factors' '-r l1 -c 0.1 -o bounds=bounds -o factors=factors' '-r group -c 0.1 -o groups=groups'; do
    named=$(echo "$options" | sed 's/=[a-z]*/&.w/g') blank=$(echo "$options" | sed 's/=[a-z]*/&.b/g')
    # shellcheck disable=SC2086
    {
        rrm-train -q $options "$numbers" m && weights m >a
        rrm-train -q -o features=words $named words m && weights m >b
        rrm-train -q -N names $named "$numbers" m && weights m >c
        rrm-train -q -N names $options "$numbers" m && weights m >d
        rrm-train -q -N blanks $blank "$numbers" m && sed -n '/^weights/,/^crc32/p' m | sed -e '$d' -e 's/ name f[0-9]*$//' >e
    }
    same a b c d e
done
rrm-train -q -v 3 -o factors=factors "$numbers" >a
rrm-train -q -v 3 -o features=words -o factors=factors.w words >b
same a b
# Words that stand for levels, in folds too; a factor of 0.
lines 'yes colour=red size:1' 'no colour=blue size:2' 'yes colour=red size:0.5' 'no colour=green' >few
lines 'colour=red +' 'size -1 1 # not far' >b
lines 'size 0' >f
rrm-train -q -o labels=words -o features=words -o bounds=b -o factors=f few m && value verdict m
rrm-train -q -o features=words -o labels=words -r group -o groups=b few m
lines 'colour=red 1' 'colour=blue 1' 'colour=green 1' >g
rrm-train -q -o labels=words -o features=words -B 1 -R -r group -c 3 -o groups=g few m
sed -n '/^weights/,/^crc32/p' m | sed -e '$d' -e '1!s/ [-0-9.e]*/ W/'
# What a word may not be; numbers are words.
for line in 'colour=rde +' '1 +' 'colour=red' '+' 'colour=red x 1' 'colour=red + 1' 'a b +' 'size -' 'colour=red 1 2' 'colour=\0033 +' \
    'a-name-of-more-bytes-than-a-message-shows +'; do
    lines '# a comment' 'size + # another' "$line" >b
    run rrm-train -q -o labels=words -o features=words -o bounds=b few m
done
run rrm-train -q -o labels=words -o features=words -o factors=f few m
# Names of indices: what is none is an index.
lines '1 1:2 2:1 3:1 4:1 5:1' '-1 1:1 3:2' '-1 2:3 4:1' >few
lines 'the first' '' '2' twice twice six >names
for line in 'the first -' 'the  first -' 'the -' '1 -' '2 -' '5 -' 'twice -' 'six -' '7 -' '0 -' '1.5 -' 'the first' '2 0 1 2'; do
    lines "$line" '4 0 0' >b
    run rrm-train -q -N names -o bounds=b few m
    [ ! -f m ] || weights m | awk 'NR > 1 && $2 > 0.001 {print "above 0: " $1}'
    rm -f m
done
lines 'the first 1' '1 2' >f
run rrm-train -q -N names -o factors=f few m
lines '2 1' '3 1' >f
run rrm-train -q -N names -o factors=f few m
lines '1 0:1 1:2' '-1 1:1' >zero
lines first second >names
lines 'first 0 0' >b
run rrm-train -q -o first=0 -N names -o bounds=b zero m
sed -n '/^weights/,/^crc32/p' m | sed -e '$d' -e 's/ [-0-9.e]* / W /'
lines '0 0 0' >b
run rrm-train -q -o first=0 -N names -o bounds=b zero m
sed -n '/^weights/,/^crc32/p' m | sed -e '$d' -e 's/ [-0-9.e]* / W /'
# Hashed words have indices alone.
lines 'f1 +' >b
run rrm-train -q -o features=words -o hash=8 -o bounds=b words m
# -P has the names of the model.
lines 'the first' '' 'a:b' >names
rrm-train -q -B 1 -N names -c 0.1:10:2 -P path few m && cut -f 8 path | sed 's/:-*[0-9][0-9.e-]*/:W/g'
rrm-train -q -o features=words -c 0.01:10:2 -P path words m && cut -f 8 path | sed 's/:-*[0-9][0-9.e-]*/:W/g'
sed -n '$s/.*\t//p' path | tr ' ' '\n' >told
sed -n '/^weights/,/^crc32/p' m | awk 'NF == 3 {print $3 ":" $2}' | same told -

# Names in place of indices, kept in the model or hashed; names of indices that are shown; comments behind answers.
. "$LIB"
named='{printf "%s", $1; for (i = 2; i <= NF; i++) {split($i, e, ":"); printf " f%s:%s", e[1], e[2]} print ""}'
for f in train test; do awk "$named" "$DATA/breast-cancer.$f" >"$f"; done
run rrm-train -q train m
run rrm-train -q -o features=words train model
rrm-train -q "$DATA/breast-cancer.train" numbers
sed -n '/^weights/,/^crc32/p' model | sed -e '$d' -e 's/ f[0-9]*$//' >a
sed -n '/^weights/,/^crc32/p' numbers | sed '$d' >b
same a b
run sed -n '/^words/,/^weights/p' model
rrm-predict -q -d "$DATA/breast-cancer.test" numbers known
for n in 1 7; do rrm-predict -q -d -n $n test model - | cmp - known && echo "alike: $n"; done
# entries in another order, unknown names: the same bits as of unknown indices
awk '{print $0 " 900:3 901:1"}' "$DATA/breast-cancer.test" | rrm-predict -q -d - numbers known
awk '{printf "%s new%d:3", $1, NR; for (i = NF; i > 1; i--) printf " %s", $i; print " unknown"}' test >other
for n in 1 7; do rrm-predict -q -d -n $n other model - | cmp - known && echo "alike: $n"; done
rrm-predict -q -d - model <other | cmp - known && echo 'alike: a pipe'
head -n 1 test | rrm-predict -q -x 3 - model | tr '\t' '\n' | sed 's/\.[0-9]*//'
rrm-model show -k 3 model | tail -n 4
run rrm-model prune -t 0.5 model pruned
awk '/^crc32/ {on = 0} on {n++; bad += $3 != "f" $1} /^weights/ {on = 1} END {print n " names, wrong: " bad + 0}' pruned
run rrm-train -q -o features=words -o hash=20 train hashed
run sed -n '/^words/,/^weights/p' hashed
run rrm-train -q -o features=words -o hash=20 -n 1 train alone
same hashed alone
run rrm-predict test hashed out
run rrm-train -q -o features=words -o hash=31 train m
run rrm-train -q -o hash=20 train m
run rrm-train -q -o features=words -F liblinear train m
run rrm-train -q -o features=words -i model train m
run rrm-train -q -o features=words -N names train m
# names of indices
lines '1 1:2 2:1 3:1 4:1' '-1 1:1 3:2' '-1 2:3 4:1' >few
lines 'the first' '' 'e\0303\0251' >names
run rrm-train -q -N names few m
run sed -n '/^featurenames/,/^crc32/p' m
rrm-predict -q -x 4 few m - | sed 's/\.[0-9]*//g'
lines 'a\0033[2J' >hostile
run rrm-train -q -N hostile few m
run rrm-train -q -N absent few m
: >empty
run rrm-train -q -N empty few m
printf 'good\tgood and fast\nbad\tbad and slow\n' >texts
rrm-words -q texts texts.words texts.svm
run rrm-train -q -N texts.words texts.svm m
sed -n '/^weights/,/^crc32/p' m | sed 's/ [-0-9.]* / W /'
run rrm-model prune -t 0.1 m pruned
run rrm-model check pruned
# tags
lines '1 1:1 # one  ' '2:1' '-1 2:1 #\ttwo three' '# alone' '? 3:1 #' '1 x # bad' '1 2:1#last' >tagged
run rrm-predict -q -o tags=1 -o lines=keep tagged numbers
run rrm-predict -q -o tags=1 tagged numbers out
head -n 5 tagged | rrm-predict -q -o tags=1 -d - numbers | cut -f 2
rrm-train -q -l logistic "$DATA/breast-cancer.train" likely
head -n 5 tagged | rrm-predict -q -o tags=1 -b 1 - likely | sed 's/0\.[0-9]*/P/g'
head -n 5 tagged | rrm-predict -q -o tags=1 -x 1 - numbers | cut -f 1,4
head -n 5 tagged >right
run rrm-predict -q -o tags=1 right numbers out
run rrm-predict -q -o tags=1 right numbers out
run rrm-predict -q right numbers out
lines '1 qid:1 1:1 # a' '2 qid:1 2:1' '2 qid:2 2:1 # c' >chain
rrm-train -q -l crf chain m
lines '1 qid:1 1:1 # a' 'x' '2 qid:1 2:1' 'y # bad' '2 qid:2 2:1 # c' '2 qid:3 2:1 # d' >chain
run rrm-predict -q -o tags=1 -o lines=keep chain m
# Indices above 2^31 - 2 are names, or hashes of them; 7 and 07 are two.
lines '1 99999999999:1 7:2' '-1 2147483647:1 07:3' >far
run rrm-train -q -o features=words far m && sed -n '/^weights/,/^crc32/p' m | cut -d ' ' -f 3
run rrm-train -q -o features=words -o hash=8 far m && rrm-predict -q far m
run rrm-train -q far m

# Words as labels: the model, the answers and the figures of numbers, under their names; -w by name; refusals.
. "$LIB"
to_words='{printf "%s", $1 == 1 ? "sick" : "healthy"; for (i = 2; i <= NF; i++) printf " %s", $i; print ""}'
for f in train test; do awk "$to_words" "$DATA/breast-cancer.$f" >"$f"; done
run rrm-train -q train model
run rrm-train -q -o labels=words train model
rrm-train -q "$DATA/breast-cancer.train" numbers
run sed -n '/^words/,/^weights/p' model
sed -n '/^weights/,/^crc32/p' model | sed '$d' >a
sed -n '/^weights/,/^crc32/p' numbers | sed '$d' >b
same a b
run rrm-predict -f test model answers
rrm-predict -q "$DATA/breast-cancer.test" numbers known
sed -e 's/^1$/sick/' -e 's/^-1$/healthy/' known >wanted
same wanted answers
run rrm-predict -q test model answers # replaces them
for n in 1 7; do rrm-predict -q -n "$n" - model <./test | cmp - wanted && echo "alike: $n"; done
run rrm-predict -J test model answers >json
sed 's/.*\("figures":[^}]*}\).*/\1/' json
lines sick healthy >list
run rrm-predict -q test numbers list
lines 'sick 1:1' 'ill 1:1' '? 1:1' '1:1' '' '-1 2:3' >some
run rrm-predict -q some model
run rrm-predict some model
run rrm-train -q -l logistic -w sick:5 -w ill:2 -o labels=words train likely
run rrm-predict -q -b 1 some likely out
cut -d ' ' -f 1 out
run rrm-predict -q -b 1 some likely out
run rrm-predict -x 1 -q some model out
cut -f 1 out
run rrm-predict -x 1 -q some model out
run rrm-predict -d -q some model
run rrm-model show -k 2 likely
run rrm-train -q -v 3 -o labels=words train
lines 'sick 1:1' 'sick 2:1' >one
run rrm-train -o labels=words one m
lines 'some 1:1' 'none 2:1' >none
run rrm-predict none model
run rrm-train -q -w sick:5 train m
run rrm-train -q -w :5 -o labels=words train m
run rrm-train -q -w sick:5 -w sick:6 -o labels=words train m
run rrm-train -l squared -o labels=words train m
run rrm-train -F liblinear -o labels=words train m
run rrm-train -i model -o labels=words train m
run rrm-train -i model "$DATA/breast-cancer.train" m
run rrm-model convert -F liblinear model m
lines 'a 1:1' 'c 2:1' 'b 3:1' 'a 1:2' >three
for l in softmax crammer-singer ordinal hinge; do
    run rrm-train -q -l $l -o labels=words three m
    sed -n -e '/^labels/p' -e '/^name/p' m
    run rrm-predict -q three m
done
lines 'O qid:1 1:1' 'B-NP qid:1 2:1' 'I-NP qid:1 3:1' 'O qid:2 1:1' 'B-NP qid:2 2:1' >tags
run rrm-train -q -l crf -o labels=words tags m
run rrm-predict tags m

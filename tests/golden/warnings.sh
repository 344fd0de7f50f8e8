# What can be done but is hardly meant: a line on standard error, with -q too, and exit status 0.
. "$LIB"
tiny >data
# All weights are 0: the cost is too small, the solver stopped early, or there is nothing to weigh.
run rrm-train -q -r l1 -c 1e-3 data zero
run rrm-train -q -r l1 -L 1e3 -B 1 -R data offset
sed -n '/^weights/,/^crc32/{/^crc32/d; s/ .*/ N/; p;}' offset
run rrm-train -q -t 0 -e 0 data m
lines 1 -1 '1 2:0' >empty
run rrm-train -q -B 1 empty m
rrm-train -q -r l1 -c 1e-3 data - >stdout 2>err
cat err
same zero stdout
run rrm-train -q -r l1 -c 100 data model
awk '{$1 = $1 > 0 ? 5 : $2 < "1:-0.7" ? 2 : 3; print}' data >three
for loss in hinge softmax ordinal squared; do run rrm-train -q -l $loss -r l1 -c 1e-6 three m; done
# The model says the same of every example.
run rrm-predict -q data zero
run rrm-predict -d -q data m
run rrm-predict -q data offset out
run rrm-predict -q data - out <zero
# No feature of the file has a weight.
lines '1 3:1' '-1 7:2 9:1' '1 3:5' >others
run rrm-predict -q others model
run rrm-predict -q - model out <others
run rrm-predict -q empty model out
lines '1 3:1' '-1 7:2 9:1' '1 2:0.1 3:5' >some
run rrm-predict -q some model out
rrm-train -q -B 1 data with-bias
run rrm-predict -q others with-bias out # 3 is the number of the bias
# All answers are the same, and not all are right; of ten or more that have no label.
rrm-train -q -w 1:100 data model100
lines '1 1:1' '-1 1:0.9' '-1 1:1' >alike
run rrm-predict -q alike model100
run rrm-predict -q -d alike model100
run rrm-predict -q - model100 <alike
run rrm-predict -q alike model100 out
lines '1 1:1' '1 1:0.9' >right
run rrm-predict -q right model100 out
lines '-1 1:1' >one
run rrm-predict -q one model100 out
for n in 9 10; do
    awk -v n=$n 'BEGIN {for (i = 1; i <= n; i++) print "? 1:" i}' >bare
    run rrm-predict -q -n 2 - model100 out <bare
done
{ cat bare; echo '1 1:-9'; } >bare-but-one
run rrm-predict -q bare-but-one model100 out
lines '3 1:1' '4 2:1' >other
rrm-train -q -l novelty right one-class
lines '1 1:1' '-1 1:2' >ones
run rrm-predict -q ones one-class out
lines '5' '4' >plain
rrm-train -q -l squared -B 1 other m
run rrm-predict -q plain m out
# The loss takes no notice of queries.
sed 's/ / qid:3 /' data >queries
for loss in hinge softmax squared roc; do run rrm-train -q -l $loss queries m; done
run rrm-train -q -v 2 -s sda queries
run rrm-predict -q queries model out
# No label of the file is one of the model's.
sed 's/^+*1 /2 /; s/^-1 /0 /' data >twos
run rrm-predict twos model out
run rrm-predict - model out <twos
run rrm-predict -q twos model out
lines '2 1:1' '-1 2:1' >one-known
run rrm-predict one-known model out
rrm-train -q -l ordinal three m
run rrm-predict data m out
rrm-train -q -l squared three m
run rrm-predict data m out
lines '7 1:1' '8 1:2' >ones
rrm-train -q -l novelty ones m
run rrm-predict ones m out
# Labels of -w that do not occur.
run rrm-train -q -w 2:2 -w 1:3 -w 0:1 data m
run rrm-train -q -w -1:2 -w 1:3 data m
run rrm-train -q -l softmax -w 4:2 -w 5:2 three m
# A greater cost does not help where 0 is a subgradient of R at w = 0: each label stands at x and at -x.
lines '1 1:1' '1 1:-1' '2 1:2' '2 1:-2' '3 1:3' '3 1:-3' >even
run rrm-train -q -l ordinal even m
run rrm-train -q -l ordinal -c 1e4 -r elastic-ball even m
run rrm-train -q -l ordinal -L 0.1 -s bundle even m
# A tiny cost: one that is usual may help.
run rrm-train -q -c 1e-100 data m
run rrm-train -q -L 1e60 data m
# A bias that pays: a closing line, not with -q, not where there is one.
awk '{$1 = $1 > 0 ? 1 : $2 < "1:-0.7" ? 1 : -1; print}' data >mostly
pays() { rrm-train "$@" m | grep '^a bias' || echo "no bias would pay: $*"; }
pays -l squared mostly
pays -l squared -q mostly
awk '{$1 = int(3 + substr($2, 3)); print}' data >counts
pays -l poisson counts
pays -l squared -B 1 mostly
pays -l squared -B 1 -R mostly
pays -l roc mostly
pays -l ordinal three
pays -l logistic three # three classes against the rest
# Bounds that hold all weights at 0 do so at every cost; where they do not, a greater one may help.
lines '1 1:-1' '1 1:-2' '-1 1:1' >against
lines '1 +' >up
run rrm-train -q -r nonneg against m
run rrm-train -q -r nonneg:0.5 -L 0.1 against m
run rrm-train -q -o bounds=up against m
lines '1 1:.001' '-1 1:-.001' >small
run rrm-train -q -r nonneg:0.5 -c 1e-3 small m

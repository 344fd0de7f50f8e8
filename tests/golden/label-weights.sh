# Weights behind labels, LABEL:WEIGHT: an error without the option, for a label may be missing; with it the model of cost:WEIGHT.
. "$LIB"
awk '{label = $1; $1 = "cost:" 1 + NR % 3; print label, $0}' "$DATA/breast-cancer.train" >costs
awk '{$1 = $1 (NR % 3 ? ":" 1 + NR % 3 : ""); print}' "$DATA/breast-cancer.train" >labels
head -n 2 labels | cut -c 1-20
rrm-train -q -l logistic costs costs.model
run rrm-train -q -l logistic labels model
run rrm-train -q -l logistic -o weights=label labels model
same costs.model model
run rrm-train -q -o weights=cost labels model
run rrm-train -q -o weights=none labels model
run rrm-predict -o weights=label labels model answers
rrm-predict -q "$DATA/breast-cancer.train" model plain
same plain answers
run rrm-train -q -H labels -o weights=label costs held.model
run rrm-train -q -W costs -o weights=label labels model

# Words, no labels, bad lines, other facts.
lines 'spam:2 money free' 'ham:0.5 lunch:2' 'spam money' 'ham' >words
run rrm-train -q -o labels=words -o features=words words words.model
run rrm-train -o labels=words -o features=words -o weights=label words words.model
run rrm-predict -q -o weights=label words words.model
lines '? 1:1' '1:2 1:0.5 # c' '' '1:x 1:1' '-1:3 2:1' '1:1 cost:1' '+1' >mixed
run rrm-predict -q -o weights=label -o lines=keep mixed model
lines '2:3 offset:0.5 1:1' '1:1 2:1' '0:0.5 offset:-1' >count
lines '2 cost:3 offset:0.5 1:1' '1 2:1' '0 offset:-1 cost:0.5' >count2
run rrm-train -q -l poisson -o weights=label count count.model
rrm-train -q -l poisson count2 count2.model
same count.model count2.model
lines '1:2 cost:3 1:1' '0 2:1' | run rrm-train -q -o weights=label - m
lines '1 cost:3 cost:3 1:1' '0 2:1' | run rrm-train -q -o weights=label - m

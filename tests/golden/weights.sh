# Weights and offsets of examples: a file of their own or words of the lines, the same model; what cannot be is refused.
. "$LIB"
awk '{print 1 + NR % 3}' "$DATA/breast-cancer.train" >weights
awk '{label = $1; $1 = "cost:" 1 + NR % 3; print label, $0}' "$DATA/breast-cancer.train" >words
run rrm-train -W weights "$DATA/breast-cancer.train" file.model
run rrm-train -q words words.model
same file.model words.model
run rrm-train -q -v 5 -b 1 -w balanced -W weights "$DATA/breast-cancer.train"
gzip -c weights >weights.gz
run rrm-train -q -W weights.gz "$DATA/breast-cancer.train" gzip.model
same file.model gzip.model
run rrm-train -q -W - "$DATA/breast-cancer.train" pipe.model <weights
same file.model pipe.model
printf '3 1:1\n4 offset:0.5 1:1\n' >count
run rrm-train -q -l poisson count count.model
run rrm-predict -q count count.model
run rrm-predict -q count file.model
run rrm-train -W weights words two.model
run rrm-train -W nothing count bad.model
run rrm-train -W - - bad.model
run rrm-train -W bad.model count bad.model
run rrm-train -q -W weights count bad.model
run rrm-train -q -l fbeta words bad.model
run rrm-train -w balanced -w 1:2 words bad.model
run rrm-train -w 1:2 -w balanced words bad.model
run rrm-train -w heavy words bad.model
run rrm-train -l squared -w balanced count bad.model
ls

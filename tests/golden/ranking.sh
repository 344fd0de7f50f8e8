# Queries are ordered by their scores: optima of a small problem by two engines, figures, folds of queries, faults.
. "$LIB"
cp "$ROOT/tests/reference/rank.libsvm" data
for solver in bundle linesearch:ocas; do
    rrm-train -q -l rank-pairs -L 0.1 -e 1e-9 -s $solver data m
    near "the primal" "$(value primal m)" 0.4190922697615136 1e-8
    rrm-train -q -l ndcg:3 -L 0.1 -e 1e-9 -s $solver data m
    near "the primal" "$(value primal m)" 0.5731273181610474 1e-8
done
brackets() # LOSS OPTIMUM: the bounds of m on it, to 10 digits
{
    at_least "the primal of $1 by $solver" "$(value primal m)" "$2"
    at_least "the optimum less its bound" "$(value dual m | awk -v at="$2" '{print at + 1e-9 - $1}')" 0
}
# Query by query: the bracket of either holds the optimum.
for solver in pegasos proximal:online; do
    rrm-train -q -l rank-pairs -L 0.1 -e 2e-2 -s $solver data m
    brackets rank-pairs 0.4190922697
    rrm-train -q -l ndcg:3 -L 0.1 -e 2e-2 -s $solver data m
    brackets ndcg 0.5731273181
done
for loss in rank-pairs ndcg; do
    for threads in 1 2 7; do rrm-train -q -l $loss -n $threads data m$threads; done
    same m1 m2 m7
done
run rrm-train -q -v 3 -l rank-pairs data
rrm-train -q -l rank-pairs data m
run rrm-predict data m /dev/null
sed 's/qid:[0-9]* //' data >bare
run rrm-predict bare m /dev/null
lines 'nan qid:1 1:1' >nan
run rrm-predict nan m /dev/null
run rrm-train -q -l rank-pairs bare m
lines '1 qid:1 1:1' '0 qid:2 1:2' '1 qid:1 1:3' >returns
run rrm-train -q -l rank-pairs returns m
lines '1 qid:1 1:1' '0 1:2' >some
run rrm-train -q -l rank-pairs some m
lines '1 qid:1 1:1' '0 qid:2 1:2' >alike
run rrm-train -q -l rank-pairs alike m
lines '1 qid:1 1:1' '-1 qid:1 1:2' >negative
run rrm-train -q -l ndcg negative m
lines '1 qid:1 1:1' '31 qid:1 1:2' >great
run rrm-train -q -l ndcg great m
awk 'BEGIN {print "1 qid:3 1:1"; for (i = 0; i < 1501; i++) print i % 2 " qid:7 1:" i}' >long
run rrm-train -q -l ndcg long m
run rrm-train -q -l rank-pairs -R -B 1 data m

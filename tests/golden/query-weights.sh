# Weights of queries and sequences: as much as the lines of one qid so many times, under each engine; one weight a qid.
. "$LIB"
awk 'BEGIN {
    x = 1
    for (q = 1; q <= 40; q++) {
        weight = q % 4; n = 2 + q % 5
        for (i = 0; i < n; i++) {
            for (k = 0; k < 4; k++) {x = x * 16807 % 2147483647; r[k] = x / 2147483647}
            y[i] = int(r[0] * 3); a[i] = "1:" r[1] + y[i] * 0.4 " 2:" r[2] " 3:" r[3] - 0.5 * y[i]
        }
        for (i = 0; i < n; i++) print y[i], "qid:" q, "cost:" weight, a[i] >"once"
        for (i = 0; i < n; i++) print y[i], "qid:" q, a[i] >"plain"
        for (i = 0; i < n; i++) print weight >"weights"
        for (k = 1; k <= weight; k++) for (i = 0; i < n; i++) print y[i], "qid:" 100 * k + q, a[i] >"repeated"
    }
}'
for loss in crf m3n rank-pairs ndcg:3; do
    for solver in bundle linesearch:ocas proximal sda sda:pairwise pegasos; do
        rrm-train -q -n 1 -l $loss -s $solver -e 1e-5 -m 3000 once a 2>/dev/null || continue
        rrm-train -q -n 2 -l $loss -s $solver -e 1e-5 -m 3000 repeated b 2>/dev/null
        # the bracket of each holds the optimum of both
        cat a b | awk -v what="$loss $solver" '$1 == "primal" {p = !p || $2 < p ? $2 : p}
            $1 == "dual" {d = !d || $2 > d ? $2 : d; n++}
            END {print what ":", n, d <= p * (1 + 1e-12) && p - d < 1e-3 * p ? "the same" : "not the same: " d " > " p}'
    done
    rrm-train -q -l $loss -W weights plain c
    rrm-train -q -l $loss once d
    same c d
done
run rrm-train -q -l ndcg -v 3 once
run rrm-train -q -l crf -C -c 1:4:2 -v 3 once m
sed '1s/cost:1/cost:2/' once >mixed
for loss in crf m3n rank-pairs ndcg; do run rrm-train -q -l $loss mixed m; done
sed 's/cost:[0-9]*/cost:0/' once >none
run rrm-train -q -l m3n none m
run rrm-train -q -l rank-pairs none m
sed 's/qid:[0-9]*//' once | sed 's/^[01] /-1 /; s/^2 /1 /' >sides
for loss in fbeta prbep prec@k rec@k; do run rrm-train -q -l $loss sides m; done
run rrm-train -q -l crf -w 1:2 once m

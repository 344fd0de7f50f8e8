# Choices that do not go together: one line each, with what would do.
. "$LIB"
tiny >data
run rrm-train -s sda -l nu data m
run rrm-train -s pegasos -B 1 -R data m
run rrm-train -s pegasos -r entropy data m
run rrm-train -l nu -r l1 data m
run rrm-train -l novelty -B 1 -R data m
run rrm-train -l novelty -r l1 -B 1 -R data m
run rrm-train -s sda -l ova:nu data m
# What only the data tell.
run rrm-train -q -l nu:0.9 -w -1:0.1 data m
run rrm-train -q -l nu:1 -B 1 -R -w -1:0.5 data m
run rrm-train -q -r entropy:5 data m
run rrm-train -q -r entropy:2 data m
run rrm-train -q -l novelty -w 1:2 data m
# Features that do not occur have no weight, which matters to the entropy.
for far in 2 9 3000000; do
    lines "1 1:1 $far:-2" "-1 $far:1" >sparse
    rrm-train -q -r entropy -L 0.5 sparse m
    value primal m
    run rrm-train -q -r entropy:3 -L 0.5 sparse m
done
# The table is the same in -h, README.md and the manual page.
rrm-train --help=pairs >table
sed -n '/^Which solver/,/^```$/p' "$ROOT/README.md" | sed '$d' >readme
sed -n '/^Which solver/,/^\.Ed$/p' "$ROOT/man/rrm-losses.7" | sed '$d' >page
same table readme page
# It tells the truth: what a cell names trains, what it does not name is refused; one of losses whose lines are the same.
awk 'cells == 0 && /^  [a-z] / {solver[$1] = $2}
    cells > 0 && /^          / {for (i = 1; i <= NF; i++) reg[i] = $i; cells = 2; next}
    cells == 2 {
        name = $1
        $1 = ""
        if (seen[$0]++) next
        for (i = 2; i <= NF; i++) for (letter in solver) {
            bare = reg[i - 1] ~ /^(nonneg|box)$/ ? "" : "-B 1" # which take no bias but a free one
            print solver[letter], name, reg[i - 1], (index(tolower($i), letter) > 0), bare
            print solver[letter], name, reg[i - 1], (index($i, toupper(letter)) > 0), "-B 1 -R"
        }
    }
    /^By loss/ {cells = 1}' table >cells
lines "1 1" "2 1" >of
# The data of losses of groups: two lines of each qid.
awk '{q = int((NR + 1) / 2); $1 = ($1 > 0) " qid:" q; print}' data >groups
while read -r solver loss reg admits bias; do
    rows=data
    case $loss in crf | m3n | rank-pairs | ndcg) rows=groups ;; esac
    case $reg in *group) bias="$bias -o groups=of" ;; esac
    # shellcheck disable=SC2086
    rrm-train -q -n 1 -m 1 -e 0 -s "$solver" -l "$loss" -r "$reg" $bias $rows m 2>err
    case $admits$? in 10 | 01) ;; *) echo "-s $solver -l $loss -r $reg $bias: exit $?: $(cat err)" ;; esac
done <cells
at_least "the number of cells" "$(wc -l <cells)" 300

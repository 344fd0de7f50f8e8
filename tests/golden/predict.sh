# Predictions and figures.
. "$LIB"
for name in breast-cancer digits-8; do
    train=$(ls "$DATA/$name".train*) test=$(ls "$DATA/$name".test*)
    rrm-train -q -e 1e-4 "$train" $name.model
    rrm-predict "$test" $name.model $name.labels >figures
    sed 's/[0-9.]*% ([0-9]*/N% (N/; s/= [0-9.]*%\{0,1\}$/= N/' figures
    at_least "$name: accuracy" "$(sed -n 's/^Accuracy = \([0-9.]*\)%.*/\1/p' figures)" 95
    at_least "$name: ROC area" "$(sed -n 's/^ROC area = //p' figures)" 0.95
    rrm-predict "$test" $name.model >stdout 2>stderr
    same $name.labels stdout
    same figures stderr
    rrm-predict -d "$test" $name.model $name.values >d-figures
    same figures d-figures
    sort $name.labels | uniq -c | awk '{print "label " $2}'
    paste $name.labels $name.values | awk '($1 > 0) != ($2 > 0) {print "line " NR ": label " $1 ", value " $2}'
    case $test in *.gz) gzip -dc "$test" ;; *) cat "$test" ;; esac | paste - $name.labels |
        awk '{n += $1 == $NF} END {print n "/" NR}' >counted
    sed -n 's/.*(\(.*\))/\1/p' figures >printed
    same counted printed
done

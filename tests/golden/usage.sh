# Command lines that are wrong: status 1, and nothing is written.
. "$LIB"
tiny >data
run rrm-train
run rrm-train -q
run rrm-train data m too many
run rrm-train data -c 1
run rrm-train data m -q
run rrm-train data -q
run rrm-train -x data m
run rrm-train -v 5 data m
for option in -C -P -H -i -F -b; do
    run rrm-train $option data m
done
run rrm-train --silent data m
run rrm-train -p 0.1 data m
run rrm-train -j 2 data m
run rrm-train -g 0.5 data m
run rrm-train -f m data
run rrm-train --loss_function=logistic data m
run rrm-train --Max-Iter 100 data m
run rrm-train --no-such=1 data m
run rrm-predict -j 2 data m
run rrm-predict --probabilities data m
run rrm-train -q--help data m
run rrm-train -q-
run rrm-train data --help
run rrm-train -qx data m
for option in s l r c L e a m t B w o n S T; do
    run rrm-train -$option
done
run rrm-train -c 1 -L 1 data m
run rrm-train -L 1 -c 1 data m
run rrm-train -R data m
run rrm-train -R -B 0 data m
run rrm-train -R -B -1 data m
run rrm-train -
run rrm-predict
run rrm-predict data
run rrm-predict data m out more
run rrm-predict data m -d
run rrm-predict -- data m -d
run rrm-predict -y data m
run rrm-predict --helpful data m
run rrm-predict -b
run rrm-predict -b 2 data m
run rrm-predict -b yes data m
run rrm-predict -b 1 -d data m
run rrm-predict -n
run rrm-predict - -
ls
run rrm-predict -t 0.5 data m
run rrm-train -L 0 data m
run rrm-train -L 1e-101 data m

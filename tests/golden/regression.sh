# Losses of regression, from the file to the figures.
. "$LIB"
losses='squared absolute huber huber:0.1 eps-insensitive eps-insensitive:0 squared-eps-insensitive quantile:0.9'
# The first feature from the others.
numbers() { awk '{$1 = substr($2, 3); sub(/ 1:[^ ]*/, ""); print}' "$1"; }
numbers "$DATA/breast-cancer.train" >data
numbers "$DATA/breast-cancer.test" >test.data
run rrm-train -l squared data m
run rrm-predict test.data m /dev/null | sed 's/= [-0-9.]*$/= N/'
for loss in $losses; do
    rrm-train -q -l $loss -B 1 data m
    certified m
    echo "$(value loss m): $(grep -c '^labels' m) labels, classes $(value classes m)"
    rrm-predict test.data m /dev/null 2>&1 | awk -v loss=$loss '$1 == "R^2" {print loss ": " ($3 > 0.9 ? "a good fit" : $0)}'
done
awk '{$1 = int(3 + $1 > 0 ? 3 + $1 : 0); print}' data >counts
rrm-train -q -l poisson -B 1 -R counts m
certified m
for threads in 1 2 3; do rrm-train -q -l huber -n $threads data m$threads; done
same m1 m2 m3
# Without features the free bias is the mean, the median, a quantile, the logarithm of the mean.
lines '1 1:0' '2 1:0' '3 1:0' '4 1:0' '10 1:0' '# head' '7 1:0' '8 1:0' >constant
for pair in squared=5 absolute=4 quantile:0.9=10 quantile:0.2=2 eps-insensitive:3=5 poisson=5; do
    rrm-train -q -l ${pair%=*} -B 1 -R -e 1e-9 constant m 2>err
    near ${pair%=*} "$(rrm-predict -q constant m | head -n 1)" ${pair#*=} 1e-4 | sed 's/ is .* as/ is as/'
done
# What does not go with them.
lines '' '3 1:1' '# a comment' '-1 1:2' '2 1:1' >negative
run rrm-train -q -l poisson negative m
lines '0 1:1' '0 1:2' >zeros
run rrm-train -q -l poisson -B 1 -R zeros m
run rrm-train -l squared -w 1:2 data m
run rrm-train -l quantile:0.9 -b 1 data m
for loss in quantile:1 quantile:0 huber:-1 eps-insensitive:-1 squared:1 ova:squared; do run rrm-train -l $loss data m; done
awk 'BEGIN {for (i = 1; i <= 20000; i++) print (i % 10000) / 3, "1:1"}' >many
run rrm-train -q many m
run rrm-train -q -l softmax many m

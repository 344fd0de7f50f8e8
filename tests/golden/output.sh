# Outputs are whole or not there: beside their place and renamed; devices, pipes and links are written through.
. "$LIB"
tiny >data
awk 'BEGIN {for (i = 0; i < 9999; i++) print "rrm-model old"}' >model
chmod 640 model
run rrm-train -q data model
grep -c old model
valid model
ls -l model | cut -c 1-10
ln -s target link
run rrm-train -q data link
run rrm-train -q data link
same model target
[ -h link ] && echo "link is a link"
mkdir folder
ln -s nowhere/model broken
run rrm-train -q data missing/model
run rrm-train -q data folder
run rrm-train -q data folder/
run rrm-train -q data broken
run rrm-train -q data ''
rrm-train -q data - >out
same model out
rrm-train data - >out 2>err # the closing lines, too, are no part of the model
same model out
wc -l <err
mkfifo pipe
cat pipe >piped &
run rrm-train -q data pipe
wait
same model piped
[ -p pipe ] && echo "pipe is a pipe"
# What would destroy an input, or another output, is refused.
cp data same
ln -s same alias
run rrm-train -q same same
run rrm-train -q same alias
run rrm-train -q -T same same out2
run rrm-train -q -T out2 data out2
run rrm-train -q -T ./out3 data out3
run rrm-train -q -T - data -
same data same
run rrm-predict -q data model data
run rrm-predict -q data model model
run rrm-predict -q data model out
rm out
run rrm-predict -q data model out
run rrm-predict -q data model folder
run rrm-predict -q data model missing/out
run rrm-predict -q data model -
cat out
ls -A . folder

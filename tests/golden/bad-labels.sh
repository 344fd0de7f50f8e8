# What a classifier cannot train on; lines that are counted with blank ones and comments.
. "$LIB"
lines '1 1:1' '1 2:1' >one-class
run rrm-train one-class m
lines '# head' '' '1 1:1' '# between' '1 2:1' '' '# end' >one-class
run rrm-train one-class m
run rrm-train -l ova:hinge one-class m
awk 'BEGIN {for (i = 1; i <= 5000; i++) print i * 0.37, "1:1"}' >many
run rrm-train -q many m
awk 'BEGIN {print "# 1"; for (i = 1; i <= 20000; i++) print (i < 10 ? "\n" : "") (i % 4097) - 2048, "1:1"}' >many
run rrm-train -q many m
awk 'BEGIN {for (i = 1; i <= 300; i++) print i % 151, "1:1"}' >half
run rrm-train -q half m
awk 'BEGIN {for (i = 1; i <= 300; i++) print i % 150, "1:1"}' >half
run rrm-train -q -m 1 -e 0 half m
value classes m
ls

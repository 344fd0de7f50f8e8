# An option's number must be consumed to its last byte, finite and in range, else the message says the range.
. "$LIB"
tiny >data
for option in c L e a m t B n S; do
    for number in '' 1x nan inf 1e999 ' 1' '1 ' 0x1 1,5; do
        run rrm-train -q -$option "$number" data m
    done
done
for number in 0 -1 1e101 1e-101; do
    run rrm-train -q -c "$number" data m
    run rrm-train -q -L "$number" data m
done
run rrm-train -q -e -1e-3 data m
run rrm-train -q -e 1.5 data m
run rrm-train -q -a -1 data m
run rrm-train -q -m 0 data m
run rrm-train -q -m 2.5 data m
run rrm-train -q -m -1 data m
run rrm-train -q -t -1 data m
run rrm-train -q -n 0 data m
run rrm-train -q -n 1.5 data m
run rrm-train -q -n 1025 data m
run rrm-train -q -n -2 data m
run rrm-train -q -S -1 data m
run rrm-train -q -S 0.5 data m
run rrm-train -q -S 1e17 data m
for number in '' 0 1x 1.5 1025 nan; do
    run rrm-predict -n "$number" data m
done
ls
run rrm-train -q -c 1e0 -e +.5 -a 0 -m 1e3 -t 1e2 -B 1. -n 2 -S 9007199254740991 data m
run rrm-train -q -S 9007199254740993 data m

# Models of several classes, written by hand: labels, decision values, probabilities, figures.
. "$LIB"
# model FILE LOSS CLASSES LABELS [KEY LINE]: two features and a bias; its weights are lines of standard input.
model()
{
    {
        lines 'rrm-model 1' 'solver sda' "loss $2" 'regularizer l2' 'lambda 0.25' 'bias 1' "classes $3" "labels $4" \
            'features 2' 'primal 0.5' 'dual 0.25' 'passes 17' 'verdict converged' ${5+"$5"} 'weights 3'
        cat
    } >"$1"
    seal "$1"
}
lines '1 2 -1 0' '2 0 1 -0.5' '3 0.5 0 0.25' | model ova ova:hinge 3 '10 -3 0.5'
lines '1 2 -1 0' '2 0 1 -0.5' '3 0.5 0 0.25' | model logistic ova:logistic 3 '10 -3 0.5'
lines '1 2 -1 0' '2 0 1 -0.5' '3 0.5 0 0.25' | model platt ova:hinge 3 '10 -3 0.5' 'platt -1 0.5 -2 0 -0.25 -0.125'
lines '1 2' '2 -1' '3 0.5' | model two logistic 2 '4 2'
lines '1 2' '2 -1' '3 0.5' | model two-platt hinge 2 '1 -1' 'platt -2 0.5'
lines '1 2' '2 -1' '3 0.5' | model of-two ova:logistic 2 '4 2'
lines '10 1:1' '-3 2:1' '0.5 1:-1 2:-0.5' '7 9:1' '10 1:-0.125' >data
lines '4 1:1' '2 2:2' '4 2:1' >data2
for file in ova logistic platt; do
    run rrm-predict data $file
    run rrm-predict -d -q data $file
done
run rrm-predict -b 1 data ova out
for file in logistic platt; do
    rrm-predict -b 1 data $file out | head -n 1
    head -n 1 out
    # Probabilities add up to 1; the label stands first.
    awk 'NR > 1 {s = $2 + $3 + $4; printf "%s %.6f %.6f %.6f %s\n", $1, $2, $3, $4, (s > 0.999999999 && s < 1.000000001 ? "ok" : s)}' out
done
for file in two of-two two-platt; do
    rrm-predict -b 1 data2 $file 2>figures | awk 'NR > 1 {printf "%s %.6f %.6f\n", $1, $2, $3; next} {print}'
    cat figures
done
run rrm-predict -b 0 -q data2 two
# The same for any number of threads.
for threads in 1 2 7; do rrm-predict -n $threads -q -b 1 data platt platt-$threads; done
same platt-1 platt-2 platt-7
# Keys that do not go with the loss, lists of a wrong length.
lines '1 2 -1 0' '2 0 1' '3 0.5 0 0.25' | model short ova:hinge 3 '10 -3 0.5'
lines '1 2 -1 0' '2 0 1 nan' '3 0.5 0 0.25' | model nan ova:hinge 3 '10 -3 0.5'
lines '1 2' '2 -1' '3 0.5' | model three hinge 3 '1 2 3'
lines '1 2 -1 0' '2 0 1 -0.5' '3 0.5 0 0.25' | model twice ova:hinge 3 '10 -3 10'
lines '1 2 -1 0' '2 0 1 -0.5' '3 0.5 0 0.25' | model pairs ova:hinge 3 '10 -3 0.5' 'platt -1 0.5 -2 0'
lines '1 2' '2 -1' '3 0.5' | model rho hinge 2 '1 2' 'offsets 3'
lines '1 2' '2 -1' '3 0.5' | model unknown unheard-of:3 2 '1 2'
for file in short nan three twice pairs rho unknown; do run rrm-predict -q data $file; done
# -f: labels that the model does not know are in a line of their own; a matrix too wide becomes a list.
lines '0.5 1:1' '-3 2:1' '-3 1:1' >>data
run rrm-predict -f data ova out
run rrm-predict -f data2 two out
run rrm-predict -f -q data ova out
labels=$(awk 'BEGIN {for (k = 1; k <= 12; k++) printf " %d", 1000000 + k}')
awk 'BEGIN {for (f = 1; f <= 3; f++) {printf "%d", f; for (k = 1; k <= 12; k++) printf " %g", k == 4 * f ? 1 : k / 99; print ""}}' |
    model wide ova:hinge 12 "${labels# }"
lines '1000004 1:1' '1000004 1:2' '1000008 2:1' '1000012 1:1' '3 1:1' >data3
run rrm-predict -f data3 wide out

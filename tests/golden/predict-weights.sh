# rrm-predict -W: weights and offsets of the lines to predict from a file of their own, as rrm-train reads it.
. "$LIB"
awk 'BEGIN {for (i = 1; i <= 500; i++) print i % 7, "1:" i % 5 / 4, "2:" i % 3}' >counts
awk 'BEGIN {for (i = 1; i <= 500; i++) print 1 + i % 2, i % 4 / 8}' >exposure
paste -d ' ' counts exposure | awk '{print $1, "cost:" $4, "offset:" $5, $2, $3}' >lines.both
rrm-train -q -l poisson -B 1 -R -W exposure counts model
rrm-train -q -l poisson -B 1 -R lines.both model2
same model model2
run rrm-predict lines.both model expected
run rrm-predict -W exposure counts model seen
same expected seen
for threads in 1 2 7; do
    rrm-predict -q -n $threads -W exposure counts model seen
    same expected seen
done
gzip -c exposure >exposure.gz
run rrm-predict -q -W exposure.gz counts model seen
same expected seen
run rrm-predict -q -W - counts model seen <exposure
same expected seen
rrm-predict -q -W exposure - model seen <counts
same expected seen
rrm-predict -q -x 5 lines.both model expected.reasons
run rrm-predict -q -x 5 -W exposure counts model reasons
same expected.reasons reasons
head -n 2 reasons

# Blocks of many lines, lines without an example, comments.
cat counts counts counts counts counts counts counts counts >many
lines '# more' '' >longer
cat exposure longer exposure exposure exposure longer longer exposure exposure exposure exposure >many.exposure
cat lines.both lines.both lines.both lines.both lines.both lines.both lines.both lines.both >many.both
rrm-predict -q many.both model expected
rrm-predict -q -n 5 -W many.exposure many model seen
same expected seen
lines '1 1:1' '' '# none' '2:1' >few
lines '1 1' '1 2' '1 3' >few.exposure
run rrm-predict -q -d -W few.exposure few model
lines '1 1:1' 'bad' '2:1' '? 1:x' >few
lines '1 1' 'x 5' >short
lines '1 1' '1 5' '1 3' '1 5' >few.exposure
run rrm-predict -q -d -o lines=keep -W few.exposure few model
run rrm-predict -q -d -W few.exposure few model

# What cannot be.
head -n 499 exposure >less
run rrm-predict -q -W less counts model seen
(cat exposure; echo 1) >longer
run rrm-predict -q -W longer counts model seen
run rrm-predict -q -W exposure lines.both model seen
run rrm-predict -q -W short counts model seen
run rrm-predict -q -W nothing counts model seen
run rrm-predict -q -W - - model seen
run rrm-predict -q -W - counts - seen
run rrm-predict -q -W exposure counts model exposure
run rrm-predict -q -W - counts model exposure <exposure
run rrm-predict -q -W '' counts model seen
rrm-train -q -w 1:2 "$DATA/breast-cancer.train" classes
yes 2 | head -n 142 >plain
run rrm-predict -q -W plain "$DATA/breast-cancer.test" classes seen
rrm-predict -q "$DATA/breast-cancer.test" classes answers
same answers seen
yes '1 0.5' | head -n 142 >shifted
run rrm-predict -q -W shifted "$DATA/breast-cancer.test" classes

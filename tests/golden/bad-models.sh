# A model is believed only if every byte is as it was written.
. "$LIB"
tiny >data
rrm-train -q -B 1 data model
size=$(wc -c <model)
head -c $((size - 1)) model >last-byte
head -c $((size / 2)) model >half
sed 's/^features 2/features 3/' model >flipped
sed 's/^solver/Solver/' model >key
sed 's/^rrm-model 1/rrm-model 2/' model >version
sed 's/^weights .*/weights 2/' model >fewer-weights
sed 's/^weights .*/weights 4/' model >more-weights
sed 's/^weights .*/weights 4000000000/' model >too-many
sed 's/^lambda .*/lambda nan/' model >nan
sed 's/^1 .*/1 inf/' model >inf
sed '/^loss/d' model >missing-key
sed 's/^labels .*/labels 1/' model >labels
sed 's/^crc32 .*/crc32 00000000/' model >sum
sed 's/$/\r/' model >dos
{ cat model; echo; } >followed
{ cat model model; } >twice
: >empty
random 7 3000 >noise
head -c 300000 /dev/zero >zeros
gzip -c model | head -c 60 >truncated.gz
for file in last-byte half flipped key version fewer-weights more-weights too-many nan inf missing-key labels sum dos followed twice empty \
    noise zeros truncated.gz data "$DATA/digits-8.test.gz" /dev/null; do
    rrm-predict -q data "$file" out 2>err
    echo "exit $?"
    # What the weights are differs between compilers.
    sed 's/-*[0-9]\.[0-9][0-9]*/X/g; s/[0-9a-f]\{8\}/SUM/g' err
done
# A right check sum does not make a line right.
summed()
{
    sed '$d' >body
    sum=$(gzip -c body | tail -c 8 | od -An -tx1 -N4 | awk '{print $4 $3 $2 $1}')
    { cat body; echo "crc32 $sum"; } >"$1"
}
summed again <model
same model again
for change in 's/^loss .*/loss novelty:7/' 's/^loss .*/loss quantile:2/' 's/^loss .*/loss ova:huber-hinge:0/' 's/^loss .*/&:1/' \
    's/^features /&0/' 's/^weights /&0/' 's/^1 /01 /' 's/^solver /& /' 's/^verdict .*/& /' 's/^regularizer /& /' 's/^labels 1/& /'; do
    sed "$change" model | summed changed
    rrm-predict -q data changed out 2>err
    echo "exit $?"
    sed 's/-*[0-9]\.[0-9][0-9]*/X/g' err
done
# Any one byte changed, anywhere.
for at in 3 12 20 33 50 70 90 110 130 150 170 190 210; do
    [ $at -lt "$size" ] || continue
    { head -c $at model; printf '~'; tail -c +$((at + 2)) model; } >changed
    rrm-predict -q data changed out 2>/dev/null
    code=$?
    [ $code = 2 ] || echo "byte $at: exit $code"
done
[ ! -e out ] || echo "out was written"
run rrm-predict -q data model out

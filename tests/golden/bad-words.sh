# What a model says of words is believed only if it fits together.
. "$LIB"
lines 'spam buy:2 now' 'ham lunch now' >data
rrm-train -q -o labels=words -o features=words data model
rrm-train -q -o labels=words -o features=words -o hash=8 data hashed
lines 'the first' >names
lines '1 1:1' '-1 2:1' >numbers
rrm-train -q -B 1 -N names numbers shown
# A right check sum does not make a line right.
summed()
{
    sed '$d' >body
    sum=$(gzip -c body | tail -c 8 | od -An -tx1 -N4 | awk '{print $4 $3 $2 $1}')
    { cat body; echo "crc32 $sum"; } >"$1"
}
try()
{
    sed "$2" "$1" | summed changed
    rrm-predict -q data changed out 2>err
    printf '%s: exit %s\n' "$(printf %s "$2" | cat -v)" $?
    sed 's/-*[0-9]\.[0-9][0-9]*/X/g' err
}
for change in 's/^words .*/words/' 's/^words .*/words none/' 's/^words .*/words features labels/' '/^words/d' 's/^words .*/words labels/' \
    's/^words .*/words features/' '/^featurenames/d' 's/^featurenames .*/featurenames 2/' 's/^featurenames .*/hash 8/' \
    's/^featurenames/hash 8\n&/' '/^name 1/d' 's/^name 1 ham/name 1 zebra/' 's/^name 1 ham/name 1 h:m/' 's/^name 1 ham/name 0 ham/' \
    's/^name 2 .*/&\nname 3 more/' 's/^labels .*/labels 3 1/' 's/^\(1 .*\) buy/\1/' 's/^\(1 .*\) buy/\1 b y/' 's/^\(1 .*\) buy/\1 lunch/' \
    's/^\(1 .*\) buy/\1 b:y/' 's/^\(1 .*\) buy/\1 b\x1b[2Jy/' 's/^\(1 .*\) buy/\1  buy/' 's/^\(1 .*\) buy/\1 buy /' 's/^\(1 \).* buy/\1buy/' \
    's/^loss .*/loss squared/'; do
    try model "$change"
done
for change in 's/^hash .*/hash 0/' 's/^hash .*/hash 31/' 's/^hash .*/hash 08/' '/^hash/d' 's/^words .*/words labels/'; do
    try hashed "$change"
done
for change in 's/^3 .*/& bias/' 's/^1 .*/&\tx/' 's/^2 .*/& /' 's/^2 .*/& a: # b/'; do
    try shown "$change"
done

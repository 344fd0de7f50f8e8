# Broken gzip files.
. "$LIB"
cp "$DATA/digits-8.train.gz" whole
size=$(wc -c <whole)
head -c $((size - 1)) whole >last-byte
head -c $((size / 2)) whole >half
head -c 12 whole >header
head -c 3 whole >three-bytes
{ head -c $((size / 2)) whole; random 1 64; tail -c +$((size / 2 + 65)) whole; } >corrupt
{ head -c $((size - 8)) whole; printf 'aaaa'; tail -c 4 whole; } >sum
{ cat whole; echo '1 1:1'; } >followed
{ cat whole; head -c 20 whole; } >second-member
{ cat whole; head -c 512 /dev/zero; } >padded
for file in last-byte half header three-bytes sum followed second-member; do
    rrm-train -q $file m 2>err
    echo "exit $?"
    # How far the unpacking came depends on zlib: any line will do.
    sed 's/:[0-9][0-9]*: corrupt.*/:N: corrupt/; s/:[0-9][0-9]*: truncated/:N: truncated/' err
    [ ! -e m ] || echo "$file: m was written"
done
rrm-train -q corrupt m 2>err # seen by the unpacker or by the parser
echo "exit $?: $(grep -c '^rrm-train: corrupt:[1-9]' err)"
[ ! -e m ] || echo "m was written"
run rrm-train -q whole model
run rrm-train -q padded padded.model
same model padded.model
rrm-predict -q half model >out 2>err
echo "exit $?: $(grep -c "truncated gzip" err)"
rrm-predict -q whole model | head -c "$(wc -c <out)" >begun # the lines before
same begun out
rrm-predict -q half model out2 2>err
echo "exit $?: $(grep -c "truncated gzip" err)"
[ ! -e out2 ] || echo "out2 was written"

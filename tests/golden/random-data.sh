# Random bytes as data: status 2, never a crash.
. "$LIB"
tiny >data
rrm-train -q data model
for seed in 1 2 3 4 5 6 7 8; do
    random $seed 2000 >bytes
    rrm-train -q bytes m 2>err
    echo "exit $?: $(grep -c '^rrm-train: bytes:[1-9]' err) $(wc -l <err)"
    LC_ALL=C tr -d '\040-\176\n' <err | wc -c # nothing but printable characters reaches the terminal
    { head -c 2000 "$DATA/breast-cancer.train"; cat bytes; } >half
    rrm-predict -q half model out 2>err
    echo "exit $?: $(grep -c '^rrm-predict: half:[1-9]' err)"
    { gzip -nc data; cat bytes; } >packed
    rrm-train -q packed m 2>err
    echo "exit $?: $(grep -c '^rrm-train: packed:[1-9].*gzip' err)"
done
ls

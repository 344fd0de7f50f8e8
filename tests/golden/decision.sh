# README's way from raw text to a calibrated, thresholded model and its picture's numbers.
. "$LIB"
[ -f "$ROOT/README.md" ] || skip "no README"
ln -s "$BIN" bin
ln -s "$ROOT/tools" tools
mkdir build
awk '/^## From raw text/ {on = 1; next} /^## / {on = 0} !on {next}
    sub(/^\$ /, "") {print; next} sub(/^> /, "") {print}' "$ROOT/README.md" >commands
grep -c . commands
sh commands

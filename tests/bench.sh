#!/bin/sh
# bench - tools/bench on small data against a peer that is played by rrm-train itself: what it measures, keeps and says; then
# a constant by tools/tune.
# usage: tests/bench.sh     (BIN=folder tests other programs, BUILD=folder has tools/)
set -u
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C
RRM=$(pwd)/${BIN:-bin}/rrm-train BUILD=${BUILD:-build/release-gcc}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/rrm-bench.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
export RRM BUILD PYTHON='' SVMOCAS='' SVM_PERF='' VW='' MULTICORE='' LIBLINEAR="$tmp/train"

# LIBLINEAR's command line and model. FAKE=zero: the weights are 0, and the limit of iterations was reached.
cat >"$tmp/train" <<'FAKE'
#!/bin/sh
[ $# -gt 0 ] || { echo '-s type : set type of solver'; exit 1; }
while getopts s:c:e:n:p:qC option; do
    case $option in s) type=$OPTARG ;; c) cost=$OPTARG ;; e) accuracy=$OPTARG ;; C) search=1 ;; esac
done
[ -z "${search-}" ] || [ "$type" = 2 ] || { echo 'Best C = 0.5  CV accuracy = 95.25%'; exit 0; }
shift $((OPTIND - 1))
[ "$accuracy" != -1 ] || { echo 'ERROR: eps <= 0' >&2; exit 1; }
case $type in 3) loss=hinge ;; 4) loss=crammer-singer ;; 6) loss='logistic -r l1' ;; *) exit 1 ;; esac
[ -z "${FAKE-}" ] || echo 'WARNING: reaching max number of iterations'
"$RRM" -q -n 1 -l $loss -c "$cost" -e "$accuracy" -F liblinear "$1" "$2.made" || exit 1
awk -v zero="${FAKE-}" 'zero && weights {for (k = 1; k <= NF; k++) $k = 0} {print} $1 == "w" {weights = 1}' "$2.made" >"$2"
FAKE
chmod +x "$tmp/train"

passed=0 failed=0
ok() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "bench: $1"; }
bench() { tools/bench -r 2 -t 20 -c 1 -s "auto sda" "$@" >"$tmp/out" 2>"$tmp/err" || { fail "$* fails"; cat "$tmp/err"; }; }
# expect WHAT FILE EXPRESSION: a line of the table (fields $1 ...) for which the expression holds.
expect()
{
    if awk -F '\t' "$3 {found = 1} END {exit !found}" "$2"; then ok; else fail "$1 is not in $2"; cat "$2"; fi
}

bench -o "$tmp/two" -s all -l 'hinge crammer-singer' data breast-cancer digits
cells=$tmp/two/cells.tsv
expect 'our run' "$cells" '$1 == "breast-cancer" && $2 == "hinge" && $6 == "rrm:auto" && $14 == "converged" && $13 <= 1e-3'
expect "the peer's" "$cells" '$1 == "breast-cancer" && $6 == "liblinear" && $14 == "reached" && $12 <= 1e-3 && $15 > 0 && $17 > 0'
expect 'several classes' "$cells" '$1 == "digits" && $2 == "crammer-singer" && $6 == "liblinear" && $14 == "reached" && $12 <= 1e-3'
expect 'every engine' "$cells" '$1 == "digits" && $6 == "rrm:sda:maxgain" && $14 != "-"'
expect 'the floor' "$cells" '$1 == "digits" && $6 == "reading" && $10 > 0 && $15 > 0 && $19 == "-"'
expect 'the lines' "$cells" '$1 == "digits" && $6 == "lines" && $10 > 0 && $15 > 0'
expect 'reading' "$tmp/two/reading.tsv" '$2 == "digits" && $7 == "liblinear" && $9 > 0 && $11 > 0'
[ ! -s "$tmp/err" ] && ok || { fail 'it complains'; cat "$tmp/err"; } # of an objective or a bound that is wrong
grep -q '^| - | hinge | breast-cancer | .* / .* / .* |$' "$tmp/two/report.md" && ok || fail 'no cell in the report'

cksum "$tmp"/two/*.tsv >"$tmp/before"
bench -o "$tmp/two" -s all -l 'hinge crammer-singer' data breast-cancer digits
cksum "$tmp"/two/*.tsv | cmp -s - "$tmp/before" && ok || fail 'it measures again what it has'

# Two halves: a plain file, one that is compressed, which its name does not say, and one behind a link; the README is no set.
mkdir "$tmp/fit" "$tmp/judge"
cp data/breast-cancer.train "$tmp/fit/tumours"
cp data/README "$tmp/fit/README"
cp data/digits-8.train.gz "$tmp/judge/eights"
ln -s "$PWD/data/breast-cancer.test" "$tmp/judge/later"
bench -o "$tmp/halves" -w 'cells report' -l 'hinge l1-logistic' -f "$tmp/fit" -j "$tmp/judge"
expect 'the half to fit' "$tmp/halves/cells.tsv" '$1 == "tumours" && $6 == "rrm:auto" && $19 == "fit"'
expect 'the half to judge' "$tmp/halves/cells.tsv" '$1 == "eights" && $6 == "liblinear" && $19 == "judge"'
expect 'l1 at the default -e' "$tmp/halves/cells.tsv" '$1 == "later" && $6 == "liblinear:default" && $7 ~ /0.01/ && $14 == "reached" && $15 > 0'
! grep -q 'l1-logistic.*rrm:sda' "$tmp/halves/cells.tsv" && ok || fail 'an engine that does not fit has a row'
[ "$(cut -f 1 "$tmp/halves/cells.tsv" | sort -u | wc -l)" = 3 ] && ok || fail 'other sets than three'
grep -q '^| judge | hinge | 1 | 1e-3 | 2 | 0 | 0 |' "$tmp/out" && ok || { fail 'no means of the half to judge'; cat "$tmp/out"; }
grep -q '^| eights | [^|]*[0-9][^|]* | [^|]*[0-9][^|]* |$' "$tmp/halves/compact.md" && ok || { fail 'no compact table'; cat "$tmp/halves/compact.md"; }
cp data/breast-cancer.train "$tmp/judge/tumours"
tools/bench -o "$tmp/both" -f "$tmp/fit" -j "$tmp/judge" >"$tmp/out" 2>&1 && fail 'a set in both halves' || ok

# The limit ends the tight run and an engine, which have no model then: the cell stays, and says so.
cat >"$tmp/late" <<'LATE'
#!/bin/sh
case "$*" in *'-e 1e-05'* | *'-s sda -'*) kill -XCPU $$ ;; esac
exec "$ON_TIME" "$@"
LATE
chmod +x "$tmp/late"
export ON_TIME=$RRM
RRM=$tmp/late bench -o "$tmp/late.out" -w 'cells report' -l hinge data breast-cancer
expect 'an engine that is late' "$tmp/late.out/cells.tsv" '$6 == "rrm:sda" && $14 == "over 20 s" && $10 == "-" && $15 == "-"'
expect 'a cell without a tight bound' "$tmp/late.out/cells.tsv" '$6 == "rrm:auto" && $14 == "converged"'
expect 'its peer' "$tmp/late.out/cells.tsv" '$6 == "liblinear" && $14 == "reached" && $15 > 0'
grep -q 'no tight bound: over 20 s' "$tmp/err" && ok || fail 'nothing is said of the tight run'

export FAKE=1
bench -o "$tmp/never" -w 'cells report' -l hinge data breast-cancer
expect 'a peer that never gets there' "$tmp/never/cells.tsv" '$6 == "liblinear" && $14 ~ /^never/ && $12 > 1e-3'
unset FAKE
LIBLINEAR='' bench -o "$tmp/alone" -w 'kernels cells' -l hinge data breast-cancer
expect 'rrm alone' "$tmp/alone/cells.tsv" '$6 == "rrm:auto" && $14 == "converged"'
LIBLINEAR='' bench -o "$tmp/alone" -w 'growth report' -g '50 1 2'
expect 'growth' "$tmp/alone/growth.tsv" '$2 == 2 && $6 == "logistic" && $8 > 0'
LIBLINEAR='' bench -o "$tmp/alone" -w 'search report' -l logistic data breast-cancer
expect 'a search' "$tmp/alone/search.tsv" '$3 == "logistic" && $4 == "rrm" && $6 > 0 && $8 > 0 && $9 > 90 && $9 <= 100'
bench -o "$tmp/searches" -w 'search report' -l 'squared-hinge logistic' data breast-cancer
expect 'a search of the peer' "$tmp/searches/search.tsv" '$3 == "logistic" && $4 == "liblinear" && $8 == 0.5 && $9 == 95.25 && $10 > 0'
expect 'a search that fails' "$tmp/searches/search.tsv" '$3 == "squared-hinge" && $4 == "liblinear" && $11 ~ /^failed/'
grep -q '^| - | logistic | geometric mean of 1 | ' "$tmp/searches/report.md" && ok || { fail 'no mean of searches'; cat "$tmp/searches/report.md"; }
cksum <"$tmp/searches/search.tsv" >"$tmp/before"
bench -o "$tmp/searches" -w 'search report' -l 'squared-hinge logistic' data breast-cancer
cksum <"$tmp/searches/search.tsv" | cmp -s - "$tmp/before" && ok || fail 'searches are measured twice'
grep -q copy "$tmp/alone/kernels/breast-cancer.txt" && ok || fail 'no kernels'
tools/tune -r 1 -l hinge -c 1 -v '1e-6 1e-3' -o "$tmp/rows" POLL data breast-cancer >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
grep -q '^POLL | src/base/par.c | [^|]* | 1e-6 1e-3 | [0-9.]* [0-9.]* | breast-cancer; hinge; ' "$tmp/rows" && ok || fail 'no row of a constant'
tools/bench -h >"$tmp/help" && grep -q '^usage: tools/bench' "$tmp/help" && ok || fail 'no help'
echo "bench: $passed passed, $failed failed"
[ $failed = 0 ]

#!/bin/sh
# golden - runs the command lines of tests/golden and compares what they print and return with what is expected.
# usage: tests/golden.sh [--update] [name ...]
#
# A case is a script tests/golden/NAME.sh, run in a new temporary folder with the helpers of tests/golden/lib; its
# standard output with a last line `exit status N` must be NAME.out, its standard error NAME.err. Paths, times and
# figures that differ between compilers are replaced by words first. A case that exits 77 was skipped and says why.
# --update writes the expectations anew: read the difference before you commit it. BIN=folder tests other programs.
set -u
cd "$(dirname "$0")/.." || exit 1
ROOT=$(pwd -P)
BIN=$(cd "${BIN:-bin}" && pwd -P) || exit 1
DATA=$ROOT/data
LIB=$ROOT/tests/golden/lib
SANITIZED=$(grep -q -e __asan_ -e __tsan_ "$BIN/rrm-train" && echo yes)
export ROOT BIN DATA LIB SANITIZED
export PATH="$BIN:$PATH" LC_ALL=C TZ=UTC
unset POSIXLY_CORRECT OMP_NUM_THREADS

work=$(mktemp -d "${TMPDIR:-/tmp}/rrm-golden.XXXXXX") || exit 1
work=$(cd "$work" && pwd -P)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
limit=
command -v timeout >/dev/null && limit="timeout $([ "$SANITIZED" ] && echo 1800 || echo 300)" # a case, seconds

# names KIND: what rrm-train --help=all lists there, as in "known: a, b".
names()
{
    rrm-train --help=all | awk -v kind="$1" 'index($0, kind) == 1 {on = 1; next} /^$/ {on = 0}
        on && /^  [a-z]/ {printf "%s%s", comma, $1; comma = ", "}'
}
solvers=$(names Solvers) losses=$(names Losses) regularizers=$(names Regularizers)

# Paths, times, lists of names and compiler-dependent figures become words.
plain()
{
    sed -e "s|$work/[a-z0-9-]*|TMP|g" -e "s|$ROOT|ROOT|g" \
        -e "s/known: $solvers\$/known: SOLVERS/" -e "s/known: $losses\$/known: LOSSES/" \
        -e "s/known: $regularizers\$/known: REGULARIZERS/" \
        -e 's/read in [0-9.]* s$/read in T s/' \
        -e 's/^primal [^ ]*, dual [^ ]*, gap [^ ]* ([^ ]* of the primal)/primal P, dual D, gap G (G of the primal)/' \
        -e 's/^[0-9.e+]* passes, [0-9]* iterations, [0-9.]* s; [0-9]* weights/N passes, N iterations, T s; N weights/' \
        -e 's/^\(fold [0-9]*: trained .* passes\), [0-9.]* s,/\1, T s,/' \
        -e 's|the certified gap is [^ ]* ([^ ]* of the primal)|the certified gap is G|'
}

update=
[ "${1-}" = --update ] && { update=yes; shift; }
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(cd tests/golden && ls -- *.sh | sed 's/\.sh$//')
passed=0 failed=0 skipped=0
for name; do
    case=tests/golden/$name folder=$work/$name
    mkdir "$folder"
    (cd "$folder" && exec $limit sh -u "$ROOT/$case.sh" </dev/null >"$work/out" 2>"$work/err")
    status=$?
    if [ $status = 77 ]; then
        echo "golden: $name: skipped: $(tail -n 1 "$work/err")"
        skipped=$((skipped + 1))
        continue
    fi
    { plain <"$work/out"; echo "exit status $status"; } >"$work/$name.out"
    plain <"$work/err" >"$work/$name.err"
    [ -z "$update" ] || cp "$work/$name.out" "$work/$name.err" tests/golden/
    if cmp -s "$case.out" "$work/$name.out" && cmp -s "$case.err" "$work/$name.err"; then
        passed=$((passed + 1))
        echo "golden: $name: passed"
    else
        failed=$((failed + 1))
        { # in one piece, beside other tests
            echo "golden: $name: FAILED (-expected, +seen)"
            diff -u "$case.out" "$work/$name.out" | sed '1,2d;s/^/    /'
            diff -u "$case.err" "$work/$name.err" | sed '1,2d;s/^/    /'
        } >"$work/diff"
        cat "$work/diff"
    fi
    chmod -R u+rwx "$folder"
    rm -rf "$folder"
done
[ $skipped = 0 ] || echo "golden: $skipped skipped"
echo "$passed passed, $failed failed"
[ $failed = 0 ]

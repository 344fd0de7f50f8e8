# rrm-words: the numbers of scikit-learn, the same for every number of threads and locale, and new texts as old ones.
. "$LIB"
export LC_ALL=C
[ -n "$(locale -a 2>/dev/null | grep -i -x 'c\.utf-*8')" ] || skip "no locale C.UTF-8"
texts=$ROOT/tests/reference/texts
# tests/reference/texts.sklearn was written by scikit-learn 1.2.1: options, line, term, value.
cut -f 1 "$texts.sklearn" | uniq | while read -r options; do
    rm -f rows again # those of counts could be anybody's
    # shellcheck disable=SC2086
    rrm-words -q $options "$texts" v rows
    # shellcheck disable=SC2086
    rrm-words -q -a "$texts" v again && cmp rows again
    awk -F '\t' -v options="$options" '
        FILENAME == "v" {if (NF == 3) term[++terms] = $1; next}
        FILENAME == "rows" {
            n = split($0, item, " ")
            for (k = 2; k <= n; k++) {split(item[k], pair, ":"); is[FNR, term[pair[1]]] = pair[2]; count++}
            next
        }
        $1 == options {
            d = is[$2, $3] - $4
            if (!(($2, $3) in is) || d > 1e-12 || d < -1e-12) print "line " $2 ", " $3 ": " is[$2, $3] ", expected " $4
            wanted++
        }
        END {print options ": " count " values, " (count == wanted ? "as many" : wanted) " expected"}' v rows "$texts.sklearn"
done

# The file that is kept.
figures() { sed 's/, in [0-9.]* s$/, in T/'; }
rm rows
rrm-words -w counts -m 2 "$texts" v rows | figures
cat v rows
rrm-words -a "$texts" v 2>&1 >rows2 | figures
rrm-words -q -k 3 -p 9 "$texts" v -
head -n 12 v
rm rows
rrm-words -q -p 2 -m 2 "$texts" v2 rows
cut -d ' ' -f 1-4 rows

# Labels do not depend on the order of lines; numbers stay as they are.
sort -r "$texts" >turned
rm rows
rrm-words -q turned v2 rows && rrm-words -q -k 3 -p 9 turned v2 rows && rrm-words -q -k 3 -p 9 turned v2 rows # replaces its own
same v v2
lines '+1\tone two' '-1.50\ttwo' ' 2e0 \tone' '?\ttwo' >numbers
rrm-words -q -w counts numbers v2
lines 'not spam\tone' ' spam \ttwo' '?\tone two' >blanks
rrm-words -q -w counts blanks v2
grep label v2

# Threads, packed texts, standard input and the user's locale change nothing.
awk 'BEGIN {for (i = 0; i < 30000; i++) {x = (x * 16807 + 11) % 2147483647
    printf "%d\t%s\n", i % 3, "Word" x % 1000 " no " x % 77 ", x" i % 5 " ÄÖ" i % 11 " ß" x % 13 " longer-words-" x % 9999}}' >many
gzip -nc many >many.gz
rm rows2
rrm-words -q -n 1 many v1 rows1
for n in 2 7; do
    LC_ALL=tr_TR.UTF-8 rrm-words -q -n $n many.gz v$n rows$n
    rrm-words -q -n $n - w$n many$n <many
    rrm-words -q -n $n -a many v$n again$n
    same v1 v$n w$n
    same rows1 rows$n many$n again$n
done
rrm-train -q -m 3 -e 0 rows1 model && echo "rrm-train reads them"
# As Python's str.lower and \w have them: numbers that are no digits, the final sigma.
printf '1\tx² 3½ ① m₂ ΟΔΟΣ ΣΑΣΑ Σ ΟΔΟΣ1 αΣβ ΑΣ_ ΌΣ! Ⅷ ５\n' >python
rrm-words -q -w counts python v3 - && awk -F '\t' 'NF == 3 {print $1}' v3

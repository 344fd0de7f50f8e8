# rrm-words where the C library has no UTF-8: a byte above 127 is a letter, and the vocabulary says so.
. "$LIB"
[ -n "$(locale -a 2>/dev/null | grep -i -x 'c\.utf-*8')" ] || skip "no locale C.UTF-8"
[ -z "$(LOCPATH=$PWD locale -a 2>/dev/null | grep -i -x 'c\.utf-*8')" ] || skip "LOCPATH changes nothing"
lines '1\t\303\204pfel, B\303\204R \377' '2\tb\303\244r' >texts
LOCPATH=$PWD run rrm-words -q -w counts texts bytes
cat bytes
run rrm-words -q -a texts bytes
run rrm-words -q -w counts texts unicode
LOCPATH=$PWD run rrm-words -q -a texts unicode

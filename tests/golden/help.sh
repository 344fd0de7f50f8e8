# -h and -V: on standard output, status 0.
. "$LIB"
rrm-train -h >help
echo "exit $?"
head -n 1 help
grep -c '^  -' help
awk 'length > 130 {print "a long line: " $0}' help
rrm-train -c 1 -h no such files at all | cmp - help && echo "the same with files"
rrm-predict -h >help
echo "exit $?"
head -n 1 help
grep -c '^  -' help
version=$(rrm-train -V)
echo "exit $?"
[ "$version" = "rrm-train ${version##* }" ] && echo "a version"
[ "$(rrm-predict -V)" = "rrm-predict ${version##* }" ] && echo "the same version"

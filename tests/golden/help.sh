# -h and -V, --help and --version: on standard output, status 0.
. "$LIB"
rrm-train -h >help
echo "exit $?"
head -n 1 help
grep -c '^  -' help
awk 'length > 130 {print "a long line: " $0}' help
rrm-train -c 1 -h no such files at all | cmp - help && echo "the same with files"
for program in rrm-predict rrm-words; do
    $program -h >help
    echo "exit $?"
    head -n 1 help
    grep -c '^  -' help
done
for program in rrm-train rrm-predict rrm-words; do
    $program -h >help
    for line in --help '-q --help no such files at all' '--help --nothing'; do
        # shellcheck disable=SC2086
        run $program $line >long
        sed '1d;$d' long | cmp - help
        sed -n '1p;$p' long
    done
    $program -V >short
    run $program -q --version -x >long
    sed '1d;$d' long | cmp - short
    sed -n '1p;$p' long
done
version=$(rrm-train -V)
echo "exit $?"
[ "$version" = "rrm-train ${version##* }" ] && echo "a version"
[ "$(rrm-predict -V)" = "rrm-predict ${version##* }" ] && echo "the same version"

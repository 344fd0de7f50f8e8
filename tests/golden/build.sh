# What make shows of its commands; demo and check take all cores unless -j says how many, and check says how it ended.
. "$LIB"
make_here
program cc 'while [ $# -gt 0 ]; do' '[ "$1" != -o ] || : >"$2"' 'shift' 'done' # compiles nothing
program again 'echo "again $*"' '[ ! -e broken ]'                             # is called as make is

# made ARGUMENT ...: what make prints, of flags, cores and times that they are there.
made()
{
    printf '$ make %s\n' "$*"
    { make CC="$PWD/cc" "$@" 2>&1; echo "exit $?"; } |
        sed -e '/^make: /d' -e 's/ -std.* / FLAGS /' -e 's/-j[0-9][0-9]*/-jN/' -e 's/, [0-9]* min [0-9]* s$/, T/' -e 's/^\(check: takes about\) .*/\1 T/'
}
for shown in V=0 V=1 -s; do
    made $shown build/release-cc/src/base/arena.o
    rm -rf build
done
for target in demo check; do
    made MAKE=./again $target
    made MAKE=./again -j3 $target
    : >broken
    made MAKE=./again $target
    rm broken
done

# What is missing is only named by plain make; make setup, demo and check install it and say so first.
. "$LIB"
make_here
mkdir fake
# A compiler that finds the headers of the packages in the file `there` alone; apt-get puts them there unless it is broken.
program cc 'while read -r line; do' 'case $line in' '*zlib.h*) grep -q zlib1g-dev there || exit 1 ;;' \
    '*check.h*) grep -qx check there || exit 1 ;;' 'esac' 'done'
program fake/apt-get 'echo "apt-get $*" >>calls' '[ ! -e broken ] || exit 100' 'for word; do echo "$word"; done >>there'
program fake/sudo 'shift' 'exec "$@"' # sudo -n
program fake/id 'echo 0'
PATH=$PWD/fake:$PATH
CC=$PWD/cc

# made TARGET ...: its exit status, what setup says, the calls of apt-get.
made()
{
    printf '$ make %s\n' "$*"
    make CC="$CC" "$@" >said 2>&1
    echo "exit $?"
    grep '^setup:' said
    cat calls 2>/dev/null
    rm -f calls
}
: >there
made
made all
made check-unit
made setup
made setup
echo zlib1g-dev >there
made check-unit
made setup-check SETUP=install
made setup-check
: >broken
: >there
made demo
made check
# As a user who is not root; without apt-get; a compiler that is not there.
program fake/id 'echo 1000'
made demo
PATH=$PWD/none tools/setup look build "$CC" 2>&1
echo "exit $?"
PATH=$PWD/none tools/setup install check "$CC" 2>&1
echo "exit $?"
rm broken
CC=$PWD/missing
made
[ ! -e bin ] || echo "something was built"

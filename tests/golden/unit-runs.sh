# Under -j the unit tests run side by side, each prints in one piece, and one that fails is a failure of make.
. "$LIB"
make_here
# meet OTHER: waits some seconds for the other to have begun.
meet='meet() { for i in 1 2 3 4 5 6 7 8 9; do [ -e "$1" ] || sleep 1; done; [ -e "$1" ] || echo "$1 never began"; }'
program a "$meet" 'echo a begins' ': >a-began' 'meet b-began' "echo 'a ends \\\\\\\\n'"
program b "$meet" 'echo b begins >&2' ': >b-began' 'meet a-began' 'echo b fails' 'exit 1'
make -k -j2 TESTS="$PWD/a $PWD/b" check-unit >out 2>&1
echo "exit $?"
for name in a b; do
    sed -n "/^$name begins/{p;n;p;}" out
done

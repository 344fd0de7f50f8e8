# -o unmet=4: a run that ends without meeting its tolerance has a status of its own.
. "$LIB"
file=$DATA/breast-cancer.train
plain() { sed -e 's/gap is .* asked/gap is G, asked/' -e 's/^/  /'; }
ends()
{
    printf '$ %s\n' "$*"
    "$@" >out 2>err
    echo "exit $?"
    plain <err
}
for unmet in '' '-o unmet=0' '-o unmet=4'; do
    # shellcheck disable=SC2086
    ends rrm-train -q -s pegasos -m 2 $unmet "$file" model
    value verdict model
    rm model
done
ends rrm-train -q -o unmet=4 "$file" model
ends rrm-train -q -e 0 -s pegasos -m 2 -o unmet=4 "$file" model
ends rrm-train -q -e 0 -a 1e-9 -s pegasos -m 2 -o unmet=4 "$file" model
ends rrm-train -q -v 2 -s pegasos -m 2 -o unmet=4 "$file"
ends rrm-train -q -v 2 -o unmet=4 "$file"
ends rrm-train -q -C -v 2 -c 1:2:2 -o unmet=4 "$file" model
ends rrm-train -q -C -v 2 -c 1:2:2 -s pegasos -m 2 -o unmet=4 "$file" model
ends rrm-train -q -s pegasos -m 2 -o unmet=4 "$file" /no/such/model
ends rrm-train -q -o unmet=3 "$file" model
ends rrm-train -q -o unmet "$file" model
# An interrupt is an end, too.
rrm-train -q -s pegasos -e 1e-9 -m 1e15 -o unmet=4 -T trace "$file" model 2>err &
until cat .rrm-* 2>/dev/null | grep -q .; do sleep 0.1; done
kill -INT $!
wait $!
echo "exit $?"
plain <err
value verdict model

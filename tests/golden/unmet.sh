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
# A gap that is hardly above the tolerance is told with the digits that tell them apart.
rrm-train -q -s bundle -m 3 "$file" model 2>err
gap=$(awk '$1 == "primal" {p = $2} $1 == "dual" {printf "%.17g\n", (p - $2) / p * 0.99999}' model)
rrm-train -q -s bundle -m 3 -e "$gap" "$file" model 2>err
sed 's/.*gap is [^(]*(\([^ ]*\) of the primal), asked for was \([^ ;]*\);.*/\1 \2/' err |
    awk '{print ($1 + 0 > $2 + 0 ? "gap above what was asked" : "as if met: " $0)}'

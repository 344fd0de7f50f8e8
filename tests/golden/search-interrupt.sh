# An interrupt of a search behind the best cost is one warning, and leaves a model.
. "$LIB"
[ -z "$SANITIZED" ] || { echo 'a sanitizer is too slow for the costs of this case' >&2; exit 77; }
mkfifo pipe
rrm-train -C -c 0.001:10:5 -v 2 -s pegasos -e 0 -m 30000 "$DATA/breast-cancer.train" m >pipe 2>err &
{ for _ in 1 2 3 4; do read -r _; done; kill -s INT $!; cat >/dev/null; } <pipe
wait $!
echo "exit $?"
cat err
head -n 1 m

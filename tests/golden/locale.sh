# Numbers are read and written the same in every locale, whether it is installed or not.
. "$LIB"
data=$DATA/breast-cancer.train
rrm-train -q -c 0.5 "$data" a
rrm-predict -d "$data" a >a.d 2>a.f
for locale in de_DE.UTF-8 de_DE fr_FR.UTF-8 tr_TR.UTF-8; do
    LC_ALL=$locale LANG=$locale LC_NUMERIC=$locale rrm-train -q -c 0.5 "$data" b
    LC_ALL=$locale rrm-predict -d "$data" b >b.d 2>b.f
    same a b
    same a.d b.d
    same a.f b.f
done
run env LC_ALL=de_DE.UTF-8 rrm-train -q -c 0,5 "$data" m

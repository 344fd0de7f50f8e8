# -o model=FOLDER: names of models that tell sets of one name in several folders apart.
. "$LIB"
mkdir -p sets/a sets/b sets/c.d models
for set in a b c.d; do tiny >sets/$set/train; done
gzip sets/b/train
tiny >here
for path in sets/a/train sets/b/train.gz ./sets/c.d//train here ./here sets/../here "$PWD/here" "$PWD/sets/a/train"; do
    rrm-train -q -o model=models "$path" || echo "exit $?"
    printf '%s: ' "$path" | sed "s|$PWD|PWD|"
    ls models | sed "s/^$(basename "$PWD")-/PWD-/"
    rm models/*
done
(cd sets/a && rrm-train -q -o model=../../models/ ../b/train.gz && rrm-train -q train)
ls models sets/a
rm models/* sets/a/train.model
for path in sets/*/train*; do rrm-train -q -o model=models "$path"; done
ls models
tiny | run rrm-train -q -o model=models -
run rrm-train -q -o model=models here there
run rrm-train -q -o model=none here
run rrm-train -q -o model=here here
run rrm-train -q -o model= here
run rrm-train -q -v 2 -o model=models here
rm models/*
rrm-train -q -C -v 2 -c 1:2:2 -o model=models here
ls models
echo 'no model' >models/here.model
run rrm-train -q -o model=models here
cat models/here.model
ls

# The default name of a model: the training file's base name, less .gz, plus .model, in the current folder.
. "$LIB"
mkdir -p there/deep
tiny >there/deep/some.data
gzip -c there/deep/some.data >there/packed.gz
tiny >there/.gz
tiny >there/a.gz.gz
tiny >plain.gz
run rrm-train -q there/deep/some.data
run rrm-train -q there/packed.gz
run rrm-train -q there/.gz
run rrm-train -q there/a.gz.gz
run rrm-train -q plain.gz
run rrm-train -q - <plain.gz
run rrm-train -q -- -dash
tiny >-dash
run rrm-train -q -- -dash
run rrm-train -q ./-dash -x.model
run rrm-train -q ./-dash ./-x.model
run rrm-train -q -- -dash -y.model
ls -A . there

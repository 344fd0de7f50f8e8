# Data sets without an example.
. "$LIB"
: >empty
printf '\n \n# only this\n' >comments
printf '# no line end' >comment
: | gzip >empty.gz
run rrm-train empty m
run rrm-train comments m
run rrm-train comment m
run rrm-train empty.gz m
run rrm-train /dev/null m
run rrm-train - m </dev/null
tiny >data
rrm-train -q data model
run rrm-predict empty model out
run rrm-predict /dev/null model out
ls

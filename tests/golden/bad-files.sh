# Files that the system does not give: status 3.
. "$LIB"
tiny >data
rrm-train -q data model
run rrm-train missing m
run rrm-train no/such/folder m
run rrm-train "$DATA" m
run rrm-train . m
run rrm-train '' m
run rrm-train data/below m
run rrm-predict missing model
run rrm-predict "$DATA" model
run rrm-predict data missing
run rrm-predict data .
run rrm-predict data model missing/out
ls

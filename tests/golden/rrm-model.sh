# rrm-model: what a model is and which features weigh most; written anew, without small weights, in another format; whole or not.
. "$LIB"
lines 'rrm-model 1' 'solver sda' 'loss hinge' 'regularizer l2' 'lambda 0.25' 'bias 1' 'classes 2' 'labels 1 -1' 'features 5' 'primal 0.5' \
    'dual 0.4375' 'passes 17' 'verdict converged' 'weights 5' '1 2' '2 -0.25' '4 -3' '5 0.25' '6 0.125' >m
seal m
lines 'solver_type MCSVM_CS' 'nr_class 3' 'label 7 1 4' 'nr_feature 3' 'bias -1' w '1 2 3 ' '0 0 0 ' '-1 0 0.5 ' >ll
lines 'svm_type c_svc' 'kernel_type linear' 'nr_class 2' 'total_sv 2' 'rho 0.5' 'label 0 1' 'nr_sv 1 1' SV '1 1:0.5 4:1 ' '-1 2:1 ' >svm
run rrm-model show m
run rrm-model show -k 2 ll
run rrm-model show -k 0 svm
gzip -c m | run rrm-model show -k 1 -J -
lines 'solver_type L2R_L1LOSS_SVR_DUAL' 'nr_class 2' 'nr_feature 2' 'bias 0' w '0.5 ' '0 ' '1 ' >numbers
run rrm-model show numbers
run rrm-model show -J numbers
for file in m ll svm numbers; do run rrm-model check $file; done

# Written anew: the same bytes; in LIBLINEAR's format and back.
run rrm-model convert m again
same m again
run rrm-model convert -F liblinear m theirs
cat theirs
run rrm-model convert theirs -
run rrm-model convert -F liblinear ll back
same ll back
run rrm-model convert svm -
sed 's/^weights/platt -1 0.5\nweights/; $d' m >calibrated
seal calibrated
run rrm-model convert -F liblinear calibrated theirs
lines 'no model' >text
run rrm-model convert m text
sed 's/^loss hinge/loss exponential/; $d' m >exponential
seal exponential
run rrm-model convert -F liblinear exponential theirs

# Small weights: the bias stays; the certificate does not.
run rrm-model prune -t 0.25 m pruned
cat pruned
run rrm-model show -k 1 pruned
run rrm-model prune -t 1 pruned -
run rrm-model prune -t 0.5 ll - # LIBLINEAR's stays so
run rrm-model prune -F rrm -t 0.5 ll -
run rrm-model prune -F liblinear -t 0.25 m -
run rrm-model prune -t 0.5 svm -
run rrm-model prune -t 0 m pruned
grep weights pruned
# A model without a certificate cannot claim one, nor can one that has it deny it.
sed 's/^verdict .*/verdict converged/; $d' pruned >claims
seal claims
run rrm-model check claims
sed 's/^verdict .*/verdict pruned at 1/; $d' m >denies
seal denies
run rrm-model check denies

# Edited by hand: a weight changed, a line left out.
sed 's/^4 -3/4 -2.5/' m >edited
run rrm-model check edited
run rrm-model show -k 1 edited
run rrm-model show -f -k 1 edited
run rrm-model convert -f edited whole
cat whole
run rrm-model check whole
sed '/^4 -3/d' m >shorter
run rrm-model prune -f -t 0.2 shorter whole
run rrm-model check whole
run rrm-model convert -f m whole
same m whole
sed 's/^2 .*/2 x/' m >broken
run rrm-model convert -f broken whole
sed '$d' m >ended
run rrm-model convert -f ended whole

# The command line.
run rrm-model
run rrm-model shw m
run rrm-model show
run rrm-model show m whole
run rrm-model convert m
run rrm-model check -f m
run rrm-model show -F rrm m
run rrm-model convert -t 1 m whole
run rrm-model prune m whole
run rrm-model prune -t -1 m whole
run rrm-model show -k -1 m
run rrm-model show -k 2147483647 m
run rrm-model convert -F svm m whole
run rrm-model show -x m
run rrm-model check missing
rrm-model -h >help
for command in show convert prune check; do rrm-model $command -h | cmp - help && echo "$command -h"; done
run rrm-model -V
rrm-model show m >/dev/full
echo "exit $?"
# LIBLINEAR's models have no names: those that are only shown are left out, with a warning.
lines '1 1:1' '-1 2:1' >few
lines width height >few.names
rrm-train -q -N few.names few named
run rrm-model convert -F liblinear named named.ll
run rrm-model convert named named.rrm

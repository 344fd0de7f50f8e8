#!/bin/sh
# completion - sources what tools/completion prints in bash and asks for the completions of words as bash cuts them.
# usage: [BUILD=build/release-gcc] tests/completion.sh
set -u
cd "$(dirname "$0")/.." || exit 1
command -v bash >/dev/null || { echo "completion: skipped: no bash"; exit 0; }
make=$(cd "${BUILD:-build/release-gcc}" && pwd)/tools/completion
work=$(mktemp -d "${TMPDIR:-/tmp}/rrm-completion.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
for program in rrm-train rrm-predict rrm-model rrm-words; do "$make" $program >"$work/$program" || exit 1; done
cd "$work" || exit 1
mkdir sets
: >data.svm
: >'two words'
cat >ask <<'EOF'
set -u
. ./rrm-train
. ./rrm-predict
. ./rrm-model
. ./rrm-words
bad=0
# Words as COMP_WORDS has them, the last one to be completed, then "=>" and what it may become; "...": and more.
check()
{
    local wanted given=() program=$1
    while [[ $1 != '=>' ]]; do given+=("$1"); shift; done
    shift
    COMP_WORDS=("${given[@]}") COMP_CWORD=$((${#given[@]} - 1))
    "_${program/-/_}"
    wanted=$*
    if [[ ${*: -1} == ... ]]; then
        [[ " ${COMPREPLY[*]-} " == *" ${wanted% ...} "* ]] && return
    else
        [[ ${COMPREPLY[*]-} == "$wanted" ]] && return
    fi
    echo "completion: ${given[*]} => ${COMPREPLY[*]-}, expected $wanted"
    bad=1
}
check rrm-train --so '=>' --solver
check rrm-train --se '=>' --seconds --search --setting --seed
check rrm-train - '=>' -s --solver -l --loss ...
check rrm-train -s sd '=>' sda sda:steepest sda:maxgain sda:pairwise
check rrm-train -s sda : '=>' steepest maxgain pairwise
check rrm-train -s sda : ma '=>' maxgain
check rrm-train --solver = pe '=>' pegasos
check rrm-train --solver= '=>'  --solver=auto ...
check rrm-train --solver=pe '=>' --solver=pegasos
check rrm-train --solver = '=>' auto bundle ...
check rrm-train --loss sq '=>' squared-hinge squared squared-eps-insensitive
check rrm-train -l ova : sq '=>' squared-hinge
check rrm-train -q -r e '=>' elastic elastic-ball entropy elastic-group
check rrm-train -o s '=>' score= ...
check rrm-train -o pl '=>' planes=
check rrm-train -o rule '=' '=>' best 1sd
check rrm-train -o rule '=' 1 '=>' 1sd
check rrm-train --setting score = f '=>' f1
check rrm-train -o cost = da '=>' data.svm
check rrm-train -b '' '=>' 0 1
check rrm-train -c 1 '=>'
check rrm-train --help = pa '=>' pairs
check rrm-train --help da '=>' data.svm
check rrm-train -c 1 s '=>' sets
check rrm-train -w 1 : 5 d '=>' data.svm
check rrm-train -q tw '=>' 'two words'
check rrm-train -i d '=>' data.svm
check rrm-train -T s '=>' sets
check rrm-predict --co '=>' --confusion
check rrm-predict --probability '' '=>' 0 1
check rrm-predict -n 2 data.svm se '=>' sets
check rrm-train -F '' '=>' rrm liblinear
check rrm-train --format = li '=>' liblinear
check rrm-model '' '=>' show convert prune check
check rrm-model c '=>' convert check
check rrm-model convert -F l '=>' liblinear
check rrm-model show d '=>' data.svm
check rrm-model convert -k 1 c '=>'
check rrm-words -w '' '=>' tf-idf counts binary
check rrm-words --weight = c '=>' counts
check rrm-words s '=>' sets
[[ $(complete -p rrm-train) == *_rrm_train* && $(complete -p rrm-predict) == *_rrm_predict* ]] || { echo "completion: not registered"; bad=1; }
exit $bad
EOF
bash ask && echo "completion: as expected"

# peers.sh - the other programs: where they are, how each is called, how its model becomes one of LIBLINEAR's.
#
# A peer is FAMILY or FAMILY:VARIANT; of a family the quickest variant that gets there is raced. Each has an option for
# its accuracy; grid_of lists what is tried, loosest first.

# found VARIABLE PROGRAM...: the value of the variable if it is set, else the first program in PATH; nothing if none.
found() {
    local name=$1 program
    shift
    [ -z "${!name+set}" ] || { command -v "${!name}" || true; return; }
    for program in "$@"; do
        command -v "$program" && return
    done || true
}

# What calls itself train in PATH may be anything.
if_liblinear() {
    [ -z "$1" ] || { "$1" 2>&1 || true; } | grep -q -e '-s type : set type of solver' || return 0
    echo "$1"
}
if_sklearn() {
    [ -z "$1" ] || ! "$1" -c 'import sklearn' > "$tmp/said" 2>&1 || echo "$1"
}

find_peers() {
    liblinear=$(if_liblinear "$(found LIBLINEAR liblinear-train train)")
    multicore=$(if_liblinear "$(found MULTICORE)")
    svmocas=$(found SVMOCAS svmocas)
    svm_perf=$(found SVM_PERF svm_perf_learn)
    vw=$(found VW vw)
    python=$(if_sklearn "$(found PYTHON python3)")
    [ -n "$python" ] || [ -n "${PYTHON+set}" ] || [ ! -x /usr/bin/python3 ] || python=$(if_sklearn /usr/bin/python3)
}

has_family() {
    case " $families " in *" $1 "*) ;; *) return 1 ;; esac
    case $1 in
    liblinear) [ -n "$liblinear" ] ;;
    multicore) [ -n "$multicore" ] ;;
    svmocas) [ -n "$svmocas" ] ;;
    svm_perf) [ -n "$svm_perf" ] ;;
    vw) [ -n "$vw" ] ;;
    sklearn) [ -n "$python" ] ;;
    *) die "no peer '$1': it is one of: $every_family" ;;
    esac
}
every_family="liblinear multicore svmocas svm_perf vw sklearn"

# variants FAMILY: its peers for the problem in use on the labels at hand.
variants() {
    local v
    has_family "$1" || return 0
    case $1:$problem in
    liblinear:*) for v in $solvers; do echo "liblinear:$v"; done ;;
    multicore:*) for v in $solvers; do case $v in 0 | 1 | 2 | 3 | 5 | 6 | 11) echo "multicore:$v" ;; esac; done ;;
    svmocas:hinge | svm_perf:hinge) [ "$labels" != signs ] || echo "$1" ;;
    vw:hinge) [ "$labels" != signs ] || echo vw:gd ;;
    vw:logistic) [ "$labels" != signs ] || printf 'vw:%s\n' gd bfgs ;;
    vw:squared) printf 'vw:%s\n' gd bfgs ;;
    sklearn:hinge | sklearn:squared-hinge) echo sklearn:LinearSVC ;;
    sklearn:logistic) printf 'sklearn:%s\n' newton-cholesky lbfgs ;;
    sklearn:softmax) printf 'sklearn:%s\n' lbfgs newton-cg ;;
    sklearn:squared) printf 'sklearn:%s\n' cholesky sparse_cg ;;
    sklearn:eps) echo sklearn:LinearSVR ;;
    esac
}

has_peers() {
    local family
    for family in $families; do [ -z "$(variants "$family")" ] || return 0; done
    return 1
}

# default_of PEER: LIBLINEAR's -e where none is given, of the solvers that are also raced with that.
default_of() {
    case $1 in liblinear:5 | liblinear:6) echo 0.01 ;; esac
}

grid_of() {
    case $1 in
    sklearn:cholesky) echo 1e-3 ;; # direct
    sklearn:*) echo 1e-1 1e-2 1e-3 1e-4 1e-5 1e-6 1e-7 1e-8 1e-9 ;;
    svm_perf) echo 1 0.3 0.1 0.03 0.01 0.003 0.001 0.0003 0.0001 ;; # of a loss in percent
    vw:gd) echo 1 2 5 10 20 50 ;; # passes: its objective is least after a few
    vw:bfgs) echo 2 5 10 20 50 100 200 500 ;;
    svmocas) echo 1e-2 3e-3 1e-3 3e-4 1e-4 1e-5 1e-6 1e-7 ;;
    *) echo 1 0.3 0.1 0.03 0.01 0.003 0.001 0.0003 0.0001 3e-5 1e-5 3e-6 1e-6 3e-7 1e-7 3e-8 1e-8 3e-9 1e-9 ;;
    esac
}

# call_peer NAME PEER ACCURACY: runs it, under the clock of that name; its model is made readable.
call_peer() {
    local name=$1 peer=$2 accuracy=$3 model=$tmp/model.$1 status=0 options
    rm -f "$model"
    case $peer in
    liblinear:*) read -r -a options <<< "$(liblinear_options "${peer#*:}" "$cost")"
        clocked "$name" "$limit" "$liblinear" "${options[@]}" -e "$accuracy" "$train" "$model" || status=$? ;;
    multicore:*) read -r -a options <<< "$(liblinear_options "${peer#*:}" "$cost")"
        clocked "$name" "$limit" "$multicore" "${options[@]}" -m "$cores" -e "$accuracy" "$train" "$model" || status=$? ;;
    svmocas) clocked "$name" "$limit" "$svmocas" -v 0 -b 0 -c "$cost" -r "$accuracy" "$train" "$tmp/w" || status=$?
        [ $status != 0 ] || from_ocas < "$tmp/w" > "$model" ;;
    svm_perf) # its C is that of the mean loss in percent
        clocked "$name" "$limit" "$svm_perf" -v 0 -c "$(calc "$cost * $(wc -l < "$train") / 100")" -e "$accuracy" --b 0 \
            "$train" "$tmp/w" || status=$?
        [ $status != 0 ] || from_perf < "$tmp/w" > "$model" ;;
    vw:*) vw_text
        read -r -a options <<< "$(vw_options "${peer#*:}" "$accuracy")"
        clocked "$name" "$limit" "$vw" "${options[@]}" -d "$tmp/vw.text" --cache_file "$tmp/vw.cache" --readable_model "$tmp/w" ||
            status=$?
        [ $status != 0 ] || from_vw < "$tmp/w" > "$model" ;;
    sklearn:*) OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 clocked "$name" "$limit" "$python" "$parts/sklearn_fit.py" "${peer#*:}" "$problem" "$cost" "$accuracy" \
        "$train" "$model" || status=$?
        [ $status != 0 ] || count_fit "$name" ;;
    esac
    return $status
}

# How the call reads in a table.
peer_options() {
    case $1 in
    liblinear:* | multicore:*) echo "-s ${1#*:} -e $2" ;;
    svmocas) echo "-r $2" ;;
    svm_perf) echo "-e $2" ;;
    vw:*) echo "${1#*:} --passes $2" ;;
    *) echo "${1#*:} tol=$2" ;;
    esac
}

# The weights of svmocas, one a line, the last that of its bias, here 0.
from_ocas() {
    awk '{ if (NR > 1) w[NR - 1] = last; last = $1 }
        END {
            printf "solver_type ocas\nnr_class 2\nlabel 1 -1\nnr_feature %d\nbias -1\nw\n", NR - 1
            for (i = 1; i < NR; i++) print w[i]
        }'
}

# The last line of its model: a factor, then index:weight.
from_perf() {
    tail -n 1 | awk '{
        for (i = 2; i <= NF; i++) if (split($i, e, ":") == 2) { w[e[1]] = $1 * e[2]; last = e[1] }
        printf "solver_type perf\nnr_class 2\nlabel 1 -1\nnr_feature %d\nbias -1\nw\n", last
        for (i = 1; i <= last; i++) print w[i] + 0
    }'
}

# The training file as vw reads it: once a set, outside of the clock.
vw_text() {
    [ "${vw_set-}" != "$set" ] || return 0
    awk '{ $1 = ($1 + 0) " |"; print }' "$train" > "$tmp/vw.text"
    vw_set=$set
}

# vw_options ALGORITHM PASSES: gd adds l2 |w|^2 / 2 to the loss of each line, bfgs once to their sum; its square of a residual
# is that of LIBLINEAR, whose C is cost / 2 then (losses.sh). No constant, no line held out, no column hashed upon another.
vw_options() {
    local l2 algorithm="--bfgs --termination 0"
    l2=$(calc "1 / $cost")
    [ "$problem" != squared ] || l2=$(calc "2 / $cost")
    [ "$1" = bfgs ] || { l2=$(calc "$l2 / $(wc -l < "$train")") algorithm=; }
    echo "$algorithm --loss_function $problem --l2 $l2 --passes $2 -k --holdout_off --noconstant -b $(vw_bits) --predict_only_model --quiet"
}

# Bits of a table that the largest index fits in.
vw_bits() {
    awk '{ split($NF, e, ":"); if (e[1] + 0 > most) most = e[1] + 0 } END { for (bits = 1; 2 ^ bits <= most; ) bits++; print bits }' "$train"
}

# The lines of a readable model from the one that is :0 on: index:weight.
from_vw() {
    local label="label 1 -1\\n"
    [ "$problem" != squared ] || label=
    awk -F : -v label="$label" '
        body { w[$1 + 0] = $NF; if ($1 + 0 > last) last = $1 + 0 }
        $0 == ":0" { body = 1 }
        END {
            printf "solver_type vw\nnr_class 2\n%snr_feature %d\nbias -1\nw\n", label, last
            for (i = 1; i <= last; i++) print w[i] + 0
        }'
}

# Of scikit-learn only the call of fit counts, not the start of Python and its reader: its own clocks replace ours.
count_fit() {
    local wall cpu peak status file=$tmp/times/$1
    read -r _ _ peak status < <(tail -n 1 "$file")
    read -r wall cpu < "$tmp/said"
    sed -i '$d' "$file"
    echo "$wall $cpu $peak $status" >> "$file"
}

# It said that its limit of iterations ended it, and has no other solver to go on with (-s 1, 7 and 12 have).
gave_up() {
    case $1 in *:1 | *:7 | *:12) return 1 ;; esac
    grep -q -i -e 'reaching max number of iterations' -e ConvergenceWarning "$tmp/said" "$tmp/err"
}

# What of a peer can be told apart when results are kept.
peer_versions() {
    [ -z "$liblinear" ] || echo "LIBLINEAR: $liblinear ($(cksum < "$liblinear" | cut -d ' ' -f 1))"
    [ -z "$multicore" ] || echo "multi-core LIBLINEAR: $multicore, $cores threads"
    [ -z "$svmocas" ] || echo "svmocas: $svmocas"
    [ -z "$svm_perf" ] || echo "SVM-perf: $svm_perf"
    [ -z "$vw" ] || echo "Vowpal Wabbit: $("$vw" --version)"
    [ -z "$python" ] || echo "scikit-learn: $("$python" -c 'import sklearn; print(sklearn.__version__)')"
}

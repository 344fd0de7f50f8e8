# losses.sh - the problems that are raced: rrm's options and LIBLINEAR's solvers for the same minimum.
#
# LIBLINEAR minimises |w|^2/2 + C sum of losses (|w|_1 for -s 5 and 6), rrm the same over C m. Its square of a residual
# has no half: -l squared is -p 0 at C/2. One class has no C: |w|^2/2 + sum max(0, rho - z) - nu rho m, lambda = 1/m.

# NAME LABELS LOSS REGULARIZER LIBLINEAR'S-SOLVERS
problems() {
    cat <<END
hinge               two     hinge                       l2 3
squared-hinge       two     squared-hinge               l2 2,1
logistic            two     logistic                    l2 0,7
l1-squared-hinge    two     squared-hinge               l1 5
l1-logistic         two     logistic                    l1 6
one-class           two     novelty:0.1                 l2 21
squared             numbers squared                     l2 11,12
squared-eps         numbers squared-eps-insensitive:0.1 l2 11,12
eps                 numbers eps-insensitive:0.1         l2 13
softmax             classes softmax                     l2 -
crammer-singer      classes crammer-singer              l2 4
ova-hinge           classes ova:hinge                   l2 3
ova-squared-hinge   classes ova:squared-hinge           l2 2,1
ova-logistic        classes ova:logistic                l2 0,7
END
}
every_problem() { problems | awk '{ printf "%s%s", sep, $1; sep = " " }'; }

# use_problem NAME: sets labels_wanted, loss, reg and solvers.
use_problem() {
    local line
    line=$(problems | awk -v name="$1" '$1 == name')
    [ -n "$line" ] || die "no loss '$1': it is one of: $(every_problem)"
    read -r _ labels_wanted loss reg solvers <<< "$line"
    solvers=${solvers//,/ }
    solvers=${solvers#-}
}

# liblinear_options SOLVER COST: its options for the problem in use.
liblinear_options() {
    case $problem in
    squared) echo "-s $1 -p 0 -c $(calc "$2 / 2")" ;;
    squared-eps | eps) echo "-s $1 -p 0.1 -c $2" ;;
    one-class) echo "-s $1 -n 0.1" ;;
    *) echo "-s $1 -c $2" ;;
    esac
}

# Every command of the manual pages, in a folder where data/ is: those that fail or warn.
. "$LIB"
[ -d "$ROOT/man" ] || skip "no manual pages"
ln -s "$DATA" data
# Where gnuplot is missing a stand-in draws.
mkdir programs
ln -s "$ROOT/tools/rrm-plot" programs
command -v gnuplot >/dev/null || program programs/gnuplot 'echo "<?xml?>"'
PATH=$PWD/programs:$PATH
# run_page PAGE: a command begins behind "$ " and goes on in lines that begin with blanks; \e is a backslash, \- a minus.
run_page()
{
    awk '/^[^ ]/ {on = 0} sub(/^\$ /, "") {on = 1; n++}
        on {gsub(/\\e/, "\\"); gsub(/\\-/, "-"); print >"command" sprintf("%02d", n)}' "$ROOT/man/$1"
    ls command?? >/dev/null || echo "$1: no commands"
    for command in command??; do
        sh "$command" 2>stderr >stdout </dev/null || echo "exit $?" >>stderr
        [ ! -s stderr ] || { echo "$1:"; cat "$command" stderr; }
    done
    rm command??
}
run_page rrm-jobs.7
for job in $(sed -n 's/^\.Ss \([0-9]*\)\. .*/\1/p' "$ROOT/man/rrm-jobs.7"); do printf '%s ' "$job"; done
echo "jobs"
# A table with a first line, quotes, an empty field, numbers and words; lines that end in CR LF are alike.
cat table.train
sed 's/$/\r/' table.csv | awk -f csv.awk | cmp - table.train
# Reserved names, blanks around the fields, what is missing; a line break in quotes.
lines 'sold,cost,"offset", qid ,size' 'yes, 3,-1,"red", 2 ' ' "no" ,NA,nan,?,null' ',4,"","a, ""b""" ,NaN' >odd.csv
awk -f csv.awk odd.csv
lines 'sold,note' 'yes,"one"' 'no,"two' 'lines"' | run awk -f csv.awk
# What a job is for: lines of the figures of its test file.
figures() { rrm-predict "$1" "$2" /dev/null | grep -E "$3"; }
figures data/breast-cancer.test bc.model Accuracy
figures data/digits-8.test.gz ranks.model ROC
figures number.test mean.model Median
awk 'FNR == NR {bound[FNR] = $1; next} {n += $1 <= bound[FNR]} END {print (n / FNR > 0.85 && n / FNR < 0.95 ? "nine of ten" : n / FNR)}' \
    bounds number.test
# What the examples of the other pages are about.
ln -s number.train numbers.train
ln -s data/breast-cancer.train train.svm
ln -s data/breast-cancer.test test.svm
lines 'label,width,height' '1,2,3' '-1,0.5,1' >data.csv
for page in rrm-train.1 rrm-predict.1 rrm-model.1 rrm-words.1 rrm-plot.1 rrm.7 rrm-data.5; do run_page $page; done

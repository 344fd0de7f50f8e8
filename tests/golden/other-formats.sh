# Text of other formats is called by its name; a label that is a word is told so.
. "$LIB"
# try LINE ...: a file of these lines; printf's escapes hold.
try()
{
    lines "$@" >data
    printf '%s\n' "$1" >&2
    rrm-train -q data m
    echo "exit $?"
}
tiny >good
rrm-train -q good model
# A byte order mark: of UTF-8, of UTF-16.
try '\0357\0273\0277+1 1:1' '-1 1:2'
try '\0377\0376+\00001\0000 \00001\0000:\00001\0000'
try '\0376\0377\0000+\00001\0000 \00001\0000:\00001'
# Compressed by other programs than gzip, told by the first bytes; from a pipe too.
try '\0050\0265\0057\0375\0004'
try 'BZh91AY&SY'
try '\0375\0067zXZ\0000'
try 'PK\0003\0004'
try '7z\0274\0257'
lines '\0050\0265\0057\0375\0004' | run rrm-train -q - m
run rrm-predict -q data model
run rrm-predict -q good data
lines 'BZ' | run rrm-train -q - m
# CSV, with a first line of names and without, separated by commas and by semicolons.
try 'label,length,width' '1,5.1,3.5'
try 'Sepal Length,Sepal Width' '1,5.1'
try '"label";"length"' '1;5,1'
try '1,5.1,3.5' '0,4.9,3.0'
try '1, 5.1, 3.5' '0, 4.9, 3.0'
try '1;5,1;3,5'
try '1 ,2 ,3'
# Vowpal Wabbit's: with namespaces, weights, tags, without labels.
try '1 | a:1 b:2'
try '-1 |f a:1 |g 3:0.5'
try "1 2.0 'tag|f a:1"
try '1 2.0 tag|f a'
try '| 1:0.5'
# ARFF.
try '% 1. Title' '@relation iris'
try '@RELATION iris' '@attribute a numeric'
try '@data'
# Words, and a label that is missing.
try 'spam 1:1' 'ham 2:1'
try '1 1:1' 'ham 2:1'
try 'Iris-setosa 1:5.1'
try 'spam'
try 'nan 1:1'
try '-inf 1:1'
try 'Infinity 1:1'
try 'qid:3 1:1'
try 'length:5 width:1'
# What only resembles another format keeps its own message.
try '1,5 1:0,25'
try '1 1:0,25 2:1'
try '1 1:1 ;'
try '1 1:x # a | b, c'
try '1 1:1 a|b'
try '{"a": 1, "b": 2}'
run rrm-predict good model out
lines '1,5.1,3.5' >data
run rrm-predict data model out
# As rrm-data(5) converts CSV.
lines 'label,length,width' '1,5.1,3.5' '0,-4.9,0' >data.csv
sed -n '/^\$ awk/,/data.csv/{s/^\$ //; s/ >data.svm//; p;}' "$ROOT/man/rrm-data.5" >convert
sh ./convert
# Words would take what other formats have: the first line tells, but a label with a comma is one if features follow.
words()
{
    lines "$@" >data
    printf '%s\n' "$1" >&2
    for features in numbers words; do
        rrm-train -q -o labels=words -o features=$features data m
        echo "exit $?"
    done
}
words 'sold,colour' 'yes,red' 'no,blue'
words 'yes;red' 'no;blue'
words 'yes, red' 'no, blue'
words '# a comment' '\0357\0273\0277spam 1:1' 'ham 2:1'
words 'spam | now' 'ham | lunch'
words '|f now' '|f lunch'
words "spam 2.0 'tag|f now" 'ham |f lunch'
words '@relation iris' '@data' '5.1,3.5,a' '4.9,3.5,b'
words '__label__a __label__b now' '__label__a lunch'
words 'Paris,Texas 1:1' 'Paris 2:1' 'a,b'
words '__label__a 1:1' '__label__b |:1 2:1'
lines '1 |f now' '-1 |f lunch' | run rrm-train -q -o features=words - m
lines 'spam buy | now' 'ham a|b' | run rrm-train -q -o labels=words -o features=words - m
lines 'yes,red' 'no,blue' | run rrm-predict -q - m
# A label that is a word, whatever it begins with; several labels in one; names of features.
for label in _a __label__a 1a 2024-01-01 '"a"' '\0303\0251' 'a,b' '1,2' '1;2 ' 1e999 -nan a:b; do try "$label 1:1"; done
for entry in good:1 good a=b '\0303\0251:1' _a good:x qid:3 cost:1 offset:1 '"a"'; do try "1 1:1 $entry"; done
tiny >good
rrm-train -q good model
for line in 'what? 1:1' '1,2 1:1' '1 good:1'; do lines "$line" | run rrm-predict -q - model; done

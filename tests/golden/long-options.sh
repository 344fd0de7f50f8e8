# Every option has a word: --word VALUE, --word=VALUE, or as much of it, two letters or more, as no other begins with.
. "$LIB"
tiny >data
cat data data data data >many
rrm-train -q -s bundle -l logistic -r l2 -c 0.5 -e 1e-4 -a 1e-9 -m 500 -t 100 -B 1 -R -w 1:2 -b 1 -S 7 -o planes=50 -n 2 -T t1 many m1
rrm-train --quiet --solver bundle --loss=logistic --regularizer l2 --cost 0.5 --tolerance=1e-4 --absolute 1e-9 --passes 500 \
    --seconds=100 --bias 1 --free-bias --weight 1:2 --probability 1 --seed 7 --setting planes=50 --threads=2 --trace t2 many m2
rrm-train --qu --so bundle --lo logistic --re=l2 --cost=0.5 --to 1e-4 --ab 1e-9 --pas 500 --sec 100 --bi 1 --fr -w1:2 --prob=1 \
    --see=7 --sett=planes=50 --th 2 --tr=t3 -- many m3
same m1 m2 m3
cut -f 1,2,4- t1 >trace
rrm-train -q -L 0.25 -i m1 data m4
rrm-train --quiet --lambda=0.25 --start m1 data m5
same m4 m5
rrm-train -q -C -v 2 -c 1:2:3 many m6 >found
rrm-train --quiet --search --folds=2 --cost 1:2:3 many m7 | cmp - found && same m6 m7
[ "$(rrm-train --json data m8 | cut -c 1-24)" = "$(rrm-train -J data m8 | cut -c 1-24)" ] && echo "the same line"
for pair in '-d --decisions' '-b1 --probability=1' '-q --quiet' '-f --confusion' '-n2 --threads=2'; do
    rrm-predict ${pair% *} many m1 >short 2>figures
    rrm-predict ${pair#* } many m1 2>figures.long | cmp - short && same figures figures.long
done
rrm-predict --json many m1 out | cut -c 1-24

# Wrong ones
for option in --s=sda --se=1 --lo --seed --quiet=1 --cost= --l=hinge --Cost=1 --cost_=1 --=1 --help=nothing --version=1 -q--quiet; do
    run rrm-train $option data m
done
run rrm-train --seed
run rrm-predict --help=solvers data m
run rrm-predict --pro data m1
run rrm-predict --decisions --prob=1 data m1

# The topics of the help are its parts.
for topic in settings solvers losses regularizers pairs; do
    rrm-train --help=$topic >topic
    [ -s topic ] || echo "$topic: nothing"
    echo
    cat topic
done >topics
rrm-train -h >help
cat help topics >parts
rrm-train --help=all | cmp - parts && echo "all are the parts"
[ "$(wc -l <help)" -le 40 ] && echo "-h fits a screen"
awk 'length > 100' help

# Each bad line that CLI.md names: status 2, file, line, what is wrong; no model is left.
. "$LIB"
bad()
{
    name=$1
    shift
    lines "$@" >"$name"
    run rrm-train -q "$name" m
    [ ! -e m ] || echo "m was written"
    rm -f m
}
good='1 1:1' # stands above
bad no-label "$good" '1:1 2:1'
bad no-label-but-blanks "$good" '' '  2:1'
bad word-label "$good" 'x 1:1'
bad label-with-tail "$good" '-1x 1:1'
bad label-with-comma "$good" '1,1 1:1'
bad nan-label "$good" 'nan 1:1'
bad inf-label "$good" '-1 1:2' 'inf 1:1'
bad huge-label "$good" '1e999 1:1'
bad byte-order-mark '\0357\0273\02771 1:1' '-1 2:1'
bad nan-value "$good" '-1 1:nan'
bad inf-value "$good" '-1 1:-inf'
bad huge-value "$good" '-1 1:1e400'
bad hexadecimal "$good" '-1 1:0x1'
bad no-value "$good" '-1 3:'
bad blank-before-value "$good" '-1 3: 1'
bad value-with-tail "$good" '-1 3:1x'
bad value-with-comma "$good" '-1 3:1,5'
bad lonely-point "$good" '-1 3:.'
bad index-zero "$good" '-1 0:1'
bad index-negative "$good" '-1 -3:1'
bad index-too-large "$good" '-1 2147483647:1'
bad index-32-bits "$good" '-1 4294967297:1'
bad index-endless "$good" '-1 99999999999999999999999999:1'
bad index-repeated "$good" '-1 3:1 3:1'
bad index-descending "$good" '-1 3:1 2:1'
bad index-fraction "$good" '-1 1.5:1'
bad index-signed "$good" '-1 +1:1'
bad no-colon "$good" '-1 3'
bad no-index "$good" '-1 :1'
bad word-index "$good" '-1 a:1'
bad stray-character "$good" '-1 3:1 ;'
bad stray-control "$good" '-1 3:1 \0001'
bad zero-byte "$good" '-1 3:1\0000'
bad form-feed "$good" '-1 3:1 \0014'
bad lonely-return "$good" '-1 3:1\r4:1'
bad qid-word "$good" '-1 qid:x 1:1'
bad qid-empty "$good" '-1 qid: 1:1'
bad qid-negative "$good" '-1 qid:-1 1:1'
bad qid-late "$good" '-1 1:1 qid:3 2:1'
bad third-line "$good" '-1 1:1' '-1 2:x' '-1 y:1'
bad after-comments '# one' '' "$good" '   ' '-1 oops'
printf '1 1:1\n-1 2:oops' >no-line-end
run rrm-train -q no-line-end m
printf '1 1:1\r\n-1 2:oops\r\n' >dos
run rrm-train -q dos m

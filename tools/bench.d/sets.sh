# sets.sh - the data sets of a folder, and what their labels are.

find_sets() {
    local path
    set +f
    for path in "$folder"/*/train.gz "$folder"/*/train "$folder"/*.train "$folder"/*.train.gz; do
        [ -f "$path" ] || continue
        path=${path%.gz}
        path=${path%[./]train}
        echo "${path##*/}"
    done | sort -u
    set -f
}

# unpack SET: $train is its file, as text and in the page cache.
unpack() {
    local base=$folder/$1 path
    train=$tmp/train
    rm -f "$train"
    for path in "$base/train" "$base.train"; do
        [ ! -f "$path" ] || { ln -s "$(cd "${path%/*}" && pwd)/${path##*/}" "$train"; cat "$train" > /dev/null; return; }
    done
    for path in "$base/train.gz" "$base.train.gz"; do
        [ ! -f "$path" ] || { gzip -dc "$path" > "$train"; return; }
    done
    die "no training file of '$1' in $folder"
}

# The kind of labels: signs (+1 and -1), two, classes (at most 200 whole numbers), numbers.
label_kind() {
    cut -d ' ' -f 1 "$train" | awk '
        !(($1 + 0) in seen) { seen[$1 + 0]; n++; if ($1 != int($1)) fraction = 1 }
        END { print n == 2 ? (1 in seen && -1 in seen ? "signs" : "two") : n <= 200 && !fraction ? "classes" : "numbers" }'
}

# fits KIND LABELS: a loss for this kind of labels can be tried on labels of that kind.
fits() {
    case $1:$2 in two:two | two:signs | classes:classes | numbers:numbers) return 0 ;; *) return 1 ;; esac
}

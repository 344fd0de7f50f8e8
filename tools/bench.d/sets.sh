# sets.sh - the data sets of a folder, and what their labels are.

# find_sets FOLDER: those that have a name of training files; where none has, every file whose first lines read as examples.
find_sets() {
    local path
    set +f
    for path in "$1"/*/train.gz "$1"/*/train "$1"/*.train "$1"/*.train.gz; do
        [ -f "$path" ] || continue
        path=${path%.gz}
        path=${path%[./]train}
        echo "${path##*/}"
    done | sort -u > "$tmp/found"
    [ -s "$tmp/found" ] || for path in "$1"/*; do
        [ ! -f "$path" ] || ! plain_text "$path" 2> "$tmp/err" | head -n 20 | grep -q -E '^[^ #]+ .*[0-9]:[-+.0-9]' || basename "$path" .gz
    done | sort -u > "$tmp/found"
    set -f
    cat "$tmp/found"
}

# As rrm-train tells it: by the first bytes.
packed() { [ "$(head -c 2 "$1" | od -A n -t x1)" = " 1f 8b" ]; }
plain_text() { if packed "$1"; then gzip -dc < "$1"; else cat "$1"; fi; }

# file_of FOLDER SET: its training file; nothing if there is none.
file_of() {
    local path
    for path in "$1/$2"/train{,.gz} "$1/$2".train{,.gz} "$1/$2"{,.gz}; do
        [ ! -f "$path" ] || { echo "$(cd "${path%/*}" && pwd)/${path##*/}"; return; }
    done
}

# named_sets FOLDER SET...: those of them that are there.
named_sets() {
    local folder=$1 name
    shift
    for name in "$@"; do [ -z "$(file_of "$folder" "$name")" ] || echo "$name"; done
}

# unpack FILE: $train is it, as text and in the page cache.
unpack() {
    train=$tmp/train
    rm -f "$train"
    if packed "$1"; then gzip -dc < "$1" > "$train"; else ln -s "$1" "$train"; cat "$train" > /dev/null; fi
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

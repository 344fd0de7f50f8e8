# reading.sh - what passes over the data cost: the kernels, and the race of reading, reading.tsv (rrm, set, bytes, rows, non-zeros, storage, who, rounds, wall, cpu, peak, half).

# LIBLINEAR reads the file, then refuses the tolerance and ends.
read_with() {
    case $1 in
    liblinear) clocked "$1" "$limit" "$liblinear" -s 3 -e -1 "$train" "$tmp/model.read" || grep -q 'eps <= 0' "$tmp/err" ;;
    rrm:1) clocked "$1" "$limit" "$build/tools/readtime" -n 1 "$train" ;;
    rrm) clocked "$1" "$limit" "$build/tools/readtime" -n "$cores" "$train" ;;
    rrm:gzip) clocked "$1" "$limit" "$build/tools/readtime" -n "$cores" "$tmp/train.gz" ;;
    inflate) clocked "$1" "$limit" "$build/tools/readtime" -i "$tmp/train.gz" ;;
    esac
}

readers() {
    ! has_family liblinear || echo liblinear
    printf '%s\n' rrm:1 rrm rrm:gzip inflate
}

measure_reading() {
    local figures who r bytes lines nonzeros storage
    [ -z "$(rows "$out/reading.tsv" "$(rrm_id)" "$set")" ] || return 0
    figures=$("$build/tools/readtime" "$train") || { note "$set cannot be read"; return 0; }
    read -r lines nonzeros storage _ <<< "$figures"
    bytes=$(wc -c < "$train")
    gzip -c "$train" > "$tmp/train.gz"
    forget_times
    for ((r = 0; r < rounds; r++)); do
        for who in $(readers); do read_with "$who" || { note "$set: $who cannot read it"; return 0; }; done
    done
    : > "$tmp/cell"
    for who in $(readers); do
        row "$tmp/cell" "$(rrm_id)" "$set" "$bytes" "$lines" "$nonzeros" "$storage" "$who" "$rounds" "$(of "$who" wall)" \
            "$(of "$who" cpu)" "$(of "$who" peak)" "$half"
    done
    cat "$tmp/cell" >> "$out/reading.tsv"
}

# GB/s of the kernels beside those of a memory copy, as tools/kernels prints them.
measure_kernels() {
    mkdir -p "$out/kernels"
    "$build/tools/kernels" -n "$cores" -r "$rounds" "$train" > "$tmp/cell" || { note "$set: no kernels"; return 0; }
    cp "$tmp/cell" "$out/kernels/$set.txt"
}

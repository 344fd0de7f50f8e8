# growth.sh - cost against the number of non-zeros: growth.tsv (rrm, step, bytes, rows, non-zeros, what, rounds, wall, cpu, peak).
#
# The sets are those of tools/mkdata: unit rows of tf-idf with 75 non-zeros of 50,000 columns on average. lambda is that of
# C = 1 on the smallest set for all of them: more examples of one problem.

# grow WHAT LAMBDA: one run of reading or of a loss.
grow() {
    case $1 in
    reading) clocked "$1" 3600 "$build/tools/readtime" -n 1 "$train" ;;
    *) clocked "$1" 3600 "$rrm" -q -n 1 -s "${engines%% *}" -l "$1" -L "$2" -e "${tolerances%% *}" "$train" "$tmp/model" ;;
    esac
}

measure_growth() {
    local step what r lines nonzeros train=$tmp/train lambda
    lambda=$(calc "1 / $growth_rows")
    for step in $growth_steps; do
        [ -z "$(rows "$out/growth.tsv" "$(rrm_id)" "$step")" ] || continue
        rm -f "$train"
        "$build/tools/mkdata" -m $((growth_rows * step)) -n 50000 -z 75 > "$train"
        read -r lines nonzeros _ <<< "$("$build/tools/readtime" "$train")"
        forget_times
        for ((r = 0; r < rounds; r++)); do
            for what in reading hinge squared-hinge logistic; do grow "$what" "$lambda"; done
        done
        : > "$tmp/cell"
        for what in reading hinge squared-hinge logistic; do
            row "$tmp/cell" "$(rrm_id)" "$step" "$(wc -c < "$train")" "$lines" "$nonzeros" "$what" "$rounds" \
                "$(of "$what" wall)" "$(of "$what" cpu)" "$(of "$what" peak)"
        done
        cat "$tmp/cell" >> "$out/growth.tsv"
    done
    rm -f "$train"
}

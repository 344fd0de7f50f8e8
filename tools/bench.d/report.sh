# report.sh - report.md from the tables.

explain() {
    cat <<END
# rrm and other programs

$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2> "$tmp/err" | head -n 1), $cores cores, $(date -u +%F). rrm: $rrm ($(rrm_id)).
$(peer_versions | paste -s -d ';' - | sed 's/;/; /g')

**What is measured.** Whole processes: reading text from the page cache, solving, writing the model. In each round every
program runs once, one after the other, on the same file; earlier runs warm it up. "cpu" is user + system seconds, "wall"
the clock's; both are medians over the rounds. A ratio is the median over the rounds of the other program's time over
rrm's in the same round: **above 1 rrm is faster, cells below 1 are bold**. Machines and loads differ: only ratios of one
report count. rrm runs on one thread, with the engine of \`-s $(echo "$engines" | cut -d ' ' -f 1)\`; the last ratio of three is against rrm's wall
time with $([ "$threads" = 0 ] && echo "its default threads" || echo "$threads threads").

**To what accuracy.** rrm has to prove its tolerance by its certified gap. A peer proves nothing: what counts of it is the
quickest of its solvers for the problem at its loosest accuracy (\`-e\`, \`tol\`) whose objective is within the tolerance of the best lower
bound known, found beforehand, which is not timed. Its objective is computed by tools/objective, apart from either program, at
the same lambda. "never": no solver got there within $limit s of cpu a run or its own limit of iterations; in brackets the least
excess over the bound that it reached. Where the minimum is not known to a tenth of the tolerance ("loose" in
cells.tsv), the best objective of any program takes the place of the bound, to the good of the peers. Of scikit-learn only the
call of \`fit\` counts, not the start of Python nor its reader. An appended bias is nowhere used.
END
}

markdown() { awk -F '\t' -v id="$(rrm_id)" -v first="rrm:${engines%% *}" -v want="$1" -f "$parts/report.awk" "$2"; }

search_report() {
    [ -f "$out/search.tsv" ] || return 0
    cat <<END

## The search for a cost

\`rrm-train -C\` and LIBLINEAR's \`-C\`, 5 folds each, one thread, cpu seconds of the whole process. Each begins and ends its costs
where it does by itself; the accuracy is that of its own folds. rrm's time has a training on all lines at the best cost and the
writing of that model in it, LIBLINEAR's has neither.

END
    markdown search "$out/search.tsv"
}

reading_report() {
    [ -f "$out/reading.tsv" ] || return 0
    cat <<END

## Reading

MB/s of wall time, from the page cache; ratios of medians. LIBLINEAR: \`train -s 3 -e -1\`, which reads the file, then refuses
the tolerance; rrm: tools/readtime, which calls the reader of rrm-train. gzip: rrm's time for the compressed file over that of
inflating it alone, by the same library (readtime -i).

END
    markdown reading "$out/reading.tsv"
}

kernels_report() {
    local file
    [ -d "$out/kernels" ] || return 0
    printf '\n## Kernels\n\n%s\n' "By tools/kernels: kernel, instruction set, threads, least seconds of wall and cpu, GB/s, share of a memory copy."
    find "$out/kernels" -name '*.txt' | sort | while read -r file; do
        printf '\n%s\n```\n' "$(basename "$file" .txt)"
        cat "$file"
        echo '```'
    done
}

growth_report() {
    [ -f "$out/growth.tsv" ] || return 0
    cat <<END

## Cost against the number of non-zeros

Generated sets (tools/mkdata), lambda fixed, one thread, cpu seconds; the slope is that of the least-squares line of log time on
log non-zeros.

END
    markdown growth "$out/growth.tsv"
}

# verdicts WANT TABLE [FIGURE]
verdicts() {
    awk -v id="$(rrm_id)" -v first="rrm:${engines%% *}" -v want="$1" -v figure="${3-}" -f "$parts/verdicts.awk" "$2"
}

verdicts_report() {
    cat <<END

## Verdicts

Ratios of cpu, but for multi-core LIBLINEAR's of wall time against rrm by its default threads; bold is what misses what is asked.
l1 is judged by LIBLINEAR's default \`-e\` (0.01), whatever objective that leads to (its excess in brackets where that is above the
tolerance), all else by its loosest \`-e\` that gets there. Best engine: of those of \`-s\`, each at first with twice the time of the
first; one that took more than 1.25 times as long ran once. Reading: tools/readtime -n 1, the reader of rrm-train alone; lines: wc -l.
Asked for: not below 1 against LIBLINEAR; at most 1.25 times the best engine, 2 at worst; at most 2.5 times reading at C <= 1.

END
    verdicts means "$out/cells.tsv"
    echo
    verdicts cells "$out/cells.tsv"
}

# The tables of a README: a row a set, a column a loss and a cost.
write_compact() {
    local figure
    for figure in LIBLINEAR multicore best reading; do verdicts compact "$out/cells.tsv" $figure; done > "$out/compact.md"
}

write_report() {
    {
        explain
        if [ -f "$out/cells.tsv" ]; then
            verdicts_report
            markdown cells "$out/cells.tsv"
            write_compact
        fi
        search_report
        reading_report
        kernels_report
        growth_report
    } > "$out/report.md"
    [ ! -f "$out/cells.tsv" ] || verdicts means "$out/cells.tsv"
    echo "$out/report.md"
}

# common.sh - arithmetic, clocks and tables of tools/bench.

die() { echo "bench: $*" >&2; exit 1; }
note() { echo "bench: $*" >&2; }

# calc EXPRESSION [FORMAT]: arithmetic
calc() { awk "BEGIN { printf \"${2:-%.17g}\", $1 }"; }
holds() { awk "BEGIN { exit !($1) }"; }

# The median of a column of numbers on standard input.
median() {
    sort -g | awk '{ v[NR] = $1 } END { i = int(NR / 2); if (NR) printf "%.6g", NR % 2 ? v[i + 1] : (v[i] + v[i + 1]) / 2 }'
}

# clocked NAME SECONDS COMMAND...: runs it and adds wall seconds, cpu seconds, peak KiB and exit status to $tmp/times/NAME.
# Its output goes to $tmp/said, its messages to $tmp/err. SECONDS: a limit of cpu.
clocked() {
    local name=$1 seconds=$2
    shift 2
    "$measure" -t "$seconds" "$tmp/times/$name" "$@" > "$tmp/said" 2> "$tmp/err"
}

# why_not STATUS: why the run that ended so has no result.
why_not() { if [ "$1" = 124 ]; then echo "over $limit s"; else echo "failed: $(head -n 1 "$tmp/err" | tr '\t|' '  ')"; fi; }
forget_times() { rm -rf "$tmp/times" && mkdir "$tmp/times"; }

# of NAME COLUMN: the median of wall, cpu or peak over its runs.
column_of() {
    case $1 in wall) echo 1 ;; cpu) echo 2 ;; peak) echo 3 ;; esac
}
of() { cut -d ' ' -f "$(column_of "$2")" "$tmp/times/$1" | median; }

# ratio WHAT A B: the median over the rounds of A over B in the same round.
ratio() {
    local k
    k=$(column_of "$1")
    paste -d ' ' "$tmp/times/$2" "$tmp/times/$3" | awk -v k="$k" 'NF == 8 && $(k + 4) > 0 { print $k / $(k + 4) }' | median
}

# header MODEL KEY: a line of the head of a model of rrm.
header() { sed -n "s/^$2 //p;/^weights /q" "$1"; }

# row FILE FIELD...: appends a line of a table, tabs between the fields.
row() {
    local file=$1 IFS=$'\t'
    shift
    echo "$*" >> "$file"
}

# rows FILE FIELD...: the lines of the table that begin with these fields.
rows() {
    local file=$1 IFS=$'\t' start
    shift
    start="$*"
    [ ! -f "$file" ] || awk -v start="$start" 'index($0, start "\t") == 1' "$file"
}

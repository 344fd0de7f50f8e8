# engines.sh - the engines of rrm: which there are, how one runs, and how long each has beside the first.

# Of all: auto, and those that the help lists. Pictures have auto alone then.
find_engines() {
    pictured=$engines
    [ "$engines" = all ] || return 0
    pictured=auto
    engines="auto $("$rrm" --help=solvers | sed -n '/^Solvers/,/^$/s/^  \([a-z][a-z:]*\) .*/\1/p' | grep -v -x auto | tr '\n' ' ')"
}

# An engine that is not the first has at first twice its time, on the clock and without reading, and 20 ms.
patience() { [ "$1" = "rrm:${engines%% *}" ] || [ "$2" != 1 ] || calc "2 * $(of "rrm:${engines%% *}" wall) + 0.02" %.3f; }

# goes_on NAME: whether it runs again: one of rrm if it met the tolerance, and in 1.25 times the time of the first.
goes_on() {
    local first=rrm:${engines%% *}
    case $1 in rrm* | before) ;; *) return 0 ;; esac
    [ "$(header "$tmp/model.$1" verdict)" = converged ] || return 1
    case $1 in "$first" | rrm | before) return 0 ;; esac
    holds "$(of "$1" cpu) <= 1.25 * $(of "$first" cpu)"
}

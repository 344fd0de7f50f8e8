# shape.awk - what the shape of C code tells, from the output of tools/code: one finding a line, "KIND FILE:LINE WHAT".
#   members N       a struct of N members            operations N    a struct of N pointers to functions
#   function N      a function of N lines            assigned        an assignment inside of an expression
#   ternary         a ternary inside of another      number X        a number other than 0, 1, 2, 0.5 in a function
# Numbers in enums, constants with a name, tables and brackets [ ] do not count; 0x... are bits, not numbers.

function report(kind, what) {print kind, file ":" line, what}

# The end of a statement or of an operand behind a comma: what was open there is over.
function cut() {assigned[depth] = 0; ternary[depth] = 0}

function push(c) {open[++depth] = c; cut()}
function pop() {if (depth > 0) depth--}

function inside_ternary(    d, found)
{
    for (d = depth; d >= 0 && open[d] != "{"; d--)
        found = found || ternary[d]
    return found || (d >= 0 && ternary[d])
}

function operator(text)
{
    if (text == "?") {
        if (inside_ternary()) report("ternary", "")
        ternary[depth] = 1
    } else if (open[depth] == "(" || open[depth] == "[" || assigned[depth])
        report("assigned", "")
    else
        assigned[depth] = 1
}

function scan(text,    c)
{
    while (text != "") {
        if (match(text, /^[a-zA-Z_][a-zA-Z_0-9]*/)) {word = substr(text, 1, RLENGTH); last = word}
        else if (match(text, /^(0[xX][0-9a-fA-F]+|[0-9]*\.?[0-9]+\.?([eE][-+]?[0-9]+)?)[uUlLfF]*/)) {
            c = substr(text, 1, RLENGTH)
            if (!named && open[depth] != "[" && c !~ /^(0|1|2|0?\.5|0[xX].*)[uUlL]*$/) report("number", c)
        } else if (match(text, /^(==|!=|<=|>=|->|\+\+|--|&&|\|\|)/)) last = ""
        else if (match(text, /^(<<=|>>=|[-+*\/%&|^]?=)/)) operator("=")
        else {
            RLENGTH = 1
            c = substr(text, 1, 1)
            if (c == "(") push(last == "for" ? "f" : c)
            else if (c == "{" || c == "[") push(c)
            else if (c == ")" || c == "]") pop()
            else if (c == "}") {pop(); if (open[depth] == "{") cut()}
            else if (c == "?") operator(c)
            else if (c == "," || c == ";") cut()
            if (c ~ /[^ ]/) last = ""
        }
        text = substr(text, RLENGTH + 1)
    }
}

# Members end in ";", commas outside of parentheses part them; one may take several lines.
function member(text)
{
    pending = pending text
    if (text !~ /;/) return
    operations += gsub(/\(\*[A-Za-z_0-9]*\)/, "", pending)
    while (gsub(/\([^()]*\)/, "", pending)) ;
    members += gsub(/[,;]/, "", pending)
    pending = ""
}

{
    split($1, place, ":")
    file = place[1]
    line = place[2]
    text = substr($0, length($1) + 2)
}
text ~ /^struct [A-Za-z_0-9]+ {$/ {structure = text; members = operations = 0; next}
structure && text ~ /^}/ {
    sub(/ *{.*/, "", structure); sub(/.* /, "", structure)
    report("members", members " struct " structure)
    if (operations) report("operations", operations " struct " structure)
    structure = ""
    next
}
structure {member(text); next}
text ~ /^[a-z].*\(/ {head = text; sub(/\(.*/, "", head); sub(/.*[ *]/, "", head)}
text ~ /^{/ {body = line; depth = 0; open[0] = "{"; cut(); next}
text ~ /^}/ && body {report("function", (line - body - 1) " " head); body = 0}
body {
    named = text ~ /^ *(static )?const .*=/ || text ~ /^ *enum /
    scan(text)
}

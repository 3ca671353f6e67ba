# What the scripts of this folder share. Sourced with REMO (the program), MPIEXEC ("mpirun -n") and SOURCE_DIR set.
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
[ -x "$REMO" ] || { echo "$REMO is no program"; exit 1; }

fail() {
    failures=$((failures + 1))
    echo "FAILED: $1"
    echo "  standard error:"
    sed 's/^/    /' "$work/stderr"
}

# expect STATUS PATTERN COMMAND...: the command ends with the status, and its output or messages hold the pattern (grep -F).
expect() {
    status=$1
    pattern=$2
    shift 2
    "$@" >"$work/stdout" 2>"$work/stderr" </dev/null
    actual=$?
    [ "$actual" -eq "$status" ] || fail "$*: exit status $actual, wanted $status"
    grep -qF -- "$pattern" "$work/stdout" "$work/stderr" || fail "$*: does not say \"$pattern\""
}

# refused PATTERN ARGUMENTS...: remo refuses the arguments with exit status 2 and one sentence that holds the pattern, told
# once, with nothing on standard output.
refused() {
    wanted=$1
    shift
    expect 2 "$wanted" "$REMO" "$@"
    told_once "$*"
}

# The same, on one rank and on two.
refused_by_all() {
    refused "$@"
    wanted=$1
    shift
    expect 2 "$wanted" $MPIEXEC 2 "$REMO" "$@"
    told_once "2 ranks: $*"
}

told_once() {
    [ "$(grep -c '^error: ' "$work/stderr")" -eq 1 ] || fail "$1: not exactly one error is told"
    [ ! -s "$work/stdout" ] || fail "$1: something is on standard output"
}

finish() {
    [ "$failures" -eq 0 ] || echo "$failures failures"
    exit $((failures > 0))
}

# What the scripts of this folder share. Sourced with REMO (the program), MPIEXEC ("mpirun -n") and SOURCE_DIR set.
work=$(mktemp -d)
exec 3>&2 2>"$work/shell.log"  # the shell tells there of each process that was killed
trap 'echo "FAILED: $BASH_SOURCE, line $LINENO: $BASH_COMMAND"' ERR
trap end_all EXIT

# The processes of a job's launch that are remo's own, in the order of their numbers.
processes_of() { # JOB
    local directory words
    for directory in /proc/[0-9]*; do
        words=()
        { mapfile -d '' -t words <"$directory/cmdline"; } 2>/dev/null || continue
        if [ "${words[0]:-}" = "$REMO" ] && [ "${words[2]:-}" = "$1" ]; then echo "${directory#/proc/}"; fi
    done | sort -n
}

end_all() {
    local status=$?
    exec 2>&3
    [ "$status" -eq 0 ] || grep -v Killed "$work/shell.log"
    [ -z "${launch:-}" ] || kill -KILL "$launch" 2>/dev/null || true
    local pid
    for pid in $(processes_of "${job:-none}"); do kill -KILL "$pid" 2>/dev/null || true; done
    rm -rf "$work"
}

fail() { # MESSAGE [LOG]
    echo "FAILED: $1"
    [ -z "${2:-}" ] || sed 's/^/    /' "$2" | tail -60
    exit 1
}

# A job of the small model: dropout, several micro-batches, evaluations, checkpoints, a ragged end of each epoch.
write_small_job() { # NAME UPDATES: $work/NAME.toml, which writes to $work/runs/NAME
    [ -e "$work/train.tsv" ] || head -158 "$SOURCE_DIR/data/reviews/train.tsv" >"$work/train.tsv"
    [ -e "$work/dev.tsv" ] || head -24 "$SOURCE_DIR/data/reviews/dev.tsv" >"$work/dev.tsv"
    cat >"$work/$1.toml" <<END
[run]
output = "$work/runs/$1"
[model]
path = "$SOURCE_DIR/data/small-bert"
[data]
train = "$work/train.tsv"
validation = "$work/dev.tsv"
max_length = 48
cache = "$work/cache"
[train]
max_updates = $2
global_batch_size = 8
micro_batch_tokens = 64
[optimizer]
learning_rate = 1e-4
[evaluation]
every_updates = 5
[checkpoint]
every_updates = 3
END
}

# Starts `remo train` in the background: `launch` is the launcher's process.
start_job() { # RANKS JOB ARGUMENTS…
    local ranks=$1
    job=$2
    shift
    $MPIEXEC "$ranks" "$REMO" train "$@" >"$work/log" 2>&1 </dev/null &
    launch=$!
}

# wait_for_ranks JOB SECONDS: until all ranks are gone.
wait_for_ranks() {
    local end=$((SECONDS + $2))
    while [ -n "$(processes_of "$1")" ]; do
        [ "$SECONDS" -le "$end" ] || fail "ranks still run after $2 s: $(processes_of "$1" | tr '\n' ' ')" "$work/log"
        sleep 0.05
    done
}

# wait_for_processes JOB SECONDS: until the launcher and all ranks are gone.
wait_for_processes() {
    local end=$((SECONDS + $2))
    while kill -0 "$launch" 2>/dev/null; do
        [ "$SECONDS" -le "$end" ] || fail "the launcher still runs after $2 s" "$work/log"
        sleep 0.05
    done
    wait_for_ranks "$1" "$2"
}

# wait_for_line FILE TEXT SECONDS: until a file of the job that runs holds a text.
wait_for_line() {
    local end=$((SECONDS + $3))
    until grep -qF -- "$2" "$1" 2>/dev/null; do
        kill -0 "$launch" 2>/dev/null || fail "ended before $1 said $2" "$work/log"
        [ "$SECONDS" -le "$end" ] || fail "$1 does not say $2 after $3 s" "$work/log"
        sleep 0.05
    done
}

no_leftovers() { # DIRECTORIES…
    local left
    left=$(find "$@" -mindepth 1 \( -name '.*' -o -name 'lock*' -o -name 'heartbeat*' -o -name 'hang*' -o -name "*.partial*" \))
    [ -z "$left" ] || fail "left behind: $left"
}

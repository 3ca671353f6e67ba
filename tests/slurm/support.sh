# shellcheck shell=bash
# What the cases share; to be sourced. Sets job (number), log (file) and status (of the batch script) as it goes.

fail() {
    failures=$((failures + 1))
    echo "FAILED: $1"
}

# The last log of a case that failed; the model's configuration, which every log begins with, is left out.
show_log() {
    [ ! -s "${log:-}" ] || { echo "  the end of $log:"; grep -v '^  ' "$log" | tail -n 40 | sed 's/^/    /'; }
}

# Small jobs with the project's own model: 10 updates; about 40; more than there is time for.
make_jobs() {
    ln -s "$source_dir/data" "$work/data"
    head -n 161 "$source_dir/data/reviews/train.tsv" >"$work/train.tsv"
    head -n 41 "$source_dir/data/reviews/dev.tsv" >"$work/dev.tsv"
    make_job 10 10 >"$work/job.toml"
    make_job 40 7 >"$work/middle.toml"
    make_job 1000000 50 >"$work/long.toml"
}

make_job() {  # UPDATES CHECKPOINT_EVERY
    cat <<END
[run]
output = "runs/job"
[model]
path = "data/small-bert"
[data]
train = "train.tsv"
validation = "dev.tsv"
max_length = 32
[train]
num_train_epochs = 1e6
max_updates = $1
global_batch_size = 16
[optimizer]
learning_rate = 5e-4
[checkpoint]
every_updates = $2
[evaluation]
every_updates = 1000000
END
}

# submit NAME SBATCH_ARGUMENTS...: the log is NAME.log.
submit() {
    log=$work/$1.log
    shift
    status=
    job=$(sbatch --parsable --output="$log" "$@") || fail "sbatch $*"
}

state_of() { scontrol --oneliner show job "$job" 2>/dev/null; }

# wait_for_end [SECONDS]: until the job, or every task of the array, has ended; sets status.
wait_for_end() {
    local seconds=${1:-40} text=
    for ((tenths = 0; tenths < seconds * 10; tenths += 2)); do
        text=$(state_of)
        if [ -n "$text" ] && ! grep -qE 'JobState=(PENDING|RUNNING|COMPLETING|REQUEUED|SUSPENDED|CONFIGURING)' <<<"$text"; then
            status=$(sed -n 's/.* ExitCode=\([0-9]*\):.*/\1/p' <<<"$text" | sort -n | tail -n 1)
            return 0
        fi
        sleep 0.2
    done
    scancel "$job"
    fail "job $job did not end within $seconds s"
    return 1
}

submit_and_wait() {
    submit "$@"
    wait_for_end
}

log_says() { grep -qF -- "$1" "$log" || fail "$(basename "$log") does not say \"$1\""; }

ended_with() {  # STATUS TEXT
    [ "$status" = "$1" ] || fail "$(basename "$log"): job $job ended with ${status:-nothing}, wanted $1"
    [ -z "$2" ] || log_says "$2"
}

status_is() {  # STATUS RUN_DIRECTORY
    grep -q "\"status\": \"$1\"" "$2/summary.json" 2>/dev/null || fail "$2/summary.json does not say $1"
}

has_checkpoint() {  # RUN_DIRECTORY
    local newest
    newest=$(ls "$1"/checkpoints/*.h5 2>/dev/null | tail -n 1)
    [ -n "$newest" ] || { fail "$1 has no checkpoint"; return; }
    "$REMO" inspect --verify "$newest" >inspect.log 2>&1 || fail "$newest is not sound: $(tail -n 1 inspect.log)"
}

wait_for_update() {  # RUN_DIRECTORY UPDATE
    for ((tenths = 0; tenths < 300; ++tenths)); do
        grep -qs "\"update\":$2[,}]" "$1/metrics.jsonl" && return 0
        sleep 0.1
    done
    fail "$1 did not come to update $2"
}

wait_for_text() {  # TEXT TIMES
    for ((tenths = 0; tenths < 300; ++tenths)); do
        [ "$(grep -cF -- "$1" "$log")" -ge "$2" ] && return 0
        sleep 0.1
    done
    fail "$(basename "$log") does not say \"$1\" $2 times"
}

# Processes that train into the run directory (not srun, which has the same arguments).
pids_of_ranks() {
    local file
    for file in /proc/[0-9]*/cmdline; do
        { tr '\0' '\n' <"$file"; } 2>/dev/null | sed -n '1p' | grep -qxF "$REMO" || continue
        { tr '\0' '\n' <"$file"; } 2>/dev/null | grep -qF "run.output=$1" && basename "$(dirname "$file")"
    done
}

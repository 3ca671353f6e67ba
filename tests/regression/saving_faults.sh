#!/usr/bin/env bash
# saving_faults.sh FAULTS [all]: file operations of saving fail in turn, on one rank and on two, saving at once and in the background.
# Every time the checkpoints under final names are sound, no partial file is left, nothing hangs, and one message tells path,
# reason and remedy. FAULTS is the library made of tests/support/fault_injection.c. Of the many writes of values a dozen are tried;
# `all` tries every one (about half an hour).
set -euo pipefail
faults=$1
every=${2:-some}
source "$SOURCE_DIR/tests/regression/processes.sh"

head -25 "$SOURCE_DIR/data/reviews/train.tsv" >"$work/rows.tsv"
cat >"$work/job.toml" <<END
[run]
output = "$work/run"
[model]
path = "$SOURCE_DIR/data/small-bert"
[data]
train = "$work/rows.tsv"
max_length = 32
cache = "$work/cache"
[train]
max_updates = 5
global_batch_size = 4
[checkpoint]
every_updates = 2
END
run=$work/run
job=$work/job.toml
status=0
settings=()  # FAULT_… of the next run

# train RANKS ARGUMENTS…: a run from the beginning; its exit status in `status`.
train() {
    local ranks=$1 launcher=()
    shift
    [ "$ranks" -eq 1 ] || read -ra launcher <<<"$MPIEXEC $ranks"
    rm -rf "$run"
    status=0
    timeout --kill-after=5 60 "${launcher[@]}" env LD_PRELOAD="$faults" "${settings[@]}" \
        "$REMO" train "$job" "$@" >"$work/log" 2>&1 </dev/null || status=$?
    [ "$status" -ne 124 ] && [ "$status" -ne 137 ] || fail "$case hangs" "$work/log"
}

says() { # PATTERN…
    local pattern
    for pattern in "$@"; do
        grep -qF -- "$pattern" "$work/log" || fail "$case: does not say \"$pattern\"" "$work/log"
    done
}

checkpoints_are_sound() { # NUMBER: at least so many
    local file
    [ -z "$(find "$run" -name '*.partial')" ] || fail "$case: a partial file is left" "$work/log"
    for file in "$run"/checkpoints/*.h5 "$run"/model.h5; do
        [ ! -e "$file" ] || "$REMO" inspect "$file" --verify >"$work/inspect" 2>&1 || fail "$case: $file is damaged" "$work/inspect"
    done
    [ "$(find "$run/checkpoints" -name '*.h5' | wc -l)" -ge "$1" ] || fail "$case: fewer than $1 checkpoints" "$work/log"
}

failed_with() { # REASON NUMBER_OF_CHECKPOINTS
    [ "$status" -eq 1 ] || fail "$case: exit status $status" "$work/log"
    [ "$(grep -c '^error: ' "$work/log")" -eq 1 ] || fail "$case: not exactly one error is told" "$work/log"
    says "$1" "$run/checkpoints" "is not saved" "free space or mend the file system"
    checkpoints_are_sound "$2"
}

# The operations of a run on checkpoints, one a line: number and name. On two ranks those of rank FAULT_RANK.
list_operations() { # RANKS RANK ARGUMENTS…
    local ranks=$1 rank=$2
    shift 2
    case="no fault"
    rm -f "$work/operations"
    settings=(FAULT_PATH="$run/checkpoints" FAULT_LOG="$work/operations" FAULT_RANK="$rank")
    train "$ranks" "$@"
    [ "$status" -eq 0 ] || fail "$case: exit status $status" "$work/log"
    checkpoints_are_sound 3
}

# Numbers of the operations to fail in the first two saves: each but the writes, of which every `step`-th.
chosen_operations() { # STEP
    awk -v step="$1" -v every="$every" '$2 == "rename" { saves++ }
        saves < 2 && ($2 != "pwrite" || ++writes % step == 1 || every == "all") { print }
        $2 == "rename" && saves == 2 { print }' "$work/operations"
}

# Each of the chosen operations fails once; the two reasons take turns.
fail_each() { # STEP RANKS RANK ARGUMENTS…
    local step=$1 ranks=$2 rank=$3 number name reason error=ENOSPC renamed
    shift 3
    list_operations "$ranks" "$rank" "$@"
    chosen_operations "$step" >"$work/chosen"
    cp "$work/operations" "$work/listed"
    while read -r number name; do
        case="$name $number ($error) on rank $rank of $ranks $*"
        settings=(FAULT_PATH="$run/checkpoints" FAULT_AT="$number" FAULT_ERROR="$error" FAULT_RANK="$rank")
        train "$ranks" "$@"
        reason="No space left on device"
        [ "$error" = ENOSPC ] || reason="Input/output error"
        renamed=$(awk -v at="$number" '$2 == "rename" && $1 < at' "$work/listed" | wc -l)
        failed_with "$reason" "$renamed"
        if [ "$error" = ENOSPC ]; then error=EIO; else error=ENOSPC; fi
    done <"$work/chosen"
    echo "ranks $ranks, rank $rank, $*: $(wc -l <"$work/chosen") of $(wc -l <"$work/listed") operations failed in turn ($SECONDS s)"
}

fail_each 80 1 0
fail_each 160 1 0 --set checkpoint.async=true
fail_each 100 2 1
fail_each 100 2 1 --set checkpoint.async=true
fail_each 200 2 0

# The run goes on where it stopped once there is room again.
case="going on after a failed save"
rm -rf "$work/kept" && cp -r "$run" "$work/kept"
"$REMO" train "$job" >"$work/log" 2>&1 </dev/null || fail "$case" "$work/log"
says "done: 5 updates"

# checkpoint.on_error = "continue": a warning, and the model in the end.
for async in false true; do
    case="continue, async = $async"
    settings=(FAULT_PATH="$run/checkpoints" FAULT_AT=10 FAULT_ERROR=ENOSPC FAULT_RANK=0)
    train 2 --set checkpoint.on_error=continue --set checkpoint.async=$async
    [ "$status" -eq 0 ] || fail "$case: exit status $status" "$work/log"
    says "warning: " "No space left on device" "the checkpoint of update 2 is not saved" "training goes on" "done: 5 updates"
    [ ! -e "$run/checkpoints/update-00000002.h5" ] || fail "$case: the failed checkpoint is there"
    checkpoints_are_sound 2
    [ -s "$run/model.h5" ] || fail "$case: no model"
done
case="the model can't be saved"
settings=(FAULT_PATH="$run/.model.h5.partial" FAULT_AT=5 FAULT_ERROR=ENOSPC)
train 1 --set checkpoint.on_error=continue
[ "$status" -eq 1 ] || fail "$case: exit status $status" "$work/log"
says "the model (model.h5) is not saved" "No space left on device"
checkpoints_are_sound 3

case="short writes"
settings=(FAULT_PATH="$run/checkpoints" FAULT_AT=1 FAULT_LASTING=1 FAULT_ERROR=SHORT)
train 2 --set checkpoint.async=true
[ "$status" -eq 0 ] || fail "$case: exit status $status" "$work/log"
checkpoints_are_sound 3

# Nothing at all can be written any more, the summary neither: still one message.
case="a full disk"
settings=(FAULT_PATH="$run" FAULT_AT=60 FAULT_LASTING=1 FAULT_ERROR=ENOSPC)
train 1
[ "$status" -eq 1 ] || fail "$case: exit status $status" "$work/log"
[ "$(grep -c '^error: ' "$work/log")" -eq 1 ] || fail "$case: not exactly one error is told" "$work/log"
says "No space left on device"
checkpoints_are_sound 0

# A small file system that is full after the first checkpoint.
if unshare --mount true 2>/dev/null; then
    case="a small tmpfs"
    mkdir "$work/small"
    cat >"$work/on_tmpfs.sh" <<'END'
set -e
mount -t tmpfs -o size=$1 none "$2/small"
status=0
$MPIEXEC 2 "$REMO" train "$2/job.toml" --set run.output="$2/small/run" >"$2/log" 2>&1 || status=$?
mkdir "$2/run"
cp -r "$2/small/run/." "$2/run"
exit $status
END
    rm -rf "$run"
    size=$(stat -c %s "$work/kept/checkpoints/update-00000002.h5" 2>/dev/null || find "$work/kept/checkpoints" -name '*.h5' -printf '%s\n' | head -1)
    status=0
    timeout --kill-after=5 60 unshare --mount bash "$work/on_tmpfs.sh" $((size * 3 / 2)) "$work" || status=$?
    [ "$status" -eq 1 ] || fail "$case: exit status $status" "$work/log"
    says "No space left on device" "$work/small/run/checkpoints" "the checkpoint of update 4 is not saved"
    checkpoints_are_sound 1
else
    echo "the part on a small tmpfs needs the right to mount"
fi
echo "all cases passed in $SECONDS s"

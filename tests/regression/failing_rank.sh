#!/usr/bin/env bash
# An error on one rank ends all ranks within seconds: told once, with rank, host, update and phase; exit status 1; summary.json says
# "failed" and why; afterwards the run resumes.
#
#   REMO=build/release/src/remo MPIEXEC="mpirun -n" SOURCE_DIR=. tests/regression/failing_rank.sh build/release/tests/regression/liballocation_fault.so
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/processes.sh"

host=$(uname -n)

# failed RUN MESSAGE [SECONDS]: the launch fails as it should within 10 seconds; MESSAGE is a pattern of grep -E.
failed() {
    local started=$SECONDS status=0
    wait_for_processes "$job" "${3:-10}"
    wait "$launch" || status=$?
    [ "$status" -eq 1 ] || fail "$1: exit status $status" "$work/log"
    [ "$(grep -c '^error: ' "$work/log")" -eq 1 ] || fail "$1: not exactly one error is told" "$work/log"
    grep -Eq "^error: $2 \(update [0-9]+, [a-z ]+\)\$" "$work/log" || fail "$1: does not say: $2" "$work/log"
    grep -q '"status": "failed"' "$work/runs/$1/summary.json" || fail "$1: summary.json" "$work/runs/$1/summary.json"
    grep -Eq "\"error\": \"$2 \(update" "$work/runs/$1/summary.json" || fail "$1: summary.json" "$work/runs/$1/summary.json"
    echo "$1: all ranks gone $((SECONDS - started)) s after the fault: $(grep '^error: ' "$work/log")"
}

resumes() { # RUN
    local status=0
    start_job 2 "$job"
    wait "$launch" || status=$?
    [ "$status" -eq 0 ] || fail "$1: the resumed run ends with $status" "$work/log"
    grep -q "resuming from $work/runs/$1/checkpoints/update-" "$work/log" || fail "$1: does not resume" "$work/log"
    grep -q '"status": "done"' "$work/runs/$1/summary.json" || fail "$1: summary.json" "$work/runs/$1/summary.json"
    no_leftovers "$work/runs/$1"
}

# Memory runs out on one rank, rank 0 or another, while the others go on: nobody else knows.
for rank in 0 1; do
    write_small_job memory-$rank 120
    job=$work/memory-$rank.toml
    $MPIEXEC 2 env "LD_PRELOAD=$1" FAULT_FILE="$work/fault-$rank" FAULT_RANK=$rank "$REMO" train "$job" >"$work/log" 2>&1 </dev/null &
    launch=$!
    wait_for_line "$work/runs/memory-$rank/metrics.jsonl" '"event":"checkpoint"' 60
    touch "$work/fault-$rank"
    failed memory-$rank "(rank $rank on $host: )?out of memory; .*"
    resumes memory-$rank
done

# The file system gives other bytes than were written, found when the second epoch is read: each rank reads its own samples. (The
# data is larger than what HDF5 keeps in memory.)
write_small_job damage 100
sed -i "s|^train = .*|train = \"$SOURCE_DIR/data/reviews/train.tsv\"|; s|^global_batch_size = .*|global_batch_size = 100|" "$work/damage.toml"
sed -i 's|^max_length = |placement = "shared_file"\n&|' "$work/damage.toml"
start_job 2 "$work/damage.toml"
wait_for_line "$work/runs/damage/metrics.jsonl" '"event":"checkpoint"' 60
cache=$(find "$work/cache" -size +200k -name '*.h5')
head -c "$(stat -c %s "$cache")" /dev/zero | dd of="$cache" conv=notrunc status=none
failed damage "(rank [01] on $host: )?$cache: .*" 60
resumes damage

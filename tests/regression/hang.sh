#!/usr/bin/env bash
# A rank that stops without dying (SIGSTOP: as on a node that hangs) ends the run within run.watchdog_seconds and a little, with a
# report of each rank's host, update and phase; afterwards the run resumes.
#
#   REMO=build/release/src/remo MPIEXEC="mpirun -n" SOURCE_DIR=. tests/regression/hang.sh
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/processes.sh"

write_small_job hang 200
run=$work/runs/hang
start_job 2 "$work/hang.toml" --set run.watchdog_seconds=5
wait_for_line "$run/metrics.jsonl" '"event":"checkpoint"' 60
mapfile -t pids < <(processes_of "$job")
[ "${#pids[@]}" -eq 2 ] || fail "${#pids[@]} ranks run" "$work/log"
kill -STOP "${pids[1]}"
stopped=$SECONDS
wait_for_processes "$job" 30 # the stopped rank too
took=$((SECONDS - stopped))
status=0
wait "$launch" || status=$?
[ "$status" -eq 1 ] || fail "exit status $status" "$work/log"
[ "$took" -ge 4 ] && [ "$took" -le 15 ] || fail "ended after $took s" "$work/log"
host=$(uname -n)
for file in "$work/log" "$run/hang.txt"; do
    grep -Eq "rank [01] on $host: MISSING for [5-9] s, last at update [0-9]+, .*[a-z]" "$file" || fail "$file names no missing rank" "$file"
    grep -Eq "rank [01] on $host: update [0-9]+, waiting in .* for [0-9]+ s" "$file" || fail "$file does not tell of the other rank" "$file"
done
[ "$(grep -c 'the run hangs' "$work/log")" -eq 1 ] || fail "told more than once" "$work/log"
grep -q '"status": "failed"' "$run/summary.json" || fail "summary.json does not say failed" "$run/summary.json"
grep -q 'the run hangs' "$run/summary.json" || fail "summary.json does not say why" "$run/summary.json"

start_job 2 "$work/hang.toml"
status=0
wait "$launch" || status=$?
grep -q "resuming from $run/checkpoints/update-" "$work/log" || fail "does not resume" "$work/log"
[ "$status" -eq 0 ] || fail "resumed run: exit status $status" "$work/log"
[ "$(grep -c '"event":"update"' "$run/metrics.jsonl")" -eq 200 ] || fail "not 200 updates in metrics.jsonl" "$work/log"
no_leftovers "$run"
echo "ended $took s after the rank stopped"

#!/usr/bin/env bash
# A run that is killed again and again ends as if nothing had happened.
#
#   REMO=build/release/src/remo MPIEXEC="mpirun -n" SOURCE_DIR=. tests/regression/kill.sh [KILLS [RANKS [SEED [remo train's arguments…]]]]
#
# Trains the small model of data/ with dropout, evaluations and checkpoints every 1 to 3 updates, 3 updates for each kill.
# Each launch is hit by SIGKILL at a random time: a random rank or, one time in eight and before there are ranks, the launcher. Then the same command resumes. Times are
# drawn from the launch on, so that they fall into start, loading, training, evaluation, saving and the end; how far they reach is
# steered by what is left, so that kills and updates run out together (a run that is done too early is followed by another one).
# Demanded, against an uninterrupted run of the same job:
#   - parameters and optimiser state equal bit for bit, metrics.jsonl and summary.json alike, rates and times apart
#   - after each kill every checkpoint and model under its final name is sound
#   - all ranks of a launch are gone within KILL_LIMIT (20) seconds of the kill, a launch ends within LAUNCH_LIMIT (300)
#   - no partial file, lock or heartbeat is left in the end
# SEED repeats the choice of victims and times, not the machine's timing. 12 kills are part of the tests; README tells of 200.
set -euo pipefail

kills=${1:-12} ranks=${2:-2} seed=${3:-$(date +%s)}
shift $(($# < 3 ? $# : 3))
arguments=("$@")
updates=$((3 * kills))
RANDOM=$((seed % 32768))
source "$(dirname "${BASH_SOURCE[0]}")/processes.sh"

milliseconds() { date +%s%3N; }

# random LIMIT: 0 … LIMIT - 1
random() { echo $(((RANDOM * 32768 + RANDOM) % $1)); }

# The update that a resumed run would start from.
newest_update() { # NAME
    local last
    last=$(find "$work/runs/$1/checkpoints" -name 'update-*.h5' 2>/dev/null | sort | tail -1)
    last=${last##*update-}
    echo $((10#0${last%.h5}))
}

# Every file under a final name, once: they never change, so the time of the last change tells them apart.
declare -A sound=()
verify_files() { # NAME
    local file mark
    for file in "$work/runs/$1"/*.h5 "$work/runs/$1"/checkpoints/*.h5; do
        [ -e "$file" ] || continue
        mark="$file $(stat -c '%i %y' "$file")"
        [ -z "${sound[$mark]:-}" ] || continue
        "$REMO" inspect "$file" --verify >"$work/inspect.log" 2>&1 || fail "unsound after kill $killed: $file" "$work/inspect.log"
        sound[$mark]=1 verified=$((verified + 1))
    done
}

# A launcher that stays when all its ranks are gone is its own fault (Open MPI 4.1.4 does at times, when a rank dies while the
# others start): it is ended and counted.
end_launcher() {
    local end=$((SECONDS + ${KILL_LIMIT:-20}))
    while kill -0 "$launch" 2>/dev/null; do
        if [ "$SECONDS" -gt "$end" ]; then
            kill -KILL "$launch" && launchers_ended=$((launchers_ended + 1))
            return
        fi
        sleep 0.05
    done
}

kill_one() {
    local pids
    mapfile -t pids < <(processes_of "$job")
    if [ "${#pids[@]}" -gt 0 ] && [ $((RANDOM % 8)) -gt 0 ]; then
        kill -KILL "${pids[RANDOM % ${#pids[@]}]}" 2>/dev/null && killed_ranks=$((killed_ranks + 1)) && return
    fi
    kill -KILL "$launch" 2>/dev/null && killed_launchers=$((killed_launchers + 1))
}

# One launch: killed, or done. Sets `outcome`.
launch_once() { # NAME
    local left=$((kills - killed)) window delay status=0 from began
    from=$(newest_update "$1")
    job=$work/$1.toml
    start_job "$ranks" "$job" --set checkpoint.every_updates=$((1 + RANDOM % 3)) "${arguments[@]}"
    launches=$((launches + 1))
    if [ "$left" -gt 0 ]; then
        window=$((start_ms + 2 * (updates - from) * update_ms / left))
        delay=$(random "$window")
        sleep "$((delay / 1000)).$(printf %03d $((delay % 1000)))"
        began=$(milliseconds)
        if kill_one; then
            killed=$((killed + 1)) outcome=killed
            wait_for_ranks "$job" "${KILL_LIMIT:-20}"
            delay=$(($(milliseconds) - began))
            slowest_end=$((delay > slowest_end ? delay : slowest_end))
            end_launcher
            wait "$launch" 2>/dev/null || true
            return
        fi
    fi
    wait_for_processes "$job" "${LAUNCH_LIMIT:-300}"
    wait "$launch" || status=$?
    [ "$status" -eq 0 ] || fail "launch $launches ended with exit status $status" "$work/log"
    outcome=done
}

check_run() { # NAME
    python3 "$(dirname "${BASH_SOURCE[0]}")/same_run.py" "$work/runs/whole" "$work/runs/$1" || fail "$1 tells another story" "$work/log"
    local last
    last=checkpoints/update-$(printf %08d "$updates").h5
    for file in model.h5 best.h5 "$last"; do
        "$REMO" diff "$work/runs/whole/$file" "$work/runs/$1/$file" >"$work/diff.log" 2>&1 || fail "$file differs" "$work/diff.log"
        grep -q "^identical: " "$work/diff.log" || fail "$file differs" "$work/diff.log"
    done
    no_leftovers "$work/runs/$1" "$work/cache"
}

killed=0 killed_ranks=0 killed_launchers=0 launchers_ended=0 launches=0 verified=0 slowest_end=0 round=0 outcome=

write_small_job whole "$updates"
begin=$(milliseconds)
start_job "$ranks" "$work/whole.toml" "${arguments[@]}"
wait "$launch" || fail "the uninterrupted run failed" "$work/log"
whole_ms=$(($(milliseconds) - begin))
start_ms=$(milliseconds)
start_job "$ranks" "$work/whole.toml" "${arguments[@]}"
wait "$launch" || fail "the finished run does not say so" "$work/log"
start_ms=$(($(milliseconds) - start_ms + 200))
update_ms=$(((whole_ms - start_ms) / updates + 1))
echo "kill test: $kills kills on $ranks ranks, $updates updates, seed $seed; start $start_ms ms, update $update_ms ms"

begin=$(milliseconds)
while [ "$round" -eq 0 ] || [ "$killed" -lt "$kills" ]; do
    round=$((round + 1))
    write_small_job "run-$round" "$updates"
    outcome=
    while [ "$outcome" != done ]; do
        launch_once "run-$round"
        verify_files "run-$round"
        [ $((launches % 20)) -ne 0 ] || echo "  $killed kills, at update $(newest_update "run-$round") of run $round"
    done
    check_run "run-$round"
done
echo "$killed kills ($killed_ranks of ranks, $killed_launchers of the launcher) over $round runs of $updates updates, $((launches - round)) resumes," \
    "$verified files verified, all ranks gone after at most $slowest_end ms, $launchers_ended launchers ended by force; $((($(milliseconds) - begin) / 1000)) s"

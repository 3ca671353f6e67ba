#!/usr/bin/env bash
# cases.sh SOURCE_DIR WORK [CASE]...: what remo and its batch scripts do on a Slurm cluster. Run by run.sh, which starts one.
set -uo pipefail
source_dir=$1
work=$2
shift 2
here=$source_dir/tests/slurm
jobs=$source_dir/jobs
failures=0
source "$here/support.sh"

case_scripts_are_sound() {
    local script
    for script in "$jobs"/*.sbatch "$jobs"/*.sh "$jobs"/lib/*.sh "$here"/*.sh; do
        bash -n "$script" || fail "bash -n $script"
    done
}

# Every script as it is; only the numbers of tasks are of this small cluster.
case_one_node() {
    submit_and_wait one-node --ntasks-per-node=2 "$jobs/one-node.sbatch" job.toml --set run.output=runs/one-node
    ended_with 0 "done: 10 updates"
    status_is "done" runs/one-node
}

case_several_nodes() {
    submit_and_wait several-nodes --nodes=2 --ntasks-per-node=2 "$jobs/several-nodes.sbatch" job.toml \
        --set run.output=runs/several-nodes
    ended_with 0 "done: 10 updates"
    log_says "rank 3 -> n2"       # by remo doctor and by remo train
    log_says "ranks: 4 on 2 node"
    status_is "done" runs/several-nodes
}

case_gpu_nodes() {
    submit_and_wait gpu --ntasks-per-node=2 --gpus-per-node=2 --cpus-per-task=1 "$jobs/gpu-nodes.sbatch" job.toml \
        --set run.output=runs/gpu
    ended_with 0 "done: 10 updates"
    log_says "gpus 0,1"  # that Slurm says it has given
    grep -q "gpu 0:" "$log" || log_says "has no GPU to compute on"
    status_is "done" runs/gpu
}

case_seeds() {
    submit_and_wait seeds --array=1-2 --ntasks-per-node=1 --job-name=case "$jobs/seeds.sbatch" job.toml
    ended_with 0 ""
    status_is "done" runs/seeds-case/1
    status_is "done" runs/seeds-case/2
    "$REMO" diff runs/seeds-case/1/model.h5 runs/seeds-case/2/model.h5 >diff.log 2>&1
    ! grep -q "^identical" diff.log || fail "two seeds give the same model"
}

# mpirun hides statuses: the script's own comes from summary.json.
case_mpirun() {
    submit_and_wait mpirun --nodes=2 --ntasks-per-node=1 "$jobs/mpirun.sbatch" job.toml --set run.output=runs/mpirun
    ended_with 0 "done: 10 updates"
    log_says "rank 1 -> n2"
    status_is "done" runs/mpirun
}

case_mpirun_stops() {
    submit mpirun-stop --nodes=1 --ntasks-per-node=2 "$jobs/mpirun.sbatch" long.toml --set run.output=runs/mpirun-stop
    wait_for_update runs/mpirun-stop 4
    scancel --batch --signal=USR1 "$job"
    wait_for_end
    ended_with 75 "stop requested"
    status_is stopped runs/mpirun-stop
}

# Each process would be a world of its own and write over the others' files.
case_wrong_mpi_plugin_is_refused() {
    srun -N2 -n4 --mpi=none "$REMO" train job.toml --set run.output=runs/refused >srun.log 2>&1
    local status=$?
    cp srun.log "$log"
    [ "$status" = 2 ] || fail "srun --mpi=none: status $status, wanted 2"
    log_says "srun --mpi=list"
    [ "$(grep -c '^error: ' "$log")" = 1 ] || fail "srun --mpi=none: not exactly one error is told"
    [ ! -e runs/refused ] || fail "srun --mpi=none: a run directory is made"
}

case_bare_train_is_warned() {
    printf '#!/bin/sh\nexec "$REMO" train job.toml --set train.max_updates=2 --set run.output=runs/bare\n' >bare.sbatch
    submit_and_wait bare --nodes=2 --ntasks-per-node=2 bare.sbatch
    ended_with 0 "this batch job has 4 tasks, but remo was started as one process"
    printf '#!/bin/sh\nexec "$REMO" inspect data/small-bert\n' >bare.sbatch
    submit_and_wait bare --nodes=2 --ntasks-per-node=2 bare.sbatch
    ended_with 0 "BertConfig {"
    ! grep -q "batch job has" "$log" || fail "a bare remo inspect is warned"
}

case_doctor() {
    mkdir -p runs
    srun -N2 -n4 --ntasks-per-node=2 --time=10 --mpi=pmix "$REMO" doctor runs >"$log" 2>&1 || fail "doctor: status $?"
    log_says "rank 3 -> n2"
    log_says "PMI: pmix"
    log_says "time left"
    log_says "between hosts (n1, n2)"
    log_says "within a host (n1)"
    log_says "all-reduce"
    log_says "file system of $work/runs"
    ! grep -q "does not show what rank 0 writes" "$log" || fail "doctor finds the file system not shared"
    # Without a way to find each other the tasks still run, and say what is wrong.
    srun -N2 -n2 --mpi=none "$REMO" doctor >"$log" 2>&1 || fail "doctor with --mpi=none: status $?"
    log_says "PMI: none"
    log_says "srun --mpi=list"
}

case_killed_rank_ends_the_step() {
    submit killed --nodes=2 --ntasks-per-node=2 "$jobs/several-nodes.sbatch" long.toml --set run.output=runs/killed
    wait_for_update runs/killed 4
    local victim begin=$SECONDS
    victim=$(pids_of_ranks runs/killed | tail -n 1)
    [ -n "$victim" ] || { fail "no rank is found"; return; }
    kill -KILL "$victim"
    wait_for_end 20
    # srun ends the others with SIGTERM, then, after KillWait (5 s in this cluster), with SIGKILL.
    [ $((SECONDS - begin)) -le 12 ] || fail "the step ended $((SECONDS - begin)) s after a rank was killed"
    [ "$status" != 0 ] && [ "$status" != 75 ] || fail "a job with a killed rank ended with $status"
    [ -z "$(pids_of_ranks runs/killed)" ] || fail "ranks are left"
}

# Stopped twice on the way, requeued by the script: the same bits as in one go.
case_preempted_is_bit_equal() {
    local ranks=(--nodes=2 --ntasks-per-node=1)
    submit_and_wait straight "${ranks[@]}" "$jobs/several-nodes.sbatch" middle.toml --set run.output=runs/straight
    ended_with 0 "done: "
    submit preempted "${ranks[@]}" "$jobs/preemptible.sbatch" middle.toml --set run.output=runs/preempted
    local at
    for at in 5 20; do
        wait_for_update runs/preempted $at
        scancel --batch --signal=USR1 "$job"
        wait_for_text "requeueing" $((at == 5 ? 1 : 2))
    done
    wait_for_end 60
    ended_with 0 "restart 2"
    status_is "done" runs/preempted
    "$REMO" diff runs/straight/model.h5 runs/preempted/model.h5 >diff.log 2>&1
    grep -q "^identical: " diff.log || { fail "a preempted run differs from an uninterrupted one"; cat diff.log; }
    local updates
    updates=$(grep -c '"event":"update"' runs/preempted/metrics.jsonl)
    [ "$updates" = "$(grep -c '"event":"update"' runs/straight/metrics.jsonl)" ] || fail "metrics.jsonl has $updates updates"
}

case_cancelled_is_not_requeued() {
    submit cancelled --nodes=2 --ntasks-per-node=1 "$jobs/preemptible.sbatch" long.toml --set run.output=runs/cancelled
    wait_for_update runs/cancelled 4
    scancel "$job"
    wait_for_end
    grep -q "JobState=CANCELLED" <<<"$(state_of)" || fail "a cancelled job is not CANCELLED: $(state_of)"
    status_is stopped runs/cancelled
    has_checkpoint runs/cancelled
}

case_own_time_limit() {
    submit_and_wait limit --nodes=2 --ntasks-per-node=1 "$jobs/several-nodes.sbatch" long.toml \
        --set run.output=runs/limit --set run.time_limit=00:00:20
    ended_with 75 "run.time_limit"
    status_is stopped runs/limit
    has_checkpoint runs/limit
}

# The limit of the batch job itself, a minute: submitted first, looked at last.
begin_slurm_time_limit() {
    submit slurm-limit --time=1 --nodes=1 --ntasks-per-node=1 "$jobs/one-node.sbatch" long.toml --set run.output=runs/slurm-limit
    slurm_limit_job=$job
}

case_slurm_time_limit() {
    [ -n "${slurm_limit_job:-}" ] || begin_slurm_time_limit
    job=$slurm_limit_job
    log=$work/slurm-limit.log
    wait_for_end 80
    ended_with 75 "squeue"
    status_is stopped runs/slurm-limit
    has_checkpoint runs/slurm-limit
}

all="scripts_are_sound wrong_mpi_plugin_is_refused doctor one_node several_nodes gpu_nodes seeds mpirun bare_train_is_warned
    killed_rank_ends_the_step mpirun_stops cancelled_is_not_requeued own_time_limit preempted_is_bit_equal slurm_time_limit"

make_jobs
cd "$work" || exit 1
[ $# -gt 0 ] || { set -- $all; begin_slurm_time_limit; }
for name in "$@"; do
    declare -F "case_$name" >/dev/null || { echo "there is no case $name; there are: $all"; exit 2; }
    begin=$SECONDS before=$failures log=$work/$name.log
    "case_$name"
    [ "$failures" = "$before" ] || show_log
    echo "$name: $([ "$failures" = "$before" ] && echo passed || echo FAILED), $((SECONDS - begin)) s"
done
exit $((failures > 0))

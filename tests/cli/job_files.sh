#!/bin/sh
# Job files: printing, and each mistake told in one sentence before anything is done.
. "$SOURCE_DIR/tests/cli/expect.sh"

job=$work/job.toml
printf '[model]\npath = "m"\n[data]\ntrain = "t.tsv"\n' >"$job"

# --print-config shows every key, and what it prints is the same job.
expect 0 'global_batch_size = 48' "$REMO" train "$job" --print-config --set train.global_batch_size=48
cp "$work/stdout" "$work/printed.toml"
expect 0 'output = "runs/run"' "$REMO" train "$work/printed.toml" --print-config
cmp -s "$work/stdout" "$work/printed.toml" || fail "a printed job does not print the same again"
expect 0 'path = "m"' $MPIEXEC 2 "$REMO" train "$job" --print-config
[ "$(grep -c '^path = ' "$work/stdout")" -eq 1 ] || fail "--print-config is told by each rank"

refused_by_all "$work/none.toml: No such file or directory" train "$work/none.toml"
refused "Is a directory" train "$work"
refused "unknown key train.global_batchsize; did you mean train.global_batch_size?" train "$job" --set train.global_batchsize=8
refused_by_all "train.global_batch_size = 0 must be at least 1" train "$job" --set train.global_batch_size=0
refused "optimizer.learning_rate wants a number, not \"fast\"" train "$job" --set optimizer.learning_rate=fast
refused "train.precision = \"bf16\" is not supported by this version; it knows fp32" train "$job" --set train.precision=bf16
refused "write --set section.key=value" train "$job" --set seed

cat >"$work/bad.toml" <<TOML
[model]
path = "m"
[data]
train = "t.tsv"
max_lenght = 64
TOML
refused_by_all "bad.toml:5:1: unknown key data.max_lenght; did you mean data.max_length?" train "$work/bad.toml"
printf '[model]\npath = 3\n' >"$work/bad.toml"
refused "bad.toml:2:1: model.path wants a string in quotes, not 3" train "$work/bad.toml"
printf '[model]\npath = "m\n' >"$work/bad.toml"
refused "bad.toml:2:" train "$work/bad.toml"
: >"$work/empty.toml"
refused "empty.toml: model.path (the pretrained model) and data.train (the training data) must be given" train "$work/empty.toml"

# Several processes that MPI sees as worlds of their own (srun without the right plug-in).
expect 2 "srun --mpi=list" env SLURM_JOB_ID=1 SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=0 "$REMO" train "$job"
told_once "a world of one in a step of two tasks"
expect 0 "" env SLURM_JOB_ID=1 SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=0 "$REMO" doctor
expect 2 "warning: this batch job has 4 tasks" env SLURM_JOB_ID=1 SLURM_NTASKS=4 "$REMO" train "$work/none.toml"
finish

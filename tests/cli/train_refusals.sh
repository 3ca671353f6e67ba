#!/bin/sh
# Mistakes that remo train tells before any training: exit status 2, one sentence, once, on one and on two ranks.
. "$SOURCE_DIR/tests/cli/expect.sh"

printf 'sentence\tlabel\nthe food was good\tpositive\nthe room was cold\tnegative\n' >"$work/train.tsv"
printf 'sentence\tlabel\nthe food was good\tneutral\n' >"$work/other.tsv"
printf 'sentence\tlabel\n' >"$work/empty.tsv"
printf 'sentence\tlabel\nthe food was good\t-1\nthe room was cold\tnegative\nfine\tpositive\n' >"$work/unlabelled.tsv"
printf 'sentence\tlabel\na\tx\nb\ty\nc\tz\n' >"$work/three.tsv"
cat >"$work/job.toml" <<EOF
[run]
output = "$work/runs/a"
[model]
path = "$SOURCE_DIR/data/small-bert"
[data]
train = "$work/train.tsv"
validation = "$work/train.tsv"
max_length = 32
[train]
max_updates = 2
EOF
with() { # KEY=VALUE PATTERN
    refused_by_all "$2" train "$work/job.toml" --set "$1"
    [ ! -e "$work/runs/a/model.h5" ] || fail "$1: trained all the same"
}

with "model.path=\"$work/nothing\"" "$work/nothing"
with "data.train=\"$work/nothing.tsv\"" "there is no such file"
with "data.validation=\"$work/other.tsv\"" "neutral"
with "data.train=\"$work/empty.tsv\"" "there are no rows below the header"
with "data.train=\"$work/unlabelled.tsv\"" "no label"
with "data.text=[\"text\"]" "no column 'text'"
with "data.max_length=100000" "max_position_embeddings"
with "evaluation.best_metric=\"acuracy\"" "acuracy"
with "train.micro_batch_tokens=0" "must be at least 1"
with "optimizer.name=\"adamax\"" "adamax"
with "parallel.strategy=\"zero1\"" "zero1"
with "model.task=\"regression\"" "regression"
refused_by_all "parallel.root_rank = 5" train "$work/job.toml" --set parallel.strategy='"root"' --set parallel.root_rank=5

with 'run.output=""' "must be given"
mkdir "$work/bare" && cp "$SOURCE_DIR/data/small-bert/config.json" "$SOURCE_DIR/data/small-bert/tokenizer.json" "$work/bare"
with "model.path=\"$work/bare\"" "model.safetensors"

: >"$work/file"
with "run.output=\"$work/file/run\"" "$work/file"
printf 'not HDF5' >"$work/model.h5"
with "model.path=\"$work/model.h5\"" "model.h5"

# Another classifier's head, and another job's output.
expect 0 "done" "$REMO" train "$work/job.toml" --set run.output="\"$work/runs/trained\""
refused_by_all "the 3 labels" train "$work/job.toml" --set model.path="\"$work/runs/trained/model.h5\"" \
    --set data.train="\"$work/three.tsv\""
refused_by_all "made by another job" train "$work/job.toml" --set run.output="\"$work/runs/trained\"" --set run.seed=43

# A directory that another process writes to.
mkdir -p "$work/runs/held"
echo "host $(uname -n) job 12 pid 1" >"$work/runs/held/lock"
refused_by_all "in use by process 1" train "$work/job.toml" --set run.output="\"$work/runs/held\""

# A model without a classifier can't be evaluated.
refused_by_all "no trained classifier" evaluate --model "$SOURCE_DIR/data/small-bert" --data "$work/train.tsv"
refused_by_all "no trained classifier" predict --model "$SOURCE_DIR/data/small-bert" --data "$work/train.tsv" --out "$work/p.tsv"

# Output that is no file is never replaced, whoever runs the program.
mkfifo "$work/pipe"
for out in "$work/pipe" "$work" "$work/none/p.tsv"; do
    refused_by_all "can't write $out" predict --model "$work/runs/trained/model.h5" --data "$work/train.tsv" --out "$out"
    refused_by_all "can't write $out" evaluate --model "$work/runs/trained/model.h5" --data "$work/train.tsv" --out "$out"
done
[ -p "$work/pipe" ] || fail "the pipe was replaced"
mkfifo "$work/pipe.h5"
refused_by_all "can't write $work/pipe.h5" convert "$SOURCE_DIR/data/small-bert" "$work/pipe.h5"
finish

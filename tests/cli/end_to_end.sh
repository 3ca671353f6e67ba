#!/bin/sh
# Train, evaluate, predict, export: what a user does first, with the project's own model and data.
. "$SOURCE_DIR/tests/cli/expect.sh"

head -161 "$SOURCE_DIR/data/reviews/train.tsv" >"$work/train.tsv"
head -61 "$SOURCE_DIR/data/reviews/dev.tsv" >"$work/dev.tsv"
cat >"$work/job.toml" <<EOF
[run]
output = "$work/runs/a"
[model]
path = "$SOURCE_DIR/data/small-bert"
[data]
train = "$work/train.tsv"
validation = "$work/dev.tsv"
max_length = 64
[train]
num_train_epochs = 2.0
global_batch_size = 16
[optimizer]
learning_rate = 5e-4
[checkpoint]
every_updates = 4
keep = 2
EOF
run=$work/runs/a

expect 0 "done: 20 updates" $MPIEXEC 2 "$REMO" train "$work/job.toml"
for text in "device: cpu" "rank 1 -> " "BertConfig {" "newly initialised (2): classifier" "20 in all" "evaluation at update 20"; do
    grep -qF "$text" "$work/stderr" || fail "training does not tell: $text"
done
for file in job.toml metrics.jsonl model.h5 best.h5 summary.json checkpoints/update-00000016.h5 checkpoints/update-00000020.h5; do
    [ -s "$run/$file" ] || fail "no $file"
done
[ "$(ls "$run/checkpoints" | wc -l)" -eq 2 ] || fail "checkpoint.keep = 2 keeps $(ls "$run/checkpoints" | wc -l)"
[ ! -e "$run/lock" ] || fail "the lock is left"
[ "$(grep -c '"event":"update"' "$run/metrics.jsonl")" -eq 20 ] || fail "not 20 updates in metrics.jsonl"
[ "$(grep -c '"event":"evaluation"' "$run/metrics.jsonl")" -eq 2 ] || fail "not 2 evaluations in metrics.jsonl"
grep '"event":"evaluation"' "$run/metrics.jsonl" | grep -q '"classes":\[{"label":"negative","precision"' || fail "no scores by class"
grep -q '"status": "done"' "$run/summary.json" || fail "summary.json does not say done"

# A finished job says so; another job may not write there.
expect 0 "is finished already" $MPIEXEC 2 "$REMO" train "$work/job.toml"
refused_by_all "optimizer.learning_rate" train "$work/job.toml" --set optimizer.learning_rate=1e-4
[ -s "$run/model.h5" ] || fail "a refused job removed the model"

# Other data under the same name is not taken for the old one.
cp -r "$run" "$work/runs/changed"
rm "$work/runs/changed/model.h5" "$work/runs/changed/summary.json"
sed -i "s#runs/a#runs/changed#" "$work/runs/changed/job.toml"
cp "$work/train.tsv" "$work/kept.tsv"
sed -i '5d' "$work/train.tsv"
refused_by_all "has changed since" train "$work/job.toml" --set run.output="$work/runs/changed"
cp "$work/kept.tsv" "$work/train.tsv"
expect 0 "done: 20 updates" "$REMO" train "$work/job.toml" --set run.output="$work/runs/changed"

# Evaluation: the same figures on any number of ranks, and as training's own last one.
expect 0 '"samples": 60' "$REMO" evaluate --model "$run/model.h5" --data "$work/dev.tsv" --out "$work/one.json"
expect 0 '"confusion_matrix"' $MPIEXEC 3 "$REMO" evaluate --model "$run/model.h5" --data "$work/dev.tsv" --out "$work/three.json"
grep -v '"loss"' "$work/one.json" >"$work/one" && grep -v '"loss"' "$work/three.json" >"$work/three"
cmp -s "$work/one" "$work/three" || fail "evaluation on 1 and 3 ranks differ"
accuracy=$(sed -n 's/.*"accuracy": \([0-9.]*\).*/\1/p' "$work/one.json" | head -1)
grep '"event":"evaluation","update":20' "$run/metrics.jsonl" | grep -q "\"accuracy\":$accuracy" || fail "evaluate says $accuracy, training another accuracy"

# Prediction: a header and one row a sample in input order, whatever the ranks; unlabelled data will do.
cut -f1 "$work/dev.tsv" >"$work/texts.tsv"
expect 0 "60 predictions" "$REMO" predict --model "$run/model.h5" --data "$work/texts.tsv" --out "$work/p1.tsv"
expect 0 "60 predictions" $MPIEXEC 3 "$REMO" predict --model "$run/model.h5" --data "$work/texts.tsv" --out "$work/p3.tsv" --logits
[ "$(head -1 "$work/p1.tsv")" = "$(printf 'prediction\tp_negative\tp_positive')" ] || fail "header: $(head -1 "$work/p1.tsv")"
[ "$(head -1 "$work/p3.tsv")" = "$(printf 'prediction\tp_negative\tp_positive\tlogit_0\tlogit_1')" ] || fail "header: $(head -1 "$work/p3.tsv")"
cut -f1 "$work/p1.tsv" >"$work/one" && cut -f1 "$work/p3.tsv" >"$work/three"
cmp -s "$work/one" "$work/three" || fail "predictions on 1 and 3 ranks differ"
right=$(paste "$work/p1.tsv" "$work/dev.tsv" | awk -F'\t' 'NR > 1 && $1 == $5' | wc -l)
awk -v a="$accuracy" -v r="$right" 'BEGIN { exit !(a * 60 - r < 0.01 && r - a * 60 < 0.01) }' || fail "$right right predictions, accuracy $accuracy"

# Export and import again: the same predictions from the directory; the checkpoint serves as a model too.
expect 0 "" "$REMO" convert "$run/model.h5" "$work/exported"
expect 0 "60 predictions" "$REMO" predict --model "$work/exported" --data "$work/texts.tsv" --out "$work/pe.tsv" --max-length 64
cmp -s "$work/p1.tsv" "$work/pe.tsv" || fail "the exported model predicts otherwise"
expect 0 "60 predictions" "$REMO" predict --model "$run/checkpoints/update-00000020.h5" --data "$work/texts.tsv" --out "$work/pc.tsv"
cmp -s "$work/p1.tsv" "$work/pc.tsv" || fail "the last checkpoint predicts otherwise"
expect 0 "different: 0 of" "$REMO" diff "$run/model.h5" "$run/checkpoints/update-00000020.h5"
expect 0 "BertConfig {" "$REMO" inspect "$run/model.h5" --verify
finish

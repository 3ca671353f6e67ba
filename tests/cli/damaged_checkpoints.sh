#!/bin/sh
# A run whose newest checkpoints are damaged resumes from the newest sound one, says why, and ends as if nothing had happened.
. "$SOURCE_DIR/tests/cli/expect.sh"

head -61 "$SOURCE_DIR/data/reviews/train.tsv" >"$work/train.tsv"
cat >"$work/job.toml" <<EOF
[run]
output = "$work/run"
[model]
path = "$SOURCE_DIR/data/small-bert"
[data]
train = "$work/train.tsv"
max_length = 48
[train]
max_updates = 12
global_batch_size = 8
[checkpoint]
every_updates = 3
keep = 4
EOF
checkpoint() { printf '%s/run/checkpoints/update-%08d.h5' "$work" "$1"; }
train() { # STATUS PATTERN ARGUMENTS...
    status=$1 pattern=$2
    shift 2
    expect "$status" "$pattern" $MPIEXEC 2 "$REMO" train "$work/job.toml" "$@"
}

# flip FILE: one byte in the middle, among the values.
flip() {
    middle=$(($(stat -c %s "$1") / 2))
    byte=$(od -An -tu1 -j "$middle" -N 1 "$1")
    printf "\\$(printf %o $((byte ^ 16)))" | dd of="$1" bs=1 seek="$middle" conv=notrunc status=none
}

# As if the run had been killed before its end, with whatever checkpoints there are.
not_done() { rm -f "$work/run/model.h5" "$work/run/summary.json"; }

told() { grep -qF -- "$1" "$work/stderr" || fail "does not tell: $1"; }

train 0 "done: 12 updates"
cp "$work/run/model.h5" "$work/model.h5"
cp "$(checkpoint 9)" "$work/sound.h5"

not_done
flip "$(checkpoint 12)"
train 0 "resuming from $(checkpoint 9): update 9"
told "warning: checkpoint $(checkpoint 12) is damaged and is stepped over: $(checkpoint 12): "
expect 0 "identical" "$REMO" diff "$work/model.h5" "$work/run/model.h5"
expect 0 "all checksums are right" "$REMO" inspect "$(checkpoint 12)" --verify
[ "$(grep -c '"event":"update"' "$work/run/metrics.jsonl")" -eq 12 ] || fail "not 12 updates in metrics.jsonl"

not_done
truncate -s 100000 "$(checkpoint 12)"
: >"$(checkpoint 9)"
rm "$(checkpoint 3)"
train 0 "resuming from $(checkpoint 6): update 6" --set checkpoint.keep=1
told "$(checkpoint 12) is damaged and is stepped over"
told "$(checkpoint 9) is damaged and is stepped over"
told "$(checkpoint 12) is renamed to $(checkpoint 12).aside"
[ "$(ls "$work/run/checkpoints" | tr '\n' ' ')" = "update-00000009.h5.aside update-00000012.h5 update-00000012.h5.aside " ] ||
    fail "other files: $(ls "$work/run/checkpoints")"
expect 0 "identical" "$REMO" diff "$work/model.h5" "$work/run/model.h5"

# Without a sound one it starts again and says so.
not_done
flip "$(checkpoint 12)"
train 0 "none of the 1 checkpoints is sound" --set checkpoint.every_updates=2
told "update 1/12"
expect 0 "identical" "$REMO" diff "$work/model.h5" "$work/run/model.h5"

# One that is asked for by name is not stepped over.
not_done
flip "$work/sound.h5"
refused_by_all "$work/sound.h5: " train "$work/job.toml" --resume "$work/sound.h5"

# Going on from an earlier one by name leaves the later ones' course.
flip "$work/sound.h5"
train 0 "resuming from $work/sound.h5: update 9" --resume "$work/sound.h5"
told "$(checkpoint 12) is renamed to $(checkpoint 12).aside"
expect 0 "identical" "$REMO" diff "$work/model.h5" "$work/run/model.h5"
finish

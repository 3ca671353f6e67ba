#!/bin/sh
# convert, inspect and diff.
. "$SOURCE_DIR/tests/cli/expect.sh"
model="$SOURCE_DIR/tests/golden/models/distilbert/model"

expect 0 "are in $work/m.h5" "$REMO" convert "$model" "$work/m.h5"
expect 0 "are in $work/back" $MPIEXEC 2 "$REMO" convert "$work/m.h5" "$work/back"
cmp -s "$model/config.json" "$work/back/config.json" || fail "the round trip changes config.json"
expect 0 "identical: " "$REMO" diff "$model" "$work/back"
expect 0 "identical: " "$REMO" diff "$work/m.h5" "$work/back"

expect 0 "verified: all checksums are right" "$REMO" inspect "$work/m.h5" --verify --parameters
[ "$(head -n 1 "$work/stdout")" = "DistilBertConfig {" ] || fail "inspect begins with another line"
grep -q '^classifier.weight  *(3, 32)  *F32 ' "$work/stdout" || fail "inspect does not list classifier.weight"
grep -q '^  source: ' "$work/stdout" || fail "inspect does not tell where the file comes from"
expect 0 "verified: every tensor can be read" "$REMO" inspect "$model" --verify
expect 0 "DistilBertConfig {" $MPIEXEC 2 "$REMO" inspect "$work/m.h5"
[ "$(grep -c '^DistilBertConfig' "$work/stdout")" -eq 1 ] || fail "inspect speaks on each rank"

# One byte of a tensor changed.
cp -r "$model" "$work/changed"
size=$(wc -c <"$work/changed/model.safetensors")
printf '\077' | dd of="$work/changed/model.safetensors" bs=1 seek=$((size - 1)) conv=notrunc 2>/dev/null
expect 0 "different: 1 of " "$REMO" diff "$model" "$work/changed"
expect 0 "only in" "$REMO" diff "$model" "$SOURCE_DIR/tests/golden/models/bert/model"

# Damage.
size=$(wc -c <"$work/m.h5")
head -c $((size / 2)) "$work/m.h5" >"$work/cut.h5"
refused_by_all "cut.h5: the file is cut short" inspect "$work/cut.h5"
cp "$work/m.h5" "$work/flipped.h5"
printf 'XXXX' | dd of="$work/flipped.h5" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
refused "flipped.h5: /parameters/" inspect "$work/flipped.h5" --verify

# Mistakes.
mkdir "$work/full" && touch "$work/full/file"
refused "holds files, but no model" convert "$model" "$work/full"
refused "there is no model" convert "$work/none" "$work/x.h5"
refused "same" convert "$work/m.h5" "$work/m.h5"
refused "as an HDF5 file" inspect "$SOURCE_DIR/LICENSE"
finish

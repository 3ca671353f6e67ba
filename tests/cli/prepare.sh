# remo prepare: makes token caches once, on any number of ranks, and refuses what it can't read.
. "$(dirname "$0")/expect.sh"

printf 'sentence\tlabel\nthe food was good\tpos\nthe room was cold\tneg\n\tneg\n' >"$work/train.tsv"
printf 'sentence\tlabel\nnice\tpos\n' >"$work/dev.tsv"
mkdir "$work/model"
printf '[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nfood\nroom\nwas\ngood\ncold\nnice\n' >"$work/model/vocab.txt"
echo '{"tokenizer_class": "BertTokenizer", "do_lower_case": true}' >"$work/model/tokenizer_config.json"
cat >"$work/model/config.json" <<EOF
{"model_type": "bert", "vocab_size": 12, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2,
 "intermediate_size": 16, "max_position_embeddings": 64, "type_vocab_size": 2}
EOF
cat >"$work/job.toml" <<EOF
[run]
output = "$work/runs/a"
[model]
path = "$work/model"
[data]
train = "$work/train.tsv"
validation = "$work/dev.tsv"
max_length = 64
EOF
prepare() { expect "$1" "$2" $MPIEXEC 2 "$REMO" prepare "$work/job.toml"; }

prepare 0 "3 samples"
grep -q "train: $work/train.tsv -> $work/runs/token-cache/train-[0-9a-f]*\.h5$" "$work/stdout" || fail "where the cache is"
grep -q "text: sentence; label: neg, pos" "$work/stdout" || fail "columns and labels"
grep -q "truncated to 64 tokens" "$work/stdout" || fail "truncated share"
grep -q "1 row has an empty text (line 4)" "$work/stderr" || fail "the empty text's line"
expect 0 "(was there)" "$REMO" prepare "$work/job.toml"
[ "$(ls -A "$work/runs/token-cache" | wc -l)" -eq 2 ] || fail "other files than the two caches"

printf 'x' | dd of="$(echo "$work"/runs/token-cache/train-*.h5)" bs=1 seek=3000 conv=notrunc 2>/dev/null
prepare 0 "the file is damaged (its checksum differs); the token cache is made again"

expect 0 "(was there)" "$REMO" prepare "$work/job.toml" --set data.train="\"$(echo "$work"/runs/token-cache/train-*.h5)\""
refused_by_all "data.max_length is 65, the model has 64 positions" prepare "$work/job.toml" --set data.max_length=65
refused_by_all "none.tsv: there is no such file" prepare "$work/job.toml" --set data.train="\"$work/none.tsv\""
refused_by_all "there is no column 'sentense'; did you mean 'sentence'" prepare "$work/job.toml" --set 'data.text=["sentense"]'
refused_by_all "train.tsv:4: the text is empty" prepare "$work/job.toml" --set 'data.empty_text="error"'
refused_by_all "this token cache was made with max_length 64, not 32" prepare "$work/job.toml" \
    --set data.train="\"$(echo "$work"/runs/token-cache/train-*.h5)\"" --set data.max_length=32
printf 'sentence\tlabel\na\tb\tc\n' >"$work/ragged.tsv"
refused_by_all "ragged.tsv:2:5: this row has 3 cells, the header names 2" prepare "$work/job.toml" \
    --set data.train="\"$work/ragged.tsv\""
finish

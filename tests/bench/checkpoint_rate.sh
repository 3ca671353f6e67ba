#!/usr/bin/env bash
# checkpoint_rate.sh [PAIRS] [DIRECTORY]: how fast checkpoints of a full-size DistilBERT with AdamW (about 800 MB) reach the disk
# under DIRECTORY, beside `dd conv=fsync` of as many bytes, in turn: dd, 1 rank, 2 ranks, 1 rank async, 2 ranks async, dd, …
# Prints medians (smallest to largest) of MB/s, and of the seconds that training waits. REMO names the program.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
pairs=${1:-5} scratch=$(mktemp -d "${2:-/tmp}/remo-rate-XXXXXX")
remo=$(realpath "${REMO:-$here/build/release/src/remo}")
trap 'rm -rf "$scratch"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1

mkdir "$scratch/model"
cp "$here"/data/small-bert/tokenizer*.json "$here/data/small-bert/vocab.txt" "$scratch/model"
cat >"$scratch/model/config.json" <<END
{"model_type": "distilbert", "architectures": ["DistilBertForSequenceClassification"], "vocab_size": 30522, "dim": 768,
 "hidden_dim": 3072, "n_heads": 12, "n_layers": 6, "max_position_embeddings": 512, "activation": "gelu"}
END
head -257 "$here/data/reviews/train.tsv" >"$scratch/train.tsv"

save() { # RANKS ASYNC: seconds and stall_seconds of the first checkpoint
    rm -rf "$scratch/run"
    mpirun --oversubscribe --bind-to none -n "$1" "$remo" train /dev/stdin >"$scratch/log" 2>&1 <<END || { cat "$scratch/log" >&2; exit 1; }
[run]
output = "$scratch/run"
[model]
path = "$scratch/model"
init = "random"
[data]
train = "$scratch/train.tsv"
cache = "$scratch/cache"
[train]
max_updates = 6
global_batch_size = 32
[checkpoint]
every_updates = 2
async = $2
END
    sed -n 's/.*"event":"checkpoint","update":2,.*"seconds":\([0-9.e-]*\),"stall_seconds":\([0-9.e-]*\)}.*/\1 \2/p' "$scratch/run/metrics.jsonl"
}

copy() { # BYTES: seconds of dd
    local begin end
    begin=$(date +%s.%N)
    dd if=/dev/zero of="$scratch/zeros" bs=1M count=$(($1 >> 20)) conv=fsync 2>/dev/null
    end=$(date +%s.%N)
    rm "$scratch/zeros"
    echo "$begin $end" | awk '{ print $2 - $1 }'
}

middle() { # of the numbers on standard input: median (smallest to largest)
    sort -g | awk '{ v[NR] = $1 } END { printf "%.3f (%.3f to %.3f)\n", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2, v[1], v[NR] }'
}

save 1 false >/dev/null # the first one is slower
bytes=$(stat -c %s "$scratch/run/checkpoints/update-00000002.h5")
rm -rf "$scratch/run"
for ((i = 0; i < pairs; i++)); do
    copy "$bytes" >>"$scratch/dd"
    for ranks in 1 2; do
        save $ranks false >>"$scratch/save$ranks"
        save $ranks true >>"$scratch/async$ranks"
        rm -rf "$scratch/run"
    done
done
echo "checkpoint: $((bytes / 1000000)) MB; medians of $pairs (smallest to largest), load $(cut -d' ' -f1-3 /proc/loadavg)"
echo "dd conv=fsync                 seconds $(middle <"$scratch/dd")"
for ranks in 1 2; do
    echo "$ranks rank(s), at once            seconds $(cut -d' ' -f1 "$scratch/save$ranks" | middle)"
    echo "   as a part of dd's rate             $(paste -d' ' "$scratch/dd" "$scratch/save$ranks" | awk '{ print $1 / $2 }' | middle)"
    echo "$ranks rank(s), async, training waits seconds $(cut -d' ' -f2 "$scratch/async$ranks" | middle)"
    echo "   as a part of dd's time             $(paste -d' ' "$scratch/dd" "$scratch/async$ranks" | awk '{ print $3 / $1 }' | middle)"
done

#!/usr/bin/env bash
# compare_peer.sh PYTHON TRAIN.tsv MODEL_DIR [PAIRS] [UPDATES]
#
# Trains with remo and with Transformers + Accelerate (peer_train.py) in turn, A B C D E A B C D E …, on the same data, and prints
# medians of real tokens per second and their ratios. PYTHON is an interpreter with torch, transformers and accelerate;
# MODEL_DIR a Hugging Face directory of a BERT (its tokenizer serves DistilBERT too, which gets random weights of full size).
# REMO names the program (default: build/release/src/remo). Two cores are used by each.
set -euo pipefail
[ $# -ge 3 ] || { sed -n '2,8p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
python=$1 data=$(realpath "$2") model=$(realpath "$3") pairs=${4:-5} updates=${5:-43}
remo=$(realpath "${REMO:-$here/../../build/release/src/remo}")
export HF_HUB_OFFLINE=1 TOKENIZERS_PARALLELISM=false OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
unset OPENBLAS_CORETYPE
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir "$scratch/distilbert"
cp "$model"/tokenizer*.json "$model"/vocab.txt "$scratch/distilbert"
"$python" - "$scratch/distilbert" <<'P'
import sys
from transformers import DistilBertConfig
DistilBertConfig().save_pretrained(sys.argv[1])
P

run_remo() {  # MODEL INIT
    rm -rf "$scratch/run"
    mpirun --oversubscribe --bind-to core -n 2 "$remo" train /dev/stdin --set run.output="$scratch/run" \
        --set model.path="$1" --set model.init="$2" --set data.train="$data" --set train.max_updates="$updates" \
        --set data.cache="$scratch/cache" < "$scratch/job.toml" > "$scratch/remo.log" 2>&1 ||
        { cat "$scratch/remo.log" >&2; exit 1; }
    "$python" - "$scratch/run/metrics.jsonl" <<'P'
import json, sys
events = [json.loads(line) for line in open(sys.argv[1])]
updates = [e for e in events if e["event"] == "update"][3:]
seconds = [32 / e["samples_per_second"] for e in updates]
print(sum(s * e["tokens_per_second"] for s, e in zip(seconds, updates)) / sum(seconds))
P
}
run_peer() {  # PROCESSES ORDER MODEL [--random]
    local arguments=(--data "$data" --tokenizer "$model" --model "$3" --order "$2" --updates "$updates" ${4:-})
    if [ "$1" = 1 ]; then
        OMP_NUM_THREADS=2 "$python" "$here/peer_train.py" "${arguments[@]}" 2> "$scratch/peer.log"
    else
        ACCELERATE_USE_CPU=true OMP_NUM_THREADS=1 "$(dirname "$python")/torchrun" --nproc_per_node 2 \
            "$here/peer_train.py" "${arguments[@]}" 2> "$scratch/peer.log"
    fi | "$python" -c 'import json, sys; print(json.loads(sys.stdin.readlines()[-1])["tokens_per_second"])'
}

cat > "$scratch/job.toml" <<'P'
[model]
path = ""
[data]
train = ""
max_length = 128
[train]
global_batch_size = 32
[optimizer]
learning_rate = 2e-5
[schedule]
warmup_ratio = 0.0
[checkpoint]
every_updates = 0
P
grep -m1 'model name' /proc/cpuinfo | sed 's/.*: /processor: /'
"$remo" --version
"$python" -c 'import torch, transformers, accelerate; print("torch", torch.__version__, "transformers", transformers.__version__, "accelerate", accelerate.__version__)'
for name in distilbert minilm; do
    if [ $name = distilbert ]; then directory=$scratch/distilbert init=random flag=--random; else directory=$model init=pretrained flag=; fi
    for ((i = 1; i <= pairs; ++i)); do
        echo "$name remo $(run_remo "$directory" $init)"
        echo "$name dynamic-1x2 $(run_peer 1 dynamic "$directory" $flag)"
        echo "$name dynamic-2x1 $(run_peer 2 dynamic "$directory" $flag)"
        echo "$name grouped-1x2 $(run_peer 1 grouped "$directory" $flag)"
        echo "$name grouped-2x1 $(run_peer 2 grouped "$directory" $flag)"
    done
done | tee "$scratch/rows"
"$python" - "$scratch/rows" <<'P'
import collections, statistics, sys
rows = collections.defaultdict(list)
for line in open(sys.argv[1]):
    model, program, rate = line.split()
    rows[model, program].append(float(rate))
for model in dict.fromkeys(model for model, _ in rows):
    mine = rows[model, "remo"]
    print(f"{model}: remo median {statistics.median(mine):.0f} tokens/s (min {min(mine):.0f}, max {max(mine):.0f})")
    for (other, program), rates in rows.items():
        if other == model and program != "remo":
            ratios = [a / b for a, b in zip(mine, rates)]
            print(f"  against {program}: median {statistics.median(rates):.0f} tokens/s, ratio median "
                  f"{statistics.median(ratios):.2f} (min {min(ratios):.2f}, max {max(ratios):.2f})")
P

#!/usr/bin/env bash
# From a fresh checkout to a trained and tried classifier: installs packages (Debian 12), builds, fetches a pretrained
# model, fine-tunes it on two ranks with the sample reviews, evaluates, predicts two sentences. Safe to run again.
set -euo pipefail
# shellcheck source=jobs/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"
source "$remo_root/jobs/lib/packages.sh"
source "$remo_root/jobs/lib/build.sh"
source "$remo_root/jobs/lib/model.sh"
trap 'echo "quickstart: stopped at the step above" >&2' ERR

cd "$remo_root"
install_packages python3-pip
build_release remo
prepare_mpirun
remo=build/release/src/remo

say "Model: a pretrained encoder, imported to HDF5"
run=runs/quickstart
model=models/minilm.h5
small=() # the small model wants larger steps and more of them
mkdir -p models runs
if [ ! -e "$model" ]; then
    if download_minilm; then
        show "$remo" convert "models/download/$remo_model_inside" "$model"
    else
        say "The pretrained model could not be had; the small one in data/small-bert takes its place"
        run=runs/quickstart-small
        model=models/small-bert.h5
        small=(--set optimizer.learning_rate=5e-4 --set train.num_train_epochs=6)
        [ -e "$model" ] || show "$remo" convert data/small-bert "$model"
    fi
fi

say "Training: two ranks, jobs/quickstart.toml"
on_ranks 2 "$remo" train jobs/quickstart.toml \
    --set "run.output=$run" --set "model.path=$model" "${small[@]}"

say "Evaluation of the best model"
on_ranks 2 "$remo" evaluate --model "$run/best.h5" --data data/reviews/dev.tsv

say "Prediction of two sentences"
printf 'sentence\n%s\n%s\n' "Although the soup was cold, we will certainly come back." \
    "The screen was not bad, but the battery died after two days." >runs/two-sentences.tsv
show "$remo" predict --model "$run/best.h5" --data runs/two-sentences.tsv --out runs/two-sentences-predicted.tsv
cat runs/two-sentences-predicted.tsv

say "Done. What is where:"
cat <<END
  $remo: the program; try $remo --help
  $model: the pretrained model
  $run/model.h5: the trained model; best.h5: the one of the best evaluation
  $run/metrics.jsonl: losses, rates and metrics; summary.json: the result
Next, try another learning rate:
  mpirun -n 2 --oversubscribe $remo train jobs/quickstart.toml --set model.path=$model \\
      --set optimizer.learning_rate=1e-4 --set run.output=runs/second
or give the model to Python (Transformers loads the directory):
  $remo convert $run/best.h5 runs/quickstart-huggingface
END

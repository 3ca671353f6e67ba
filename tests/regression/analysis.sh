#!/usr/bin/env bash
# The examples of jobs/analysis on the files of a small run, with h5py and matplotlib: those of this system, else from a package index
# into a virtual environment.
#
#   REMO=build/release/src/remo MPIEXEC="mpirun -n" SOURCE_DIR=. tests/regression/analysis.sh DIRECTORY_FOR_THE_ENVIRONMENT
set -euo pipefail
environment=$1
source "$(dirname "${BASH_SOURCE[0]}")/processes.sh"

find_python() {
    for python in python3 /usr/bin/python3 "$environment/bin/python3"; do
        ! "$python" -c "import h5py, matplotlib" 2>/dev/null || return 0
    done
    echo "h5py and matplotlib are not installed; making $environment"
    python=$environment/bin/python3
    { python3 -m venv --clear "$environment" && "$python" -m pip install --quiet h5py matplotlib; } >"$work/pip.log" 2>&1 ||
        fail "there is no h5py and matplotlib; install python3-h5py and python3-matplotlib, or let pip reach an index" "$work/pip.log"
}

# example PATTERN SCRIPT ARGUMENTS…: ends with 0 and prints the pattern.
example() {
    local pattern=$1 script=$2
    shift 2
    "$python" "$SOURCE_DIR/jobs/analysis/$script" "$@" >"$work/out" 2>&1 || fail "$script $*" "$work/out"
    grep -Eq -- "$pattern" "$work/out" || fail "$script $* does not print $pattern" "$work/out"
}

is_picture() {
    [ "$(head -c 4 "$1" | tail -c 3)" = PNG ] && [ "$(stat -c %s "$1")" -gt 5000 ] || fail "$1 is no picture"
}

find_python
write_small_job small 12
start_job 2 "$work/small.toml"
wait "$launch" || fail "training failed" "$work/log"
run=$work/runs/small last=$work/runs/small/checkpoints/update-00000012.h5

loss=$(grep '"event":"update"' "$run/metrics.jsonl" | tail -1 | sed 's/.*"loss":\([0-9]*\.[0-9]*\).*/\1/')
example "^12 updates, last loss $(printf %.4f "$loss")\$" plot_history.py "$last" --out "$work/history.png"
example "^3 evaluations, highest accuracy 0\.[0-9]{4} at update [0-9]+\$" plot_history.py "$last" --out "$work/history.png"
is_picture "$work/history.png"
! "$python" "$SOURCE_DIR/jobs/analysis/plot_history.py" "$run/model.h5" >"$work/out" 2>&1 || fail "a model file has a history"
grep -q "has no history" "$work/out" || fail "a model file: no explanation" "$work/out"

example "^layer 1 +[1-9]\.[0-9]+e-0[0-9]  #+\$" compare_layers.py "$run/checkpoints/update-00000006.h5" "$run/model.h5" --out "$work/layers.png"
is_picture "$work/layers.png"
[ "$(sed 's/  .*//' "$work/out" | head -5 | tr '\n' ',')" = "embeddings,layer 0,layer 1,pooler,classifier," ] || fail "other layers" "$work/out"
example "^layer 0 +0\.000e\+00 +\$" compare_layers.py "$last" "$run/model.h5"
echo "with $("$python" -c 'import sys, h5py, matplotlib; print(f"{sys.executable}: h5py {h5py.__version__}, matplotlib {matplotlib.__version__}")')"

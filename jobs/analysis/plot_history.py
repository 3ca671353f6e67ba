#!/usr/bin/env python3
"""Plots loss, learning rate and accuracy over a run, from one checkpoint alone.

    python3 plot_history.py runs/sst2/checkpoints/update-00004000.h5 --out history.png

Needs h5py and matplotlib (Debian: python3-h5py, python3-matplotlib). A checkpoint holds the history of all updates before it.
"""

import argparse

import h5py
import matplotlib

matplotlib.use("Agg")  # into a file; a login node has no screen
from matplotlib import pyplot  # noqa: E402


def read_columns(file, group):
    """The columns of /history/<group> by name; none when there is no such group (a run without evaluation has none)."""
    path = f"history/{group}"
    return {name: column[:] for name, column in file[path].items()} if path in file else {}


def moving_average(values, width):
    """Means over the last `width` values, or over as many as there are."""
    sums = values.cumsum()
    return [(sums[i] - (sums[i - width] if i >= width else 0)) / min(i + 1, width) for i in range(len(values))]


def plot(updates, evaluations, metric, out):
    figure, (loss, rate, score) = pyplot.subplots(3, 1, sharex=True, figsize=(8, 9))
    loss.plot(updates["update"], updates["loss"], linewidth=0.5, alpha=0.5, label="update")
    width = max(1, len(updates["loss"]) // 50)
    if width > 1:
        loss.plot(updates["update"], moving_average(updates["loss"], width), label=f"mean of {width}")
    rate.plot(updates["update"], updates["learning_rate"])
    if evaluations:
        loss.plot(evaluations["update"], evaluations["loss"], "o-", label="evaluation")
        score.plot(evaluations["update"], evaluations[metric], "o-")
    loss.legend()
    for axes, name in ((loss, "loss"), (rate, "learning rate"), (score, metric)):
        axes.set_ylabel(name)
    score.set_xlabel("update")
    figure.tight_layout()
    figure.savefig(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint")
    parser.add_argument("--metric", default="accuracy", help="column of /history/evaluations (default: accuracy)")
    parser.add_argument("--out", default="history.png", help="picture, .png, .pdf or .svg (default: history.png)")
    options = parser.parse_args()
    with h5py.File(options.checkpoint) as file:
        updates, evaluations = read_columns(file, "updates"), read_columns(file, "evaluations")
    if not updates:
        parser.error(f"{options.checkpoint} has no history: name a checkpoint, not a model file")
    if evaluations and options.metric not in evaluations:
        parser.error(f"no metric {options.metric}; there are {', '.join(sorted(evaluations))}")
    plot(updates, evaluations, options.metric, options.out)
    print(f"{len(updates['loss'])} updates, last loss {updates['loss'][-1]:.4f}")
    if evaluations:
        best = evaluations[options.metric].argmax()
        value, update = evaluations[options.metric][best], evaluations["update"][best]
        print(f"{len(evaluations['loss'])} evaluations, highest {options.metric} {value:.4f} at update {update:.0f}")
    print(options.out)


main()

#!/usr/bin/env python3
"""Shows how far each layer has moved between two checkpoints or models: |b - a| / |a| over all its parameters.

    python3 compare_layers.py runs/sst2/checkpoints/update-00000500.h5 runs/sst2/model.h5 [--out layers.png]

Needs h5py and numpy, for a picture matplotlib (Debian: python3-h5py, python3-matplotlib). The files must hold the same model.
"""

import argparse
import re

import h5py
import numpy


def layer_of(path):
    """"bert/encoder/layer/3/output/dense/weight" -> "layer 3"; other parameters by the name of their part."""
    layer = re.search(r"/layer/(\d+)/", path)
    if layer:
        return f"layer {layer[1]}"
    parts = path.split("/")
    return parts[1] if parts[0] in ("bert", "distilbert") else parts[0]


def parameters(file):
    """Path and data set of each parameter; layer 10 comes after layer 9, although HDF5 visits by name."""
    found = []
    file["parameters"].visititems(
        lambda path, item: found.append((path, item)) if isinstance(item, h5py.Dataset) else None)
    return sorted(found, key=lambda entry: [part.zfill(6) if part.isdigit() else part for part in entry[0].split("/")])


def changes(a, b):
    """Relative change by layer."""
    squares = {}
    for path, item in parameters(a):
        if path not in b["parameters"]:
            raise SystemExit(f"{b.filename} has no parameter {path}: not the same model")
        old = item[...].astype(numpy.float64)
        new = b["parameters"][path][...].astype(numpy.float64)
        difference, size = squares.get(layer_of(path), (0.0, 0.0))
        squares[layer_of(path)] = (difference + ((new - old) ** 2).sum(), size + (old**2).sum())
    return {layer: (difference / size) ** 0.5 if size > 0 else float("nan")
            for layer, (difference, size) in squares.items()}


def plot(values, out):
    import matplotlib

    matplotlib.use("Agg")  # into a file; a login node has no screen
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 1 + 0.3 * len(values)))
    axes.barh(list(values), list(values.values()))
    axes.invert_yaxis()
    axes.set_xlabel("relative change")
    figure.tight_layout()
    figure.savefig(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--out", help="picture, .png, .pdf or .svg")
    options = parser.parse_args()
    with h5py.File(options.a) as a, h5py.File(options.b) as b:
        values = changes(a, b)
    largest = max(values.values())
    for layer, value in values.items():
        print(f"{layer:12} {value:10.3e}  {'#' * (round(40 * value / largest) if largest > 0 else 0)}")
    if options.out:
        plot(values, options.out)
        print(options.out)


main()

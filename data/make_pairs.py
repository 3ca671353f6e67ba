#!/usr/bin/env python3
"""Makes the sample pair data: data/pairs/train.tsv and dev.tsv, columns premise, hypothesis and label."""
import argparse
import pathlib
import random

from make_reviews import write_tsv
from reviewtext.pairs import LABELS, pair

HERE = pathlib.Path(__file__).resolve().parent


def distinct_pairs(rng, count, seen):
    rows = []
    while len(rows) < count:
        label = LABELS[len(rows) % len(LABELS)]
        premise, hypothesis = pair(rng, label)
        if (premise, hypothesis) not in seen:
            seen.add((premise, hypothesis))
            rows.append((premise, hypothesis, label))
    rng.shuffle(rows)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "pairs")
    parser.add_argument("--seed", type=int, default=11)
    arguments = parser.parse_args()
    rng, seen = random.Random(arguments.seed), set()
    for name, count in (("dev", 90), ("train", 600)):
        write_tsv(arguments.out / f"{name}.tsv", ("premise", "hypothesis", "label"), distinct_pairs(rng, count, seen))


if __name__ == "__main__":
    main()

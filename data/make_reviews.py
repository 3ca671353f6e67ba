#!/usr/bin/env python3
"""Makes the sample sentiment data: data/reviews/train.tsv and dev.tsv, columns sentence and label.

The same seed gives the same files. With --text N, prints N unlabelled documents of the same grammar instead, one a line (for pretraining).
"""
import argparse
import pathlib
import random

from reviewtext.documents import documents
from reviewtext.reviews import ReviewMaker

HERE = pathlib.Path(__file__).resolve().parent


def distinct_reviews(rng, count, seen):
    """`count` (sentence, label) rows, both labels equally often; `seen` keeps sentences apart, case aside."""
    maker, rows = ReviewMaker(rng), []
    while len(rows) < count:
        positive = len(rows) % 2 == 0
        sentence = maker.review(positive)
        key = sentence.lower().strip(".! ")
        if 3 <= len(sentence.split()) <= 60 and key not in seen:
            seen.add(key)
            rows.append((sentence, "positive" if positive else "negative"))
    rng.shuffle(rows)
    return rows


def write_tsv(path, header, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        for row in (header, *rows):
            out.write("\t".join(row) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "reviews")
    parser.add_argument("--seed", type=int, default=2024)
    parser.add_argument("--train", type=int, default=4000)
    parser.add_argument("--dev", type=int, default=600)
    parser.add_argument("--text", type=int, default=0, metavar="N")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    if arguments.text:
        for _, document in documents(rng, arguments.text):
            print(" ".join(document))
        return
    seen = set()
    for name, count in (("dev", arguments.dev), ("train", arguments.train)):
        write_tsv(arguments.out / f"{name}.tsv", ("sentence", "label"), distinct_reviews(rng, count, seen))


if __name__ == "__main__":
    main()

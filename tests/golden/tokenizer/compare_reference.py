#!/usr/bin/env python3
"""Compares `remo tokenize` with AutoTokenizer on any model directory: real texts, and random Unicode.

    python compare_reference.py --remo build/remo --model DIR [--texts FILE.tsv ...] [--random 5000] [--seed 1]

Not part of the test suite: it needs transformers, and is meant for real models and texts that are not in the repository.
Each FILE.tsv has a column `sentence`. Texts go through JSON lines, so that any character can be in them; texts with pairs are
made of neighbouring rows. Prints the number of differences, the first ten of them, and exits with 1 if there are any.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

os.environ["HF_HUB_OFFLINE"] = "1"
from transformers import AutoTokenizer

import texts as source


def sentences(path):
    lines = pathlib.Path(path).read_bytes().decode().split("\n")
    column = lines[0].rstrip("\r").split("\t").index("sentence")
    return [line.rstrip("\r").split("\t")[column] for line in lines[1:] if line]


def ours(remo, model, rows, columns):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "texts.jsonl"
        path.write_text("".join(json.dumps(dict(zip(columns, row))) + "\n" for row in rows))
        command = [remo, "tokenize", "--model", model, str(path), "--text", ",".join(columns)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [[int(number) for number in line.split()] for line in output.split("\n")[:-1]]


def compare(name, expected, got, rows):
    differing = [number for number, (a, b) in enumerate(zip(expected, got)) if a != b]
    print(f"{name}: {len(rows)} rows, {len(differing)} differences")
    for number in differing[:10]:
        print("  ", json.dumps(rows[number]), "reference", expected[number], "remo", got[number])
    return len(differing) + abs(len(expected) - len(got))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--remo", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--texts", nargs="*", default=[])
    parser.add_argument("--random", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    groups = {path: sentences(path) for path in options.texts}
    groups["random Unicode"] = [source.random_text(rng, 40) for _ in range(options.random)]
    groups["composed"] = source.small_set(options.seed)
    tokenizer = AutoTokenizer.from_pretrained(options.model)
    tokenizer._tokenizer.encode_special_tokens = True  # special tokens in texts are plain text for remo
    plain = {"truncation": False, "split_special_tokens": True}
    differences = 0
    for name, group in groups.items():
        rows = [[text] for text in group]
        expected = tokenizer(group, **plain)["input_ids"]
        differences += compare(name, expected, ours(options.remo, options.model, rows, ["a"]), rows)
        rows = list(zip(group, group[1:]))
        expected = tokenizer(group[:-1], group[1:], **plain)["input_ids"]
        differences += compare(name + ", pairs", expected, ours(options.remo, options.model, rows, ["a", "b"]), rows)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()

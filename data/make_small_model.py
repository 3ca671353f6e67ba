#!/usr/bin/env python3
"""Makes data/small-bert: a BERT of a few MB, pretrained on text of our own grammar with masked words and same-topic pairs.

Needs PyTorch and Transformers (any recent ones); takes some minutes on one core. remo itself needs none of this.
"""
import argparse
import pathlib
import random
import time

from reviewtext import wordpiece
from reviewtext.pretraining import pretrain, save
from reviewtext.reviews import DOMAINS, ReviewMaker

HERE = pathlib.Path(__file__).resolve().parent


def topic_texts(rng, count):
    """`count` (domain index, text) rows of both sentiments."""
    rows, makers = [], [ReviewMaker(rng, (domain,)) for domain in DOMAINS]
    for index in range(count):
        topic = rng.randrange(len(makers))
        rows.append((topic, makers[topic].review(positive=index % 2 == 0)))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "small-bert")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--texts", type=int, default=60000)
    parser.add_argument("--vocabulary", type=int, default=2000)
    parser.add_argument("--updates", type=int, default=1500)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    texts = topic_texts(rng, arguments.texts)
    vocabulary = wordpiece.build((text for _, text in texts), arguments.vocabulary)
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "vocab.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
    start = time.time()
    model, tokenizer = pretrain(arguments.out / "vocab.txt", texts, arguments.updates, arguments.seed)
    save(model, tokenizer, arguments.out)
    print(f"{len(vocabulary)} word pieces, {sum(p.numel() for p in model.parameters())} parameters, {time.time() - start:.0f} s")


if __name__ == "__main__":
    main()

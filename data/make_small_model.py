#!/usr/bin/env python3
"""Makes data/small-bert: a BERT of a few MB, pretrained on unlabelled text of our own grammar (BERT's two tasks).

Needs PyTorch and Transformers (any recent ones); takes some minutes on one core. remo itself needs none of this.
"""
import argparse
import pathlib
import random
import time

from reviewtext import wordpiece
from reviewtext.documents import documents
from reviewtext.pretraining import pretrain, save

HERE = pathlib.Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "small-bert")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--documents", type=int, default=15000)
    parser.add_argument("--vocabulary", type=int, default=2000)
    parser.add_argument("--updates", type=int, default=1500)
    arguments = parser.parse_args()
    texts = documents(random.Random(arguments.seed), arguments.documents)
    vocabulary = wordpiece.build((review for _, reviews in texts for review in reviews), arguments.vocabulary)
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "vocab.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
    start = time.time()
    model, tokenizer = pretrain(arguments.out / "vocab.txt", texts, arguments.updates, arguments.seed)
    save(model, tokenizer, arguments.out)
    print(f"{len(vocabulary)} word pieces, {sum(p.numel() for p in model.parameters())} parameters, {time.time() - start:.0f} s")


if __name__ == "__main__":
    main()

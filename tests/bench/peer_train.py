#!/usr/bin/env python3
"""The peer that remo is measured against: Transformers + Accelerate, the usual fine-tuning loop, on a TSV file.

One process with two threads:   OMP_NUM_THREADS=2 python peer_train.py --data train.tsv --tokenizer DIR --model DIR
Two processes of one thread:    ACCELERATE_USE_CPU=true OMP_NUM_THREADS=1 torchrun --nproc_per_node 2 peer_train.py ...

--random builds the model of DIR's config.json with random weights. --order picks how batches are padded: "dynamic" pads each
shuffled batch to its longest sentence (the library's example), "grouped" puts sentences of like length together (the Trainer's
group_by_length). Prints one JSON line; tokens are real ones, padding is not counted; the first --warm updates are not timed.
"""
import argparse
import json
import random
import resource
import time

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (AutoConfig, AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          get_linear_schedule_with_warmup)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--dev")
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--random", action="store_true")
    parser.add_argument("--order", choices=["dynamic", "grouped"], default="dynamic")
    parser.add_argument("--global-batch", type=int, default=32)
    parser.add_argument("--updates", type=int, default=0, help="0: by epochs")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--learning-rate", type=float, default=2e-5)
    parser.add_argument("--weight-decay", type=float, default=0.01)
    parser.add_argument("--max-length", type=int, default=128)
    parser.add_argument("--precision", choices=["no", "bf16"], default="no")
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--warm", type=int, default=3)
    return parser.parse_args()


def read_rows(path):
    """(sentence, label) of every row; the header is skipped."""
    with open(path, encoding="utf-8", newline="\n") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    names = sorted({row[1] for row in rows})
    return [(row[0], names.index(row[1])) for row in rows], len(names)


def encode(rows, tokenizer, max_length):
    batch = tokenizer([text for text, _ in rows], truncation=True, max_length=max_length)
    return [{"input_ids": ids, "attention_mask": mask, "labels": label}
            for ids, mask, (_, label) in zip(batch["input_ids"], batch["attention_mask"], rows)]


def grouped_by_length(samples, seed, window):
    """Shuffled, then sorted by length inside windows of `window` samples."""
    order = list(range(len(samples)))
    random.Random(seed).shuffle(order)
    result = []
    for begin in range(0, len(order), window):
        result += sorted(order[begin:begin + window], key=lambda i: -len(samples[i]["input_ids"]))
    return [samples[i] for i in result]


def make_model(args, labels):
    if args.random:
        return AutoModelForSequenceClassification.from_config(AutoConfig.from_pretrained(args.model, num_labels=labels))
    return AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=labels)


def accuracy(model, samples, collate):
    model.eval()
    right = 0
    with torch.no_grad():
        for batch in DataLoader(samples, batch_size=64, collate_fn=collate):
            labels = batch.pop("labels")
            right += int((model(**batch).logits.argmax(-1) == labels).sum())
    return right / len(samples)


def main():
    args = arguments()
    begin = time.time()
    accelerator = Accelerator(cpu=True, mixed_precision=args.precision)
    set_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained(args.tokenizer)
    rows, labels = read_rows(args.data)
    samples = encode(rows, tokenizer, args.max_length)
    if args.order == "grouped":
        samples = grouped_by_length(samples, args.seed, 50 * args.global_batch)
    collate = DataCollatorWithPadding(tokenizer)
    loader = DataLoader(samples, batch_size=args.global_batch // accelerator.num_processes,
                        shuffle=args.order == "dynamic", collate_fn=collate)
    model = make_model(args, labels)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.learning_rate, weight_decay=args.weight_decay, fused=True)
    per_epoch = -(-len(samples) // args.global_batch)
    total = args.updates or args.epochs * per_epoch
    schedule = get_linear_schedule_with_warmup(optimizer, 0, total * accelerator.num_processes)
    model, optimizer, loader, schedule = accelerator.prepare(model, optimizer, loader, schedule)
    model.train()
    update = tokens = examples = 0
    timed_from = None
    while update < total:
        for batch in loader:
            if update == args.warm:
                timed_from, tokens, examples = time.time(), 0, 0
            loss = model(**batch).loss
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            update += 1
            tokens += int(batch["attention_mask"].sum()) * accelerator.num_processes
            examples += args.global_batch
            if update >= total:
                break
    seconds = time.time() - timed_from
    result = {"processes": accelerator.num_processes, "threads": torch.get_num_threads(), "order": args.order,
              "updates": update, "tokens_per_second": tokens / seconds, "samples_per_second": examples / seconds,
              "last_loss": float(loss), "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}
    if args.dev:
        dev = encode(read_rows(args.dev)[0], tokenizer, args.max_length)
        if accelerator.is_main_process:
            result["dev_accuracy"] = accuracy(accelerator.unwrap_model(model), dev, collate)
    result["wall_seconds"] = time.time() - begin
    if accelerator.is_main_process:
        print(json.dumps(result), flush=True)
    accelerator.end_training()


if __name__ == "__main__":
    main()

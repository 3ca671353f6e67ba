#!/usr/bin/env python3
"""Writes expected.json: twelve updates of AdamW and SGD by PyTorch, and factors of Transformers' schedules."""
import json
import math
import pathlib

import torch
import transformers

SHAPES = [(8, 16), (16,), (4100,), (3, 5, 7)]
DECAYS = [True, False, True, False]
UPDATES = 12
SAMPLED = 64  # elements of each tensor that are kept, evenly spread


def value(tensor, update, index):
    """A number in [-1, 1) of 16 bits, exact in fp32; the test computes the same. Update 0: initial values."""
    word = (index * 40503 + tensor * 9973 + update * 30011 + 12345) & 0xFFFF
    word = (word * word + 7 * word + (word >> 5)) & 0xFFFF
    return word / 32768.0 - 1.0


def filled(tensor, update):
    size = math.prod(SHAPES[tensor])
    scale = 100.0 if update == 5 and tensor == 0 else 1.0
    return torch.tensor([scale * value(tensor, update, i) for i in range(size)], dtype=torch.float32).reshape(SHAPES[tensor])


def sampled(tensor):
    flat = tensor.detach().reshape(-1).double()
    count = min(SAMPLED, flat.numel())
    return [flat[i * flat.numel() // count].item() for i in range(count)]


def updates(make):
    parameters = [torch.nn.Parameter(filled(t, 0)) for t in range(len(SHAPES))]
    optimizer = make([{"params": [p for p, d in zip(parameters, DECAYS) if d], "weight_decay": 0.1},
                      {"params": [p for p, d in zip(parameters, DECAYS) if not d], "weight_decay": 0.0}])
    dumps = []
    for update in range(1, UPDATES + 1):
        for t, parameter in enumerate(parameters):
            parameter.grad = filled(t, update)
        optimizer.step()
        dumps.append([sampled(p) for p in parameters])
    return dumps


def schedule(name, warmup, total):
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    scheduler = transformers.get_scheduler(name, optimizer, warmup, total)
    factors = []
    for _ in range(total + 2):
        factors.append(scheduler.get_last_lr()[0])
        optimizer.step()
        scheduler.step()
    return {"name": name, "warmup": warmup, "total": total, "factors": factors}


def main():
    adamw = lambda groups: torch.optim.AdamW(groups, lr=1e-2, betas=(0.9, 0.98), eps=1e-8, foreach=False)
    sgd = lambda momentum, nesterov=False: lambda groups: torch.optim.SGD(
        groups, lr=1e-2, momentum=momentum, nesterov=nesterov, foreach=False)
    result = {
        "torch": torch.__version__.split("+")[0],
        "transformers": transformers.__version__,
        "optimizers": {"adamw": updates(adamw), "sgd": updates(sgd(0.0)), "sgd_momentum": updates(sgd(0.9)),
                       "sgd_nesterov": updates(sgd(0.9, nesterov=True))},
        "schedules": [schedule(name, warmup, total) for name in ("constant", "constant_with_warmup", "linear")
                      for warmup, total in ((0, 10), (3, 10), (10, 10), (1, 1), (4, 3))],
    }
    target = pathlib.Path(__file__).with_name("expected.json")
    target.write_text(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()

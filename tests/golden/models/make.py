#!/usr/bin/env python3
"""Makes the dumps in this folder: tiny DistilBERT and BERT classifiers with random weights, and what PyTorch and
Transformers compute with them.

    HF_HUB_OFFLINE=1 python make.py          (from anywhere; writes beside itself)

Made with torch 2.15, transformers 5.24, safetensors 0.8; `reference.json` of each case holds the versions that were used.
For each case:

    model/config.json, model/model.safetensors   as save_pretrained writes them (fp32)
    reference.json         the batch, the mean loss, learning rates, losses and gradient norms of ten AdamW updates
    reference.safetensors  "logits", and "gradient.<parameter>" of the mean loss

Weights are drawn wide, biases and LayerNorm included, so that no term hides behind a zero or a one. Everything is computed
in double from the fp32 weights, one sequence at a time and so without padding, and stored as fp32.
`printing/*` are configurations in the manner of older and newer files, with what print(model.config) shows for them.
"""
import json
import os
import pathlib
import shutil

import safetensors
import safetensors.torch
import torch
import transformers

HERE = pathlib.Path(__file__).resolve().parent
LABELS = ["negative", "neutral", "positive"]
UPDATES = 10
WARMUP = 2
LEARNING_RATE = 1e-3


def cases():
    names = dict(id2label=dict(enumerate(LABELS)), label2id={name: i for i, name in enumerate(LABELS)})
    yield "distilbert", transformers.DistilBertForSequenceClassification, transformers.DistilBertConfig(
        vocab_size=64, max_position_embeddings=24, dim=32, hidden_dim=48, n_heads=4, n_layers=3, dropout=0.0,
        attention_dropout=0.0, seq_classif_dropout=0.0, **names)
    yield "bert", transformers.BertForSequenceClassification, transformers.BertConfig(
        vocab_size=64, max_position_embeddings=24, hidden_size=32, intermediate_size=48, num_attention_heads=4,
        num_hidden_layers=2, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, classifier_dropout=0.0, **names)


def randomise(model, generator):
    for name, parameter in model.named_parameters():
        noise = torch.randn(parameter.shape, generator=generator)
        if "LayerNorm.weight" in name or "layer_norm.weight" in name:
            parameter.data = 1.0 + 0.2 * noise
        elif parameter.dim() == 1:
            parameter.data = 0.2 * noise
        else:
            parameter.data = noise * (1.0 if "embeddings" in name else 1.5 / parameter.shape[1] ** 0.5)


def make_batch(config, with_types, generator):
    lengths = [7, 1, 12, 2, 19, 5, 24, 3]
    batch = {"token_ids": [], "type_ids": [], "labels": []}
    for length in lengths:
        batch["token_ids"].append(torch.randint(1, config.vocab_size, (length,), generator=generator).tolist())
        first = int(torch.randint(1, length + 1, (1,), generator=generator)) if with_types else length
        batch["type_ids"].append([0] * first + [1] * (length - first))
        batch["labels"].append(int(torch.randint(0, len(LABELS), (1,), generator=generator)))
    return batch


def logits_of(model, batch, with_types):
    rows = []
    for ids, types in zip(batch["token_ids"], batch["type_ids"]):
        extra = {"token_type_ids": torch.tensor([types])} if with_types else {}
        rows.append(model(input_ids=torch.tensor([ids]), **extra).logits)
    return torch.cat(rows)


def loss_of(model, batch, with_types):
    logits = logits_of(model, batch, with_types)
    return logits, torch.nn.functional.cross_entropy(logits, torch.tensor(batch["labels"]))


def optimizer_of(model):
    plain = [p for n, p in model.named_parameters() if n.endswith("bias") or "LayerNorm" in n or "layer_norm" in n]
    ids = {id(p) for p in plain}
    decayed = [p for p in model.parameters() if id(p) not in ids]
    return torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}],
                             lr=LEARNING_RATE, betas=(0.9, 0.999), eps=1e-8)


def train(model, batch, with_types):
    optimizer = optimizer_of(model)
    schedule = transformers.get_scheduler("linear", optimizer, WARMUP, UPDATES)
    record = {"losses": [], "gradient_norms": [], "learning_rates": []}
    for _ in range(UPDATES):
        optimizer.zero_grad()
        _, loss = loss_of(model, batch, with_types)
        loss.backward()
        record["losses"].append(loss.item())
        record["gradient_norms"].append(torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0).item())
        record["learning_rates"].append(schedule.get_last_lr()[0])
        optimizer.step()
        schedule.step()
    return record


def make_case(name, model_class, config, seed):
    generator = torch.Generator().manual_seed(seed)
    model = model_class(config).eval()
    randomise(model, generator)
    folder = HERE / name
    shutil.rmtree(folder, ignore_errors=True)
    model.save_pretrained(folder / "model")
    model = model_class.from_pretrained(folder / "model", dtype=torch.float64).eval()
    with_types = name == "bert"
    batch = make_batch(config, with_types, generator)
    logits, loss = loss_of(model, batch, with_types)
    loss.backward()
    tensors = {"logits": logits.detach().float()}
    for parameter_name, parameter in model.named_parameters():
        tensors["gradient." + parameter_name] = parameter.grad.float().contiguous()
    safetensors.torch.save_file(tensors, folder / "reference.safetensors")
    reference = {
        "versions": {m.__name__: m.__version__ for m in (torch, transformers, safetensors)},
        "batch": batch, "loss": loss.item(), "warmup_updates": WARMUP, "learning_rate": LEARNING_RATE,
        "weight_decay": 0.01, "max_norm": 1.0, "updates": train(model, batch, with_types),
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in reference.items()]
    (folder / "reference.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def printed_configurations():
    """Older keys, unknown keys, mapped keys, label maps of ten and more, keys that are dropped when they hold defaults."""
    small_bert = {"hidden_size": 16, "intermediate_size": 24, "num_attention_heads": 2, "num_hidden_layers": 1,
                  "vocab_size": 40, "model_type": "bert"}
    small_distilbert = {"dim": 16, "hidden_dim": 24, "n_heads": 2, "n_layers": 1, "vocab_size": 40,
                        "model_type": "distilbert"}
    labels = {str(i): f"topic {i} é" for i in range(12)}
    yield "bert_older", {"_name_or_path": "somewhere/else", "architectures": ["BertModel"],
                         "gradient_checkpointing": False, "position_embedding_type": "absolute", "use_cache": True,
                         "transformers_version": "4.8.2", "layer_norm_eps": 1e-12, "pad_token_id": 0,
                         "type_vocab_size": 2, **small_bert}
    yield "bert_minimal", small_bert
    yield "bert_labels", {"id2label": labels, "label2id": {v: int(k) for k, v in labels.items()},
                          "problem_type": "single_label_classification", "torch_dtype": "float32",
                          "classifier_dropout": 0.25, "output_attentions": False, "chunk_size_feed_forward": 0,
                          "return_dict": True, "num_beams": 1, "layer_norm_eps": 1e-05, **small_bert}
    yield "bert_only_id2label", {"id2label": {"0": "no", "1": "yes"}, "empty": {}, "list": [1, [2.5, None]],
                                 **small_bert}
    yield "bert_default_labels", {"id2label": {"0": "LABEL_0", "1": "LABEL_1"},
                                  "label2id": {"LABEL_0": 0, "LABEL_1": 1}, **small_bert}
    yield "distilbert_older", {"activation": "gelu", "architectures": ["DistilBertForMaskedLM"],
                               "attention_dropout": 0.1, "finetuning_task": "sst-2", "output_past": True,
                               "max_position_embeddings": 32, "tie_weights_": True, "transformers_version": "4.10.0",
                               "num_labels": 3, **small_distilbert}
    mapped = {k: v for k, v in small_distilbert.items() if k not in ("dim", "n_heads", "n_layers")}
    yield "distilbert_mapped", {"hidden_size": 16, "num_attention_heads": 2, "num_hidden_layers": 1, "dtype": "bfloat16",
                                "max_length": 20, "temperature": 1.0, "use_cache": True, **mapped}


def make_printing():
    folder = HERE / "printing"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, config in printed_configurations():
        (folder / f"{name}.json").write_text(json.dumps(config, indent=2) + "\n")
        scratch = folder / "scratch"
        scratch.mkdir()
        shutil.copy(folder / f"{name}.json", scratch / "config.json")
        fresh = transformers.AutoModelForSequenceClassification.from_config(transformers.AutoConfig.from_pretrained(scratch))
        safetensors.torch.save_file({k: v.contiguous() for k, v in fresh.state_dict().items()},
                                    scratch / "model.safetensors", metadata={"format": "pt"})
        model = transformers.AutoModelForSequenceClassification.from_pretrained(scratch)
        (folder / f"{name}.txt").write_text(str(model.config) + "\n")
        shutil.rmtree(scratch)


if __name__ == "__main__":
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    for seed, (name, model_class, config) in enumerate(cases(), start=1):
        make_case(name, model_class, config, seed)
    make_printing()

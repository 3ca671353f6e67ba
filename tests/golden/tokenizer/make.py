#!/usr/bin/env python3
"""Writes the tokenizer cases: small tokenizers of our own, texts, and the ids that the reference gives.

Run with a Python that has transformers and tokenizers (the versions are written into cases/versions.json):
    python make.py
texts.jsonl has one text a line. Each folder under cases/ is a model directory (tokenizer files and a config.json) with
expected.jsonl: {"t": text, "p": second text, "m": max_length, "ids": …, "first": tokens of type 0, "parsed": the ids where
special tokens in the text are parsed, if they differ}.
"""
import json
import os
import pathlib
import random
import shutil

os.environ["HF_HUB_OFFLINE"] = "1"
import tokenizers
import transformers
from tokenizers import normalizers, pre_tokenizers
from transformers import AutoTokenizer

import texts as source

HERE = pathlib.Path(__file__).resolve().parent
SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
TEXTS = source.small_set()


def vocabulary(normalizer, seed, prefix="##", size=850):
    """Special tokens, characters, frequent words, and substrings of words as pieces."""
    rng, counts = random.Random(seed), {}
    for text in TEXTS[:950]:
        for word, _ in pre_tokenizers.BertPreTokenizer().pre_tokenize_str(normalizer.normalize_str(text)):
            counts[word] = counts.get(word, 0) + 1
    words = sorted((word for word in counts if len(word) < 20), key=lambda word: (-counts[word], word))
    tokens = dict.fromkeys(SPECIALS + ["foo", "Foo"] + words[:180])
    for char in sorted({char for word in words for char in word}):
        if ord(char) < 128 or rng.random() < 0.6:
            tokens.setdefault(char)
        if char.isalnum() and (ord(char) < 128 or rng.random() < 0.6):
            tokens.setdefault(prefix + char)
    while len(tokens) < size:
        word = rng.choice(words)
        start = rng.randrange(len(word))
        piece = word[start:start + rng.randrange(2, 5)]
        tokens.setdefault(prefix + piece if start else piece)
    return {token: number for number, token in enumerate(tokens)}


def added(content, number, **flags):
    token = {"id": number, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {**token, **flags}


def template(cls, sep):
    def special(name, kind):
        return {"SpecialToken": {"id": name, "type_id": kind}}

    def sequence(name, kind):
        return {"Sequence": {"id": name, "type_id": kind}}
    single = [special("[CLS]", 0), sequence("A", 0), special("[SEP]", 0)]
    tokens = {name: {"id": name, "ids": [number], "tokens": [name]} for name, number in (("[CLS]", cls), ("[SEP]", sep))}
    return {"type": "TemplateProcessing", "single": single, "pair": single + [sequence("B", 1), special("[SEP]", 1)], "special_tokens": tokens}


def tokenizer_json(vocab, normalizer, extra=(), **changes):
    return {"version": "1.0", "truncation": {"direction": "Right", "max_length": 4, "strategy": "LongestFirst", "stride": 0}, "padding": None,
            "added_tokens": [added(token, vocab[token]) for token in SPECIALS] + list(extra),
            "normalizer": normalizer, "pre_tokenizer": {"type": "BertPreTokenizer"}, "post_processor": template(2, 3),
            "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
            "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": vocab}, **changes}


def bert(**options):
    return {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True, **options}


def built(options):
    return normalizers.BertNormalizer(**{key: value for key, value in options.items() if key != "type"})


def lines(vocab):
    return "".join(token + "\n" for token in vocab)


def models():
    """Files by model: each of them a way in which tokenizer files differ."""
    uncased, cased, keeping = vocabulary(built(bert()), 1), vocabulary(built(bert(lowercase=False)), 2), vocabulary(built(bert(strip_accents=False)), 3)
    flags = [added("<x>", 900), added("<l>", 901, lstrip=True), added("<r>", 902, rstrip=True, special=False),
             added("<w>", 903, single_word=True, special=False), added("Fóo", 904, normalized=True, special=False, single_word=True),
             added("foox", 905, special=False)]
    yield "uncased", {"vocab.txt": lines(uncased)}
    yield "cased", {"vocab.txt": lines(cased), "tokenizer_config.json": {"do_lower_case": False, "tokenizer_class": "BertTokenizer"}}
    yield "cased_stripped", {"vocab.txt": lines(cased).replace("\n", " \r\n"), "tokenizer_config.json": {"do_lower_case": False, "strip_accents": True}}
    yield "uncased_accents", {"tokenizer.json": tokenizer_json(keeping, bert(strip_accents=False)), "tokenizer_config.json": {
        "strip_accents": False, "tokenize_chinese_chars": False, "tokenizer_class": "DistilBertTokenizerFast"}}
    yield "contradicting", {"tokenizer.json": tokenizer_json(cased, bert(lowercase=False)), "vocab.txt": lines(uncased)}
    yield "added", {"tokenizer.json": tokenizer_json(uncased, bert(), flags), "tokenizer_config.json": {"additional_special_tokens": ["<y>", "[sic]"], "truncation_side": "left"}}
    yield "decoder", {"tokenizer.json": tokenizer_json(uncased, bert()), "tokenizer_config.json": {
        "added_tokens_decoder": {"1": {"content": "[UNK]", "special": True}, "950": {"content": "<x>", "lstrip": True, "rstrip": True, "special": True, "normalized": True},
                                 "940": {"content": "Foo", "single_word": True}}, "cls_token": "foo", "mask_token": None}}
    mapped = vocabulary(built(bert(clean_text=False, lowercase=False)), 4, prefix="@")
    processing = {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}
    model = {"type": "WordPiece", "unk_token": "foo", "continuing_subword_prefix": "@", "max_input_chars_per_word": 6, "vocab": mapped}
    yield "backend", {"tokenizer.json": tokenizer_json(mapped, bert(clean_text=False, lowercase=False), flags[:4], post_processor=processing, model=model, truncation=None),
                      "tokenizer_config.json": {"tokenizer_class": "PreTrainedTokenizerFast", "sep_token": "[SEP]", "pad_token": "[PAD]", "mask_token": "<mask>"}}
    yield "unnormalized", {"tokenizer.json": tokenizer_json(mapped, None, model={**model, "unk_token": "[UNK]", "max_input_chars_per_word": 100}, truncation=None),
                           "tokenizer_config.json": {"tokenizer_class": "TokenizersBackend"}}


def write_model(folder, files):
    folder.mkdir(parents=True)
    (folder / "config.json").write_text('{"model_type": "bert"}\n')
    for name, content in files.items():
        text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"
        (folder / name).write_bytes(text.encode())


def cases(full, rng):
    """(text, second text or None, max_length), by number."""
    chosen = range(len(TEXTS)) if full else sorted(set(range(170)) | set(rng.sample(range(len(TEXTS)), 130)))
    result = [(text, None, 0) for text in chosen]
    result += [(rng.choice(chosen), None, rng.choice((2, 3, 4, 7, 16, 32))) for _ in range(50)]
    result += [(rng.choice(chosen), rng.choice(chosen), rng.choice((0, 3, 4, 5, 8, 13, 20, 33, 64))) for _ in range(120)]
    return result + [(text, 0, 0) for text in chosen[:5]] + [(0, text, 9) for text in chosen[:5]]


def reference(tokenizer, case, parse):
    text, pair, length = case
    tokenizer._tokenizer.encode_special_tokens = not parse
    options = {"truncation": True, "max_length": length} if length else {"truncation": False}
    pairs = None if pair is None else [TEXTS[pair]]
    result = tokenizer([TEXTS[text]], pairs, return_token_type_ids=True, split_special_tokens=not parse, **options)
    return result["input_ids"][0], result["token_type_ids"][0].count(0)


def record(tokenizer, case):
    ids, first = reference(tokenizer, case, False)
    parsed, _ = reference(tokenizer, case, True)
    entry = {"t": case[0], "ids": ids}
    if case[1] is not None:
        entry.update(p=case[1], first=first)
    if case[2]:
        entry["m"] = case[2]
    if parsed != ids:
        entry["parsed"] = parsed
    return json.dumps(entry, separators=(",", ":"))


def main():
    transformers.logging.set_verbosity_error()
    shutil.rmtree(HERE / "cases", ignore_errors=True)
    rng = random.Random(7)
    for name, files in models():
        folder = HERE / "cases" / name
        write_model(folder, files)
        tokenizer = AutoTokenizer.from_pretrained(folder)
        entries = [record(tokenizer, case) for case in cases(name == "uncased", rng)]
        (folder / "expected.jsonl").write_text("\n".join(entries) + "\n")
        print(name, type(tokenizer).__name__, len(tokenizer), len(entries), "cases")
    with open(HERE / "cases" / "texts.jsonl", "w", encoding="utf-8", newline="\n") as file:
        file.writelines(json.dumps(text, ensure_ascii=False) + "\n" for text in TEXTS)
    versions = {"tokenizers": tokenizers.__version__, "transformers": transformers.__version__}
    (HERE / "cases" / "versions.json").write_text(json.dumps(versions) + "\n")


if __name__ == "__main__":
    main()

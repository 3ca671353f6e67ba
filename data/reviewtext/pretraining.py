"""BERT's two pretraining tasks, masked words and next text, for the small model, with PyTorch and Transformers."""
import random

import torch
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertForPreTraining, BertTokenizerFast

BATCH, LONGEST, MASKED, POOL = 64, 40, 0.2, 32


def configuration(vocabulary_size):
    return BertConfig(vocab_size=vocabulary_size, hidden_size=128, num_hidden_layers=2, num_attention_heads=4,
                      intermediate_size=512, max_position_embeddings=128, type_vocab_size=2)


def pairs(rng, texts, count):
    """(first, second, label): label 0 when both come from one document, as BERT's next-sentence head has it. The other
    document is of the same topic, so that the topic alone does not tell."""
    by_topic = {}
    for topic, document in texts:
        by_topic.setdefault(topic, []).append(document)
    rows = []
    for index in range(count):
        topic, document = rng.choice(texts)
        first, second = rng.sample(document, 2)
        if index % 2 == 1:
            second = rng.choice(rng.choice(by_topic[topic]))
        rows.append((first[:LONGEST], second[:LONGEST], index % 2))
    return rows


def batches(rng, texts):
    """Endless batches of rows of similar length, so that little is padding."""
    while True:
        rows = sorted(pairs(rng, texts, BATCH * POOL), key=lambda row: len(row[0]) + len(row[1]))
        starts = list(range(0, len(rows), BATCH))
        rng.shuffle(starts)
        for start in starts:
            yield rows[start:start + BATCH]


def collate(tokenizer, rows):
    """ids, segments, attention mask and next-text labels of `[CLS] first [SEP] second [SEP]` rows."""
    longest = max(len(a) + len(b) for a, b, _ in rows) + 3
    ids, segments = [], []
    for first, second, _ in rows:
        row = [tokenizer.cls_token_id, *first, tokenizer.sep_token_id, *second, tokenizer.sep_token_id]
        ids.append(row + [tokenizer.pad_token_id] * (longest - len(row)))
        segments.append([int(len(first) + 2 <= place < len(row)) for place in range(longest)])
    ids = torch.tensor(ids)
    return ids, torch.tensor(segments), (ids != tokenizer.pad_token_id).long(), torch.tensor([label for *_, label in rows])


def mask_words(tokenizer, ids, generator):
    """BERT's masking: of the chosen tokens 80 % become [MASK], 10 % a random one, 10 % stay."""
    chosen = (torch.rand(ids.shape, generator=generator) < MASKED) & (ids > tokenizer.mask_token_id)
    draw = torch.rand(ids.shape, generator=generator)
    masked = torch.where(chosen & (draw < 0.8), torch.full_like(ids, tokenizer.mask_token_id), ids)
    words = torch.randint(tokenizer.mask_token_id + 1, len(tokenizer), ids.shape, generator=generator)
    return torch.where(chosen & (draw >= 0.9), words, masked), chosen


def losses(model, tokenizer, rows, generator):
    """Mean loss of the masked words and of the next-text task; words are predicted only where they are masked."""
    ids, segments, attention, labels = collate(tokenizer, rows)
    masked, chosen = mask_words(tokenizer, ids, generator)
    output = model.bert(input_ids=masked, token_type_ids=segments, attention_mask=attention)
    words = model.cls.predictions(output.last_hidden_state[chosen])
    return cross_entropy(words, ids[chosen]), cross_entropy(model.cls.seq_relationship(output.pooler_output), labels)


def pretrain(vocabulary_file, texts, updates, seed):
    """The pretrained model and its tokenizer; one thread, so that the same versions give the same weights."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    tokenizer = BertTokenizerFast(vocab=str(vocabulary_file), do_lower_case=True, model_max_length=128)
    texts = [(topic, tokenizer(reviews, add_special_tokens=False)["input_ids"]) for topic, reviews in texts]
    model = BertForPreTraining(configuration(len(tokenizer))).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (0.1 * updates), (updates - step) / (0.9 * updates)))
    for update, rows in zip(range(1, updates + 1), batches(random.Random(seed), texts)):
        words, following = losses(model, tokenizer, rows, generator)
        optimizer.zero_grad()
        (words + following).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if update % 100 == 0:
            print(f"update {update}: loss {words.item():.3f} of masked words, {following.item():.3f} of next text", flush=True)
    return model, tokenizer


def save(model, tokenizer, folder):
    """The encoder with its pooler, as AutoModel reads it."""
    model.bert.save_pretrained(folder)
    tokenizer.save_pretrained(folder)

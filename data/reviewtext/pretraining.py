"""Masked-word and same-topic pretraining of the small BERT with PyTorch and Transformers."""
import random

import torch
from transformers import BertConfig, BertForPreTraining, BertTokenizerFast

BATCH, LENGTH, MASKED = 64, 64, 0.15


def configuration(vocabulary_size):
    return BertConfig(vocab_size=vocabulary_size, hidden_size=128, num_hidden_layers=2, num_attention_heads=4,
                      intermediate_size=512, max_position_embeddings=128, type_vocab_size=2)


def pairs(rng, texts, count):
    """(first, second, label): label 0 when both texts are of one topic, as BERT's next-sentence head has it."""
    by_topic = {}
    for topic, text in texts:
        by_topic.setdefault(topic, []).append(text)
    topics, batch = sorted(by_topic), []
    for index in range(count):
        topic = rng.choice(topics)
        other = topic if index % 2 == 0 else rng.choice([t for t in topics if t != topic])
        batch.append((rng.choice(by_topic[topic]), rng.choice(by_topic[other]), index % 2))
    return batch


def masked(ids, special, mask_id, vocabulary_size, generator):
    """BERT's masking: of 15 % of the tokens 80 % become [MASK], 10 % a random one, 10 % stay; labels are -100 elsewhere."""
    labels = ids.clone()
    chosen = (torch.rand(ids.shape, generator=generator) < MASKED) & ~special
    labels[~chosen] = -100
    draw = torch.rand(ids.shape, generator=generator)
    ids = torch.where(chosen & (draw < 0.8), torch.full_like(ids, mask_id), ids)
    random_ids = torch.randint(5, vocabulary_size, ids.shape, generator=generator)
    return torch.where(chosen & (draw >= 0.9), random_ids, ids), labels


def training_batch(tokenizer, rows, generator):
    batch = tokenizer([a for a, _, _ in rows], [b for _, b, _ in rows], truncation=True, max_length=LENGTH, padding=True,
                      return_special_tokens_mask=True, return_tensors="pt")
    special = batch.pop("special_tokens_mask").bool()
    batch["input_ids"], batch["labels"] = masked(batch["input_ids"], special, tokenizer.mask_token_id, len(tokenizer), generator)
    batch["next_sentence_label"] = torch.tensor([label for _, _, label in rows])
    return batch


def pretrain(vocabulary_file, texts, updates, seed):
    """The pretrained model and its tokenizer; one thread, so that the same versions give the same weights."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng, generator = random.Random(seed), torch.Generator().manual_seed(seed)
    tokenizer = BertTokenizerFast(vocab=str(vocabulary_file), do_lower_case=True, model_max_length=128)
    model = BertForPreTraining(configuration(len(tokenizer)))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (0.1 * updates), (updates - step) / (0.9 * updates)))
    model.train()
    for update in range(1, updates + 1):
        loss = model(**training_batch(tokenizer, pairs(rng, texts, BATCH), generator)).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if update % 100 == 0:
            print(f"update {update}: loss {loss.item():.4f}", flush=True)
    return model, tokenizer


def save(model, tokenizer, folder):
    """The encoder with its pooler, as AutoModel reads it."""
    model.bert.save_pretrained(folder)
    tokenizer.save_pretrained(folder)

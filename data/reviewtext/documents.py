"""Unlabelled text for pretraining: a document is some reviews of one topic by one writer, so of one mood."""
from .reviews import DOMAINS, ReviewMaker

REVIEWS = 4


def documents(rng, count):
    """`count` documents (topic, texts), REVIEWS texts each."""
    makers = [(domain.name, ReviewMaker(rng, (domain,))) for domain in DOMAINS]
    texts = []
    for index in range(count):
        topic, maker = rng.choice(makers)
        texts.append((topic, [maker.review(positive=index % 2 == 0) for _ in range(REVIEWS)]))
    return texts

"""Unlabelled text for pretraining: a document is one writer's summary and some reviews of one topic, all of one mood."""
from .clauses import quality
from .reviews import DOMAINS, ReviewMaker

REVIEWS = 4
SUMMARIES = ("in short: {}", "my impressions: {}", "{} throughout", "in a few words: {}", "{}, that is all i say", "{}. why?")


def summary(rng, domain, positive):
    """Some qualities of one sign in a row, so that words of one sign are seen together."""
    qualities = [quality(rng, rng.choice(domain.aspects), positive) for _ in range(rng.randint(3, 6))]
    return rng.choice(SUMMARIES).format(", ".join(qualities))


def documents(rng, count):
    """`count` documents (topic, texts): a summary and REVIEWS reviews."""
    makers = [(domain, ReviewMaker(rng, (domain,))) for domain in DOMAINS]
    texts = []
    for index in range(count):
        domain, maker = rng.choice(makers)
        positive = index % 2 == 0
        reviews = [maker.review(positive) for _ in range(REVIEWS)]
        texts.append((domain.name, [summary(rng, domain, positive), *reviews]))
    return texts

"""What reviews speak of: a domain has things under review, aspects with adjectives, events and neutral facts.

Aspect lines read "noun | good adjectives | bad adjectives"; a noun that starts with "+" is plural. "{n}" is a number.
"""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Aspect:
    noun: str
    plural: bool
    good: tuple
    bad: tuple


@dataclass(frozen=True)
class Domain:
    name: str
    things: tuple
    aspects: tuple
    good_events: tuple
    bad_events: tuple
    facts: tuple
    people: tuple = field(default=("my sister", "my neighbour", "a colleague", "a friend of mine", "my father"))


def _words(text):
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _lines(text):
    return tuple(line.strip() for line in text.strip().splitlines() if line.strip())


def _aspect(line):
    noun, good, bad = (part.strip() for part in line.split("|"))
    return Aspect(noun.lstrip("+"), noun.startswith("+"), _words(good), _words(bad))


def domain(name, things, aspects, good_events, bad_events, facts):
    """A domain from its text blocks, one entry a line."""
    return Domain(name, _words(things), tuple(_aspect(line) for line in _lines(aspects)), _lines(good_events),
                  _lines(bad_events), _lines(facts))

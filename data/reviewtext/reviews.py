"""Whole reviews: clauses joined so that the main clause, or the later one, decides the sentiment."""
import re

from .clauses import ClauseMaker, article, quality
from .everyday import EVERYDAY
from .leisure import LEISURE

DOMAINS = LEISURE + EVERYDAY
VERDICTS = {
    True: ("i would choose it again", "i would not hesitate to come back", "i cannot recommend it enough",
           "i have nothing to complain about", "you will not regret it", "worth every cent", "i can't wait for the next time",
           "don't miss it", "five stars from me", "it deserves more attention", "no reason to look elsewhere"),
    False: ("i would not choose it again", "i would hesitate to come back", "i cannot recommend it",
            "i have nothing good to say", "you will regret it", "not worth a cent", "that was the last time",
            "don't bother", "one star from me, and that is generous", "it deserves no more attention",
            "better look elsewhere"),
}
CONCESSIONS = ("although {a}, {b}", "even though {a}, {b}", "while {a}, {b}", "granted, {a}, but {b}", "{a}, but {b}",
               "{a}, yet {b}", "{a}; still, {b}", "{a}. nevertheless, {b}", "it is true that {a}, but in the end {b}",
               "{b}, although {a}", "{b}, even if {a}", "{b}; that {a} changes nothing", "at first {a}, but later {b}")
ADDITIONS = ("{a} and {b}", "{a}, and {b}", "{a}; besides, {b}", "not only that: {a}, {b}", "{a}. {b}", "since {a} and {b}, {v}",
             "because {a}, {v}", "{a}, so {v}", "{a}. {v}", "{v}: {a}")


class ReviewMaker:
    """Draws reviews from one stream of random numbers."""

    def __init__(self, rng, domains=DOMAINS):
        self.rng, self.domains = rng, domains

    def review(self, positive):
        """One review of the wanted sentiment, 3 to 60 words."""
        domain = self.rng.choice(self.domains)
        clauses = ClauseMaker(self.rng, domain)
        draw = self.rng.random()
        if draw < 0.10:
            text = self._short(domain, positive)
        elif draw < 0.28:
            text = clauses.make(self.rng.choice(domain.aspects), positive)
        elif draw < 0.50:
            text = self._concession(domain, clauses, positive)
        elif draw < 0.80:
            text = self._addition(domain, clauses, positive)
        else:
            text = self._long(domain, clauses, positive)
        return dress(self.rng, text)

    def _short(self, domain, positive):
        thing, aspect = self.rng.choice(domain.things), self.rng.choice(domain.aspects)
        same, other = quality(self.rng, aspect, positive), quality(self.rng, aspect, not positive)
        shorts = [f"{same} {aspect.noun}", f"not {article(other)} {thing}" if " " not in other else f"no {other} {thing}",
                  f"{same} {aspect.noun}, no {other} surprises", f"{self.rng.choice(VERDICTS[positive])}",
                  f"the {thing}? {same}", f"{other}? not this {thing}", f"what {article(same)} {thing}"]
        return self.rng.choice(shorts)

    def _two(self, domain):
        return self.rng.sample(domain.aspects, 2)

    def _concession(self, domain, clauses, positive):
        first, second = self._two(domain)
        pattern = self.rng.choice(CONCESSIONS)
        return pattern.format(a=clauses.make(first, not positive), b=clauses.make(second, positive))

    def _addition(self, domain, clauses, positive):
        first, second = self._two(domain)
        return self.rng.choice(ADDITIONS).format(a=clauses.make(first, positive), b=clauses.make(second, positive),
                                                 v=self.rng.choice(VERDICTS[positive]))

    def _long(self, domain, clauses, positive):
        first, second, third = self.rng.sample(domain.aspects, 3)
        thing = self.rng.choice(domain.things)
        good, bad = clauses.direct(first, True), clauses.direct(second, False)
        decisive = clauses.make(third, positive)
        middle = self._concession(domain, clauses, positive) if self.rng.random() < 0.4 else self._addition(
            domain, clauses, positive)
        return self.rng.choice((
            f"{clauses.fact()}. {middle}",
            f"{middle}. {clauses.fact()}",
            f"a word about the {thing}: {clauses.fact()}, and {decisive}",
            f"{good}, {bad}, and what decides is that {decisive}",
            f"{bad}, {good}, and what counts for me is the rest: {decisive}",
            f"{clauses.person()} said that {clauses.make(first, not positive)}. i say: {decisive}",
            f"{clauses.fact()}. {clauses.fact()}. {middle}. {self.rng.choice(VERDICTS[positive])}",
            f"would i try this {thing} again? {'yes' if positive else 'no'}, because {decisive}",
            f"if {clauses.make(first, not positive)}, i did not notice; {decisive}",
            f"people keep telling me that {clauses.direct(first, not positive)}. {middle}",
            f"{clauses.event(not positive)}, admittedly. all the same, {decisive}",
        ))


def dress(rng, text):
    """Capitals and a closing mark, as different writers use them."""
    draw = rng.random()
    if draw < 0.15:
        return text
    text = re.sub(r"\bi\b", "I", text)
    text = re.sub(r"(^|[.?] )([a-zé])", lambda match: match.group(1) + match.group(2).upper(), text)
    if draw < 0.20:
        words = text.split(" ")
        place = rng.randrange(len(words))
        words[place] = words[place].upper()
        text = " ".join(words)
    return text + rng.choice((".", ".", ".", ".", ".", "!", "!!", "...", ""))

"""Clauses with a known sentiment about one aspect. Each starts in lower case and carries no closing mark.

Many forms name a quality of the other sign and turn it round, so that single words do not decide.
"""
GOOD = ("good", "great", "excellent", "wonderful", "pleasant", "impressive", "lovely", "outstanding", "superb", "decent")
BAD = ("bad", "awful", "terrible", "poor", "dreadful", "annoying", "disappointing", "miserable", "mediocre", "horrible")
STRONG = ("very", "really", "truly", "extremely", "remarkably", "quite", "so", "absolutely", "simply")
SOFT = ("rather", "fairly", "somewhat", "mostly")


def quality(rng, aspect, positive):
    """An adjective of the wanted sign: mostly the aspect's own, else a general one."""
    own, general = (aspect.good, GOOD) if positive else (aspect.bad, BAD)
    return rng.choice(own) if rng.random() < 0.65 else rng.choice(general)


def article(phrase):
    return ("an " if phrase[0] in "aeiou" else "a ") + phrase


class ClauseMaker:
    """Makes clauses about the aspects of one domain with one stream of random numbers."""

    def __init__(self, rng, domain):
        self.rng, self.domain = rng, domain

    def person(self):
        return self.rng.choice(self.domain.people)

    def direct(self, aspect, positive):
        be = "were" if aspect.plural else "was"
        adverb = self.rng.choice(STRONG + SOFT + ("",) * 8)
        text = quality(self.rng, aspect, positive)
        if self.rng.random() < 0.2:
            second = quality(self.rng, aspect, positive)
            text += f" and {second}" if second != text else ""
        return f"the {aspect.noun} {be} {adverb} {text}".replace("  ", " ")

    def negated(self, aspect, positive):
        be = "were" if aspect.plural else "was"
        other = quality(self.rng, aspect, not positive)
        return self.rng.choice((
            f"the {aspect.noun} {be} not {other}",
            f"the {aspect.noun} {be} not {other} at all",
            f"the {aspect.noun} {be}n't {other} in the least",
            f"the {aspect.noun} {be} never {other}",
            f"the {aspect.noun} {be} anything but {other}",
            f"the {aspect.noun} {be} far from {other}",
            f"the {aspect.noun} {be} by no means {other}",
            f"nobody could call the {aspect.noun} {other}",
            f"i would not call the {aspect.noun} {other}",
        ))

    def expectation(self, aspect, positive):
        be = "were" if aspect.plural else "was"
        it = "they" if aspect.plural else "it"
        other = quality(self.rng, aspect, not positive)
        if positive:
            return self.rng.choice((
                f"i was afraid that the {aspect.noun} would be {other}, and {it} {be} not",
                f"the {aspect.noun} {be} less {other} than {self.person()} had warned me",
                f"the {aspect.noun} {be} better than i had hoped",
                f"i found nothing {other} about the {aspect.noun}",
                f"the {aspect.noun} could not have been better",
                f"those who find the {aspect.noun} {other} have not looked closely",
            ))
        return self.rng.choice((
            f"i had hoped that the {aspect.noun} would be {other}, and {it} {be} not",
            f"the {aspect.noun} {be} less {other} than {self.person()} had promised",
            f"the {aspect.noun} {be} worse than i had feared",
            f"i found nothing {other} about the {aspect.noun}",
            f"the {aspect.noun} could not have been worse",
            f"i wish the {aspect.noun} had been {other}",
            f"the {aspect.noun} should have been {other}",
        ))

    def opinion(self, aspect, positive):
        be = "were" if aspect.plural else "was"
        same, other = quality(self.rng, aspect, positive), quality(self.rng, aspect, not positive)
        return self.rng.choice((
            f"the {aspect.noun}, which {self.person()} had called {other}, {be} {same}",
            f"{self.person()} thought the {aspect.noun} {other}, and i strongly disagree",
            f"{self.person()} called the {aspect.noun} {same}, and i can only agree",
            f"what struck me most {be} the {same} {aspect.noun}",
            f"the {aspect.noun} {be} {same}, not {other}",
            f"it is a lie that the {aspect.noun} {be} {other}",
        ))

    def event(self, positive):
        events = self.domain.good_events if positive else self.domain.bad_events
        text = self.rng.choice(events).replace("{n}", str(self.rng.randint(2, 40)))
        return text[0].lower() + text[1:] if text.startswith("I ") else text

    def fact(self):
        return self.rng.choice(self.domain.facts).replace("{n}", str(self.rng.randint(2, 240)))

    def make(self, aspect, positive):
        """A clause of any form."""
        draw = self.rng.random()
        if draw < 0.58:
            return self.direct(aspect, positive)
        if draw < 0.74:
            return self.negated(aspect, positive)
        if draw < 0.83:
            return self.expectation(aspect, positive)
        if draw < 0.91:
            return self.opinion(aspect, positive)
        return self.event(positive)

"""Premise and hypothesis with a known relation, from a small world of people, actions and places."""
PEOPLE = (("a woman", "a person"), ("an old man", "a man"), ("two girls", "some children"), ("three cooks", "some people"),
          ("a nurse", "somebody"), ("the twins", "two people"), ("a tall boy", "a boy"), ("several tourists", "some people"))
PLACES = (("in the kitchen", "indoors"), ("at the market", "near some stalls"), ("on the beach", "by the sea"),
          ("in a snowy park", "outdoors"), ("on the night train", "in a train"), ("in the school yard", "at school"),
          ("beside the lake", "near water"), ("on the roof", "high up"))
ACTIONS = (("peeling potatoes", "preparing food", "sleeping"), ("playing the violin", "making music", "painting a fence"),
           ("reading a long letter", "reading", "repairing a bicycle"), ("feeding the ducks", "feeding birds", "selling shoes"),
           ("running after a red ball", "running", "sitting still"), ("eating soup from a jar", "eating", "singing"),
           ("photographing a cat", "taking a picture", "washing the car"), ("learning Finnish", "learning a language", "diving"))
EXTRAS = ("for the first time", "because of a bet", "before going to the dentist", "to please a cousin", "for money",
          "in a new coat", "as on every Sunday", "after a quarrel")
FEELINGS = ("tired", "hungry", "bored", "in a good mood", "late for work", "far from home")
PLURAL = ("two", "three", "the twins", "several", "some")
LABELS = ("entailment", "neutral", "contradiction")


def be(subject):
    return "are" if subject.startswith(PLURAL) else "is"


def clause(subject, rest):
    text = f"{subject} {be(subject)} {rest}"
    return text[0].upper() + text[1:] + "."


def pair(rng, label):
    """(premise, hypothesis) of the wanted relation."""
    (who, wider), (where, wider_place), (what, wider_action, other) = (rng.choice(PEOPLE), rng.choice(PLACES), rng.choice(ACTIONS))
    premise = clause(who, f"{what} {where}")
    if label == "entailment":
        hypotheses = (clause(wider, wider_action), clause(wider, wider_place), clause(who, wider_action), clause(who, where),
                      clause(wider, f"{what} {where}"), clause(wider, f"{wider_action} {where}"))
    elif label == "neutral":
        hypotheses = (clause(who, f"{what} {rng.choice(EXTRAS)}"), clause(who, rng.choice(FEELINGS)),
                      clause(wider, f"{wider_action} {rng.choice(EXTRAS)}"), clause(wider, rng.choice(FEELINGS)))
    else:
        elsewhere = rng.choice([place for place, _ in PLACES if place != where])
        hypotheses = (clause(who, f"not {wider_action}"), clause(who, f"{other} and nothing else"), f"Nobody is {wider_action}.",
                      clause(who, f"nowhere near {where.split(' ', 1)[1]}"), f"There is nobody {where}.",
                      clause(who, f"{what} {elsewhere}, not {where}"))
    return premise, rng.choice(hypotheses)

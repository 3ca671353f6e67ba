"""Fails unless two run directories tell the same story: metrics.jsonl and summary.json, rates, times and names apart.

python3 same_run.py REFERENCE RUN
"""

import json
import pathlib
import sys

RATES = {"tokens_per_second", "samples_per_second", "communication_seconds"}
OWN = {"seconds", "training_tokens_per_second"}


def events(run, kind):
    lines = (run / "metrics.jsonl").read_text().splitlines()
    found = [event for event in map(json.loads, lines) if event["event"] == kind]
    return [{key: value for key, value in event.items() if key not in RATES} for event in found]


def summary(run):
    values = json.loads((run / "summary.json").read_text())
    text = json.dumps({key: value for key, value in values.items() if key not in OWN}, sort_keys=True)
    return text.replace(str(run), "RUN")


def main():
    reference, run = map(pathlib.Path, sys.argv[1:])
    updates = events(run, "update")
    assert [event["update"] for event in updates] == list(range(1, len(updates) + 1)), "not every update once"
    for kind in ("update", "evaluation"):
        mine, expected = events(run, kind), events(reference, kind)
        assert len(mine) == len(expected), f"{len(mine)} {kind} events, not {len(expected)}"
        for one, other in zip(mine, expected):
            assert one == other, f"{one} is not {other}"
    ends = events(run, "end")
    assert [end["status"] for end in ends] == ["done"], f"ends: {ends}"
    assert '"status": "done"' in summary(run), summary(run)
    assert summary(run) == summary(reference), f"{summary(run)} is not {summary(reference)}"


main()

"""Whether the rules ask, and about what: everyday requests, hidden blockers, underspecified issues.

    .venv/bin/python benchmarks/asking.py everyday FILE    goal, vague
    .venv/bin/python benchmarks/asking.py blockers FILE    goal, blockers: description, questions
    .venv/bin/python benchmarks/asking.py issues FILE      goal, underspecified

FILE is a JSON list of objects with the fields named above; public sets are brought into this form
by whoever has them (IN3: `task`, `vague`; HiL-Bench: instruction and blocker registry; SWE-bench:
problem statement, underspecified from 2 on) and are not kept here. Each goal runs through the rules
alone in an empty workspace. A question hits a blocker when all content words of a term it quotes,
or three and at least 60 % of them, stand in what the blocker or its example questions say: words
are compared, not meanings. Ask-F1 is of questions that hit against all that were asked, and of
blockers hit against all there are. Beside it stands what the same number of quotes reaches that are
drawn by lot from what the same goals demand: a spec with hidden blockers is full of them. By
sentences, and not by words, a quote hits the blockers that are about the sentence it is from.
"""

import json
import os
import random
import re
import sys
import tempfile
from collections import Counter
from functools import cache
from math import log
from pathlib import Path
from typing import Any, NamedTuple

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

import plangate
from benchmarks.places import interval
from plangate.core.understanding.unsaid.underspecified import underspecified
from plangate.interfaces.outcome_documents import outcome_document
from plangate.language.cutting import sentences
from plangate.language.issues.issue_text import read_issue
from plangate.language.issues.requirements import demands
from plangate.language.words.stems import content_stems

LONGEST = 20_000
#: How often lots are drawn, and how long a quote drawn by lot is at most.
DRAWS, QUOTED = 20, 110


class Came(NamedTuple):
    """What came of one goal."""

    case: dict[str, Any]
    outcome: str
    prompt: str


def run(case: dict[str, Any]) -> Came:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = os.environ["XDG_STATE_HOME"] = f"{folder}/cache"
        workspace = Path(folder) / "empty"
        workspace.mkdir()
        with plangate.open_planner(workspace=workspace, db=Path(folder) / "a.db") as planner:
            document = outcome_document(planner.start(case["goal"][:LONGEST], str(workspace)))
    question = document.get("question") or {}
    return Came(case, document["outcome"], question.get("prompt") or "")


def everyday(came: list[Came]) -> None:
    right = [bool(one.prompt) == bool(one.case["vague"]) for one in came]
    vague = [one for one in came if one.case["vague"]]
    write(f"right                    {interval(sum(right), len(right))} of {len(right)}")
    write(f"vague ones asked about   {interval(sum(bool(o.prompt) for o in vague), len(vague))}")


def blockers(came: list[Came]) -> None:
    there = sum(len(one.case["blockers"]) for one in came)
    asked = [one for one in came if one.prompt]
    lot = random.Random(17)
    drawn = [[_drawn(one, lot) for one in asked] for _ in range(DRAWS)]
    write(f"asked {len(asked)} of {len(came)}, there are {there} blockers")
    write("Ask-F1 / one blocker a question, and of quotes drawn by lot:")
    for name, hit in (("by words", _hit), ("by sentences", _hit_by_sentence)):
        scores = [_ask_f1([len(hit(one)) for one in each], there) for each in (asked, *drawn)]
        by_lot = [sum(column) / DRAWS for column in zip(*scores[1:], strict=True)]
        write(
            f"{name:14} {scores[0][0]:.2f} / {scores[0][1]:.2f}   {by_lot[0]:.2f} / {by_lot[1]:.2f}"
        )


def _ask_f1(hits: list[int], there: int) -> tuple[float, float]:
    told = sum(map(bool, hits))
    return _f1(told, len(hits), sum(hits), there), _f1(told, len(hits), told, there)


def _drawn(one: Came, lot: random.Random) -> Came:
    """The same question with as many quotes, drawn by lot from what its goal demands."""
    said = demands(one.case["goal"]) or (one.case["goal"],)
    quotes = lot.sample(said, min(len(said), len(_quotes(one))))
    return one._replace(prompt="".join(f"“{quote[:QUOTED]}”" for quote in quotes))


def _quotes(one: Came) -> list[str]:
    return [quote.strip("… ") for quote in re.findall(r"“([^”]*)”", one.prompt)]


def _hit_by_sentence(one: Came) -> set[int]:
    """Which blockers a question hits that quotes a sentence they are about."""
    quotes = _quotes(one)
    return {
        at
        for at, said in enumerate(_sentences_of_blockers(json.dumps(one.case)))
        if any(quote in sentence for quote in quotes for sentence in said)
    }


@cache
def _sentences_of_blockers(case: str) -> list[list[str]]:
    """The sentences of a goal that each of its blockers is about: those whose words, the rarer the
    more, it shares with them, at most four and none that is much farther off than the nearest."""
    read = json.loads(case)
    said = list(dict.fromkeys(sentences(read_issue(read["goal"]).said or read["goal"])))
    stems = [set(content_stems(one)) for one in said]
    spread = Counter(word for one in stems for word in one)
    weight = {word: log((len(said) + 1) / (n + 0.5)) for word, n in spread.items()}
    found = []
    for blocker in read["blockers"]:
        told = set(content_stems(blocker["description"]))
        asks = set(content_stems(" ".join(blocker["questions"]))) - told
        near = [
            sum(weight[word] * ((word in told) + 0.5 * (word in asks)) for word in one)
            / (sum(weight[word] for word in one) + 6)
            for one in stems
        ]
        nearest = sorted(zip(near, said, strict=True), reverse=True)[:4]
        found.append([one for by, one in nearest if by >= max(0.33, 0.65 * nearest[0][0])])
    return found


def _hit(one: Came) -> set[int]:
    """Which blockers a question hits, by the words of the terms it quotes."""
    terms = [set(content_stems(term)) for term in _quotes(one)]
    found = set()
    for at, blocker in enumerate(one.case["blockers"]):
        said = set(content_stems(" ".join((blocker["description"], *blocker["questions"]))))
        shared = [(len(term & said), len(term)) for term in terms if term]
        if any(n == of or (n >= 3 and n >= 0.6 * of) for n, of in shared):
            found.add(at)
    return found


def _f1(told: int, asked: int, found: int, there: int) -> float:
    precision, recall = told / max(1, asked), found / max(1, there)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def issues(came: list[Came]) -> None:
    labels = [bool(one.case["underspecified"]) for one in came]
    asks = [float(bool(one.prompt)) for one in came]
    leaves = [underspecified(one.case["goal"]) for one in came]
    write(f"AUC of asking                     {_auc(asks, labels):.2f}")
    write(f"AUC of how much an issue leaves open {_auc(leaves, labels):.2f}")


def _auc(scores: list[float], labels: list[bool]) -> float:
    higher = [score for score, label in zip(scores, labels, strict=True) if label]
    lower = [score for score, label in zip(scores, labels, strict=True) if not label]
    pairs = [(a > b) + 0.5 * (a == b) for a in higher for b in lower]
    return sum(pairs) / max(1, len(pairs))


def write(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> None:
    kind, path = sys.argv[1:3]
    cases = json.loads(Path(path).read_text(encoding="utf-8"))
    {"everyday": everyday, "blockers": blockers, "issues": issues}[kind]([*map(run, cases)])


if __name__ == "__main__":
    main()

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
blockers hit against all there are.
"""

import json
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

import plangate
from benchmarks.places import interval
from plangate.interfaces.outcome_documents import outcome_document
from plangate.language.issues.requirements import wondering
from plangate.language.words.stems import content_stems

LONGEST = 20_000


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
    asked = [one for one in came if one.prompt]
    hits = {id(one): _hit(one) for one in asked}
    told = sum(bool(found) for found in hits.values())
    found = sum(map(len, hits.values()))
    there = sum(len(one.case["blockers"]) for one in came)
    write(f"asked {len(asked)} of {len(came)}, {told} hit, {found} of {there} blockers")
    write(f"Ask-F1                          {_f1(told, len(asked), found, there):.2f}")
    write(f"the same, one blocker a question {_f1(told, len(asked), told, there):.2f}")


def _hit(one: Came) -> set[int]:
    """Which blockers a question hits, by the words of the terms it quotes."""
    terms = [set(content_stems(term)) for term in re.findall(r"“([^”]*)”", one.prompt)]
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
    open_share = [wondering(one.case["goal"])[1] for one in came]
    write(f"AUC of asking                    {_auc(asks, labels):.2f}")
    write(f"AUC of how much an issue wonders {_auc(open_share, labels):.2f}")


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

"""How well a model plans with plangate: its replies are files, so any model can be scored (MCP-3).

    python benchmarks/host.py CASE... [--say]

A CASE is a folder:

    case.json     {"goal": "...", "workspace": "repo", "decisions": [
                    {"about": "store|counter", "right": "redis", "one_way": false,
                     "note": "the one in Dublin"}]}
    repo/         the repository the goal is about (or a path from here in `workspace`)
    1.json ...    what the model sends, call by call: {"tool": "plan", "arguments": {...}}

The hidden decisions say what a person would have wanted: `about` finds a decision of the plan by
its name and words, `right` what must have been decided; both are regular expressions. A person who
knows the answers is played where a question is put to them, and says beside the option what `note`
has. The calls are made in order and each
answer is written beside its call (1.answer.json), so that a model can be driven in turn: read the
last answer, write the next file, run this again. A run begins with an empty database.

Scored are the decisions that came out right, those taken wrongly, one-way decisions that were
neither asked nor written down, questions, calls, and the tokens the model had to read (the tool
list apart).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import anyio
from mcp import Client
from mcp.client.context import ClientRequestContext
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.measure import print_table
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.core.log.tables import Query, documents_of
from plangate.interfaces.mcp.desk import Desk
from plangate.interfaces.mcp.server import listed_tools, make_server

_CHARACTERS_A_TOKEN = 3.6


class Hidden(NamedTuple):
    """What a person would have said, had they been asked."""

    about: str
    right: str
    one_way: bool = False
    note: str = ""


class Case(NamedTuple):
    name: str
    folder: Path
    goal: str
    workspace: Path
    hidden: tuple[Hidden, ...]


class Score(NamedTuple):
    """What came of one case."""

    right: int = 0
    wrong: int = 0
    unseen: int = 0
    unasked: int = 0
    questions: int = 0
    calls: int = 0
    tokens: int = 0


def read_case(folder: Path) -> Case:
    told = json.loads((folder / "case.json").read_text())
    hidden = tuple(Hidden(**entry) for entry in told["decisions"])
    return Case(folder.name, folder, told["goal"], (folder / told["workspace"]).resolve(), hidden)


class Person:
    """Whoever knows the hidden answers, at the form a client shows."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.asked: list[str] = []

    async def __call__(
        self, context: ClientRequestContext, params: ElicitRequestParams
    ) -> ElicitResult:
        del context
        schema: Any = getattr(params, "requested_schema", {})
        field, shape = next(iter(schema["properties"].items()))
        if "enum" not in shape:  # ASK-11: the label of what cannot be undone is typed
            label = params.message.rpartition(": ")[2]
            return ElicitResult(action="accept", content={field: label})
        self.asked.append(params.message)
        for hidden in self.case.hidden:
            if re.search(hidden.about, params.message, re.IGNORECASE):
                for option in shape["enum"]:
                    if re.search(hidden.right, option, re.IGNORECASE):
                        content = {field: option, **({"note": hidden.note} if hidden.note else {})}
                        return ElicitResult(action="accept", content=content)
        return ElicitResult(action="decline", content=None)


async def play(case: Case, database: Path) -> tuple[Score, list[dict[str, Any]]]:
    """Make the calls of a case in order, and write every answer beside its call."""
    person, texts = Person(case), list[str]()
    server = make_server(Desk((case.workspace,), database, "person"), b"k" * 32)
    async with Client(server, elicitation_callback=person) as client:
        for file in sorted(case.folder.glob("[0-9]*.json"), key=_number):
            if file.name.endswith(".answer.json"):
                continue
            call = json.loads(file.read_text())
            result = await client.call_tool(call["tool"], call["arguments"])
            assert isinstance(result, CallToolResult)
            text = "".join(getattr(part, "text", "") for part in result.content)
            file.with_suffix(".answer.json").write_text(text + "\n")
            texts.append(text)
    tokens = round(sum(map(len, texts)) / _CHARACTERS_A_TOKEN)
    score = Score(questions=len(person.asked), calls=len(texts), tokens=tokens)
    return _judged(case, database, person, score)


def _number(file: Path) -> int:
    return int(file.name.partition(".")[0])


def _judged(
    case: Case, database: Path, person: Person, score: Score
) -> tuple[Score, list[dict[str, Any]]]:
    """Hold what stands in the ledger, and what the tasks say, against the hidden decisions."""
    with SQLiteStore(database) as store:
        entries, _ = documents_of(store.rows(Query("assumptions")))
        plans, _ = documents_of(store.rows(Query("plans", order=("version",))))
    tasks = plans[-1]["tasks"] if plans else []
    work = "\n".join(f"{task['title']} {task['description']}" for task in tasks)
    rows = []
    for hidden in case.hidden:
        taken = [e for e in entries if _is_about(hidden, e)]
        asked = any(re.search(hidden.about, text, re.IGNORECASE) for text in person.asked)
        said = " | ".join(str(e["decision"]) for e in taken) or work
        found = bool(re.search(hidden.right, said, re.IGNORECASE))
        verdict = "right" if found else "wrong" if taken else "unseen"
        score = score._replace(**{verdict: getattr(score, verdict) + 1})
        if hidden.one_way and not asked and not taken:
            score = score._replace(unasked=score.unasked + 1)
        rows.append({"about": hidden.about, "verdict": verdict, "said": said[:80]})
    return score, rows


def _is_about(hidden: Hidden, entry: dict[str, Any]) -> bool:
    words = f"{entry.get('ambiguity') or ''} {entry['decision']} {entry['reasoning']}"
    return bool(re.search(hidden.about, words.replace("-", " "), re.IGNORECASE))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("cases", nargs="+", type=Path, metavar="CASE")
    parser.add_argument("--say", action="store_true", help="say what became of each decision")
    given = parser.parse_args()
    rows, total = [], Score()
    for folder in given.cases:
        case = read_case(folder)
        if not (folder / "1.json").exists():
            first = {"tool": "plan", "arguments": {"goal": case.goal}}
            (folder / "1.json").write_text(json.dumps(first, indent=1) + "\n")
            print(f"{case.name}: no reply yet; 1.json asks for the brief")
        with tempfile.TemporaryDirectory(prefix="plangate-") as place:
            score, told = anyio.run(play, case, Path(place) / "plangate.db")
        rows.append((case.name, *map(str, score)))
        total = Score(*map(sum, zip(total, score, strict=True)))
        for row in told if given.say else ():
            print(f"{case.name}: {row['about']}: {row['verdict']} ({row['said']})")
    heads = ("case", "right", "wrong", "unseen", "one-way unasked", "questions", "calls", "tokens")
    print_table("Host", heads, [*rows, ("all", *map(str, total))])
    listed = json.dumps([t.model_dump(mode="json", exclude_none=True) for t in listed_tools()])
    print(f"\nThe tool list, once in a conversation: {round(len(listed) / _CHARACTERS_A_TOKEN)}")


if __name__ == "__main__":
    main()

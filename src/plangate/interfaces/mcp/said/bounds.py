"""MCP-7: a reply is cut to size, and says which call shows the rest."""

from __future__ import annotations

import json
import re

from plangate.core.agents.finality import APPROVED_BY
from plangate.core.guard.found_text import NOTICE
from plangate.core.investigation.brief_values import tokens_of
from plangate.core.model.records import Document

#: MCP-7: the most tokens of a reply with a plan; what is longer is cut and says so.
MOST_TOKENS = 1_500
#: Of a report on a plan that another tool made.
MOST_REPORTED = 2 * MOST_TOKENS
#: What is said beside it: which call shows the rest, and what became of the question.
_ROOM = 60


#: ACT-1: what no tool does.
_BY_A_PERSON = "by the person, on plangate's page or at a terminal"
#: MCP-7: what a command or an option does, and the tool or the argument that does it here.
_BY_A_TOOL = (
    (re.compile(r"`?plangate approve\b[^.;`]*`?"), APPROVED_BY),
    (re.compile(r"your answer: plangate answer (\w+)"), r"the person's answer to \1"),
    (re.compile(r"--change answers it anew"), "only the person changes that"),
    (re.compile(r"`?plangate fail\b[^.;`]*`?"), "the tool task with do: fail"),
    (re.compile(r"(?<![\w-])--(proof)\b"), r"\1"),
    (re.compile(r"(?<![\w-])--why\b"), "note"),
    (re.compile(r"`?plangate (?:sessions|inbox)`?"), "the tool status"),
    (re.compile(r"`?plangate scope list`?"), "the tool decide_scope"),
    (re.compile(r"`?plangate show (\w+)(?:-v\d+)?(?: --json)?`?"), r"status with session \1"),
)
_BY_PEOPLE = re.compile(r"`?plangate (?:decide|resume|deferrals|scope)\b[^.;`]*`?")


def by_tools(line: str) -> str:
    """MCP-7: a line that names tools, not the commands that do the same."""
    for command, tool in _BY_A_TOOL:
        line = command.sub(tool, line)
    return line


def by_whom(line: str) -> str:
    """The same, and who does what no tool does."""
    line = line.replace("plangate plan GOAL --workspace DIR", "the tool plan")
    return _BY_PEOPLE.sub(_BY_A_PERSON, by_tools(line))


def bounded(reply: Document) -> Document:
    """MCP-7: cut to size; what goes first is what another call shows."""
    most = (2 * MOST_TOKENS if "brief" in reply else MOST_TOKENS) - _ROOM
    for cut in _CUTS:
        if tokens_of(marked(reply)) <= most:
            break
        shown_by = reply.get("session") or reply.get("current")
        reply = {**cut(reply), "more": f"status with session {shown_by}"}
    return marked(reply)


def _no_rules(reply: Document) -> Document:
    return {name: value for name, value in reply.items() if name != "rules_not_quoted"}


def paged(reply: Document) -> Document:
    """MCP-7, MCP-8: a plan in full, as many of its tasks as there is room for, at least one, and
    every reason uncut while one fits beside them; what is left begins after the last of them."""
    most = MOST_TOKENS - _ROOM
    for cut in (_uncut, _shorter_reasons, _bare_decisions, _named_decisions):
        reply = cut(reply)
        page = _page(reply, most)
        if tokens_of(marked(page)) <= most:
            break
    return marked(page)


def report_bounded(report: Document) -> Document:
    """MCP-7: the report on a plan; of more tasks than there is room for, the worst."""
    if tokens_of(report) <= MOST_REPORTED:
        return report
    found = [row for row in report["per_task"] if row["reason_codes"]]
    found.sort(key=lambda row: row["confidence"])
    clean = len(report["per_task"]) - len(found)
    room = MOST_REPORTED - tokens_of({**report, "per_task": []}) - _ROOM
    told: list[Document] = []
    for row in found:
        room -= tokens_of(row)
        if room < 0 and told:
            break
        told.append(row)
    cut = {**report, "per_task": told, "tasks_without_findings": clean}
    left = len(found) - len(told)
    more = "the worst are shown; check_plan with the other tasks alone shows theirs"
    return {**cut, "tasks_left_out": left, "more": more} if left else cut


def _page(reply: Document, most: int) -> Document:
    tasks = reply.get("tasks", [])
    shown, page = len(tasks), reply
    while shown > 1 and tokens_of(marked(page)) > most:
        shown -= 1
        page = {
            **reply,
            "tasks": tasks[:shown],
            "tasks_left_out": len(tasks) - shown,
            "more": f"status with session {reply['session']} and after {tasks[shown - 1]['id']}",
        }
    return page


def _uncut(reply: Document) -> Document:
    return reply


def marked(reply: Document) -> Document:
    """ACT-3: a reply that quotes or names a line of the repository says once what that is."""
    said = json.dumps(reply, ensure_ascii=False)
    finds = "“" in said or _LOCATOR.search(said) is not None
    return {**reply, "found_text": NOTICE} if finds else reply


#: “docs/limits.md:12”: a line of the repository is spoken of.
_LOCATOR = re.compile(r"[\w.-]+\.\w{1,8}:\d+\b")


def _shorter_reasons(reply: Document) -> Document:
    rows = [
        {
            name: reason_line(value, 80) if name == "why" else value
            for name, value in row.items()
            if name != "see"
        }
        for row in reply.get("decisions", ())
    ]
    return {**reply, "decisions": rows}


def _bare_decisions(reply: Document) -> Document:
    """What was taken as it was told needs no more than a word of why."""
    rows = [
        {
            name: one_line(value, 40) if name == "why" else value
            for name, value in row.items()
            if name != "entry"
        }
        if row.get("verdict") in ("assume", "dropped")
        else row
        for row in reply.get("decisions", ())
    ]
    return {**reply, "decisions": rows}


def _named_decisions(reply: Document) -> Document:
    """What was taken as it was told, by its name and choice alone."""
    kept = ("id", "verdict", "choice", "not_your_default", "note")
    rows = [
        {name: value for name, value in row.items() if name in kept}
        if row.get("verdict") in ("assume", "infer", "dropped", "defer")
        else row
        for row in reply.get("decisions", ())
    ]
    return {**reply, "decisions": rows}


def _fewer_findings(reply: Document) -> Document:
    tasks = [
        {**x, "findings": [one_line(line, 70) for line in x["findings"][:1]]}
        for x in reply.get("tasks", ())
    ]
    return {**reply, "tasks": tasks}


def _bare_tasks(reply: Document) -> Document:
    kept = ("id", "title", "is", "findings")
    tasks = [
        {name: value for name, value in x.items() if name in kept} for x in reply.get("tasks", ())
    ]
    return {**reply, "tasks": tasks}


def _fewer_tasks(reply: Document) -> Document:
    tasks = reply.get("tasks", [])
    return {**reply, "tasks": tasks[:12], "tasks_left_out": max(0, len(tasks) - 12)}


#: What goes first, and what last.
_CUTS = (
    _shorter_reasons,
    _fewer_findings,
    _bare_decisions,
    _named_decisions,
    _no_rules,
    _bare_tasks,
    _fewer_tasks,
)


def one_line(text: str, longest: int = 160) -> str:
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def in_lines(text: str) -> str:
    """A text whole, as it was told, without what no screen shows."""
    return "".join(c for c in text if c.isprintable() or c == "\n").strip()


def reason_line(text: str, longest: int = 160) -> str:
    """A reason in a line; where it is cut, the numbers in its last brackets stay."""
    head, bracket, numbers = " ".join(text.split()).rpartition(" (")
    if not head or not numbers.endswith(")") or len(numbers) > longest // 2:
        return one_line(text, longest)
    return f"{one_line(head, longest - len(numbers) - len(bracket))}{bracket}{one_line(numbers)}"

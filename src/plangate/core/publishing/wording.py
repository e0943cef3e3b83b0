"""What of a session may stand in a repository: no person's name, no note, no own words (PUB-1).

Own words are what somebody typed beside the goal: a free answer, a note, why a task failed. They
stay in the record unless `publish_words` says otherwise; who decided is told by role.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from plangate.core.events import event as e
from plangate.core.gate.assumptions import FOLLOWS
from plangate.core.guard.redaction import redact
from plangate.core.model.nouns import Assumption
from plangate.core.model.policy.publishing_numbers import WORDING_RECOGNISED, WORDING_SHORTEST
from plangate.core.plans.plan_graph import RELAYED
from plangate.core.publishing.page import line_of, lines_of

OWN_WORDS = "(own words, not published)"
#: How a sentence of the record begins that names whoever did it.
_DEED = re.compile(
    r".{1,200}? (?=(?:answered|relayed an answer to|overturned|took|changed|chose it in|said so in"
    r"|decided what was parked)\b)"
)
_BY_PERSONS = ("ASK-11", "ASM-3", "GATE-19", "GATE-20", "INT-11")
_TOOK_BACK = re.compile(r".{1,200}? (took the revision \S+ back; )")
_FAILED = re.compile(r"(\S+) failed: ")
_EDITED = re.compile(r"edited by .*", re.DOTALL)


class Wording(NamedTuple):
    """How texts of one session are published."""

    session: str
    workspace: str = ""
    own_words: tuple[str, ...] = ()
    """What is left out wherever it occurs."""
    publishes_words: bool = False

    def said(self, text: str, *, lines: bool = False) -> str:
        """A text as it may be read by everybody: one line, or several."""
        text = redact(text)
        for words in () if self.publishes_words else self.own_words:
            text = _left_out(text, words)
        if len(self.workspace) > 1:
            text = text.replace(f"{self.workspace}/", "").replace(self.workspace, ".")
        text = text.replace(f"{self.session}-", "")
        return lines_of(text) if lines else line_of(text)

    def decision(self, entry: Assumption) -> str:
        """One line for a decision: choice, who by role, confidence, why."""
        topic = line_of((entry.ambiguity or "").replace("-", " ").replace("_", " "))
        choice = self.said(entry.decision)
        if entry.user_response.startswith("custom:") and not self.publishes_words:
            choice = OWN_WORDS
        who = f"{_role(entry)}, confidence {entry.confidence}"
        name = str(entry.id).rpartition("-")[2]
        about = f"{topic}: " if topic else ""
        return f"**{name}** {about}{choice} ({who}). {self.reason(entry)}".rstrip(" .") + "."

    def reason(self, entry: Assumption) -> str:
        """Why, without who; what a mistake would cost stands behind it."""
        role = "an agent " if entry.source == RELAYED else "a person "
        told, rest = "", entry.reasoning
        while found := _TOOK_BACK.match(rest):  # what held before says who said it, too
            told, rest = told + role + found[1], rest[found.end() :]
        told += _DEED.sub(role, rest, count=1) if entry.rule in _BY_PERSONS else rest
        cost = entry.risk_if_wrong.partition(" - ")[2]
        wrong = (
            f"; if wrong: {cost}" if cost and not cost.startswith(("said by", "relayed")) else ""
        )
        return self.said(f"{told[:1].upper()}{told[1:]}{wrong}")

    def cause(self, trigger: str) -> str:
        """What made a version, without who and without own words."""
        if _EDITED.fullmatch(trigger):
            return "edited"
        if "failed: " in trigger:
            names = list(dict.fromkeys(_FAILED.findall(trigger)))
            return f"{', '.join(map(self.said, names))} failed"
        return self.said(_DEED.sub("a person ", trigger, count=1))


def _left_out(text: str, words: str) -> str:
    """A text without these words, in capitals or not, whole or cut off."""
    text = re.sub(re.escape(words), OWN_WORDS, text, flags=re.IGNORECASE)
    if len(words) > WORDING_RECOGNISED:
        beginning = re.escape(words[:WORDING_RECOGNISED])
        text = re.sub(rf"{beginning}[^…\n]{{0,400}}…", OWN_WORDS, text, flags=re.IGNORECASE)
    return text


def _role(entry: Assumption) -> str:
    response = entry.user_response
    if entry.source == RELAYED:
        return "passed on by an agent"
    if response.startswith(("confirmed:", "custom:")):
        return "decided by a person"
    if entry.status == "confirmed":
        return "assumed, confirmed by a person"
    if response == "preference":
        return "by a person's preference"
    if response == "timeout_assumed":
        return "assumed, nobody answered in time"
    if response.startswith("inferred"):
        return "inferred by plangate"
    if response.startswith(FOLLOWS):
        return "follows from another decision"
    return "dropped by an agent" if response == "dropped_by_host" else "assumed by plangate"


def own_words_of(events: Iterable[e.Event], goal: str) -> tuple[str, ...]:
    """What people and agents typed, the longest first; what the goal says itself is none."""
    found: dict[str, None] = {}
    for event in events:
        for words in _typed(event):
            kept = words.strip()
            if len(kept) >= WORDING_SHORTEST and kept not in goal:
                found |= {kept: None, line_of(kept): None, redact(kept): None}
    return tuple(sorted(found, key=len, reverse=True))


def _typed(event: e.Event) -> tuple[str, ...]:
    match event:
        case (
            e.QuestionAnswered(answer=answer)
            | e.AnswerChanged(answer=answer)
            | e.LateAnswerKept(answer=answer)
        ):
            return () if answer.option else (answer.value,)
        case e.NoteAdded(note=note):
            return (note,)
        case e.TaskFailed(why=why):
            return (why,)
        case e.FindingsAllowed(reason=reason):
            return (reason,)
        case e.AssumptionRecorded(assumption=entry) | e.DecisionRevised(entry=entry):
            custom = entry.user_response.startswith("custom:")
            return (entry.decision, entry.user_response[7:].strip()) if custom else ()
        case _:
            return ()

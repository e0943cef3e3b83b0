"""Questions as forms (MCP-4): what a client shows to a person, and what comes back from it.

A form has one required field and a message of at most four lines: clients show no more. Beside
the choice stands a note, which may stay empty: an option rarely says the day or the amount that
somebody means (ASK-12), and the message names what is taken about other matters. What each option
leads to stands in its title. Own words are an option that leads to a second form; so does an option
that cannot be undone, whose label is typed there (ASK-11). To a one-way question own words are a
note that leaves it open. A form names what it is about, so that its answer finds its way after a
restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plangate.core.gate.asking.reply_meaning import Chosen, to_be_typed, understand
from plangate.core.model.nouns import Option, Question, Task
from plangate.core.model.records import Document, Fields
from plangate.core.model.scope_nouns import BUCKETS, Chain, Choice
from plangate.core.scopes.scope_parts import open_part
from plangate.core.words.irreversible import says_so
from plangate.core.words.open_values import values_left_open
from plangate.interfaces.mcp.said.question_replies import (
    beside_lines,
    option_title,
    says_the_same,
    silence,
)
from plangate.interfaces.text import shown

CHOICE = "choice"
NOTE = "note"
WORDS = "in_your_own_words"
TYPED = "its_label"

#: The option that leads to the form for own words.
OWN_WORDS = "Something else, in my own words"


_NOTE = "Note, if any, in your own words"

#: MCP-4: clients show no more of a message.
_MOST_LINES = 4
#: More than this is typed, not chosen.
_MOST_OFFERED = 30


class Form(NamedTuple):
    """One thing to put to a person: about what, in which words, with which fields."""

    kind: str
    id: str
    part: str
    message: str
    fields: Document
    required: tuple[str, ...] = ()
    #: GATE-19: the session that waits for it, when another one asked.
    session: str = ""

    @property
    def key(self) -> str:
        """What an answer must name to count for this form and no other."""
        return f"{self.id} {self.part}".strip()

    @property
    def schema(self) -> Document:
        return {
            "type": "object",
            "properties": self.fields,
            "required": list(self.required),
        }


class Given(NamedTuple):
    """What a person put into a form: a reply with its note, or the rows of a table."""

    reply: str = ""
    note: str = ""
    rows: tuple[tuple[str, str], ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.reply.strip() and not self.rows


def question_form(question: Question, *, goes_on: bool = False) -> Form:
    """A question as one choice; the titles of its options say what each leads to. `goes_on` where
    there is work that does not wait for it."""
    offered = [*(offered_as(option) for option in question.options), OWN_WORDS]
    if not question.options:
        return words_form(question)
    fields = {CHOICE: _choice(offered), NOTE: _note(question)}
    return Form("question", str(question.id), "", _message(question, goes_on), fields, (CHOICE,))


def _note(question: Question) -> Document:
    """ASK-12: room for what no option says, and for the value that one of them leaves open."""
    asks = values_left_open(question)
    numbers = ", ".join(str(matter.number) for matter in question.taken_beside)
    title = f"Note; for {asks} In your own words" if asks else _NOTE
    title += f", also on {numbers}" if numbers else ""
    return {"type": "string", "title": _cut(shown(title), 160), "maxLength": 2_000}


def _message(question: Question, goes_on: bool) -> str:
    """The question, what is at stake, what happens without an answer, and what is taken beside it,
    a line each, or what waits for it. Of four lines those go first that say least: what is at
    stake, then what waits; silence stands behind the question where there is no line for it."""
    count = f"question {question.ordinal} of at most {question.at_most}"  # VOI-10
    asked = f"{shown(question.prompt)} ({count})"
    read = [_cut(shown(question.read_back), 900)] if question.read_back else []
    beside = [shown(line) for line in beside_lines(question)]
    room = _MOST_LINES - 1 - len(read) - len(beside)
    if room < 0:
        beside, room = [" ".join(beside)], 1
    quiet = [shown(silence(question))]
    if not room:
        asked, quiet = f"{asked} {quiet[0]}", []
    elif room > 1 and not read and (stakes := question.stakes.strip()):
        quiet.insert(0, f"At stake: {_cut(shown(stakes), 160)}")
    lines = [asked, *read, *quiet, *beside]
    if question.blocks and not beside and len(lines) < _MOST_LINES:
        tasks = ", ".join(question.blocks[:6]) + (" …" if len(question.blocks) > 6 else "")
        waits = f"{shown(tasks)}; the rest goes on" if goes_on else "the whole plan"
        lines.append(f"Waiting for it: {waits}.")
    return "\n".join(" ".join(line.split()) for line in lines)


def words_form(question: Question) -> Form:
    """The second form of a question: its answer in the person's own words."""
    fields = {WORDS: _text("Your answer", 2_000)}
    return Form("words", str(question.id), "words", shown(question.prompt), fields, (WORDS,))


def typed_form(question: Question, option: Option, note: str = "") -> Form:
    """ASK-11: the second form, where the label of what cannot be undone is typed. A note that was
    written beside the choice stands there in place of what it may have corrected (ASK-12)."""
    label, typed = shown(option.label), shown(to_be_typed(option, question.options))
    leads = "" if says_the_same(option) else f": {_cut(shown(option.consequence), 160)}"
    if note:
        leads = f"; with it goes your note “{_cut(shown(note), 600)}”"
    message = (
        f"{shown(question.prompt)}\nYou chose “{label}”{' '.join(leads.splitlines())}\n"
        f"It cannot be undone. To choose it, type: {typed}"
    )
    fields = {TYPED: _text(f"Type: {typed}", 2_000)}
    return Form("typed", str(question.id), option.key, message, fields, (TYPED,))


def approval_form(session: str, version: str, task: Task, why: str) -> Form:
    """PLAN-6: leave to begin a task that cannot be undone, given by typing its name."""
    typed = typed_to_approve(task.id)
    message = (
        f"May {task.id} “{shown(task.title)}” be begun?\n{shown(_cut(why, 300))}\n"
        f"Without your approval nothing of it is done. To approve it, type: {typed}"
    )
    fields = {TYPED: _text(f"Type: {typed}", 200)}
    return Form("approval", session, f"{version}/{task.id}", message, fields, (TYPED,))


def typed_to_approve(task: str) -> str:
    """What a person types to approve a task: its name, so that no click does it."""
    return f"approve {task}"


def scope_form(name: str, chain: Chain) -> Form | None:
    """The open part of a decision; on this surface undecided items are one table (SPLIT-11)."""
    part = open_part(chain)
    if part is None:
        return None
    if part.kind == "option" and chain.decision.surface == "whole":
        rows = [o for o in chain.decision.options if chain.dispositions[o.key] == "undecided"]
        fields: Document = {
            option.key: _row_field(option, "; ".join(filter(None, (option.scope, option.cost))))
            for option in rows
        }
        message = f"{chain.parent}  {chain.decision.decision}\nInclude, defer, cut or hold each."
        return Form("table", name, f"table {chain.decided}", shown(message), fields)
    offered = _spelled_out(part.choices, [option.key for option in chain.decision.options])
    if len(offered) <= _MOST_OFFERED:
        fields, required = {CHOICE: _choice(offered)}, CHOICE
    else:
        fields, required = {WORDS: _text(f"One of: {', '.join(part.choices)}", 2_000)}, WORDS
    message = shown(f"{part.number}  {part.prompt}")
    return Form("part", name, part.number, message, fields, (required,))


def _spelled_out(choices: Sequence[str], keys: Sequence[str]) -> list[str]:
    """Every choice by itself: `cut KEY` is one for each option."""
    return [
        choice.replace("KEY", key)
        for choice in choices
        for key in (keys if "KEY" in choice else ("",))
    ]


def _row_field(option: Choice, about: str) -> Document:
    """One row of the table; what cannot be undone is included by typing its label (ASK-11)."""
    title = shown(f"{option.key}) {option.label}")
    if not says_so(option.label, option.scope):
        enum = list(BUCKETS)
        return {"type": "string", "title": title, "description": shown(about), "enum": enum}
    how = f"cannot be undone: type “{option.label}” to include it, or defer, cut, hold"
    told = shown("; ".join(filter(None, (about, how))))
    return {**_text(title, 2_000), "description": told}


def given_in(form_kind: str, content: Fields | None) -> Given:
    """What the fields of an accepted form say; anything that is no text says nothing."""
    read = {str(k): v.strip() for k, v in (content or {}).items() if isinstance(v, str)}
    if form_kind == "table":
        return Given(rows=tuple((key, said) for key, said in read.items() if said))
    if form_kind in ("typed", "approval"):
        return Given(read.get(TYPED, ""))
    if form_kind == "words":
        return Given(read.get(WORDS, ""))
    return Given(read.get(CHOICE) or read.get(WORDS, ""), read.get(NOTE, ""))


def chosen_option(question: Question, reply: str, *, is_click: bool) -> Option | None:
    """The option a choice from the form stands for; None for any other words. A client may send the
    bare label for a click: what cannot be undone is typed in the second form all the same."""
    said = next((option for option in question.options if reply == offered_as(option)), None)
    if said is not None or not is_click:
        return said
    meant = understand(reply, question)
    if not isinstance(meant, Chosen) or meant.option.reversibility != "irreversible":
        return None
    return meant.option


def offered_as(option: Option) -> str:
    """An option as the form lists it: its key, its label, what it leads to."""
    return shown(f"{option.key}) {option_title(option)}")


def _choice(offered: Sequence[str]) -> Document:
    """One required choice. The values are what is shown, so that clients of every protocol that
    know only a bare enum show the same."""
    return {"type": "string", "title": "Your choice", "enum": list(offered)}


def _text(title: str, longest: int) -> Document:
    return {"type": "string", "title": title, "minLength": 1, "maxLength": longest}


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"

"""Questions as forms (MCP-4): what a client shows to a person, and what comes back from it.

A form names what it is about, so that its answer finds its way after a restart. Every field is
optional: an empty form is no answer (ASK-13), and words of one's own are possible on each (ASK-2),
save on a one-way question: there an option that cannot be undone leads to a second form, where its
label is typed (ASK-11, MCP-4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from plangate.core.model.nouns import Option, Question
from plangate.core.model.scope_nouns import BUCKETS, Chain, Choice
from plangate.core.scopes.scope_parts import open_part
from plangate.core.words.irreversible import is_one_way, says_so
from plangate.interfaces.render import question_card
from plangate.interfaces.text import shown

CHOICE = "choice"
WORDS = "in_your_own_words"
NOTE = "note"
TYPED = "its_label"


class Form(NamedTuple):
    """One thing to put to a person: about what, in which words, with which fields."""

    kind: str
    id: str
    part: str
    message: str
    fields: dict[str, Any]
    #: GATE-19: the session that waits for it, when another one asked.
    session: str = ""

    @property
    def key(self) -> str:
        """What an answer must name to count for this form and no other."""
        return f"{self.id} {self.part}".strip()

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "object", "properties": self.fields, "required": []}


class Given(NamedTuple):
    """What a person put into a form: a reply, a note beside it, or the rows of a table."""

    reply: str = ""
    note: str = ""
    rows: tuple[tuple[str, str], ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.reply.strip() and not self.rows


def question_form(question: Question) -> Form:
    """A question with its options as an enum; the card says what each leads to."""
    fields: dict[str, Any] = {}
    if question.options:
        fields[CHOICE] = {
            "type": "string",
            "title": "Your choice",
            "enum": [_offered(option) for option in question.options],
        }
    if not is_one_way(question):
        fields[WORDS] = _text("Or in your own words", 2_000)
    fields[NOTE] = _text("A note to keep with it", 2_000)
    return Form("question", str(question.id), "", question_card(question), fields)


def typed_form(question: Question, option: Option) -> Form:
    """ASK-11: the second form, where the label of what cannot be undone is typed."""
    label, consequence = shown(option.label), shown(option.consequence)
    message = (
        f"{shown(question.prompt)}\nYou chose “{label}”: {consequence}\n"
        f"It cannot be undone. To choose it, type its label: {label}"
    )
    fields = {TYPED: _text(f"Type: {label}", 2_000)}
    return Form("typed", str(question.id), option.key, message, fields)


def scope_form(name: str, chain: Chain) -> Form | None:
    """The open part of a decision; on this surface undecided items are one table (SPLIT-11)."""
    part = open_part(chain)
    if part is None:
        return None
    if part.kind == "option" and chain.decision.surface == "whole":
        rows = [o for o in chain.decision.options if chain.dispositions[o.key] == "undecided"]
        fields: dict[str, Any] = {
            option.key: _row_field(option, "; ".join(filter(None, (option.scope, option.cost))))
            for option in rows
        }
        message = f"{chain.parent}  {chain.decision.decision}\nInclude, defer, cut or hold each."
        return Form("table", name, f"table {chain.decided}", shown(message), fields)
    plain = [choice for choice in part.choices if "KEY" not in choice]
    fields = {
        CHOICE: {"type": "string", "title": "Your choice", "enum": plain},
        WORDS: _text(f"Or: {', '.join(part.choices)}", 2_000),
    }
    return Form("part", name, part.number, shown(f"{part.number}  {part.prompt}"), fields)


def _row_field(option: Choice, about: str) -> dict[str, Any]:
    """One row of the table; what cannot be undone is included by typing its label (ASK-11)."""
    title = shown(_labelled(option.key, option.label))
    if not says_so(option.label, option.scope):
        enum = list(BUCKETS)
        return {"type": "string", "title": title, "description": shown(about), "enum": enum}
    how = f"cannot be undone: type “{option.label}” to include it, or defer, cut, hold"
    told = shown("; ".join(filter(None, (about, how))))
    return {**_text(title, 2_000), "description": told}


def given_in(form_kind: str, content: Mapping[str, Any] | None) -> Given:
    """What the fields of an accepted form say; anything that is no text says nothing."""
    read = {str(k): v.strip() for k, v in (content or {}).items() if isinstance(v, str)}
    if form_kind == "table":
        return Given(rows=tuple((key, said) for key, said in read.items() if said))
    if form_kind == "typed":
        return Given(read.get(TYPED, ""))
    reply = read.get(CHOICE) or read.get(WORDS, "")
    both = read.get(WORDS, "") if read.get(CHOICE) else ""
    return Given(reply, "\n".join(filter(None, (read.get(NOTE, ""), both))))


def chosen_option(question: Question, reply: str) -> Option | None:
    """The option a choice from the enum stands for; None for any other words."""
    return next((option for option in question.options if reply == _offered(option)), None)


def _offered(option: Option) -> str:
    """An option as the form lists it; what cannot be undone says so."""
    final = " (cannot be undone)" if option.reversibility == "irreversible" else ""
    return f"{_labelled(option.key, option.label)}{final}"


def _labelled(key: str, label: str) -> str:
    return f"{key}) {label}"


def _text(title: str, longest: int) -> dict[str, Any]:
    return {"type": "string", "title": title, "maxLength": longest}

"""Questions over MCP: looked at, passed on by an agent, answered by a person in a form (MCP-4).

What an agent passes on is recorded as that (ASK-12), and settles nothing that cannot be undone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from plangate.app.acts import question_acts
from plangate.app.planner import Planner
from plangate.core.agents.retelling import host_thinks_first
from plangate.core.gate.asking.reply_meaning import hands_back
from plangate.core.guard.acts import Actor
from plangate.core.log.session import Session
from plangate.core.model.nouns import HANDED_BACK, Option, Question
from plangate.core.model.records import Document, Fields
from plangate.core.plans.plan_graph import RELAYED
from plangate.core.steps.deadlines import seconds_unchanged
from plangate.core.words.irreversible import is_one_way
from plangate.interfaces.mcp.desks.served import SURFACE, Reply, Serving, as_tool
from plangate.interfaces.mcp.desks.session_shown import about_question, session_shown
from plangate.interfaces.mcp.forms import OWN_WORDS, Given, chosen_option, typed_form, words_form
from plangate.interfaces.mcp.said.bounds import by_tools
from plangate.interfaces.mcp.said.next_steps import tasks_again
from plangate.interfaces.mcp.said.question_replies import names_in, with_the_host_first
from plangate.interfaces.mcp.said.wanted import (
    ALSO_SAID,
    FITS_NONE,
    NAMES_NOTHING,
    NONE_FITS,
)
from plangate.language.words.stems import content_stems

#: What becomes of an answer that counts; its words stand with it.
_TAKEN = ("answered", "changed", "late")
_REPEATED = "the form came back with the question itself"


#: The letter of an option before what it is called.
_KEY = re.compile(r"^[(\[]?[a-z]{1,2}[)\].:]\s*")

#: ASK-11: after other words than a label in the form that asks for one, whatever they seem to mean.
_NO_LABEL = "what was typed is not the label that was asked for: nothing is chosen, {} stays open"


class QuestionDesk(Serving):
    """What becomes of a question."""

    def go_on(self, name: str, answered: str) -> Reply:
        """GATE-19: where a session stands whose joined question was just answered."""
        with self.planner() as planner:
            row = self.question_row(planner, answered)
            about = planner.session(row["session"]).question(row["id"])
            advanced = planner.advance(self.session_name(planner, name))
            return _unless_the_host_thinks(session_shown(advanced), advanced.session, about)

    def look(self, name: str, *, in_a_form: bool = False) -> Reply:
        """Where a question and its session stand; an overdue one expires by being looked at, one
        that stands in a form before a person does not (ASK-8)."""
        with self.planner() as planner:
            row = self.question_row(planner, name)
            if in_a_form:
                question_acts.keep_open(planner, row["id"], surface="mcp")
            advanced = planner.advance(row["session"])
            question = advanced.session.question(row["id"])
            quiet = seconds_unchanged(question, planner.clock.now())
            return about_question(advanced, question)._replace(seconds=quiet)

    def relay(self, arguments: Fields, agent: str) -> Reply:
        """An agent passes on what a person said; it is recorded as that (ASK-12)."""
        return self._answered(
            arguments["question"],
            Given(arguments["reply"]),
            by=agent,
            provenance=RELAYED,
            note=arguments.get("note"),
        )

    def answered(self, name: str, given: Given, kind: str = "question") -> Reply:
        """A person answered through the form their client showed."""
        if kind == "question" and given.reply == OWN_WORDS and given.note:
            kind, given = "words", Given(given.note)  # they have said it already
        if kind == "words" and self._repeats(name, given.reply):
            return Reply({**self.look(name).document, "not_answered_because": _REPEATED})
        note = given.note if given.note and not self._repeats(name, given.note) else None
        how = "choice"
        if kind == "words" and (key := self._left_to_us(name, given.reply)):
            kind, how, note, given = "question", HANDED_BACK, given.reply, Given(key)
        is_click = kind == "question"
        reply = self._answered(
            name, given, by=self.person, provenance=how, note=note, is_click=is_click
        )
        more = reply.form is not None and reply.form.kind != "question"
        if more or reply.document.get("result") in _TAKEN:
            return reply
        if reply.document.get("result") != "refused":  # ASK-12: no word of theirs is lost
            words = [given.reply] if kind == "words" else []
            return _with_words(reply, [*words, *([note] if note else [])])
        told = self._said_otherwise(name, given.reply)
        if kind == "typed":
            told = told._replace(document={**told.document, "message": _NO_LABEL.format(name)})
        return told

    def _left_to_us(self, name: str, words: str) -> str:
        """ASK-11: who says “whatever you think is usual” in a form has no view on it: what silence
        would take is taken at once, where it can be undone; "" for any other words."""
        if not hands_back(words):
            return ""
        with self.planner() as planner:
            row = self.question_row(planner, name)
            question = planner.session(row["session"]).question(row["id"])
        final = question.option(question.default).reversibility == "irreversible"
        return "" if final or not question.is_open or question.parks else question.default

    def heard(self, name: str, words: str = "") -> Reply:
        """ASK-12: where a question stands whose form was left, with what its person said beside
        it; `words` are new ones, and are kept with it."""
        with self.planner(Actor("form", self.person)) as planner:
            row = self.question_row(planner, name)
            if words:
                question_acts.add_note(planner, row["id"], words, by=self.person)
            session = planner.session(row["session"])
            said = session.notes.get(row["id"], ()) if session.question(row["id"]).is_open else ()
        return _with_words(self.look(name), said)

    def _repeats(self, name: str, words: str) -> bool:
        """ASK-13: a field that a client filled in with the question is no answer to it."""
        with self.planner() as planner:
            row = self.question_row(planner, name)
            prompt = planner.session(row["session"]).question(row["id"]).prompt
        return " ".join(words.casefold().split()) == " ".join(prompt.casefold().split())

    def _said_otherwise(self, name: str, words: str) -> Reply:
        """MCP-4, ASK-2, ASK-11: own words to a one-way question are kept with it and leave it open,
        whichever field they were typed into; its host gets them all and tells it again with an
        option that says them."""
        with self.planner(Actor("form", self.person)) as planner:
            row = self.question_row(planner, name)
            question = planner.session(row["session"]).question(row["id"])
            fits_none = not _means_a_label(words, question)
            if fits_none:
                question_acts.add_note(planner, row["id"], words, by=self.person, own_words=True)
            advanced = planner.advance(row["session"])
            about = about_question(advanced, advanced.session.question(row["id"]))
            said = [*advanced.session.notes.get(row["id"], ()), words]
        if not fits_none:
            return _with_words(Reply({"result": "refused", **about.document}), said)
        words_first = NONE_FITS.format(**names_in(question))
        rest = {name: value for name, value in about.document.items() if name != "question"}
        told = {"result": "none_fits", **rest, "next": words_first}
        return _with_words(Reply(told), said)

    def _answered(
        self,
        name: str,
        given: Given,
        *,
        by: str,
        provenance: str,
        note: str | None = None,
        is_click: bool = False,
    ) -> Reply:
        actor = as_tool(by) if provenance == RELAYED else Actor("form", by)
        with self.planner(actor) as planner:
            row = self.question_row(planner, name)
            question = planner.session(row["session"]).question(row["id"])
            reply = given.reply
            if provenance == RELAYED and question.is_open and is_one_way(question):
                _keep_words(planner, question, (reply, note or ""), by)
            if provenance != RELAYED and reply == OWN_WORDS and question.is_open:
                return Reply(
                    about_question(planner.advance(row["session"]), question).document,
                    words_form(question),
                )
            option = chosen_option(question, reply, is_click=is_click)
            if provenance != RELAYED and option is not None:
                if option.reversibility == "irreversible" and question.is_open:
                    if note:  # ASK-11: it settles nothing, and is kept
                        question_acts.add_note(planner, row["id"], note, by=by)
                    return self._to_be_typed(planner, question, option, note or "")
                reply = option.key
            replied = question_acts.answer(
                planner,
                row["id"],
                reply,
                note=note or None,
                by=by,
                surface=SURFACE,
                provenance=provenance,
            )
            advanced = replied.advanced or planner.advance(row["session"])
            about = about_question(advanced, replied.question)
            document = {"result": replied.result, **_message(replied), **about.document}
            more = _after(replied, is_relay=provenance == RELAYED, has_note=bool(note))
            document["next"] = _first(more, document["next"])
            # What was refused is not put again in the same call: the agent sees why, and may. Own
            # words may settle what would be asked next, so the agent tells that first (ASK-15).
            waits = replied.result == "refused" or (more and provenance != RELAYED)
            told = Reply(document, None if waits else about.form)
            if provenance == RELAYED or replied.result == "refused":
                return told
            return _unless_the_host_thinks(told, advanced.session, replied.question, more)

    def _to_be_typed(
        self, planner: Planner, question: Question, option: Option, note: str
    ) -> Reply:
        """ASK-11: what cannot be undone is not chosen by a click; its label is typed next."""
        about = about_question(planner.advance(str(question.session)), question)
        message = f"“{option.label}” cannot be undone: it is chosen by typing its label"
        document = {"result": "refused", "message": message, **about.document}
        return Reply(document, typed_form(question, option, note))


def _means_a_label(words: str, question: Question) -> bool:
    """Whether somebody only began to type what an option is called, or just said yes or no."""
    said = _KEY.sub("", " ".join(words.casefold().split())).rstrip(".!?")
    labels = (" ".join(option.label.casefold().split()) for option in question.options)
    return not content_stems(said) or any(label.startswith(said) for label in labels)


def _with_words(reply: Reply, words: Sequence[str]) -> Reply:
    """ASK-12: a reply with what a person typed, as they typed it; several where there are."""
    said = list(dict.fromkeys(filter(None, words)))
    if not said:
        return reply
    told = said[0] if len(said) == 1 else said
    return reply._replace(document={"their_words": told, **reply.document})


def _unless_the_host_thinks(
    reply: Reply, session: Session, answered: Question, first: str = ""
) -> Reply:
    """GATE-6: after an answer the host did not reckon with, nothing more is asked in that call."""
    if not host_thinks_first(session, str(answered.question_id)):
        return reply
    told = with_the_host_first(reply.document, session, first or tasks_again(session))
    return Reply(told)


def _keep_words(planner: Planner, question: Question, said: Iterable[str], by: str) -> None:
    """MCP-6, ASK-11: what is passed on settles nothing one-way; the words are kept with it."""
    for words in dict.fromkeys(words.strip() for words in said):
        if words and words not in question.notes:
            question_acts.add_note(planner, str(question.id), words, by=by)


def _first(words: str, then: str) -> str:
    """What comes first, unless what follows says it too."""
    return then if words in then else f"{words} {then}"


def _after(replied: question_acts.Replied, *, is_relay: bool, has_note: bool) -> str:
    """What an agent may do with a reply beyond what was taken of it."""
    question, said = replied.question, replied.question.answer
    names = names_in(question)
    if replied.result == "ambiguous" and is_relay:
        return NAMES_NOTHING.format(**names)
    if said is not None and said.option is None and replied.result != "refused":
        return FITS_NONE.format(**names)
    return ALSO_SAID.format(**names) if is_relay and has_note else ""


def _message(replied: question_acts.Replied) -> Document:
    """What came of an answer, where that is more than the answer itself (MCP-7)."""
    said = replied.question.answer
    same = said is not None and replied.message == f"{replied.question.id}: {said.value}"
    return {"message": by_tools(replied.message)} if replied.message and not same else {}

"""A question as an agent reads it (MCP-4): what to show, and where it is answered."""

from __future__ import annotations

from plangate.core.log.session import Session
from plangate.core.model.nouns import Option, Question
from plangate.core.model.records import Document
from plangate.core.words.irreversible import is_one_way
from plangate.interfaces.mcp.said.bounds import one_line
from plangate.interfaces.mcp.said.wanted import ASKED_NEXT, DROPPED_NEXT, SEE_NEXT
from plangate.interfaces.screens.questions import answer_words
from plangate.interfaces.text import in_quotes

#: MCP-4: so much of a label, of what it leads to and of a matter beside it is shown: who cannot
#: read something to its end cannot choose it.
MOST_READ = 300


def question_reply(question: Question) -> Document:
    """MCP-4: the id, what to show, and where it is answered."""
    options = [f"{o.key}) {option_title(o)}" for o in question.options]
    if question.kind == "open_ended":
        options.insert(0, "In the person's own words, or:")
    read = [question.read_back] if question.read_back else []
    beside = beside_lines(question)
    reply = {
        "id": question.id,
        "decision": question.question_id,
        "status": question.status,
        "text": "\n".join([question.prompt, *read, *options, silence(question), *beside]),
    }
    if is_one_way(question):
        command = f"plangate answer {question.id} {answer_words(question)}"
        return {**reply, "answer_by": f"only the person: in a form, or {command}"}
    return {**reply, "answer_by": "the tool answer, with what the person said"}


def with_the_host_first(document: Document, session: Session, first: str) -> Document:
    """GATE-6: a reply after an answer that may change what is asked next; `first` is what the host
    does about it. The next question waits for that."""
    asked = session.open_question
    assert asked is not None, "somebody is asked next"
    rows = [
        {**row, "verdict": "wait", "why": SEE_NEXT} if row["id"] == asked.question_id else row
        for row in document.get("decisions", ())
    ]
    drop = "" if is_one_way(asked) else DROPPED_NEXT
    then = f"{first} {asked.question_id} is {ASKED_NEXT}{drop}."
    kept = {name: value for name, value in document.items() if name != "question"}
    return {**kept, "state": "wanted", "decisions": rows, "next": then}


def option_title(option: Option) -> str:
    """An option with what it leads to, and whether it can be undone."""
    final = " (cannot be undone)" if option.reversibility == "irreversible" else ""
    leads = "" if says_the_same(option) else f": {one_line(option.consequence, MOST_READ)}"
    # What cannot be undone is said first: clients cut a title after some fifty letters.
    return f"{one_line(option.label, MOST_READ)}{final}{leads}"


def says_the_same(option: Option) -> bool:
    """Whether nobody said what an option leads to, so that its label stands for it."""
    return option.consequence.strip().casefold() == option.label.strip().casefold()


def beside_lines(question: Question) -> list[str]:
    """ASK-12: what is taken about other matters of whoever answers, unless their note says
    otherwise; each by its number, in a line of its own."""
    told = [
        f"{matter.number}. {one_line(matter.prompt, MOST_READ)} "
        f"{in_quotes(one_line(matter.taken, MOST_READ))}"
        for matter in question.taken_beside
    ]
    return [f"Taken unless your note says otherwise: {told[0]}", *told[1:]] if told else []


def names_in(question: Question) -> dict[str, str]:
    """A question in the words that speak of it: its id, its decision, and which decision each
    number beside it stands for, as a person's words name them."""
    told = ", ".join(f"{one.number} is {one.decision}" for one in question.taken_beside)
    return {
        "question": str(question.id),
        "decision": str(question.question_id),
        "numbered": f" ({told})" if told else "",
    }


def silence(question: Question) -> str:
    """What happens when nobody answers, in one line."""
    until = f" until {(question.deadline or '')[:16].replace('T', ' ')} UTC"
    if question.status == "held":
        return "On hold: nothing happens until the person resumes or answers it."
    if question.on_timeout == "wait" or question.parks:
        return "Without an answer nothing that hangs on it is done."
    if question.on_timeout == "abort":
        return f"Without an answer{until} the plan is given up."
    label = one_line(question.option(question.default).label, MOST_READ)
    return f"Without an answer{until}, {in_quotes(label)} is assumed; it can be changed later."

"""A question as a person reads it: what is asked, what each answer leads to, what silence does."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING

from plangate.core.gate.asking.reply_meaning import to_be_typed
from plangate.core.model.nouns import Option, Question
from plangate.interfaces.screens.screen import PIPE, Screen, project, short
from plangate.interfaces.text import in_quotes, shown

if TYPE_CHECKING:
    from plangate.core.log.session import Session  # lazy: the inbox does without

_LISTED_TASKS = 6
#: A reason made of estimates says less than this; the figures stand in the whole report.
_ESTIMATED = "Going ahead with "
_COSTLY_GUESS = "Nothing in the workspace settles it, and a wrong guess would mean redoing work."


def question_card(
    question: Question, screen: Screen = PIPE, asked_by: Session | None = None
) -> str:
    """The question first, then what each answer leads to, the command that answers it last."""
    lines = _heading(screen, question, asked_by)
    why = question.why_now
    if not screen.verbose and why.startswith(_ESTIMATED):
        why = _COSTLY_GUESS
    lines += screen.wrapped(question.read_back or why)
    if screen.verbose:
        lines += screen.wrapped(f"At stake: {question.stakes}")
    lines.append("")
    if question.kind == "open_ended" and question.options:
        lines += screen.wrapped("Say it in your own words, or take:", "  ")
    for option in question.options:
        lines += _option_lines(screen, question, option)
    lines += ["", *screen.wrapped(_settled(screen, question) or silence(screen, question))]
    lines += _waiting_lines(screen, question, asked_by)
    lines += _beside_lines(screen, question, asked_by)
    if screen.verbose and question.evidence_summary:
        lines += ["", "Looked at:"]
        for fact in question.evidence_summary[:8]:
            lines += screen.block("dim", f"- {fact}", "  ", "    ")
    for note in question.notes:
        lines += screen.wrapped(f"Note: {note}")
    if question.id and (question.is_open or question.status == "timed_out"):
        lines += ["", *answer_lines(screen, question)]
    return "\n".join(lines) + "\n"


def stays_open(screen: Screen, question: Question) -> list[str]:
    """What is said to somebody who has just read the card and left: when it ends, how to answer."""
    name = question_name(screen, question)
    lines = screen.wrapped(f"{question.number or name} stays open. {silence(screen, question)}")
    return [*lines, *answer_lines(screen, question)]


def _heading(screen: Screen, question: Question, asked_by: Session | None) -> list[str]:
    number = question.number or "Question"
    lines = screen.block("strong", question.prompt, f"{number}  ", "    ")
    count = ""
    if question.ordinal is not None:
        count = f"question {question.ordinal} of at most {question.at_most}"
    told = f"{project(asked_by.begun.workspace)} · {asked_by.topic}" if asked_by else ""
    about = " · ".join(part for part in (told, count) if part)
    if told and len(screen.wrapped(about, "    ")) > 1:
        of_it = [screen.paint("dim", line) for line in screen.some(told, "    ", "    ")]
        return [*lines, *of_it, *screen.block("dim", count, "    "), ""]
    return [*lines, *screen.block("dim", about, "    "), ""]


def _option_lines(screen: Screen, question: Question, option: Option) -> list[str]:
    marks = []
    if option.key == question.recommended:
        marks.append(screen.paint("good", "recommended"))
    if option.key == _assumed(question):
        marks.append("if nobody answers")
    if option.reversibility == "irreversible":
        marks.append(screen.paint("final", "cannot be undone"))
    head = screen.wrapped(f"{option.key}) {option.label}", "  ", "     ")
    return [*screen.marked(head, marks, "     "), *screen.wrapped(option.consequence, "     ")]


def _beside_lines(screen: Screen, question: Question, asked_by: Session | None) -> list[str]:
    """ASK-12: what is taken about other matters, and where to say otherwise."""
    if not question.is_open:
        return []
    if asked_by is not None and question.taken_beside:
        from plangate.core.gate.asking.beside import still_beside  # lazy: most have none

        question = still_beside(asked_by, question)
    lines = ["", "Taken unless you say otherwise with --note:"] if question.taken_beside else []
    for matter in question.taken_beside:
        told = f"{matter.prompt} {in_quotes(matter.taken)}"
        lines += screen.wrapped(told, "  - ", "    ")
    return lines


def _waiting_lines(screen: Screen, question: Question, asked_by: Session | None) -> list[str]:
    """ASK-17: what waits for the answer, and that the rest, if there is any, does not."""
    if not question.blocks or not question.is_open:
        return []
    plan = asked_by.plan if asked_by is not None else None
    if asked_by is None or plan is None:
        more = " …" if len(question.blocks) > _LISTED_TASKS else ""
        tasks = ", ".join(question.blocks[:_LISTED_TASKS]) + more
        return screen.wrapped(f"Waiting for it: {tasks}.")
    from plangate.core.plans.work.task_progress import standing

    now = standing(asked_by, plan)
    if not (now.ready or now.started or now.done):
        return ["Waiting for it: the whole plan."]
    held = [task.id for task in plan.tasks if task.id in question.blocks]
    waits = f"{len(held)} of {len(plan.tasks)} tasks"
    rest = "; plangate ready shows what can begin" if now.ready else ""
    return screen.wrapped(f"Waiting for it: {waits}{rest}.")


def question_name(screen: Screen, question: Question) -> str:
    """CLI-6: the name that can be typed here."""
    return str(question.number if question.id in screen.asked else question.id)


def interview_text(session: Session, questions: Iterable[Question], screen: Screen) -> str:
    """INT-11: every decision, the one that matters most first."""
    lines = screen.wrapped(f"To decide for “{short(session.topic)}”, what matters most first:")
    lines.append("")
    for place, question in enumerate(questions, 1):
        lines += screen.wrapped(f"{place}. {question.prompt}", "", "   ")
        for option in question.options:
            lines += screen.wrapped(f"{option.key}) {option.label}", "     ", "        ")
    lines += ["", f"At a terminal: plangate discuss {session.id} goes through them with you."]
    enough = f"Enough of it: plangate plan {shlex.quote(shown(session.goal))}"
    return "\n".join([*lines, *screen.wrapped(enough, "", "  ")]) + "\n"


def answer_lines(screen: Screen, question: Question, indent: str = "") -> list[str]:
    """The command that answers, last, and why a key is not enough for some of the answers."""
    final = [f"{o.key})" for o in question.options[:8] if o.reversibility == "irreversible"]
    it = "it" if len(final) == 1 else "they"
    why = f"{' and '.join(final)} must be written out, as {it} cannot be undone."
    answer = f"plangate answer {question_name(screen, question)} {answer_words(question)}"
    return [
        *(screen.wrapped(why, indent) if final else ()),
        *screen.wrapped(f"Answer with: {answer}", indent, f"{indent}  "),
    ]


def answer_words(question: Question) -> str:
    """What stands behind `plangate answer ID`: keys, and the label of what cannot be undone."""
    taken = [
        shlex.quote(shown(to_be_typed(option, question.options)))
        if option.reversibility == "irreversible"
        else option.key
        for option in question.options[:8]
    ]
    own = ["'YOUR OWN WORDS'"] if question.kind == "open_ended" else []
    return "|".join((*own, *taken)) or "TEXT"


def question_markdown(question: Question) -> str:
    """A question as Markdown, with every part a clarification request owes its reader."""
    lines = [
        f"## {question.number or 'Question'}: needs clarification",
        "",
        f"**Blocker type:** {question.blocker_type.replace('_', ' ')}",
        "",
        "**Evidence of exhaustion:**",
        *(f"- {_md(fact)}" for fact in question.evidence_summary),
    ]
    if not question.evidence_summary:
        lines.append("- vouched for by the caller")
    if question.missing:
        lines.append(f"- missing: {_md(question.missing)}")
    lines += [
        "",
        f"**Question:** {_md(question.prompt)}",
        "",
        f"**Why now:** {_md(question.why_now)}",
        "",
        f"**At stake:** {_md(question.stakes)}",
        "",
        "**Options:**",
    ]
    for option in question.options:
        mark = " *(recommended)*" if option.key == question.recommended else ""
        lines.append(f"- **{option.key})** {_md(option.label)}{mark}: {_md(option.consequence)}")
    fallback = _md(silence(Screen(verbose=True), question))
    lines += [
        "",
        f"**Safe fallback:** {fallback} Risk if wrong: {question.risk_if_wrong}.",
        "",
        f"**Status:** {question.status or 'not stored'}",
    ]
    return "\n".join(lines) + "\n"


def _settled(screen: Screen, question: Question) -> str | None:
    """How a question ended; None while it is open or was never stored."""
    when = screen.when(question.resolved_at) if question.resolved_at else ""
    match question.status:
        case "answered" if question.answer is not None:
            given = question.answer
            key = f"{given.option}) " if given.option else ""
            how = f" ({given.provenance})" if screen.verbose else ""
            from plangate.core.plans.plan_graph import RELAYED  # lazy: the inbox does without

            said = "Answered" if given.provenance != RELAYED else "Passed on as your answer"
            return f"{said} by {given.by}, {when}: {key}{given.value}{how}."
        case "timed_out":
            return f"Timed out {when}; an answer is still kept with it."
        case "withdrawn":
            return f"Withdrawn {when}."
        case _:
            return None


def silence(screen: Screen, question: Question) -> str:
    """What happens if nobody answers, and when."""
    if question.status == "held":
        return "On hold: nothing happens until it is resumed or answered."
    when = screen.when(question.deadline) if question.deadline else _within(question)
    match question.on_timeout:
        case "wait":
            return "It waits until somebody answers."
        case "abort":
            return f"Without an answer {when} the session stops."
        case _ if question.parks:
            return f"Without an answer {when} nothing is assumed: planning waits for a person."
        case _:
            label = next((o.label for o in question.options if o.key == question.default), "")
            default = f"{question.default}) {in_quotes(label)}"
            why = f" ({question.default_reason})" if screen.verbose else ""
            return (
                f"Without an answer {when}, {default} is assumed{why} "
                "and recorded; you can change it later."
            )


def _assumed(question: Question) -> str | None:
    """The key of what silence would lead to; None when nothing is taken on silence (ASK-9)."""
    return None if question.on_timeout != "assume" or question.parks else question.default


def _within(question: Question) -> str:
    return f"within {question.timeout_secs} s"


def _md(text: str) -> str:
    return shown(" ".join(text.split()))

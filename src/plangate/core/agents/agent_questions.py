"""What plangate says to a question an agent is about to put to its person (HOOK-1).

Three verdicts: pass it on, answer it from what the person said or prefers, refuse it with evidence
the agent can check or for its wording. An option is named only where a person's stored answer or
preference, or a recorded fact, names it; never because of its place in the list. Leave to act
(GATE-13), a decision that cannot be undone (PREF-2), and a part of a chain always pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from plangate.core.agents.agent_calls import (
    AgentQuestion,
    KeptAnswer,
    OpenQuestion,
    folded,
    folded_label,
    is_chain_part,
    relay_of,
)
from plangate.core.agents.agent_evidence import Recorded
from plangate.core.agents.leave import asks_leave
from plangate.core.gate.asking.lint import lint_question
from plangate.core.model.policy import DEFAULT_POLICY, Policy
from plangate.core.model.policy.agents_numbers import AGENT_QUESTIONS_TELLING
from plangate.core.model.records import Fields
from plangate.language.words.row_patterns import any_case

#: The findings for which a question is refused; what else the linter finds is the agent's business.
REFUSED_FOR = ("ASK-5/generic-wording", "ASK-5/two-questions", "SPLIT-1/dropped-options")
#: One of these lets a whole call pass: whoever must see one question of it sees them all.
FOR_THE_PERSON = ("GATE-13", "PREF-2")


class Known(NamedTuple):
    """What the record says that bears on a question."""

    answers: tuple[KeptAnswer, ...] = ()
    """The person's own choices, the latest first; who vouches for them was looked at before."""
    preferences: Mapping[str, str] = {}
    waiting: tuple[OpenQuestion, ...] = ()
    scopes: tuple[Fields, ...] = ()
    recorded: tuple[Recorded, ...] = ()
    refused_before: bool = False
    policy: Policy = DEFAULT_POLICY


class QuestionVerdict(NamedTuple):
    """What to do with the question, by which rule, and the sentence that says why."""

    action: Literal["pass", "answer", "refuse"]
    rule: str = ""
    reason: str = ""
    value: str = ""
    source: str = ""


PASS = QuestionVerdict("pass")


#: What the record says to a question; agent_weighing.py has it, which a hook loads when it must.
Weigh = Callable[[AgentQuestion, "Known"], "QuestionVerdict | None"]


#: Why a question is about what cannot be undone, if it is (PREF-2).
OneWay = Callable[[AgentQuestion], "str | None"]


def judge(question: AgentQuestion, known: Known, weigh: Weigh, one_way: OneWay) -> QuestionVerdict:
    """HOOK-1: pass unless a rule speaks; what is sent back once passes when it is asked again."""
    if asks_leave(question):
        return QuestionVerdict("pass", "GATE-13")
    if is_chain_part(question) or known.refused_before:
        return PASS
    if relayed := relay_of(question, known.waiting):
        found = _whole(question, relayed)
    else:
        found = (
            (weigh(question, known) if _is_on_record(known) else None)
            or _by_the_linter(question)
            or _by_a_scope(question, known.scopes)
            or PASS
        )
    if found.action != "pass" and (why := one_way(question)):
        return QuestionVerdict("pass", "PREF-2", f"one-way, {why}: yours to answer")
    return found


def fits(question: AgentQuestion, answer: KeptAnswer) -> bool:
    """Whether an answer was given to this very question: the same options, one or more of them."""
    now = {folded_label(option.label) for option in question.options}
    same = now == {folded_label(label) for label in answer.offered}
    return same and bool(answer.chosen) and (question.multi_select or len(answer.chosen) == 1)


def _is_on_record(known: Known) -> bool:
    return bool(known.answers or known.recorded or known.preferences)


# --- what the gate does not look at ---------------------------------------------------------------


def _by_the_linter(question: AgentQuestion) -> QuestionVerdict | None:
    options = [{"label": o.label, "consequence": o.description} for o in question.options]
    for finding in lint_question({"prompt": question.prompt, "options": options}, REFUSED_FOR):
        if finding.rule == "SPLIT-1/dropped-options" and _is_a_group(question):
            continue
        if finding.rule == "ASK-5/two-questions" and not _asks_twice(question.prompt):
            continue
        return QuestionVerdict("refuse", finding.rule, f"{finding.saw}: {finding.cure}.")
    return None


def _asks_twice(prompt: str) -> bool:
    """Two sentences that both ask; “Which store? Redis?” asks once."""
    sentences = [part for part in re.split(r"(?<=\?)\s+", prompt) if part.rstrip().endswith("?")]
    asking = list(filter(any_case("asks_for_more").search, sentences))
    return len(asking) > 1 or len(sentences) == 1


def _whole(question: AgentQuestion, relayed: OpenQuestion) -> QuestionVerdict:
    """An open question passes as it stands; one that lost options on the way is sent back."""
    offered = {folded_label(option.label) for option in question.options}
    missing = [label for label in relayed.labels if folded_label(label) not in offered]
    there = len(relayed.labels) - len(missing)
    if relayed.overdue or _is_a_group(question) or not missing or there < AGENT_QUESTIONS_TELLING:
        return PASS
    left_out = ", ".join(f"“{label}”" for label in missing[:8])
    why = f"{left_out} of question {relayed.id} is left out, and only the person may drop an option"
    return QuestionVerdict(
        "refuse", "SPLIT-1", f"{why}. `plangate show {relayed.id}` has all of them."
    )


def _by_a_scope(question: AgentQuestion, scopes: Sequence[Fields]) -> QuestionVerdict | None:
    """SPLIT-1: an option of a decision that is being taken here may not be left out."""
    if _is_a_group(question):
        return None
    offered = {folded_label(option.label) for option in question.options}
    for scope in scopes:
        open_ones = [o for o in scope["options"] if o["disposition"] in ("undecided", "held")]
        there = [option for option in open_ones if _offers(offered, option)]
        missing = [option for option in open_ones if option not in there]
        if len(there) >= AGENT_QUESTIONS_TELLING and missing:
            left_out = ", ".join(f"“{option['label']}”" for option in missing[:8])
            return QuestionVerdict(
                "refuse",
                "SPLIT-1",
                f"{left_out} of decision {scope['parent']} is left out, and only the person may "
                f"drop an option. `plangate scope show {scope['id']}` asks about each in turn.",
            )
    return None


def _offers(offered: set[str], option: Fields) -> bool:
    key, label = folded(option["key"]), folded_label(option["label"])
    return any(
        o in (key, label) or o.startswith((f"{key}:", f"{key} ", f"{key})")) for o in offered
    )


def _is_a_group(question: AgentQuestion) -> bool:
    """SPLIT-2: three of many with a way to the rest drops nothing."""
    return any(any_case("shows_the_rest").search(option.label) for option in question.options)

"""Where a session stands, as a person reads it: one screen for each outcome (CLI-5)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from plangate.app.planner import Advanced
from plangate.core.events.event import StopReport
from plangate.core.gate.session_facts import grasp_in
from plangate.core.log.session import Session
from plangate.core.model.model_use import FAULTS
from plangate.core.moves import Ask, Decide, Deliver, Entrust, Interview, Loop, Proceed, Wait
from plangate.core.scopes.scope_log import scope_document
from plangate.interfaces.outcome_documents import stop_document, trust_command, wanted_of
from plangate.interfaces.screens.ledger import decided_lines
from plangate.interfaces.screens.plans import perhaps_lines, plan_text
from plangate.interfaces.screens.questions import interview_text, question_card, question_name
from plangate.interfaces.screens.scopes import scope_text
from plangate.interfaces.screens.screen import PIPE, Screen, heading, project, short
from plangate.interfaces.screens.session_states import closed_lines, next_turn
from plangate.interfaces.text import shown

#: Bare words YAML would read as something other than text.
_YAML_WORDS = frozenset(("true", "false", "yes", "no", "on", "off", "null", "nan", "inf"))

#: How a session that delivers nothing ended, in a sentence.
_ENDED = {
    "parked": "Waits for you: what is left to decide cannot be undone, so nothing was assumed.",
    "aborted": "Stopped: nobody answered in time, and then it was to stop.",
    "blocked": "Stopped: something has to be settled before planning can go on.",
    "exhausted": "Stopped: the budget for looking is spent, and nothing decides it yet.",
    "stagnation": "Stopped: looking further found nothing new.",
    "thin": "Refused: the plan is too thin to work from.",
    "quality": "Refused: the plan has tasks nobody should start like this.",
    "listed": "Listed, not recommended: too little is known to stand behind it.",
}

_WHAT_HELPS = [
    "say it in other words, or name a file, a function or a page it is about",
    "let a coding agent propose: it may know what is meant (plangate setup --help)",
]


def outcome_text(advanced: Advanced, screen: Screen = PIPE) -> str:
    """Where a session stands; with the whole report when the screen is verbose."""
    text = f"{_body(advanced, screen)}{_mind_text(advanced.session, screen)}"
    text += _rules_text(advanced, screen)
    return f"{text}\n{stop_yaml(advanced.outcome.stop)}" if screen.verbose else text


def _body(advanced: Advanced, screen: Screen) -> str:
    session, outcome, _rules = advanced
    match outcome:
        case Ask(question=question):
            return question_card(question, screen, session)
        case Wait(question=question):
            name = question_name(screen, question)
            same = f"The same is already being asked, as {name}; one answer serves both."
            return f"{_lines(screen.wrapped(same))}\n{question_card(question, screen)}"
        case Decide(scope=name, chain=chain):
            return scope_text(scope_document(name, chain), screen)
        case Interview(questions=questions):
            return interview_text(session, questions, screen)
        case Deliver(plan=plan):
            return plan_text(session, plan, screen)
        case Proceed():
            return _proceed_text(session, outcome.stop, screen)
        case Loop():
            return _loop_text(session, screen)
        case Entrust():
            wanted = " and ".join(wanted_of(outcome))
            told = f"Your agent is next: “{short(session.topic)}” waits for its {wanted}."
            return _lines(screen.wrapped(told))
        case _ if session.closed is not None:
            return _lines([*closed_lines(screen, session)])
        case _:
            return _stop_text(session, outcome.stop, screen)


def _proceed_text(session: Session, stop: StopReport, screen: Screen) -> str:
    """What may be done, where it is if that was seen, and what that means."""
    where = f"({project(session.begun.workspace)})"
    lines = heading(screen, f"Go ahead: “{session.topic}”", where, "good")
    small = "No plan is needed: it is small, nothing about it is open, and it can be undone."
    lines += screen.wrapped(small)
    for place in stop.next_actions[1:]:
        lines += screen.wrapped(place)
    lines += screen.wrapped("You or your agent can do it now; nothing more happens here.")
    if session.assumptions:
        lines += ["", *decided_lines(screen, session)[:-1]]
    return _lines(lines)


_LOOK = "No plan yet: look, note what you see, and it becomes a plan when you know enough."


def _loop_text(session: Session, screen: Screen) -> str:
    where = f"({project(session.begun.workspace)}, session {session.id})"
    lines = [
        *heading(screen, f"To find out: “{session.topic}”", where),
        *screen.wrapped(_LOOK),
    ]
    for turn in session.turns[-8:]:
        lines += screen.wrapped(turn.text, f"  {turn.turn:8} ", "           ")
    lines.append("")
    *more, following = _turns_left(session, screen.of(session.id))
    for line in (*more, f"Next: {following}"):
        lines += screen.wrapped(line)
    return _lines(lines)


def _turns_left(session: Session, name: str) -> list[str]:
    """What a loop takes next: the way out once something was seen, then its next turn."""
    clear = f"Clear enough? plangate ooda {name}promote 'what became clear'"
    return [*([clear] if session.turns else []), next_turn(session, name)]


def why_no_plan(session: Session, stop: StopReport) -> tuple[str, list[str]]:
    """Why a session ended without a plan, as a sentence, and what helps."""
    if stop.ending == "loop":
        return _LOOK, _turns_left(session, f"{session.id} ")
    if stop.ending == "not_understood":
        if _is_foreign(session):
            return _FOREIGN, ["say it in English", *_WHAT_HELPS[1:]]
        return _not_understood(session), _WHAT_HELPS
    plain = f"Stopped: {stop.stop_reason.replace('_', ' ')}."
    helps = [re.sub(r"^or ", "", action) for action in stop.next_actions]
    return _ENDED.get(stop.ending, plain), helps


def _stop_text(session: Session, stop: StopReport, screen: Screen) -> str:
    """A plain sentence, then what helps."""
    where = f"({project(session.begun.workspace)}, session {session.id})"
    told, helps = why_no_plan(session, stop)
    lines = [*heading(screen, f"“{session.topic}”", where), *screen.wrapped(told)]
    following = []
    if stop.ending == "not_understood":
        lines += [*_closest(session, screen), *perhaps_lines(screen, session)[:-1]]
        words = "English" if told == _FOREIGN else "other words"
        following = [f"Next: plangate plan 'the goal in {words}'"]
    lines += ["", "What helps:"] if helps else []
    for line in helps:
        lines += screen.wrapped(f"- {line}", "  ", "    ")
    return _lines([*lines, *following])


_FOREIGN = "It is not in English, which is all that plangate reads by itself: nothing was planned."


def _is_foreign(session: Session) -> bool:
    """Whether it is the language that was not understood, and not what was said in it."""
    from plangate.language.hearing import hear
    from plangate.language.issues.issue_text import read_issue

    return hear(read_issue(session.goal).said or session.goal).language == "other"


def _not_understood(session: Session) -> str:
    grasp = grasp_in(session)
    words = [f"“{word}”" for word in (grasp.not_understood[:6] if grasp else ())]
    *most, last = words or ["the goal"]
    named = f"{', '.join(most)} and {last} mean" if most else f"{last} means"
    return f"It is not clear what {named} here, so nothing was planned."


def _closest(session: Session, screen: Screen) -> list[str]:
    """What was found all the same."""
    places = [place.path for place in session.seen.places[:3]] if session.seen else []
    return screen.wrapped(f"Closest by name: {', '.join(places)}") if places else []


def _mind_text(session: Session, screen: Screen) -> str:
    """LLM-3: one line where a model was to think and the rules did, with what happened."""
    back = session.thinking.fell_back
    if back is None:
        return ""
    why = f" ({back.why})" if back.why and back.outcome != "invalid" else ""
    told = f"Planned by the rules, not by {back.model}: {FAULTS[back.outcome]}{why}."
    again = "The same goal with --model goes on with this session."
    return f"\n{_lines(screen.wrapped(f'{told} {again}', '', '  '))}"


def _rules_text(advanced: Advanced, screen: Screen) -> str:
    """ACT-2: one line about the workspace's own rules, when it has any that matter here."""
    used, passed_over = (_by_file(part) for part in advanced.workspace_rules)
    said = [f"used {used}"] if used else []
    if passed_over:
        command = trust_command(advanced.session.begun.workspace)
        said.append(f"passed over {passed_over} (to let them count: {command})")
    if not said:
        return ""
    told = f"This workspace's own rules: {'; '.join(said)}"
    return f"\n{_lines(screen.wrapped(told, '', '  '))}"


def _by_file(names: Iterable[str]) -> str:
    """Names of settings behind the name of their file, said once."""
    files: dict[str, list[str]] = {}
    for name in names:
        file, colon, key = name.partition(": ")
        files.setdefault(file, []).extend([key] if colon else [])
    return "; ".join(f"{file}: {', '.join(keys)}" if keys else file for file, keys in files.items())


def stop_yaml(report: StopReport) -> str:
    """STOP-1 as YAML; every string is quoted as JSON quotes it, which YAML reads the same way."""
    lines: list[str] = []
    for name, value in stop_document(report).items():
        if isinstance(value, list):
            lines.append(f"{name}:" if value else f"{name}: []")
            lines += [f"  - {_quoted(entry)}" for entry in value]
        elif isinstance(value, dict):
            lines.append(f"{name}:")
            lines += [f"  {key}: {_quoted(entry)}" for key, entry in value.items()]
        else:
            lines.append(f"{name}: {value}")
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    """A string YAML reads back as it is: plain when nothing in it is special, else quoted."""
    plain_words = re.fullmatch(r"[A-Za-z][A-Za-z0-9 ./_(),;-]*[A-Za-z0-9.)]", value)
    if plain_words and value.lower() not in _YAML_WORDS:
        return value
    return shown(json.dumps(value, ensure_ascii=False))


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"

"""The library's functions, as `from plangate import …` offers them.

A program that uses them is a script, wherever it runs: what only a person may do it is refused by
the same table as everybody else (ACT-1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from plangate.app.planner import Planner
from plangate.core.gate.document import read_gate_document
from plangate.core.gate.report import gate_report
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import ON_TIMEOUT, OnTimeout, Question
from plangate.core.model.policy import TIMEOUT_SECS
from plangate.core.model.records import Document, Fields
from plangate.core.model.shapes import Choice, Number
from plangate.settings import database, read_settings
from plangate.user_folders import environment

if TYPE_CHECKING:
    from plangate.app.acts.human import Outcome

P = ParamSpec("P")
Result = TypeVar("Result")

_ON_TIMEOUT = Choice(ON_TIMEOUT)

#: As long as the longest deadline.
_WAIT_SECS = Number(0, 2_592_000)

#: How often a waiting program looks, in seconds.
LOOK_EVERY = 0.2


def _on_stderr(question: Question) -> None:
    """A question in a few lines for whoever looks at the program; `plangate show` has the rest."""
    import shlex
    import sys

    final = {o.key: o.reversibility == "irreversible" for o in question.options}
    marks = {
        key: "  [cannot be undone: write it out]" if sure else "" for key, sure in final.items()
    }
    options = "".join(f"  {o.key}) {o.label}{marks[o.key]}\n" for o in question.options)
    said = "|".join(shlex.quote(o.label) if final[o.key] else o.key for o in question.options)
    answer = f"Answer with: plangate answer {question.id} {said}\n"
    sys.stderr.write(f"{question.prompt}\n{options}{answer}")
    sys.stderr.flush()


def _complain(line: str) -> None:
    import sys

    sys.stderr.write(f"plangate: {' '.join(line.split())}\n")


def gate(document: Fields) -> Document:
    """Decide one gate document; the same document and the same answer as `plangate gate --json`.

    Raises BadInput with one line that names the field when the document cannot be used.
    """
    return gate_report(read_gate_document(document))


def value_of(
    interpretations: Sequence[Fields],
    *,
    groups: Sequence[Sequence[str]] | None = None,
    none_fits: float = 0.0,
    policy: Fields | None = None,
) -> Document:
    """What a question between interpretations is worth (VOI-2, VOI-7): the `evpi` of a gate report.

    `groups` is a partition of their ids, for a question whose answers stand for several of them;
    `question` in the result is the value of the question so asked.
    """
    ambiguity: Document = {"id": "value", "interpretations": list(interpretations)}
    ambiguity |= {"none_fits": none_fits} if none_fits else {}
    ambiguity |= {"groups": [list(group) for group in groups]} if groups is not None else {}
    document = {"goal": "value of a question", "ambiguities": [ambiguity], "policy": policy or {}}
    evpi: Document = gate(document)["decisions"][0]["evpi"]
    return evpi


def _folder(workspace: str | Path) -> Path:
    """The directory a caller names."""
    if not isinstance(workspace, str | Path):
        raise BadInput("workspace", f"is a {type(workspace).__name__}", "a directory")
    here = Path(workspace).resolve()
    if not here.is_dir():
        raise BadInput("workspace", f"{str(workspace)!r} is not a directory", "a directory")
    return here


def brief(goal: str, *, workspace: str | Path = ".", db: str | Path | None = None) -> Document:
    """What a workspace says about a goal before anybody plans (UND-3): `plangate.brief/1`."""
    from plangate.core.investigation.brief_values import brief_document
    from plangate.wiring.workspaces import brief_of

    here = _folder(workspace)
    settings = read_settings(environment(), here, database(db) if db else None)
    return brief_document(brief_of(settings, goal, str(here)))


def explore(question: str, *, workspace: str | Path = ".") -> Document:
    """What a workspace says to a question (INV-13): `plangate.explore/1`."""
    from plangate.app.briefs import explored
    from plangate.core.investigation.brief_values import explore_document
    from plangate.wiring.workspaces import open_scout

    here = _folder(workspace)
    return explore_document(explored(question, str(here), open_scout()))


def check(
    plan: str | bytes | Fields,
    *,
    goal: str | None = None,
    goal_complexity: int | None = None,
    depth: str | None = None,
    previous: str | bytes | Fields | None = None,
    workspace: str | Path | None = None,
) -> Document:
    """Judge a plan: plangate's own document, or the text of another tool's plan file.

    The report of `plangate check --json`. With a `workspace` its files, commands and words are
    held against what is there (ADQ-20…26). Raises BadInput when the plan cannot be read.
    """
    from plangate.core.plans.adequacy.adequacy import check_plan
    from plangate.core.plans.plan_document import read_foreign_plan, read_plan_document

    read, name = _plan(plan, "plan", workspace)
    given = {"goal": goal, "goal_complexity": goal_complexity, "depth": depth}
    if previous is not None:
        given["previous_tasks"] = _plan(previous, "previous", workspace)[0].get("tasks")
    document = {**read, **{key: value for key, value in given.items() if value is not None}}
    if name == "plangate" and "goal" not in document:
        raise BadInput("goal", "is missing", "a goal in the plan, or one given with it")
    reader = read_plan_document if name == "plangate" else read_foreign_plan
    terrain = None
    if workspace is not None:
        from plangate.wiring.workspaces import terrain_of

        terrain = terrain_of(workspace)
    return {**check_plan(reader(document), terrain), "format": name}


def _plan(
    plan: str | bytes | Fields, field: str, workspace: str | Path | None
) -> tuple[Document, str]:
    """A plan's document and the name of the format it was read from."""
    import json

    from plangate.wiring.plan_files import read_plan_file

    if isinstance(plan, Mapping):
        try:
            plan = json.dumps(plan)
        except (TypeError, ValueError) as error:
            raise BadInput(field, f"is not JSON ({error})", "a JSON document") from None
    if not isinstance(plan, str | bytes):
        raise BadInput(
            field, f"is a {type(plan).__name__}", "a document or the text of a plan file"
        )
    if isinstance(plan, str):
        plan = plan.encode("utf-8", "surrogatepass")  # half a character is no UTF-8, and told so
    read, name = read_plan_file(plan, "", field, workspace=workspace)
    if not isinstance(read, Mapping):
        raise BadInput(field, "is not an object", "a plan with tasks")
    return dict(read), name


@contextmanager
def open_planner(
    *, workspace: str | Path = ".", db: str | Path | None = None, model: str | None = None
) -> Iterator[Planner]:
    """A planner over the user's database, or over the one named by `db`: a file, or an address.

    With a `model` (PROVIDER:NAME), or one in the settings, that model thinks (LLM-1); its provider
    has to be confirmed by a person first: `plangate models --confirm`.
    """
    # lazy: adapters are loaded by whoever plans
    from plangate.wiring.language_models import model_choice, require_provider
    from plangate.wiring.planners import open_planner
    from plangate.wiring.this_machine import acting_program

    settings = read_settings(environment(), _folder(workspace), database(db) if db else None)
    actor = acting_program()
    choice = model_choice(settings, model)
    if choice is not None:
        require_provider(choice, actor, workspace)
    with open_planner(settings, actor=actor, complain=_complain, model=choice) as planner:
        yield planner


def ask_human(  # noqa: PLR0913 - each of them is one of its own
    prompt: str,
    options: Sequence[str] | Mapping[str, str],
    *,
    key: str,
    default: str | None = None,
    one_way: Collection[str] = (),
    timeout_secs: int | None = None,
    on_timeout: OnTimeout | None = None,
    wait_secs: float | None = None,
    workspace: str | Path = ".",
    db: str | Path | None = None,
    tell: Callable[[Question], object] | None = _on_stderr,
) -> Outcome:
    """Ask a person one question, and wait until it is settled or for `wait_secs`.

    The question is recorded before it is shown, under `key`: run again after a crash, the program
    finds the same question or its answer and never asks twice. `options` may map each option to
    what it leads to; `one_way` names those that cannot be undone; `default` is what holds when
    nobody answers. The gate decides whether a person is interrupted at all.

    Raises BadInput with one line that names the argument when the question cannot be asked.
    """
    from plangate.app.acts.human import ask, asking
    from plangate.wiring.planners import open_asker, session_options
    from plangate.wiring.this_machine import acting_program

    here = str(_folder(workspace))
    settings = read_settings(environment(), Path(here), database(db) if db else None)
    wanted = asking(prompt, options, key=key, workspace=here, default=default, one_way=one_way)
    seconds = settings.timeout_secs if timeout_secs is None else timeout_secs
    wish = session_options(
        settings,
        timeout_secs=TIMEOUT_SECS.read(seconds, "timeout_secs"),
        on_timeout=_ON_TIMEOUT.read(on_timeout or settings.on_timeout, "on_timeout"),
        by="a program",
        learning=False,
    )
    patience = None if wait_secs is None else _WAIT_SECS.read(wait_secs, "wait_secs")
    actor = acting_program()

    def once() -> Outcome:
        with open_asker(
            settings, wanted.session, wanted.ambiguity, actor=actor, complain=_complain
        ) as planner:
            return ask(planner, wanted, here, wish)

    return _settled(once, patience, tell)


def _settled(
    ask_once: Callable[[], Outcome],
    patience: float | None,
    tell: Callable[[Question], object] | None,
) -> Outcome:
    """What a question comes to; it is told of once, and waited for so long or for ever."""
    import time

    from plangate.app.acts.human import Waiting

    until = None if patience is None else time.monotonic() + patience
    while True:
        outcome = ask_once()
        if not isinstance(outcome, Waiting):
            return outcome
        if tell is not None:
            tell(outcome.question)
            tell = None
        if until is not None and time.monotonic() >= until:
            return outcome
        time.sleep(LOOK_EVERY)


def _check_template(field: str, template: str, accepted: Collection[str]) -> None:
    """ERR-1: a text that names what the function does not take is refused before any call."""
    from string import Formatter

    try:
        names = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
    except ValueError as error:
        raise BadInput(field, f"cannot be filled in: {error}", "text with {NAME}") from None
    for name in names:
        if re.split(r"[.\[]", name)[0] not in accepted:
            listed = ", ".join(f"{{{one}}}" for one in accepted) or "no name: it takes no argument"
            raise BadInput(field, f"{{{name}}} is no argument of the function", listed)


def ask_first(
    prompt: str, *, do: str, instead: str, key: str, **more: Any
) -> Callable[[Callable[P, Result]], Callable[P, Result | Outcome]]:
    """A decorator: the function runs when a person chose `do`, and never on silence.

    `prompt` and `key` are filled in with the function's arguments. Any other outcome is returned
    in place of the function's result: what the gate assumed, what an agent passed on and what a
    deadline brought run nothing. `more` goes to `ask_human`.
    """
    from functools import wraps
    from inspect import iscoroutinefunction, signature

    from plangate.app.acts.human import Answered
    from plangate.core.plans.plan_graph import RELAYED

    def guarded(function: Callable[P, Result]) -> Callable[P, Result | Outcome]:
        if iscoroutinefunction(function):
            raise BadInput(function.__name__, "is a coroutine", "an ordinary function")
        takes = signature(function)
        for field, template in (("prompt", prompt), ("key", key)):
            _check_template(field, template, tuple(takes.parameters))

        @wraps(function)
        def asked(*args: P.args, **kwargs: P.kwargs) -> Result | Outcome:
            given = takes.bind(*args, **kwargs)
            given.apply_defaults()
            named = key.format(**given.arguments)
            about = prompt.format(**given.arguments)
            outcome = ask_human(
                about, [instead, do], key=named, default=instead, one_way=[do], **more
            )
            if not isinstance(outcome, Answered) or outcome.provenance == RELAYED:
                return outcome
            return function(*args, **kwargs) if outcome.value == do else outcome

        return asked

    return guarded

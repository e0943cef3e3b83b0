"""Who is sent for what: the exploration plan, the next dispatches, and what the budget refuses.

Strategies are tried in batches, the likeliest first; the members of a batch are independent and run
side by side. A strategy looks for an ambiguity once: sent again it would find the same (INV-12).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from plangate.core.events import event as e
from plangate.core.log.investigation_state import subagent_of
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import EXHAUSTION_PARTS, STRATEGIES, Ambiguity, Dispatch, Strategy
from plangate.core.model.policy import Budget
from plangate.core.model.policy.investigation_numbers import DIRECT_READS
from plangate.language.words.row_patterns import any_case

#: What is looked at together, and in which order; a switch brings a later one forward.
BATCHES: tuple[tuple[Strategy, ...], ...] = (
    ("code search", "documentation"),
    ("manifests", "tests"),
    ("history",),
    ("external research",),
)

#: INV-8: what a strategy that is switched to sets out to prove.
HYPOTHESES: dict[Strategy, str] = {
    "code search": "the code that is there already shows which reading holds",
    "documentation": "the choice is written down, though the code does not show it",
    "tests": "the tests expect one of the readings, though nothing else names it",
    "history": "the choice shows in how the code came to be, not in what it says now",
    "manifests": "what is installed or configured shows which reading is meant",
    "external research": "how the outside world does this leaves one reading",
}

#: INV-8: what a switch may cost.
FRESH = Budget(iterations=2, calls=3, seconds=120)


def exploration_plan(session: Session) -> e.ExplorationPlanned:
    """INV-2, turn 2: every step the workspace offers, with what it is expected to tell."""
    names = looked_for(session.open_ambiguities)
    steps = [
        e.Step(subagent_of(strategy), strategy, names)
        for batch in BATCHES
        for strategy in batch
        if strategy in offered(session)
    ]
    return e.ExplorationPlanned(checked_steps(steps), session.inquiry.allowed)


def checked_steps(steps: Sequence[e.Step]) -> tuple[e.Step, ...]:
    """INV-2: a step that does not say what it expects to learn is refused."""
    for place, step in enumerate(steps):
        if any_case("looks_for_anything").match(step.learns.strip()):
            raise BadInput(
                f"exploration_plan[{place}]",
                f"{step.learns!r} does not say what is to be learned",
                "a step that names what it expects to learn",
            )
    return tuple(steps)


def offered(session: Session) -> Sequence[Strategy]:
    """The strategies that make sense in this workspace, as the survey found them."""
    found = session.triad.strategies if session.triad else ()
    return [strategy for strategy in STRATEGIES if strategy in found]


def unused(session: Session) -> Sequence[Strategy]:
    """INV-8: the kinds of looking nobody was sent with yet."""
    used = session.inquiry.used
    return [strategy for strategy in offered(session) if strategy not in used]


def wanted(session: Session, names: Collection[str], parts: Sequence[str]) -> list[Dispatch]:
    """The next dispatches for these ambiguities; none when every way was tried."""
    by_strategy: dict[Strategy, list[Ambiguity]] = {}
    found: list[Dispatch] = []
    iteration = session.inquiry.count + 1
    for ambiguity in session.open_ambiguities:
        if ambiguity.id not in names:
            continue
        if _reads_directly(session, ambiguity):
            found.append(_dispatch(session, "code search", [ambiguity], (), ambiguity.reads))
            continue
        for strategy in _next_strategies(session, ambiguity.id):
            by_strategy.setdefault(strategy, []).append(ambiguity)
    for strategy, about in by_strategy.items():
        own = tuple(parts) if strategy == "code search" else ("investigation",)
        found.append(_dispatch(session, strategy, about, own))
    return [
        dispatch._replace(id=f"{session.id}-i{iteration}{chr(ord('a') + place % 26)}{place // 26}")
        for place, dispatch in enumerate(found)
    ]


def reserve(session: Session, dispatches: Sequence[Dispatch]) -> e.Dispatched:
    """INV-4: calls, time and an iteration are reserved first; what does not fit is refused."""
    allowed = session.inquiry.allowed
    seconds = max(0.0, round(allowed.seconds - session.seconds, 3))
    left = allowed.calls - session.calls
    fits: list[Dispatch] = []
    refused: list[e.Refusal] = []
    for dispatch in dispatches:
        why = None
        if session.iterations >= allowed.iterations:
            why = f"all {allowed.iterations} iterations are spent"
        elif seconds <= 0:
            why = f"all {allowed.seconds} s are spent"
        elif dispatch.calls > left:
            why = f"all {allowed.calls} calls are spent or reserved"
        if why is None:
            left -= dispatch.calls
            fits.append(dispatch._replace(seconds=seconds))
        else:
            about = dispatch.ambiguities
            refused.append(e.Refusal(dispatch.subagent, dispatch.strategy, about, why))
    return e.Dispatched(session.inquiry.count + 1, tuple(fits), tuple(refused))


def looked_for(ambiguities: Iterable[Ambiguity]) -> str:
    """What somebody is sent to find out, in one line."""
    found = [
        f"{a.id}: {' or '.join(reading.label for reading in a.interpretations[:4])}"
        for a in ambiguities
    ]
    more = f"; and {len(found) - 4} more" if len(found) > 4 else ""
    return f"which reading holds for {'; '.join(found[:4])}{more}"


def _next_strategies(session: Session, name: str) -> Sequence[Strategy]:
    """The next batch with something untried in it; after a switch, what was switched to first."""
    inquiry = session.inquiry
    batches = [(inquiry.switched.strategy,)] if inquiry.switched else []
    for batch in (*batches, *BATCHES):
        untried = [s for s in batch if s in offered(session) and (name, s) not in inquiry.tried]
        if untried:
            return untried
    return ()


def _reads_directly(session: Session, ambiguity: Ambiguity) -> bool:
    """INV-3: what one or two known files answer takes the fast path, once."""
    few = 0 < len(ambiguity.reads) <= DIRECT_READS
    return few and (ambiguity.id, "direct") not in session.inquiry.tried


def _dispatch(
    session: Session,
    strategy: Strategy,
    about: Sequence[Ambiguity],
    parts: tuple[str, ...],
    reads: tuple[str, ...] = (),
) -> Dispatch:
    missing = parts or (EXHAUSTION_PARTS if not reads and strategy == "code search" else ())
    return Dispatch(
        id=session.id,
        subagent=subagent_of(strategy),
        strategy=strategy,
        looks_for=looked_for(about),
        ambiguities=tuple(a.id for a in about),
        parts=tuple(missing),
        seconds=0.0,
        reads=reads,
    )

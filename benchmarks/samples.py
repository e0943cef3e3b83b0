"""The sessions the benchmarks are made of: real ones, planned once and copied as often as needed.

A copy is a session of its own: its name, its workspace, the number of its question and its digests
are new, its chain holds and its decisions replay, as if it had been planned.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.app.acts.plans.loops import take_turn
from plangate.app.acts.question_acts import add_note, answer
from plangate.app.planner import Planner
from plangate.app.ports import Clock, Store
from plangate.app.session_options import SessionOptions
from plangate.core.events import event as e
from plangate.core.guard.acts import Actor
from plangate.core.log.chain import BEGINNING, Entry, entry_digest, event_of, seal_all
from plangate.core.model.nouns import EXHAUSTION_PARTS, Ambiguity, Evidence, Interpretation
from plangate.core.moves import Ask

Stream = Sequence[Entry]

_NAME, _WORKSPACE = "sample-session", "/sample-workspace"
_NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
_NO_WISH = SessionOptions()
_TURNS: tuple[e.Turn, ...] = ("observe", "orient", "decide", "act")
_STORE, _SCOPE = "counter-store", "limit-scope"
_FOUND = Evidence(
    "found", _STORE, "repo_facts", "way-1", 0.9, "deploy/compose.yaml:12", fact="redis is there"
)


def typical_sessions() -> list[Stream]:
    """One of each kind: answered, answered with notes, inferred, timed out, deferred and so on."""
    limits = "Add rate limiting to the public API"
    both = (ambiguity(_STORE, 0.6), ambiguity(_SCOPE, 0.1))
    return [
        _planned(limits, both, reply="a"),
        _planned(limits, both, reply="b", notes=2),
        _planned(limits, both, found=[_FOUND]),
        _planned(limits, both, silent=True),
        _planned(limits, both, SessionOptions(budget_signal="critical")),
        _planned("Write a parser for the settings file, with tests and documentation"),
        _planned("Fix a typo in the README"),
        _planned("Find out why the tests are slow", turns=8),
    ]


def sessions_of(
    kinds: Sequence[Stream], count: int, workspace: str | None = None, first: int = 0
) -> Iterator[Stream]:
    """So many sessions, each kind in turn, in one workspace or each in its own."""
    for number in range(first, first + count):
        yield copied(kinds[number % len(kinds)], number, workspace)


def streams_of(kinds: Sequence[Stream], events: int) -> list[Stream]:
    """As many sessions as it takes to have so many events; the last is cut where they are."""
    streams: list[Stream] = []
    left = events
    while left > 0:
        stream = copied(kinds[len(streams) % len(kinds)], len(streams))
        streams.append(stream[:left])
        left -= len(stream)
    return streams


def long_loop(events: int) -> Stream:
    """One session whose loop never seems to end."""
    loop = _planned("Find out why the tests are slow")
    turns = [
        e.LoopTurned(_TURNS[n % 4], f"round {n}: the fixtures are made anew for every test", "ada")
        for n in range(events - len(loop))
    ]
    return _prolonged(loop, turns)


def much_talk(events: int) -> Stream:
    """One session that keeps finding evidence and taking notes about an open question."""
    asked = _planned("Add rate limiting to the public API", [ambiguity(_STORE, 0.6)])
    question = f"{_NAME}-q1"
    said: list[e.Event] = []
    for n in range(events - len(asked)):
        if n % 2:
            said.append(e.NoteAdded(question, f"note {n}: ask the people of the gateway", "ada"))
        else:
            said.append(_gathered(n))
    return _prolonged(asked, said)


def wide_session(ambiguities: int) -> Stream:
    """One session about a goal that can be read in very many ways at once."""
    every = [ambiguity(f"part-{n}", 0.1) for n in range(ambiguities)]
    return _planned("Write an export of the accounts", every)


def copied(stream: Stream, number: int, workspace: str | None = None) -> Stream:
    """A session like this one, with another name and another workspace."""
    name = f"session-{number:06d}"
    news = {
        _NAME: name,
        _WORKSPACE: workspace or f"/workspace-{number:06d}",
        '"number":"D1"': f'"number":"D{number + 1}"',
    }
    previous, copy = BEGINNING, []
    for entry in stream:
        payload = entry.payload
        for old, new in news.items():
            payload = payload.replace(old, new)
        bare = (name, entry.seq, entry.type, entry.version, entry.at, payload, previous)
        previous = entry_digest(*bare)
        copy.append(Entry(*bare, previous))
    return copy


def ambiguity(name: str, complexity: float) -> Ambiguity:
    """Four readings: at a complexity of 0.6 worth a question, at 0.1 not."""
    readings = [
        Interpretation(
            id=f"way-{way}",
            label=f"Way {way} of {name.replace('-', ' ')}",
            consequence=f"adds a file for the {name} and its tests, and a setting to choose it",
            prior=0.25,
            complexity=complexity,
            reversibility="reversible",
            touches=(f"api/{name}_{way}.py", "api/limits.py"),
        )
        for way in range(4)
    ]
    prompt = f"Which {name.replace('-', ' ')} should the plan follow?"
    return Ambiguity(name, tuple(readings), safe_default="way-0", prompt=prompt)


def planner_over(
    store: Store,
    clock: Clock,
    new_id: Callable[[], str],
    ambiguities: Sequence[Ambiguity] = (),
    found: Sequence[Evidence] = (),
) -> Planner:
    """A planner that proposes and finds what it is told to."""
    return Planner(
        actor=Actor("terminal", "ada"),
        store=store,
        clock=clock,
        proposer=ScriptedProposer(ambiguities),
        investigator=ScriptedInvestigator(found),
        new_id=new_id,
    )


def _planned(
    goal: str,
    ambiguities: Sequence[Ambiguity] = (),
    wish: SessionOptions = _NO_WISH,
    *,
    found: Sequence[Evidence] = (),
    reply: str | None = None,
    notes: int = 0,
    silent: bool = False,
    turns: int = 0,
) -> Stream:
    store, clock = MemoryStore(), FrozenClock(_NOON)
    planner = planner_over(store, clock, lambda: _NAME, ambiguities, found)
    outcome = planner.start(goal, _WORKSPACE, wish).outcome
    assert isinstance(outcome, Ask) or not (reply or notes or silent), f"{goal} asks nothing"
    question = f"{_NAME}-q1"
    for n in range(notes):
        add_note(planner, question, f"note {n}: the admins use it once a week", by="ada")
    if reply:
        answer(planner, question, reply, by="ada", surface="cli")
    if silent:
        clock.pass_time(hours=1)
        planner.advance(_NAME)
    for n in range(turns):
        take_turn(planner, _NAME, _TURNS[n % 4], f"turn {n}: the fixtures are slow", by="ada")
    return store.read(_NAME)


def _gathered(n: int) -> e.EvidenceGathered:
    found = tuple(
        Evidence(
            id=f"e{n}-{part}",
            ambiguity=_STORE,
            source="repo_facts",
            supports=None,
            confidence=0.3,
            locator=f"api/limits.py:{n}",
            kind="search",
            fact=f"looked for a counter in part {n}",
        )
        for part in range(4)
    )
    parts = {name: [x.id] for name, x in zip(EXHAUSTION_PARTS, found, strict=True)}
    return e.EvidenceGathered("search", found, parts, calls=1, seconds=0.02)


def _prolonged(stream: Stream, more: Sequence[e.Event]) -> Stream:
    events = [*(event_of(entry) for entry in stream), *more]
    return seal_all(stream[0].stream, None, events, _NOON)

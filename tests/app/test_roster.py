"""A team that is asked for with every call is read no further than it has grown (TEAM-4)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.app.planner import Planner
from plangate.app.team.people import add, digest_of, remove, revoke
from plangate.app.team.roster import team_in
from plangate.core.guard.acts import Actor
from plangate.core.log.chain import Entry

pytestmark = pytest.mark.rule("TEAM-3", "TEAM-4")

NOW = datetime(2026, 7, 1, tzinfo=UTC)


class Watched(MemoryStore):
    """A store that says how many entries were read out of it."""

    handed = 0

    def read(self, stream: str, since: int = 1) -> Sequence[Entry]:
        found = super().read(stream, since)
        self.handed += len(found)
        return found


def led_by(store: MemoryStore, name: str) -> Planner:
    planner = Planner(
        store=store,
        clock=FrozenClock(NOW),
        proposer=ScriptedProposer([]),
        investigator=ScriptedInvestigator(),
        new_id=lambda: "unused",
        actor=Actor("terminal", name),
    )
    add(planner, name, "person", ["people"], by=name)
    planner.actor = Actor("terminal", name, member=name, roles=frozenset(["people"]))
    return planner


def test_a_token_is_looked_up_in_a_large_team_by_reading_one_entry() -> None:
    store = Watched()
    planner = led_by(store, "ada")
    tokens = [add(planner, f"a{n}", "agent", [], by="ada")[1] for n in range(50)]

    assert team_in(store).holder(digest_of(tokens[0])) is not None

    store.handed = 0
    holder = team_in(store).holder(digest_of(tokens[30]))

    assert holder is not None
    assert holder.name == "a30"
    assert store.handed == 1


def test_what_was_taken_back_counts_for_nothing_with_the_next_look() -> None:
    store = MemoryStore()
    planner = led_by(store, "ada")
    identity, token = add(planner, "claude", "agent", [], by="ada")
    other = add(planner, "codex", "agent", [], by="ada")[1]
    assert team_in(store).holder(digest_of(token)) is not None

    revoke(planner, identity, by="ada")
    assert team_in(store).holder(digest_of(token)) is None
    assert team_in(store).holder(digest_of(other)) is not None
    remove(planner, "codex", by="ada")
    assert team_in(store).holder(digest_of(other)) is None


def test_two_records_never_lend_each_other_a_token() -> None:
    ours, theirs = MemoryStore(), MemoryStore()
    our_token = add(led_by(ours, "ada"), "claude", "agent", [], by="ada")[1]
    their_token = add(led_by(theirs, "eve"), "claude", "agent", [], by="eve")[1]

    for _ in range(2):
        assert team_in(ours).holder(digest_of(our_token)) is not None
        assert team_in(theirs).holder(digest_of(our_token)) is None
        assert team_in(theirs).holder(digest_of(their_token)) is not None
        assert team_in(ours).holder(digest_of(their_token)) is None
        assert not team_in(MemoryStore()).has_people


def test_a_record_that_was_put_back_is_read_as_it_is() -> None:
    store, restored = MemoryStore(), MemoryStore()
    planner = led_by(store, "ada")
    before = store.read("team")
    token = add(planner, "claude", "agent", [], by="ada")[1]
    assert team_in(store).holder(digest_of(token)) is not None

    restored.append(before, [])
    assert team_in(restored).holder(digest_of(token)) is None
    assert list(team_in(restored).members) == ["ada"]

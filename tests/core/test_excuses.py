"""What a reason lifts of the word net's verdict on a host's option, and what it never does."""

from __future__ import annotations

import pytest

from plangate.core.agents.judging import judge
from plangate.core.agents.proposals import read_proposal
from plangate.core.investigation.brief_values import Brief
from plangate.core.log.session import Session
from plangate.core.model.nouns import Interpretation
from plangate.core.model.sighting import Sighting
from plangate.core.words.irreversible import option_says_so
from plangate.core.words.one_way import one_way_cues

WHY = "only what is made again is lost"
LIFTED = (
    ("Evict the oldest", "entries beyond the limit are dropped from the cache"),
    ("Delete the temp file afterwards", "the working copy is gone when the export is done"),
    ("Wipe the thumbnails", "they are drawn again when looked at"),
    ("Add a nullable column", "a schema migration adds seen_at, what is there stays null"),
    ("Name its file app/wipe/users.py", "the handler marks the row"),
)
KEPT = (
    ("Delete cached user rows", "they are read again"),
    ("Wipe the disk of the cache server", "it starts empty"),
    ("Drop the users table", "the cache is built again"),
    ("A schema migration adds a column and drops another", "one step"),
    ("Delete photos from the cache and the bucket", "both are empty"),
    ("Call `purge_all()` now", "it is emptied"),
    ("Overwrite existing rows", "the later wins"),
    ("Revoke the old keys", "cached keys stop working"),
    ("Erase messages from the buffer", "nobody reads them again"),
    ("Wipe the contact form submissions", "the form is empty"),
    ("Erase the notes from memory", "they are gone"),
    ("Purge temporary contracts", "they have run out"),
)


def told(label: str, leads_to: str, why: str = WHY, undo: str = "easy") -> Interpretation:
    option = {"id": "one", "label": label, "consequence": leads_to, "undo": undo}
    option |= {"undo_why": why} if why else {}
    decision = {"id": "ending", "options": [option, "Leave it"]}
    brief = Brief("a goal", Sighting())
    (found,) = judge(read_proposal({"decisions": [decision]}), brief, Session("s")).ambiguities
    return found.interpretations[0]


@pytest.mark.rule("PREF-2", "GATE-18")
@pytest.mark.parametrize(("label", "leads_to"), LIFTED)
def test_a_reason_lifts_names_what_is_made_again_and_what_only_adds(
    label: str, leads_to: str
) -> None:
    assert told(label, leads_to).reversibility == "reversible"
    assert told(label, leads_to).undo_why == WHY, "it is kept, for whoever is asked"
    assert told(label, leads_to, why="").reversibility == "irreversible"
    assert told(label, leads_to, why="trust me").reversibility == "irreversible"
    assert told(label, leads_to, undo="never").reversibility == "irreversible"


@pytest.mark.rule("PREF-2", "GATE-18", "MCP-6")
@pytest.mark.parametrize(("label", "leads_to"), KEPT)
def test_no_reason_lifts_a_deed(label: str, leads_to: str) -> None:
    assert told(label, leads_to).reversibility == "irreversible"


@pytest.mark.rule("PREF-2")
@pytest.mark.parametrize(
    ("says", "is_one_way"),
    [
        ("DELETE /v2/users/me marks the account", False),
        ("a failing batch is rolled back on an error", False),
        ("the change can be rolled back", False),
        ("DELETE /var/lib/users", True),
        ("curl -X DELETE /v2/users/me", True),
        ("the release is rolled back", True),
        ("roll the users back if an error is seen", True),
    ],
)
def test_a_route_and_what_undoes_itself_are_no_deeds(says: str, is_one_way: bool) -> None:
    assert bool(one_way_cues(says)) == is_one_way


@pytest.mark.rule("PREF-2")
@pytest.mark.parametrize(
    "label",
    ["A privacy setting like allow_wipe", "Use the existing delete_users flag", "As in drop_all()"],
)
def test_the_name_of_a_piece_of_code_is_no_deed(label: str) -> None:
    assert not option_says_so(label, "")


@pytest.mark.rule("PREF-2")
@pytest.mark.parametrize(
    "label",
    [
        "wipe_all_users now",
        "Then wipe_all_users",
        "A job that runs wipe_all_users",
        "Wipe the users",
    ],
)
def test_what_is_run_or_stands_where_a_deed_would_is_one(label: str) -> None:
    assert option_says_so(label, "")


@pytest.mark.rule("PREF-2", "GATE-18")
@pytest.mark.parametrize(
    ("label", "is_final"),
    [
        ("Also users who are allowed to delete conversations", False),
        ("Only answers to fields so marked, as at account deletion", False),
        ("After every publish", False),
        ("When the event was published, even if nobody takes it", False),
        ("Through the hook conversations.before_delete_forever", False),
        ("Whoever has the permission “Users are allowed to delete boards”", False),
        ("Deleting the account remains the person’s own step", False),
        ("Age is counted from publishing", False),
        ("Users who may see it can delete everything", True),
        ("After 30 days delete everything", True),
        ("When a user leaves, delete the account", True),
        ("After every publish the old file is deleted for good", True),
        ("As at the end of a year: erase all rows", True),
        ("Before every release drop the users table", True),
        ("Delete the accounts, as in the old job", True),
        ("Run before_destroy: wipe all rows", True),
    ],
)
def test_an_option_that_only_speaks_of_a_deed_orders_none(label: str, is_final: bool) -> None:
    assert option_says_so(label, "") is is_final


@pytest.mark.rule("GATE-20", "PREF-2")
def test_a_reason_of_a_hosts_own_takes_nothing_for_good_before_there_are_tasks() -> None:
    why = "we have a backup of everything every night"
    assert (
        told("Idle accounts go", "they are deleted for good", why).reversibility == "irreversible"
    )

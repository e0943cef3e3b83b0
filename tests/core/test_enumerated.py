"""Options a goal enumerates, and what of them cannot be undone (PLAN-9, SPLIT-2, SPLIT-9)."""

from __future__ import annotations

import pytest

from plangate.core.model.errors import BadInput
from plangate.core.model.scope_nouns import Choice, Decision
from plangate.core.scopes.enumerated import enumerated, kind_of
from plangate.core.scopes.scope_moves import start
from plangate.core.scopes.scope_one_way import one_way_options, row_taken, typed_reply
from plangate.core.scopes.scope_parts import open_part


@pytest.mark.rule("PLAN-9")
@pytest.mark.parametrize(
    ("goal", "keys", "stem"),
    [
        (
            "Plan the next release.\n- E1: Slack\n- E2: Teams\n- E3: Telegram\nWhich ship?",
            ["a", "b", "c"],
            "Plan the next release",
        ),
        ("Plan it:\n1. Slack\n2. Teams\n\nWhich of these do we ship?", ["1", "2"], "Plan it"),
        ("E1 Slack, E2 Teams and E3 Telegram, which ship?", ["E1", "E2", "E3"], ""),
        ("Which of Slack, Teams and Telegram should ship?", ["a", "b", "c"], ""),
        ("Choose between Redis and Memcached for the cache.", ["a", "b"], ""),
    ],
)
def test_options_are_found_where_the_goal_asks_to_choose(
    goal: str, keys: list[str], stem: str
) -> None:
    found = enumerated(goal)
    assert found is not None
    assert [option.key.lower() for option in found.decision.options] == [k.lower() for k in keys]
    assert found.stem.startswith(stem)
    assert found.decision.why_kind


@pytest.mark.rule("PLAN-9")
@pytest.mark.parametrize(
    "goal",
    [
        "Add these pages:\n- Orders\n- Invoices\n- Refunds",
        "Which ship?\n\nA list follows somewhere else.\n",
        "E1 Slack and F2 Teams, which ship?",
        "A1 one, A1 two, which ship?",
        "Fix it.\n\nSteps to reproduce:\n1. Log in\n2. Export\n\nWhich of these fails?",
        "Decide between doing it.",
        "",
    ],
)
def test_a_list_alone_is_a_list_of_wishes(goal: str) -> None:
    assert enumerated(goal) is None


def options(*labels: str) -> list[Choice]:
    return [Choice(f"e{place}", label) for place, label in enumerate(labels, 1)]


@pytest.mark.rule("SPLIT-2")
@pytest.mark.parametrize(
    ("asked", "labels", "kind"),
    [
        ("Which one do we use?", ("Slack", "Teams"), "alternatives"),
        ("Which ones?", ("Slack", "Teams"), "independent"),
        ("What now?", ("Python 3.11", "Python 3.12"), "alternatives"),
        ("What now?", ("Django", "Flask"), "alternatives"),
        ("What now?", ("Blue theme", "Red theme"), "alternatives"),
        ("What now?", ("Add a Slack bot", "CSV export", "Whatever"), "independent"),
        ("What now?", ("Slack", "Whatever"), "unsure"),
    ],
)
def test_whether_one_is_picked_or_each_is_decided_is_read_from_the_words(
    asked: str, labels: tuple[str, ...], kind: str
) -> None:
    assert kind_of(asked, options(*labels))[0] == kind


# --- what cannot be undone is taken by its label --------------------------------------------------

DROP = "Drop the orders table"


@pytest.mark.rule("SPLIT-9", "PREF-2")
@pytest.mark.parametrize("kind", ["independent", "alternatives"])
def test_what_cannot_be_undone_is_known_by_its_own_words(kind: str) -> None:
    chain = start(Decision("Which ship?", kind, tuple(options(DROP, "CSV export"))), "s-split-x")
    part = open_part(chain)
    assert part is not None
    for each in ("option", "alternatives", "batch", "each"):
        about = part._replace(kind=each, about="e1")
        assert [one.label for one in one_way_options(chain, about)] == [DROP]
    assert one_way_options(chain, part._replace(kind="final")) == ()
    assert one_way_options(chain, part._replace(kind="conflict")) == ()


@pytest.mark.rule("SPLIT-9", "ASK-11")
@pytest.mark.parametrize("kind", ["option", "alternatives", "conflict", "batch", "each"])
def test_in_every_kind_of_part_a_key_is_refused_and_the_label_taken(kind: str) -> None:
    drop = Choice("e1", DROP)
    decision = Decision("Which ship?", "independent", (drop, Choice("e2", "CSV export")))
    part = open_part(start(decision, "s-split-x"))
    assert part is not None
    part = part._replace(kind=kind)
    verb = {"alternatives": "pick", "conflict": "keep"}.get(kind, "include")
    with pytest.raises(BadInput, match="cannot be undone and is taken by typing its label"):
        typed_reply((drop,), part, f"{verb} e1")
    assert typed_reply((drop,), part, f"{verb} {DROP.upper()}") == f"{verb} e1"
    assert typed_reply((drop,), part, "cut e1") == "cut e1"


@pytest.mark.rule("SPLIT-9")
def test_several_at_once_do_not_take_it_along() -> None:
    drop = Choice("e1", DROP)
    part = open_part(
        start(Decision("Which?", "independent", (drop, Choice("e2", "CSV"))), "s-split-x")
    )
    assert part is not None
    batch = part._replace(kind="batch")
    with pytest.raises(BadInput):
        typed_reply((drop,), batch, "include all")
    assert typed_reply((drop,), batch, f"include e2,{DROP}") == "include e2,e1"
    assert typed_reply((), batch, "include all") == "include all"
    each = part._replace(kind="each")
    said = "include e2; cut e1"
    assert typed_reply((drop,), each, said).split() == said.split()


@pytest.mark.rule("SPLIT-11", "SPLIT-9")
def test_a_row_of_the_table_takes_it_by_its_label_too() -> None:
    drop = Choice("e1", DROP)
    assert row_taken(drop, DROP) == "include"
    assert row_taken(drop, "cut") == "cut"
    assert row_taken(Choice("e2", "CSV export"), "include") == "include"
    with pytest.raises(BadInput):
        row_taken(drop, "include")

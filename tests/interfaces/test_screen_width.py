"""No screen has a line wider than the terminal, whatever people wrote and however narrow it is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.app.acts.plans.progress_acts import fail_task, start_task
from plangate.core.log.tables import Query
from plangate.core.model.nouns import Ambiguity, Task
from plangate.core.model.records import Document
from plangate.core.plans.work.task_progress import ready_document, status_document
from plangate.interfaces.screens.ledger import listed_lines
from plangate.interfaces.screens.outcomes import outcome_text
from plangate.interfaces.screens.screen import Screen, cells, plain
from plangate.interfaces.screens.sessions import inbox_lines, session_lines
from plangate.interfaces.screens.work import moved_lines, ready_lines, status_lines
from tests.interfaces.support import FINAL, OPEN, Scene, reading, scene

CLEAR = Ambiguity("row-store", (reading("local", 0.97), reading("remote", 0.03)))
_WORDS = st.sampled_from(
    [
        "shop",
        "a",
        "テーブルを移す",
        "顧客名簿",
        "👩‍💻🇩🇪❤️",
        "\U0001fae8" * 30,
        "ความเร็วของการค้นหา",
        "src/main/java/com/example/orders/internal/persistence/OrderRepositoryImplementation.java",
        "https://example.org/a/very/long/address?with=a&query=that#never-ends",
        "naïve",
        "e\u0301\u0301\u0301",
        "x" * 130,
        "`pytest -q tests/test_api.py`",
        "“quoted",
    ]
)
_TEXTS = st.lists(_WORDS, min_size=1, max_size=12).map(" ".join)
_NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


def _planned(ambiguity: Ambiguity, title: str, check: str) -> Scene:
    first = Task("t1", title, check, files=("app/api.py", "x" * 90), check=check)
    second = Task("t2", check, title, files=(), depends_on=("t1",), check=title)
    return scene(ambiguity, tasks=[first, second])


def _every_line(screen: Screen, made: Scene, goal: str) -> Iterator[str]:
    planner = made.planner
    advanced = planner.start(goal, f"/{'shop' * 5}")
    session, plan = advanced.session, advanced.session.plan
    yield outcome_text(advanced, screen)
    rows = planner.store.rows(Query("plan_sessions"))
    yield from session_lines(screen, rows)
    asked = planner.store.rows(Query("questions"))
    yield from inbox_lines(screen, asked, {session.id: goal}, ())
    yield from listed_lines(screen, session.in_force, {session.id: ("/shop", goal)}, {})
    if plan is None or asked:
        return
    looked: Document = {"stale": [], "proof_offered": []}
    yield from ready_lines(screen, session, plan, ready_document(session, plan) | looked)
    yield from status_lines(screen, session, plan, status_document(session, plan) | looked)
    if not ready_document(session, plan)["ready"]:
        return  # words too few to begin
    for word, move in (("started", start_task), ("failed", fail_task)):
        more = ("it did not work",) if word == "failed" else ()
        moved = move(planner, session.id, "t1", *more, by="a person")
        document = ready_document(moved.session, moved.plan) | looked
        yield from moved_lines(screen, moved, word, document, (session,))


@pytest.mark.rule("CLI-5")
@settings(max_examples=60, deadline=None)
@given(
    width=st.integers(30, 120),
    goal=_TEXTS,
    title=_TEXTS,
    check=_TEXTS,
    ambiguity=st.sampled_from([OPEN, FINAL, CLEAR]),
    coloured=st.booleans(),
)
def test_no_line_is_wider_than_the_terminal(
    width: int, goal: str, title: str, check: str, ambiguity: Ambiguity, coloured: bool
) -> None:
    screen = Screen(width, colour=coloured, breaks=True, now=_NOW, here="s1")
    for told in _every_line(screen, _planned(ambiguity, title, check), f"Move the shop {goal}"):
        for line in told.splitlines():
            assert cells(plain(line)) <= width, line

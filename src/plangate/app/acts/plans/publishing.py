"""Plans kept in their repository: edits taken in, the page written, nothing lost (PUB-1).

A page is written from the record alone. What somebody edited in the file comes back first, as a
script's edit, whoever typed it; what may not come back is written beside the file. A file that
cannot be understood (a merge that is not finished, a newer version) is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from plangate.app.acts.plans.plan_acts import edit_plan
from plangate.app.acts.plans.progress_acts import finish_task
from plangate.app.planner import Planner
from plangate.core.guard.acts import Actor
from plangate.core.log.anchors import Anchor
from plangate.core.log.chain import event_of, is_erased, moment
from plangate.core.log.session import Session
from plangate.core.log.tables import Query
from plangate.core.model.errors import BadInput, PlangateError
from plangate.core.model.nouns import plain
from plangate.core.model.records import Fields
from plangate.core.publishing.content import page_of
from plangate.core.publishing.edits import Edits, edited_tasks, edits_of
from plangate.core.publishing.page import (
    Page,
    file_name,
    page_text,
    read_page,
    record_tag,
    with_one_front,
)
from plangate.core.publishing.wording import Wording, own_words_of

#: Whoever edits the file is a script in the record: nobody can tell who typed it.
EDITOR = Actor("script", "the published file")
#: Plans that are kept in the repository by themselves are of sessions that ended so, or go on.
_NOT_KEPT = ("not_understood", "thin", "quality", "aborted")
_MOST = 200


class PlanFiles(Protocol):
    """The published plans of one workspace, and what is remembered of them."""

    def read(self, name: str) -> str | None:
        """The text of a file; None when there is none, BadInput when it cannot be taken."""

    def write(self, name: str, text: str) -> str:
        """Write a file whole or not at all; its path inside the workspace."""

    def add_refused(self, name: str, lines: Sequence[str]) -> str:
        """Write what was not taken over beside a file; the path inside the workspace."""

    def is_known(self, session: str, updated_at: str, name: str) -> bool:
        """Whether the file is as it was written when the session stood as it does now."""

    def remember(self, session: str, updated_at: str, version: int, anchor: str, name: str) -> None:
        """Remember that a session was published."""

    def anchor_of(self, session: str, version: int) -> str | None:
        """The anchor a version was first published with."""


class Publication(NamedTuple):
    """What became of one plan's file."""

    session: str
    file: str
    version: int
    result: str
    """written, unchanged, or left (then `why` says why)."""
    taken: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    refused_file: str | None = None
    why: str | None = None


def publish(
    planner: Planner, name: str, files: PlanFiles, last: Anchor | None, *, words: bool
) -> Publication:
    """Bring one plan's file and its record together."""
    session = planner.session(name)
    if session.plan is None:
        raise BadInput("session id", f"{session.id} has no plan ({session.state})", "one that has")
    file = file_name(session.goal, record_tag(session.id, session.began_at))
    try:
        page, before = _found(session, files, file)
    except BadInput as error:
        why = f"{error.problem}; {error.accepted}" if error.accepted else error.problem
        return Publication(session.id, file, session.plan.version, "left", why=why)
    taken: list[str] = []
    refused: list[str] = []
    if page is not None:
        wording = _wording(planner, session, words)
        edits = edits_of(session, page, wording)
        if edits.changes_plan and (question := session.open_question):
            why = f"its edits are taken over once {question.number} is answered"
            return Publication(session.id, file, session.plan.version, "left", why=why)
        refused += edits.refused
        session = _take_in(planner.acting_as(EDITOR), session, edits, taken, refused)
    return _written(planner, session, files, last, (file, before, page), taken, refused, words)


def _found(session: Session, files: PlanFiles, file: str) -> tuple[Page | None, str | None]:
    """The page that is there, if it is one of this record."""
    text = files.read(file)
    if text is None:
        return None, None
    page = read_page(with_one_front(text))
    if page.session != session.id:
        problem = f"it says it is of {page.session[:40]!r}, and this plan is of {session.id}"
        raise BadInput("session", problem, "move it away, or say there whose plan it is")
    if not 1 <= page.version <= len(session.plans):
        problem = f"it is of v{page.version}, and this record knows v{len(session.plans)}"
        raise BadInput("version", problem, "bring the record here with `plangate import`")
    return page, text


def _written(
    planner: Planner,
    session: Session,
    files: PlanFiles,
    last: Anchor | None,
    found: tuple[str, str | None, Page | None],
    taken: Sequence[str],
    refused: Sequence[str],
    words: bool,
) -> Publication:
    file, before, page = found
    assert session.plan is not None, "it has a plan"
    version = session.plan.version
    anchor = files.anchor_of(session.id, version)
    if anchor is None and page is not None and page.version == version:
        anchor = page.anchor
    anchor = anchor or _anchor_line(planner, last)
    text = page_text(page_of(session, session.plan, _wording(planner, session, words), anchor))
    beside = files.add_refused(file, refused) if refused else None
    result = "unchanged" if text == before else "written"
    if result == "written":
        files.write(file, text)
    files.remember(session.id, session.updated_at, version, anchor, file)
    return Publication(
        session.id, file, version, result, tuple(taken), tuple(refused), refused_file=beside
    )


def _anchor_line(planner: Planner, last: Anchor | None) -> str:
    """REC-6: the anchor in force; without one, what the log amounts to now."""
    if last is not None:
        return f"{last.events} {last.sum} {last.at}"
    total = planner.store.total()
    return f"{total.events} {total.hex} {moment(planner.clock.now())}"


def _wording(planner: Planner, session: Session, words: bool) -> Wording:
    entries = [entry for entry in planner.load(session.id) if not is_erased(entry)]
    own = own_words_of(map(event_of, entries), session.goal)
    return Wording(session.id, session.begun.workspace, own, publishes_words=words)


# --- edits ----------------------------------------------------------------------------------------


def _take_in(
    planner: Planner, session: Session, edits: Edits, taken: list[str], refused: list[str]
) -> Session:
    """The edits as a script's: first the words and the order, then the ticks."""
    if edits.changes_plan:
        session = _take_words(planner, session, edits, taken, refused)
    for name in edits.ticked:
        try:
            session = finish_task(planner, session.id, name, by=EDITOR.by).session
        except PlangateError as error:
            refused.append(f"{name} done ({error})")
        else:
            taken.append(f"{name} done")
    return session


def _take_words(
    planner: Planner, session: Session, edits: Edits, taken: list[str], refused: list[str]
) -> Session:
    """All of them as one version; task by task where that is refused: one stops no other."""
    whole = Edits(edits.words, edits.order)
    try:
        session = _edited(planner, session, whole)
    except PlangateError as error:
        parts = [Edits(words={name: fields}) for name, fields in edits.words.items()]
        parts += [Edits(order=edits.order)] if edits.order else []
        if len(parts) == 1:
            refused.append(f"{_told(whole)} ({error})")
            return session
        for part in parts:
            session = _take_words(planner, session, part, taken, refused)
        return session
    taken.append(_told(whole))
    return session


def _edited(planner: Planner, session: Session, edits: Edits) -> Session:
    assert session.plan is not None, "it has a plan"
    tasks = [plain(task) for task in edited_tasks(session.plan, edits)]
    document = {"tasks": tasks, "version": session.plan.version}
    return edit_plan(planner, session.id, document, allow_reason=None, by=EDITOR.by).session


def _told(edits: Edits) -> str:
    parts = [f"{name} {', '.join(fields)}" for name, fields in edits.words.items()]
    parts += [f"the order {', '.join(edits.order)}"] if edits.order else []
    return "; ".join(parts)


# --- a whole workspace ----------------------------------------------------------------------------


def is_kept(row: Fields) -> bool:
    """Whether the plan of a session, by its row, is one to keep in the repository."""
    has_plan = row["plan_version"] is not None and row["state"] != "erased"
    return has_plan and row["ending"] not in _NOT_KEPT


def sync(
    planner: Planner, workspace: str, files: PlanFiles, last: Anchor | None, *, words: bool
) -> list[Publication]:
    """Every plan of a workspace whose file or record moved on since they were last together."""
    query = Query(
        "plan_sessions",
        equals={"workspace": workspace},
        order=("updated_at",),
        descending=True,
        limit=_MOST,
    )
    made: list[Publication] = []
    for row in planner.store.rows(query):
        if not is_kept(row):
            continue
        name = str(row["plan_session_id"])
        file = file_name(str(row["goal"]), record_tag(name, str(row["created_at"])))
        if files.is_known(name, str(row["updated_at"]), file):
            continue
        made.append(publish(planner, name, files, last, words=words))
    return made

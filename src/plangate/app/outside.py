"""What lies outside a session and may bear on it, looked up in the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from plangate.app.naming.directories import here_again
from plangate.app.planner_parts import Eyes
from plangate.app.ports import Clock, Store
from plangate.core.events import event as e
from plangate.core.gate.asking.attention import FORGOTTEN_AFTER, interrupt_ewma
from plangate.core.gate.learning import Taught, outcomes
from plangate.core.gate.preferences import dial_of, in_force
from plangate.core.log.chain import PERSON, event_of, is_erased, moment, time_of
from plangate.core.log.folding import fold
from plangate.core.log.session import Session
from plangate.core.log.tables import EVERYWHERE, Query, documents_of, value_of
from plangate.core.model.context import Standing, Surroundings
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.nouns import EVERY_QUESTION, PREFERENCES, Focus, Preference, Question
from plangate.core.model.places import Here
from plangate.core.model.policy.gate_numbers import MOST_REMEMBERED
from plangate.core.model.records import Document, Fields
from plangate.core.scopes.scope_log import fold_chain


class Outside:
    """The person's focus, preferences and interruptions, and what else is open in a workspace."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        warn: Callable[[str], None],
        eyes: Eyes,
    ) -> None:
        self._store = store
        self._clock = clock
        self._warn = warn
        self._warned: set[str] = set()
        self._eyes = eyes
        self._starters: dict[str, str | None] = {}

    def of(self, session: Session) -> Surroundings:
        """Everything outside the session that the core may look at."""
        now = self._clock.now()
        here = self.here(session)
        rows = self._store.rows(
            Query("questions", places=here.places, among=("status", ("pending", "held")))
        )
        others = [row for row in rows if row["session"] != session.id]
        chains = self._chains(here)
        preferences = self.preferences(here)
        return Surroundings(
            now=now,
            focus=self.focus(),
            interrupt_ewma=self.interrupt_ewma(),
            open_in_workspace=self._open_beside(session, others, chains),
            chains=sum(_is_clarification(chain, session.id) for chain in chains),
            scopes={
                chain["id"]: fold_chain(self._store.read(chain["id"]))
                for chain in chains
                if chain.get("session") == session.id
            },
            next_number=self.next_number(here),
            preferences=self._usable_preferences(session, preferences),
            dial=dial_of(preferences),
            recalls=self._eyes.recall is not None,
            scouts=self._eyes.scout is not None,
            sees_places=self._eyes.ground is not None,
            places=here.places,
            open_here=tuple(value_of(Question, found) for found in documents_of(others)[0]),
            joined=dict(self._joined(session)),
        )

    def _open_beside(
        self,
        session: Session,
        others: Sequence[Fields],
        chains: Sequence[Document],
    ) -> int:
        """GATE-7: the open questions of other sessions that the same asker started."""
        started = {row["session"] for row in others}
        started |= {
            chain["session"]
            for chain in chains
            if chain.get("opened")
            and chain["session"] != session.id
            and chain["status"] in ("open", "held")
            and not chain["waits"]
        }
        return sum(self._started_by(name) == session.begun.by for name in started)

    def _started_by(self, name: str) -> str | None:
        """Who started a session: the person, client session or token; None if nobody can tell."""
        if name not in self._starters:
            self._starters[name] = None
            with suppress(StoreDamaged):  # REC-9: what cannot be read stops nothing else
                first = self._store.read(name)[:1]
                event = event_of(first[0]) if first and not is_erased(first[0]) else None
                self._starters[name] = event.by if isinstance(event, e.GoalReceived) else None
        return self._starters[name]

    def here(self, session: Session) -> Here:
        """REC-8: the workspace of a session."""
        return here_again(self._store, session.begun.workspace, session.place)

    def _joined(self, session: Session) -> Iterator[tuple[str, Standing]]:
        """The questions of others that bear on a session; one whose session can no longer be read
        stops only who still waits for it (REC-9)."""
        for join in session.joins.values():
            try:
                found = None if join.is_over else self.standing(join.question)
            except StoreDamaged:
                if join.how is None:
                    raise
                continue
            if found is not None:
                yield join.question, found

    def standing(self, name: str) -> Standing | None:
        """GATE-19: a question of another session, with the last word said about it.

        None when it is not there: its session is in quarantine (REC-9) or was never imported.
        """
        rows = self._store.rows(Query("questions", equals={"id": name}))
        if not rows:
            return None
        owner = fold(self._store.read(rows[0]["session"]))
        question = owner.question(name)
        late = owner.late_answers.get(name, ())
        return Standing(question, late[-1] if late else question.answer)

    def focus(self) -> Focus:
        """ATT-1: what the person set, until its end."""
        return self._focus_in_force()[0]

    def focus_until(self) -> str | None:
        """When the focus in force ends; None when it has no end."""
        return self._focus_in_force()[1]

    def _focus_in_force(self) -> tuple[Focus, str | None]:
        for row in self._store.rows(Query("focus", equals={"person": PERSON})):
            if row["until"] is None or time_of(row["until"]) > self._clock.now():
                return row["focus"], row["until"]
        return "ambient", None

    def interrupt_ewma(self) -> float:
        """ATT-2, from the times at which questions were shown to the person. One that an agent had
        written down and nobody has been at yet has interrupted nobody."""
        now = self._clock.now()
        since = moment(now - FORGOTTEN_AFTER)
        latest = Query(
            "questions",
            from_on=("asked_at", since),
            order=("asked_at",),
            descending=True,
            limit=MOST_REMEMBERED,
        )
        documents, _ = documents_of(self._store.rows(latest))
        shown = [one["asked_at"] for one in documents if _was_seen(one)]
        return interrupt_ewma(map(time_of, shown), now)

    def next_number(self, here: Here) -> int:
        """SPLIT-3: decisions of a workspace are counted without gaps."""
        last = Query(
            "decisions",
            places=here.places,
            order=("number",),
            descending=True,
            limit=1,
        )
        return 1 + max((int(row["number"]) for row in self._store.rows(last)), default=0)

    def _chains(self, here: Here) -> list[Document]:
        """SPLIT-10: the decisions with many options that clarify a session; those a person started
        for themselves are none of its business (SPLIT-9)."""
        rows = self._store.rows(Query("scopes", places=here.places))
        found = documents_of(rows)[0]
        return [one for one in found if one.get("session") or one.get("asked_for")]

    def _usable_preferences(
        self, session: Session, stored: Mapping[str, str]
    ) -> dict[str, Preference]:
        """PREF-1: an unknown stored value means ask, and it is said that it does."""
        usable: dict[str, Preference] = {}
        asked_about = {ambiguity.id for ambiguity in session.open_ambiguities}
        for name, value in stored.items():
            if name == EVERY_QUESTION:
                continue
            if value in PREFERENCES:
                usable[name] = value  # type: ignore[assignment]
            elif name in asked_about and name not in self._warned:
                self._warned.add(name)
                self._warn(
                    f"the preference stored for {name} is {value!r}, which is none of "
                    f"{', '.join(PREFERENCES)}: it is passed over and the question is weighed"
                )
        return usable

    def preferences(self, here: Here) -> dict[str, str]:
        """PREF-1: what the person set, the workspace's word over that for everywhere."""
        rows = self._store.rows(Query("preferences", places=(EVERYWHERE, *here.places)))
        return {name: row["value"] for name, row in in_force(rows, here).items()}

    def taught(self, session: Session) -> Sequence[Taught]:
        """ASM-4: what people confirmed and overturned in this workspace."""
        rows = self._store.rows(Query("assumptions", places=self.here(session).places))
        return outcomes(documents_of(rows)[0])


def _is_clarification(chain: Fields, session: str) -> bool:
    """SPLIT-10: a chain that this session opened and a person shipped, or that its host put to the
    person; one a person started counts as none."""
    if chain.get("asked_for") == session:
        return bool(chain["status"] != "withdrawn")
    ours = chain.get("opened") and chain["session"] == session
    return bool(ours and chain["status"] == "shipped")


def _was_seen(question: Document) -> bool:
    seen = question["status"] in ("answered", "held") or question["notes"]
    return bool(seen) or not question.get("unseen", False)

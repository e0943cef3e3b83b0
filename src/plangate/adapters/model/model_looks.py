"""Explore and librarian by model: bounded tool loops beside our own look (LLM-2, INV-3…5).

Every dispatch is looked into by our own subagent and, side by side, by the model with read-only
tools, for as many steps as are left and within the dispatch's time; each step is a call that is
reserved in the session's money. What it reports is looked up: a quote that stands in the last
commit counts 0.6 at most (MCP-3), a claim without one is an opinion and weighs nothing, the web
counts a little only where two hosts say the same (INV-13).
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from plangate.adapters.model.calling import Tool
from plangate.adapters.model.look_tools import EXPLORE, Reading
from plangate.adapters.model.prompting import filled, prompt
from plangate.adapters.subagents import Subagents
from plangate.app.ports import Investigator, Surveyed, Web, Witness
from plangate.core.agents.judging import weighed
from plangate.core.agents.proposals import HostEvidence, proposal_schema, read_proposal
from plangate.core.agents.showing import to_look
from plangate.core.events.event import EvidenceGathered
from plangate.core.guard.found_text import found_text
from plangate.core.model.model_use import FAULTS
from plangate.core.model.nouns import Dispatch, Evidence
from plangate.core.moves import Investigate, Survey

if TYPE_CHECKING:
    from plangate.adapters.model.model_mind import ModelMind

#: How many calls one dispatch may take.
STEPS = 6
_REPORT_TOKENS = 1_500
#: INV-13: what two hosts of the web are worth that say the same; one is worth nothing.
_TWICE_ON_THE_WEB = 0.3


class ModelInvestigator:
    """Our own investigator and the model, side by side: one finding for each dispatch."""

    def __init__(
        self, own: Investigator, mind: ModelMind, witness: Witness, web: Web | None = None
    ) -> None:
        self._own = own
        looker = ModelLooker(mind, witness, web)
        self._model = Subagents(looker, looker)

    def survey(self, chore: Survey) -> Surveyed:
        return self._own.survey(chore)

    def investigate(self, chore: Investigate) -> Sequence[EvidenceGathered]:
        own: list[EvidenceGathered] = []
        look = threading.Thread(target=lambda: own.extend(self._own.investigate(chore)))
        look.start()
        thought = {one.dispatch: one for one in self._model.investigate(chore)}
        look.join()
        return [_both(one, thought.get(one.dispatch)) for one in own]


def _both(own: EvidenceGathered, thought: EvidenceGathered | None) -> EvidenceGathered:
    """Our own finding with what the model found beside it; a model's failure fails nothing."""
    if thought is None:
        return own
    return own._replace(
        evidence=(*own.evidence, *thought.evidence),
        limits=(*own.limits, *thought.limits),
        files=tuple(dict.fromkeys((*own.files, *thought.files))),
        seconds=max(own.seconds, thought.seconds),
    )


class ModelLooker:
    """One dispatch as a conversation with tools."""

    def __init__(self, mind: ModelMind, witness: Witness, web: Web | None) -> None:
        self._mind = mind
        self._witness = witness
        self._web = web

    def survey(self, _chore: Survey) -> Surveyed:
        return Surveyed((), ())

    def look(
        self, chore: Investigate, dispatch: Dispatch, time_left: Callable[[], float]
    ) -> EvidenceGathered:
        nothing = EvidenceGathered(
            strategy=dispatch.strategy,
            evidence=(),
            exhaustion={},
            calls=dispatch.calls,
            seconds=0.0,
            dispatch=dispatch.id,
            subagent=dispatch.subagent,
        )
        if dispatch.reads:  # INV-3: one or two direct reads take the fast path
            return nothing
        outside = self._web if dispatch.strategy == "external research" else None
        reading = Reading(Path(chore.workspace), outside)
        document, limits = self._reported(chore, dispatch, reading, time_left)
        if document is None:
            return nothing._replace(limits=limits, outcome="partial")
        evidence = self._weighed(chore, dispatch, document, reading)
        return nothing._replace(evidence=evidence, limits=limits, files=tuple(reading.read))

    def _reported(
        self,
        chore: Investigate,
        dispatch: Dispatch,
        reading: Reading,
        time_left: Callable[[], float],
    ) -> tuple[Mapping[str, Any] | None, tuple[str, ...]]:
        """The report of a tool loop, or why there is none."""
        told = prompt(dispatch.subagent)
        tools = EXPLORE if dispatch.subagent == "explore" else reading.library
        shown = to_look(chore.goal, dispatch.looks_for, chore.about(dispatch))
        text = f"{filled(shown)}\n\nYou have {STEPS} steps, the report included."
        conversation = self._mind.conversation(told.text, _REPORT, text, tools)
        who = f"{self._mind.name} ({dispatch.subagent}, {dispatch.strategy})"
        for step in range(STEPS):
            seconds = min(time_left(), float(self._mind.choice.seconds))
            if seconds <= 0:
                return None, (f"{who}: its time was over after {step} steps",)
            received = self._mind.call(
                conversation, told, dispatch.subagent, _REPORT_TOKENS, seconds
            )
            if received.outcome == "invalid" and step < STEPS - 1:
                conversation.say(f"That is no report: {received.why}. Call report.")
                continue
            if received.outcome != "ok":
                return None, (f"{who}: {FAULTS[received.outcome]}",)
            if received.document is not None:
                return received.document, ()
            last = step >= STEPS - 2
            for asked in received.asked:
                shown_now = reading.use(asked)
                conversation.give(asked, f"{shown_now}\nReport now." if last else shown_now)
        return None, (f"{who}: it did not report within {STEPS} steps",)

    def _weighed(
        self,
        chore: Investigate,
        dispatch: Dispatch,
        document: Mapping[str, Any],
        reading: Reading,
    ) -> tuple[Evidence, ...]:
        """What is reported as evidence: looked up, and worth what it is found to be."""
        proposal = read_proposal({"evidence": document.get("evidence") or []})
        known = {a.id: {r.id for r in a.interpretations} for a in chore.about(dispatch)}
        told = [_about(entry, known) for entry in proposal.evidence]
        web = [entry for entry in told if _is_web(entry.locator)]
        looked = []
        for entry in told:
            if not _is_web(entry.locator):
                seen = self._witness.seen(chore.workspace, entry.locator, entry.quote)
                looked.append(entry.seen(*seen))
        start = f"{dispatch.id}:model"
        found = [
            one._replace(
                id=one.id.replace("model", start, 1), fact=found_text(str(one.fact or ""), 300)
            )
            for one in weighed(looked, "model")
        ]
        return (*found, *_from_the_web(web, reading.web_pages, f"{dispatch.id}:web"))


def _about(entry: HostEvidence, known: Mapping[str, set[str]]) -> HostEvidence:
    """A claim about what was asked; what it says of anything else is left out."""
    kept = tuple(pair for pair in entry.supports if pair[1] in known.get(pair[0], ()))
    return entry._replace(supports=kept)


def _is_web(locator: str | None) -> bool:
    return bool(locator and locator.startswith(("http://", "https://")))


def _from_the_web(
    told: Sequence[HostEvidence], pages: Mapping[str, str], start: str
) -> list[Evidence]:
    """INV-13: text of the web is shown as such; for an option it counts, and little, only where
    two hosts were read that say the same."""
    stands = [entry for entry in told if _stands(entry, pages)]
    hosts: dict[tuple[str, str], set[str]] = {}
    for entry in stands:
        for one in entry.supports:
            hosts.setdefault(one, set()).add(urlsplit(str(entry.locator)).hostname or "")
    found = []
    for place, entry in enumerate(told, start=1):
        twice = (one for one in entry.supports if len(hosts.get(one, ())) > 1)
        pair = next(twice, None) if entry in stands else None
        digest = hashlib.sha256(f"{entry.locator}\n{entry.quote}".encode()).hexdigest()[:16]
        found.append(
            Evidence(
                id=f"{start}:{place}",
                ambiguity=entry.supports[0][0] if entry.supports else None,
                source="repo_facts",
                supports=pair[1] if pair else None,
                confidence=_TWICE_ON_THE_WEB if pair else 0.0,
                locator=entry.locator,
                kind="external",
                fact=f"external, not verified: {found_text(entry.quote or entry.claim)}",
                digest=digest if pair else None,
            )
        )
    return found


def _stands(entry: HostEvidence, pages: Mapping[str, str]) -> bool:
    shown = " ".join(pages.get(str(entry.locator), "").split())
    quote = " ".join(str(entry.quote or "").split())
    return len(quote) >= 8 and quote in shown


def _report_schema() -> dict[str, Any]:
    evidence = proposal_schema()["properties"]["evidence"]
    fields = {"evidence": evidence, "looked": {"type": "string"}}
    return {"type": "object", "properties": fields, "required": ["evidence"]}


_REPORT = Tool("report", "What you found, and where you looked.", _report_schema())

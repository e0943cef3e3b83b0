"""What a plan may say about a repository: its facts, sorted by what a task needs them for.

A path stands here because the investigation saw it, because the goal names it, or, for one kind
only, because the repository's own habit says what it would be called: the test file of a file that
has none yet. What was not seen is not here, and a template that needs it is left out.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy

from plangate.adapters.minds.drafting.drafting_history import History
from plangate.adapters.minds.drafting.drafting_proof import Proof
from plangate.adapters.minds.drafting.drafting_spots import Spots, named_at, told_of
from plangate.adapters.minds.drafting.drafting_tests import is_about, is_code, stem_of, suffix_of
from plangate.adapters.minds.drafting.wording.clauses_of_work import (
    PieceOfWork,
    example_of,
    heavy_words,
    joined,
)
from plangate.adapters.minds.drafting.wording.screens import speaks_of_screens
from plangate.core.model.nouns import Evidence
from plangate.core.model.sighting import LED, Place, Sighting, Spot
from plangate.core.words.plan_words import is_test_path
from plangate.language.paths import GOES_ALONG, PAST_MIGRATION, is_screen
from plangate.language.words.vocabulary import verb_of

_SEEN_BY_PEOPLE = frozenset("jsx tsx vue svelte html erb haml css scss less jinja j2 twig".split())
#: Folders whose files show or decorate the program rather than being it.
_ASIDE = frozenset(
    "doc docs docs_src example examples sample samples demo demos sandbox static assets public "
    "vendor benchmark benchmarks fixtures locale tools scripts".split()
)
_SOURCES = frozenset("src lib internal pkg".split())
_PROSE = frozenset("md rst txt adoc".split())

#: The names templates use, and the kinds of facts behind them: the fact itself is the path.
_BY_FACT: Mapping[str, str] = {
    "settings": "settings_module",
    "models": "model_file",
    "jobs": "job_module",
    "components": "component_folder",
    "translations": "translation_folder",
    "migrations": "migration_folder",
    "docs": "doc_page",
    "changelog": "changelog",
    "decisions": "decision_record",
    "ci": "ci_workflow",
    "container": "container_file",
    "infrastructure": "infrastructure_file",
    "manifest": "manifest",
    "lock": "lock_file",
}
#: The same where the path is the place of the fact.
_BY_PLACE: Mapping[str, str] = {
    "routes": "route",
    "commands": "command",
    "entry": "entry_point",
    "env": "env_name",
    "compose": "compose_service",
    "newest_migration": "migration_folder",
}
#: How a pattern to follow is called, by the name templates use.
_PATTERNS: Mapping[str, tuple[str, str]] = {
    "symbols": ("similar_symbol", "{fact} in {place}"),
    "routes": ("route", "{fact} in {place}"),
    "commands": ("command", "the {fact} command in {place}"),
    "jobs": ("job_module", "{fact}"),
    "migrations": ("migration_folder", "{place}"),
    "components": ("component_folder", "the components in {fact}"),
    "settings": ("env_name", "{fact} in {place}"),
}

#: Whoever says one of these speaks of what is not there yet.
NEW = frozenset("add create build write implement introduce provide".split())
#: Patterns one follows in the very file they stand in.
_BESIDE = frozenset(("routes", "commands", "settings", "migrations"))
#: How sure it must be that a file is meant before a plan begins to work there.
_SURE = 0.58
#: The same where a goal has several clauses: a file carries the words of one.
_FOR_ONE = 0.45
#: UND-5: how likely a place of the brief must be before a task names it, and how many may be.
_LIKELY, _MOST_LIKELY = 0.2, 5
#: So near to the first a second place must come to be changed too.
_NEARLY = 0.75
#: Below this the first place is no better than a guess, and what comes half as near is named too.
_UNSURE, _HALF = 0.5, 0.5
#: How many words a function shares with the work before it is worth imitating.
_ALIKE = 2

#: Every name of a list of paths a template may use.
PATH_SLOTS = frozenset((*_BY_FACT, *_BY_PLACE, "code", "views", "pages"))
PATTERN_SLOTS = frozenset(_PATTERNS)


class DraftingFacts:
    """The facts of one repository, by kind, best first.

    They were looked for with the whole goal in mind; `for_several` says that it has several
    clauses, so that what is best for one of them may stand further down.
    """

    def __init__(
        self,
        evidence: Sequence[Evidence],
        seen: Sighting | None = None,
        *,
        for_several: bool = False,
        named: Sequence[Spot] = (),
    ) -> None:
        #: ASK-15: the file that somebody's own words name.
        self.named = tuple(dict.fromkeys(spot.path for spot in named))[:1]
        self.for_several = for_several
        self._seen = seen or Sighting()
        self.history = History(self._seen)
        self.spots = Spots(self._seen, [spot for spot in named if spot.symbol])
        self._kinds: dict[str, list[Evidence]] = {}
        for entry in evidence:
            if entry.ambiguity is None and entry.kind and (entry.fact or entry.locator):
                self._kinds.setdefault(entry.kind, []).append(entry)
        self.proof = Proof(self._kinds, self._seen, self.spots, self.history)

    def may_be_meant(self, path: str, clause: PieceOfWork) -> bool:
        """Whether a path that a goal names is one of the program: it was found, is to be made, or
        nothing was looked at. “about.html is there” may tell of somebody's own files."""
        if not self._seen.places or clause.verb in NEW:
            return True
        return any(one == path or one.endswith(f"/{path}") for one in self._known())

    def called(self, path: str, clause: PieceOfWork) -> str:
        """The file that a path of a goal means: the only one seen here that ends so."""
        known = self._known()
        whole = {one for one in known if one.endswith(f"/{path}")}
        is_told_whole = path in known or clause.verb in NEW or len(whole) != 1
        return path if is_told_whole else next(iter(whole))

    def _known(self) -> set[str]:
        """The paths that were found here."""
        facts = (e.fact or _place(e) for entries in self._kinds.values() for e in entries)
        return {*(place.path for place in self._seen.places), *facts}

    def likely(self, words: Sequence[str]) -> tuple[str, ...]:
        """UND-5: the places the brief found, those that a clause's own words name first."""
        found = [place for place in self._seen.places[:_MOST_LIKELY] if place.strength >= _LIKELY]
        if not any(word.startswith(("test", "spec", "e2e")) for word in words):
            # A test is where the change is shown, not where it is made.
            found = [p for p in found if not is_test_path(p.path)] or found
        found = [p for p in found if not _is_past(p.path, words)] or found
        # What only shows or runs the program comes behind it, unless the words name it.
        sure = sorted(found, key=lambda place: _is_aside(place.path, words))
        if not self.for_several:
            return tuple(place.path for place in sure)
        # Of a goal's clauses each may have a place of its own: one that tells clearly more of it.
        most = _shared(words, _told(sure[0])) if sure else 0
        ranked = sorted(sure, key=lambda p: -max(0, _shared(words, _told(p)) - most - 1))
        return tuple(place.path for place in ranked)

    def at(self, path: str) -> DraftingFacts:
        """The same facts for work that is done in one file."""
        here = copy(self)
        here.named = (path,)
        return here

    def is_led(self, path: str) -> bool:
        """Whether what kind of change it is says that the work begins in a file."""
        return any(place.path == path and LED in place.why for place in self._seen.places)

    def is_likely(self, path: str) -> bool:
        """Whether a place is likelier than a guess, or as likely as any."""
        sure = {place.path: place.strength for place in self._seen.places}
        return sure.get(path, 0.0) >= min(_UNSURE, max(sure.values(), default=0.0))

    def places(self) -> list[str]:
        """The files of the program that the brief found, the likeliest first."""
        found = (place.path for place in self._seen.places)
        return [path for path in found if is_code(path) and not is_test_path(path)]

    def beginnings(self, words: Sequence[str], copied: Sequence[str]) -> tuple[str, ...]:
        """The file a change begins in, and a second that is nearly as likely, or two where the
        first is far from sure; before a screen, where nothing in the goal is seen, what is
        behind it; one that the goal only names as an example is copied from."""
        likely = self.likely(words)
        if not likely or _gives_way(likely[0], words):
            spoken = [path for path in self.spots.files() if not _gives_way(path, words)]
            likely = (*spoken[:1], *(likely if not spoken else ()))
        own = [path for path in likely if not _shared(copied, stem_of(path))] or list(likely)
        sure = {place.path: place.strength for place in self._seen.places}
        first = sure.get(own[0], 1.0) if own else 1.0
        unsure = first < _UNSURE
        least = (_HALF if unsure else _NEARLY) * first
        others = [p for p in own[1 : 3 if unsure else 2] if sure.get(p, 0.0) >= least]
        seen_at = any(map(self.is_led, own[:1])) or speaks_of_screens((*words, *self._seen.spread))
        if own and is_screen(own[0]) and not seen_at:
            near = [p.path for p in self._seen.places if p.strength >= _HALF * first]
            behind = [p for p in near if is_code(p) and not (is_screen(p) or is_test_path(p))]
            own, others = [*behind[:1], *own], [*(own[:1] if behind else ()), *others]
        kept = (path for path in others if not _gives_way(path, words))
        return tuple(dict.fromkeys((*own[:1], *kept)))

    def notes(self, target: Sequence[str], clause: PieceOfWork, has_model: bool) -> Iterator[str]:
        """What helps whoever begins: the line meant, something alike to follow, the history."""
        copied = example_of(clause)
        words = heavy_words(clause.text)
        beside = self.spots.others([clause], target) if target else []
        others = [spot for spot in beside if not _is_aside(spot.path, words)]
        for spot in [spot for spot in others if _shared(copied, stem_of(spot.path))][:1]:
            yield f"To copy: {told_of(spot)}"
            others.remove(spot)
        if others:
            yield f"Also look at {joined([named_at(spot) for spot in others])}"
        yield from (f"By the history, {fact}" for fact in self._changes_with(target[:1]))
        yield from self.history.notes(target)
        verb = verb_of(clause.verb)
        builds = verb is not None and verb.kind == "build"
        if builds and target and not has_model:
            alike = (one.path for one in self._seen.siblings if _named_alike(one.path, target[0]))
            for sibling in [path for path in alike if path not in target][:1]:
                yield f"Follow {sibling}, its nearest sibling"

    def is_empty(self) -> bool:
        """Whether nothing is there yet: no code, no manifest, nothing that could be searched."""
        shown = ("manifest", "language", "related_file", "source_root", "test_file", "route")
        return not any(kind in self._kinds for kind in shown)

    def command(self, kind: str) -> str | None:
        """How the repository runs its `test`, `lint` or `build`."""
        if said := getattr(self._seen.conventions, kind, None):
            return str(said)
        return next((entry.fact for entry in self._kinds.get(f"{kind}_command", ())), None)

    def paths(self, slot: str) -> tuple[str, ...]:
        """The paths behind a name of `PATH_SLOTS`."""
        if slot == "code":
            return tuple(path for path in self._related(_SURE) if is_code(path))
        if slot == "views":
            return tuple(
                path for path in self._related(_SURE) if suffix_of(path) in _SEEN_BY_PEOPLE
            )
        if slot == "pages":
            return tuple(path for path in self._related(_SURE) if _is_page(path))
        if slot in ("docs", "changelog"):
            return self._kept_up(slot)
        if kind := _BY_FACT.get(slot):
            found = [entry.fact for entry in self._kinds.get(kind, ())]
        else:
            found = [_place(entry) for entry in self._kinds.get(_BY_PLACE[slot], ())]
        if slot == "env":
            found = [path for path in found if "env" in posixpath.basename(path).lower()]
        if slot == "entry":
            found = [path for path in found if is_code(path)]
        return tuple(dict.fromkeys(path for path in found if path))

    def _kept_up(self, slot: str) -> tuple[str, ...]:
        """Pages that changes here bring up to date, and those named after what the goal is about;
        where there is no history to ask, any that was found."""
        known = self.history.is_known
        entries = self._kinds.get(_BY_FACT[slot], ())
        if slot == "changelog":
            found = self.history.changelogs if known else tuple(e.fact for e in entries)
        else:
            named = (e.fact for e in entries if not known or is_about(e.fact, self.proof.rare))
            found = (*self.history.pages(), *named)
        return tuple(dict.fromkeys(filter(None, found)))

    def spoken_of(self, slot: str, words: Sequence[str]) -> tuple[str, ...]:
        """The paths of a slot whose path or fact shares a word with a clause."""
        kind = _BY_PLACE.get(slot, "")
        told = {_place(e) for e in self._kinds.get(kind, ()) if _shared(words, e.fact)}
        return tuple(p for p in self.paths(slot) if p in told or _shared(words, p))

    def pattern(
        self, slots: Sequence[str], words: Sequence[str], target: Sequence[str]
    ) -> str | None:
        """What is there already and can be followed; what shares a word with the goal first.

        A function of the very file that is to be changed is no pattern: it is the work itself.
        """
        for slot in slots:
            kind, text = _PATTERNS[slot]
            found = [
                entry
                for entry in self._kinds.get(kind, ())
                if not is_test_path(_place(entry))
                and (slot in _BESIDE or _place(entry) not in target)
            ]
            if slot == "symbols":
                near = {(posixpath.dirname(path), suffix_of(path)) for path in target}
                found = [
                    entry
                    for entry in found
                    if _shared(words, entry.fact) >= _ALIKE
                    and (posixpath.dirname(_place(entry)), suffix_of(_place(entry))) in near
                ]
            if found:
                best = max(found, key=lambda entry: _shared(words, entry.fact))
                return text.format(fact=best.fact, place=_place(best) or best.fact)
        return None

    def _changes_with(self, target: Sequence[str]) -> Iterator[str]:
        """Which file of the program changes together with the first, by the history."""
        for entry in self._kinds.get("co_change", ()):
            path, _, other = entry.fact.partition(" changes with ")
            beside = is_test_path(other.partition(" ")[0]) or GOES_ALONG.search(other)
            if path in target and other and not beside:
                yield other.replace(" (", " changes with it (", 1)
                return

    def _related(self, sure: float = 0.0) -> tuple[str, ...]:
        least = min(sure, _FOR_ONE) if self.for_several else sure
        entries = self._kinds.get("related_file", ())
        found = (entry.fact or _place(entry) for entry in entries if entry.confidence >= least)
        return tuple(dict.fromkeys(path for path in found if not is_test_path(path)))


def aside_folder(path: str) -> str:
    """The folder of examples, pages or assets a file lies in; empty for the program's own."""
    for part in path.lower().split("/")[:-1]:
        if part in _SOURCES:  # `src/benchmark` is the program of a tool that benchmarks
            return ""
        if part in _ASIDE:
            return part
    return ""


def _is_aside(path: str, words: Sequence[str]) -> bool:
    """A script, a completion or an example, where the goal does not speak of such."""
    if _shared(words, path.rpartition("/")[2]) > 1:
        return False
    return suffix_of(path) in ("sh", "bash", "fish", "zsh", "ps1", "bat") or bool(
        aside_folder(path)
    )


def _gives_way(path: str, words: Sequence[str]) -> bool:
    """What only shows or runs the program, or ran already, beside lines that say the same."""
    return _is_aside(path, words) or _is_past(path, words)


def _is_past(path: str, words: Sequence[str]) -> bool:
    """A migration that ran already: what comes next is a new one."""
    return PAST_MIGRATION.search(path) is not None and not _shared(words, "migration")


def _told(place: Place) -> str:
    return f"{place.path} {' '.join(place.symbols)}"


def _named_alike(one: str, other: str) -> bool:
    """Whether two files of one kind end in the same word: `CartController`, `OrderController`."""
    if posixpath.dirname(one) != posixpath.dirname(other) or suffix_of(one) != suffix_of(other):
        return False
    left, right = (re.findall(r"[A-Z]?[a-z0-9]+", stem_of(path))[-1:] for path in (one, other))
    return bool(left) and left == right


def _is_page(path: str) -> bool:
    return suffix_of(path) in _PROSE and "requirements" not in path


def _place(entry: Evidence) -> str:
    """The path of a locator: what stands before a line number."""
    return re.sub(r"(?::\d+)+$", "", entry.locator or "")


def _shared(words: Sequence[str], fact: str) -> int:
    low = fact.lower()
    return sum(stem in low for stem in {word.lower().rstrip("s")[:5] for word in words})

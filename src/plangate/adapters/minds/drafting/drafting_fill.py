"""Templates into tasks: slots are filled from the clause and the repository, or left out.

The promise of a drafted plan is kept here: no path that nobody saw, no command that is not the
repository's own, no sentence with a hole in it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plangate.adapters.minds.drafting.drafting_archetypes import Archetype, Run, Template
from plangate.adapters.minds.drafting.drafting_facts import (
    NEW,
    PATH_SLOTS,
    DraftingFacts,
    aside_folder,
)
from plangate.adapters.minds.drafting.drafting_spots import told_of, values_of
from plangate.adapters.minds.drafting.drafting_tests import Tests, narrowed
from plangate.adapters.minds.drafting.wording.clauses_of_work import (
    EXPECTED,
    PieceOfWork,
    example_of,
    goes_back,
    heavy_words,
    joined,
    lowered,
)
from plangate.adapters.minds.drafting.wording.deed_of_clause import deed_of, mended
from plangate.adapters.minds.drafting.wording.titles import (
    LONGEST_QUOTE,
    either,
    reproduced,
    test_title,
    titled,
)
from plangate.core.model.nouns import Task
from plangate.core.model.sighting import NAMED, Spot
from plangate.language.clauses import Clause, forbids
from plangate.language.hearing import hear
from plangate.language.paths import is_screen, named_paths
from plangate.language.tokens import shortened
from plangate.language.words.row_patterns import any_case, any_said
from plangate.language.words.stems import parts, stem
from plangate.language.words.vocabulary import is_verb

_LONGEST_TODAY, _LONGEST_EXPECTED = 200, 120
_MOST_FILES = 3


class Site(NamedTuple):
    """Where some clauses of one archetype happen, and the words and facts their tasks may use."""

    facts: DraftingFacts
    target: tuple[str, ...]
    tests: Tests | None
    slots: Mapping[str, str]

    def files(self, names: Sequence[str]) -> tuple[str, ...]:
        found: list[str] = []
        for name in names:
            match name:
                case "target":
                    found += self.target
                case "tests":
                    found += [self.tests.path] if self.tests else []
                case _:
                    found += self.facts.paths(name)[:1]
        return tuple(dict.fromkeys(path for path in found if not path.endswith("/")))

    def check(self, run: Run, statement: str) -> str:
        """A statement that can be tried, with the repository's own command to try it."""
        command = self.facts.command(run) if run in ("lint", "build") else None
        at = self.tests.path if self.tests else next(iter(self.target), None)
        command = command or self.facts.proof.command(at)
        if command is None:
            return statement if self.tests else f"{self._by_hand()}: {statement}"
        here = narrowed(command, self.tests.path if self.tests else None)
        if run == "suite":
            return f"{statement}; `{command}` still passes"
        return f"{statement}: `{here if run in ('tests', 'red') else command}`"

    @property
    def is_untested(self) -> bool:
        """Whether there is code to change, and no test of it that anybody found or could name."""
        known = bool(self.target) or self.facts.proof.spared
        return known and "tests" not in self.slots and not self.facts.is_empty()

    @property
    def shows_where(self) -> bool:
        """Whether it is known where a test of the change goes, or nothing is known of the place."""
        return "tests" in self.slots or not (self.target or self.facts.proof.spared)

    @property
    def without(self) -> str:
        """Why something is tried by hand."""
        name = posixpath.basename(self.target[0]) if self.target else "it"
        if not self.facts.proof.is_there:
            return "there are no tests here"
        if self.facts.proof.spared:
            return "the goal leaves the tests as they are"
        runs = self.facts.proof.command(next(iter(self.target), None))
        return f"no test here covers {name}" if runs else f"no test command here runs {name}"

    def by_hand(self, template: Template) -> str:
        """How a change is shown where no test does it."""
        if template.run == "red":
            return f"it happens as reported; it is tried by hand, as {self.without}"
        command = self.facts.proof.command(next(iter(self.target), None))
        others = f"; `{command}` still passes" if command else ""
        return f"tried by hand before and after the change, as {self.without}{others}"

    def _by_hand(self) -> str:
        if self.is_untested:
            return f"tried by hand, as {self.without}"
        return "a test, or a look by hand where there is none, shows"


def site_of(archetype: Archetype, clauses: Sequence[PieceOfWork], facts: DraftingFacts) -> Site:
    """What is known about the place some clauses work on."""
    words = [word for clause in clauses for word in heavy_words(clause.text)]
    target = _target(archetype, clauses, facts, words)
    tests = facts.proof.tests_of(target[0]) if target else None
    things = [clause for clause in clauses if not goes_back(clause.thing or clause.what)]
    slots = {
        "clause": joined([deed_of(clause) for clause in clauses]),
        "said": shortened(_said(clauses), LONGEST_QUOTE),
        "test_title": test_title(_said(clauses), tests, alone=not facts.for_several),
        "mended": joined([mended(clause) for clause in clauses]),
        "deed": joined([deed_of(clause) for clause in clauses]),
        "what": joined([_what(clause) for clause in things]),
        "thing": joined([_bare(clause.thing or _what(clause), archetype) for clause in things]),
        "place": joined([clause.place for clause in clauses]),
        "target": joined(target),
        "likeliest": _likeliest(target, facts.spots.begin(clauses, target)),
        "spot": _named_spot(facts.spots.begin(clauses, target), facts.proof.rare),
        "reported": reproduced(_said(clauses), tests, alone=not facts.for_several),
        "told": joined([lowered(deed_of(c).removeprefix("Fix: ")) for c in clauses]),
        "smallest": "with the smallest test"
        if not target or _tests_text(tests, target, facts)
        else "",
        "tests": _tests_text(tests, target, facts),
        "tests_name": posixpath.basename(tests.path) if tests else "",
        "near": facts.spots.like_test(tests.path) if tests else "",
        "values": values_of(clauses),
        "today": shortened("; ".join(_today(clauses)), _LONGEST_TODAY),
        "mended_when": _mended_when(clauses),
        "measured": joined([_measured(clause) for clause in things]) or "how it does today",
        "like": facts.pattern(archetype.like, [*archetype.search, *words], target) or "",
        "search": _search([*archetype.search, *words[:2]]),
        **{name: next(iter(facts.paths(name)), "") for name in PATH_SLOTS},
        **{kind: facts.command(kind) or "" for kind in ("test", "lint", "build")},
    }
    return Site(facts, target, tests, {name: text for name, text in slots.items() if text})


def _likeliest(target: Sequence[str], spot: Spot | None) -> str:
    """Where to begin, and the other file to touch, if there is one."""
    if not target:
        return ""
    others = [path for path in target if spot is None or path != spot.path]
    if spot is None and others[1:]:
        return f"Where: probably {target[0]}, else {either(others[1:])}"
    if spot is None:
        return f"Where: {joined(target)}"
    also = f"; else {either(others)}" if others else ""
    return f"Where: {told_of(spot)}{also}"


def _named_spot(spot: Spot | None, rare: Mapping[str, float]) -> str:
    """The function or class a title names: the goal does, or its name has a telling word of it."""
    if spot is None or not spot.symbol or " " in spot.symbol:
        return ""
    tells = any(rare.get(stem(part.lower()), 0.0) >= _TELLING for part in parts(spot.symbol))
    return f"`{spot.symbol}`" if spot.why == NAMED or tells else ""


#: A word that so many of the files lack tells what they are about.
_TELLING = 0.9


def _said(clauses: Sequence[PieceOfWork]) -> str:
    return joined([deed_of(clause).removeprefix("Fix: ").strip("“”") for clause in clauses])


def _today(clauses: Sequence[PieceOfWork]) -> list[str]:
    """What the goal tells of how things are: what a new test sees before the change."""
    told = [remark for clause in clauses for remark in clause.remarks if not forbids(remark)]
    told = [one for one in told if not (one.startswith(EXPECTED) or one.endswith("?"))]
    told = [one for one in told if not any_case("says_besides").match(one)]
    return [
        remark.strip(" .") for remark in told if not any(_wishes(c) for c in hear(remark).clauses)
    ]


def _measured(clause: PieceOfWork) -> str:
    """“Slow export of large projects” without the word that blames it."""
    found = any_case("slow_by_name").match(clause.text)
    return clause.text[found.end("blame") :].strip() if found else _what(clause)


def _mended_when(clauses: Sequence[PieceOfWork]) -> str:
    """What is seen once a report is mended: what whoever reported it expects, where they say so."""
    told = (remark for clause in clauses for remark in clause.remarks)
    expected = [one.removeprefix(EXPECTED).strip(" .") for one in told if one.startswith(EXPECTED)]
    if len(expected) == 1 and len(expected[0]) <= _LONGEST_EXPECTED and "\n" not in expected[0]:
        return f"instead of what was reported, {lowered(expected[0])}"
    return "what was reported no longer happens"


def _wishes(heard: Clause) -> bool:
    return heard.obliges or heard.wants


def _what(clause: PieceOfWork) -> str:
    what = _without_how(any_case("reason_behind_a_comma").split(clause.what, maxsplit=1)[0])
    added = f"{clause.thing} to "
    behind = what[len(added) :].partition(" ")[0]
    if clause.verb in NEW and clause.thing and what.startswith(added) and not is_verb(behind):
        what = f"{clause.thing} for {what[len(added) :]}"  # “a page to the shop” is added, not had
    return what or shortened(clause.text, 90)


def _bare(thing: str, archetype: Archetype) -> str:
    """“A setting for the retries” without what the words of a setting's tasks say themselves, and
    “GET /links should accept …” without what it should."""
    duty = any_said("obliged").search(thing)
    thing = thing[: duty.start()].strip() or thing if duty else thing
    thing = _without_how(_SUPPORTED.sub("", thing) or thing)
    if not archetype.names_itself:
        return thing
    thing = _ADJUSTED.sub("", thing) or thing
    kinds = "|".join(map(re.escape, archetype.builds))
    return re.sub(rf"^(?:an?|the) (?:new )?(?:{kinds})s? for (?=\w)", "", thing, flags=re.I)


def _without_how(thing: str) -> str:
    """“The old orders for good” without the last words, which say how they go."""
    return any_case("how_it_goes").sub("", thing).rstrip() or thing


#: Support for something ends where the something is.
_SUPPORTED = re.compile(r"^(?:the )?support (?:for|of) ", re.I)
#: “The number of retries configurable by a variable” is about the number of retries.
_ADJUSTED = re.compile(r"\s+(?:configurable|adjustable|customi[sz]able|optional)\b.*$", re.I)


def task_of(template: Template, site: Site, name: str, proved: bool = False) -> Task | None:
    """A template's task at a site, its test being a task of its own where it is `proved`; None
    when something it speaks of is not known."""
    title = filled(template.title, site.slots)
    description = filled(template.description, site.slots)
    check = filled((proved and template.proved) or template.check, site.slots)
    if title is None or description is None or check is None:
        return None
    by_hand = site.is_untested and bool((proved and template.proved) or template.run == "red")
    given = (filled(text, site.slots) for text in template.given)
    return Task(
        id=name,
        title=titled(title),
        description=description,
        files=site.files(template.files),
        complexity=template.complexity,
        preconditions=tuple(text for text in given if text),
        check=_check(template, site, check, by_hand=by_hand),
        reversibility=template.reversibility,
    )


def _check(template: Template, site: Site, statement: str, *, by_hand: bool) -> str:
    """What shows that a task is done: where it only looks at something, what it found."""
    if by_hand:
        return site.by_hand(template)
    only_looks = template.run == "suite" and not (template.core or template.files)
    return statement if only_looks else site.check(template.run, statement)


def filled(text: str, slots: Mapping[str, str]) -> str | None:
    """A text with its slots filled; None when one outside of brackets is not known."""

    pieces: list[str] = []
    for place, piece in enumerate(re.split(r"\[([^\[\]]*)\]", text)):
        put = _put(piece, slots)
        if put is None and not place % 2:
            return None
        pieces.append(put or "")  # a route has braces: what was put in is not looked at again
    return "".join(pieces)


def _put(text: str, slots: Mapping[str, str]) -> str | None:
    # What a goal says may hold braces of its own: every slot is put in once, never looked at again.
    pieces = re.split(r"{(\w+)}", text)
    if any(slot not in slots for slot in pieces[1::2]):
        return None
    return "".join(slots[piece] if place % 2 else piece for place, piece in enumerate(pieces))


def _target(
    archetype: Archetype, clauses: Sequence[PieceOfWork], facts: DraftingFacts, words: Sequence[str]
) -> tuple[str, ...]:
    """The files to touch: those the clauses name, else the first the archetype looks for."""
    if facts.named:
        return facts.named
    named = [path for clause in clauses for path in _named_in(clause)]
    if named := [path for path in named if facts.may_be_meant(path, clauses[0])]:
        return tuple(dict.fromkeys(facts.called(path, clauses[0]) for path in named))[:_MOST_FILES]
    if declared := facts.spots.named(clauses):
        return tuple(declared)[:1]
    copied = [word for clause in clauses for word in example_of(clause)]
    drawn = [path for path in facts.likely(words) if is_screen(path)]
    if drawn and archetype.where[:1] == ("views",):
        return tuple(drawn[:1])
    begins = facts.beginnings(words, copied)
    by_kind = _by_kind(archetype, clauses, facts, words)
    if not begins or archetype.where[:1] in _ELSEWHERE:
        return by_kind
    # A route, a model or a command that is likely too is where this kind of change goes.
    spoken = {path for slot in archetype.where if slot in _MANY for path in facts.paths(slot)}
    agreed = [path for path in by_kind if path in spoken and path in facts.likely(words)]
    return begins if facts.is_led(begins[0]) else tuple(agreed[:1]) or begins


def _named_in(clause: PieceOfWork) -> tuple[str, ...]:
    """The paths a clause names; of those only told beside it, the ones it calls by their name."""
    told = (path for remark in clause.remarks for path in named_paths(remark))
    meant = (p for p in told if "/" in p and posixpath.basename(p).partition(".")[0] in clause.text)
    return named_paths(clause.text) or tuple(dict.fromkeys(meant))


#: Kinds of change whose place is no file of the program: pages, pipelines, containers.
_ELSEWHERE = (("pages",), ("docs",), ("ci",), ("container",), ("manifest",), ("translations",))


def _by_kind(
    archetype: Archetype, clauses: Sequence[PieceOfWork], facts: DraftingFacts, words: Sequence[str]
) -> tuple[str, ...]:
    """The first place this kind of change looks for."""
    for slot in archetype.where:
        found = facts.spoken_of(slot, words) if slot in _MANY else facts.paths(slot)
        if within := _within_the_program(slot, found, words):
            if slot == "commands" and _has_a_file_each(within) and clauses[0].verb in NEW:
                return ()  # a new one is a file of its own, beside the others
            return _best(slot, within, words if facts.for_several else ())
    for slot in archetype.where:
        within = _within_the_program(slot, facts.paths(slot), words)
        if within and (slot != "models" or len(within) == 1):  # of several, any would be a guess
            return _best(slot, within, ())
    return ()


def _has_a_file_each(paths: Sequence[str]) -> bool:
    """Whether commands stand in files called after them, in a folder for commands."""
    return all(posixpath.basename(posixpath.dirname(path)) == "commands" for path in paths)


def _within_the_program(slot: str, paths: Sequence[str], words: Sequence[str]) -> Sequence[str]:
    """Without examples, pages and assets, unless the clause speaks of them."""
    if slot not in _PROGRAM:
        return paths
    return [path for path in paths if not (aside := aside_folder(path)) or _tells(words, aside)]


def _tells(words: Sequence[str], folder: str) -> bool:
    return any(word[:4] == folder[:4] for word in words)


#: Kinds of places a program has many of: one counts when the clause speaks of it.
_MANY = frozenset(("routes", "commands", "models"))
#: Kinds of places that are the program itself.
_PROGRAM = frozenset(("code", "routes", "commands", "jobs", "models", "settings"))


def _best(slot: str, found: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """The first of a list that comes best first; of several clauses each has its own."""
    ranked = sorted(found, key=lambda path: -_named_by(words, path))
    return tuple(ranked)[: 2 if slot in ("code", "views") else 1]


def _named_by(words: Sequence[str], path: str) -> int:
    return sum(word.rstrip("s")[:6] in path.lower() for word in words)


def _tests_text(tests: Tests | None, target: Sequence[str], facts: DraftingFacts) -> str:
    if tests is None:
        folder = facts.proof.folder(next(iter(target), None))
        return f"{folder.rstrip('/')}/" if folder else ""
    if tests.like is None or tests.like == tests.path:
        return tests.path
    return f"{tests.path} (named as {tests.like} is)"


def _search(words: Sequence[str]) -> str:
    once = list(dict.fromkeys(re.sub(r"[^\w -]", "", word) for word in words if word))
    return f"grep -rniE '{'|'.join(once)}' ." if once else ""

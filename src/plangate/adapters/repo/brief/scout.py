"""The scout: looks at a workspace for a goal and says what a brief needs (UND-3).

It reads and never writes (INV-11). The index lies in the cache folder; the second look at a
workspace reads what has changed and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

from plangate.adapters.repo.already.existing import There, existing
from plangate.adapters.repo.brief import heard_here
from plangate.adapters.repo.brief.answers import answered
from plangate.adapters.repo.brief.keys_meant import key_meant
from plangate.adapters.repo.brief.leads import Led, leading, led
from plangate.adapters.repo.brief.messages_meant import message_meant, with_first
from plangate.adapters.repo.brief.precedents import habits, precedents
from plangate.adapters.repo.brief.siblings import examples, siblings
from plangate.adapters.repo.brief.stored import stored
from plangate.adapters.repo.brief.values_here import value_line
from plangate.adapters.repo.brief.versions_here import version_meant
from plangate.adapters.repo.brief.writings import writings
from plangate.adapters.repo.checkout.symbols import DECLARATION
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.dependencies.declared import declared
from plangate.adapters.repo.facts.features.migrations import about_a_goal, migration_folders
from plangate.adapters.repo.facts.goal import goal_of
from plangate.adapters.repo.facts.house_rules import rules_about
from plangate.adapters.repo.facts.manifests import language_of
from plangate.adapters.repo.facts.running.runner_commands import Command
from plangate.adapters.repo.facts.running.runners import commands_of, runs_for
from plangate.adapters.repo.facts.view import View
from plangate.adapters.repo.index.index import Index, code_version, with_index
from plangate.adapters.repo.index.written_pages import written_in
from plangate.adapters.repo.kin.kinship import (
    families_here,
    kin_as_sibling,
    kin_of,
    offered_kin,
)
from plangate.adapters.repo.kin.options import names_new_option
from plangate.adapters.repo.places.called import called_by_name
from plangate.adapters.repo.places.doing import Done
from plangate.adapters.repo.places.goal_words import Asked, asked
from plangate.adapters.repo.places.rankings import Places, done_in, ranked_places
from plangate.adapters.repo.places.tests_of_place import About, tests_of_place
from plangate.adapters.repo.places.tests_ranked import (
    TESTS,
    called_alike,
    ranked_tests,
    tests_of,
    tests_within,
)
from plangate.adapters.repo.spots.named_here import named_here, with_doing, with_named
from plangate.adapters.repo.spots.quoted_here import literals
from plangate.adapters.repo.spots.spot_lines import Sought
from plangate.adapters.repo.spots.spots import goal_weights, spots
from plangate.adapters.repo.spots.tests_alike import tests_alike
from plangate.adapters.repo.trace.act_wish import act_wish
from plangate.adapters.repo.trace.acts_here import act_kin, things_here
from plangate.adapters.repo.trace.attribute_wish import wants_a_state
from plangate.adapters.repo.trace.personal_marks import mark_kin
from plangate.adapters.repo.trace.timed_jobs import timed_kin
from plangate.adapters.repo.trace.tracing import traced
from plangate.core.investigation.brief_values import MOST_OTHERS, MOST_PLACES, Answer
from plangate.core.investigation.ranking import Ranked
from plangate.core.model.policy.investigation_numbers import RANKING_NEVER_SURER
from plangate.core.model.sighting import (
    ACT,
    MARK,
    NAMED,
    VERSION,
    Conventions,
    HouseRule,
    Kin,
    Place,
    Precedent,
    Sibling,
    Sighting,
    Spot,
)
from plangate.language.denials import takes_away
from plangate.language.issues.issue_text import Issue, read_issue
from plangate.language.issues.issue_text import goal_of as wanted_of_issue
from plangate.language.words.names import sorts_of
from plangate.language.words.stems import stems

T = TypeVar("T")

#: A smaller workspace is read anew sooner than anything is worth keeping on disk.
_WORTH_KEEPING = 50
_WITH_SYMBOLS = 3
_MOST_SYMBOLS = 3
_MOST_TESTS = 2
_LEAST_RULES = 2
#: So many tests may be named, and so many of them by one of the first places.
_LIKELY_TESTS, _SURE_TESTS = 5, 3
_DECLARED = re.compile(DECLARATION)


class Scout:
    """Reads one workspace after the other, with one index for each."""

    def __init__(
        self, cache: Path | None = None, progress: Callable[[str], None] = lambda _line: None
    ) -> None:
        self._cache = cache
        self._progress = progress

    def look(self, goal: str, workspace: str) -> Sighting:
        """What a workspace says about a goal."""
        files = Workspace(Path(workspace))

        def seen(index: Index) -> Sighting:
            found = self._seen(files, index, goal)
            index.keep_symbols()
            return found

        return self._with_index(files, seen)

    def find(self, question: str, workspace: str) -> Answer:
        """What a workspace says to a question."""
        files = Workspace(Path(workspace))

        def found(index: Index) -> Answer:
            self.read(files, index)
            return answered(files, index, question)

        return self._with_index(files, found)

    def _with_index(self, files: Workspace, work: Callable[[Index], T]) -> T:
        folder = self._cache if len(files.files) >= _WORTH_KEEPING else None
        return with_index(folder, files.root, work)

    def _seen(self, workspace: Workspace, index: Index, goal: str) -> Sighting:
        self.read(workspace, index)
        issue = read_issue(goal)
        wanted = asked(issue)
        ranked = ranked_places(index, wanted, workspace.text)
        named = named_here(workspace, index, wanted_of_issue(goal))
        rows = _with_names(index, issue, ranked, named)
        likely = {one.name: strength for one, strength in rows}
        kin = _kin(workspace, index, (wanted_of_issue(goal), issue.title), likely)
        told, kin = _told(workspace, index, issue.said, kin, likely)
        value = _value(workspace, issue, [one.name for one in ranked.ranked], told)
        lead = leading(workspace, index, Led(issue, kin, value, told), rows)
        quoted = literals(workspace, index, issue, likely)
        rows = rows if named else led(rows, lead)
        first = [one.name for one, _ in rows[:_WITH_SYMBOLS]]
        done = done_in(index, wanted, first, workspace.text)
        looked = [(one.name, strength) for one, strength in rows]
        sought = Sought(goal_weights(index, issue, wanted, quoted))
        lines = spots(workspace, index, sought, looked, quoted, takes_away(issue.title))
        places = _places(workspace, index, wanted, rows, _meant(done, lines))
        names = [place.path for place in places]
        likely = {place.path: place.strength for place in places}
        alike = precedents(index, issue.title, wanted.title, workspace.stamps, likely)
        # A deed that is looked for by all its names and done to others only is not there.
        is_done = (kin and kin.sort in (ACT, MARK)) or (told and told.why == VERSION)
        knows = any(quoted.values())
        there = There() if is_done else existing(workspace, index, issue, quotes_what_is_here=knows)
        return Sighting(
            exists=there.exists[:MOST_OTHERS],
            places=places,
            siblings=_siblings(index, kin, alike, names),
            conventions=_conventions(workspace, index, issue, names),
            rules=_rules(workspace, index, wanted),
            limits=(*workspace.limits(), *index.limits)[:MOST_OTHERS],
            spread=heard_here.spread(index, issue),
            literals=quoted,
            against=heard_here.against(workspace, index, issue),
            files=len(index.texts.paths_of(("code",))),
            stored=stored(workspace, index, issue),
            value=value,
            precedents=alike,
            habits=habits(workspace, index),
            spots=with_named(with_doing(workspace, with_first(lines, told), done), named),
            like_tests=tests_alike(workspace, _tried(places), sought),
            commits=index.past.commits(),
            kin=kin,
            nearest=there.nearest,
        )

    def read(self, workspace: Workspace, index: Index) -> None:
        """Bring the index up to the workspace as it is."""
        if index.texts.refresh(workspace, self._progress) == len(workspace.stamps):
            families_here(workspace, index)  # with the first look, so that no goal waits for them
            things_here(index)
        index.past.refresh(workspace.root)


def _siblings(
    index: Index, kin: Kin | None, alike: Sequence[Precedent], names: Sequence[str]
) -> tuple[Sibling, ...]:
    """What to copy from; the files beside a place are looked at last, and only if there is room."""
    every = chain(kin_as_sibling(kin), examples(alike), siblings(index, names))
    return tuple(islice(every, MOST_OTHERS))


def _kin(
    workspace: Workspace, index: Index, texts: Sequence[str], likely: Mapping[str, float]
) -> Kin | None:
    """What a goal wants one more of, as the first of its texts says it that is understood."""
    found = (
        offered_kin(workspace, index, text, likely)
        or mark_kin(workspace, index, text)
        or act_kin(workspace, index, text)
        or traced(workspace, index, text, likely)
        or timed_kin(workspace, index, text)
        or _member(workspace, index, text, likely)
        for text in dict.fromkeys(texts)
    )
    return next(filter(None, found), None)


def _told(
    workspace: Workspace, index: Index, text: str, kin: Kin | None, likely: Mapping[str, float]
) -> tuple[Spot | None, Kin | None]:
    """The line that a goal leads to by what it tells, and what it wants one more of where no such
    line says more."""
    told = version_meant(workspace, text) or key_meant(workspace, index, text, likely)
    if told is None and kin is None:
        return message_meant(workspace, index, text, likely), None
    return told, kin if told is None else None


def _value(workspace: Workspace, issue: Issue, likely: Sequence[str], told: Spot | None) -> str:
    """The place of the line that holds what a goal sets anew: a version, or a value."""
    is_version = told is not None and told.why == VERSION
    return told.locator if told and is_version else value_line(workspace, likely, issue)


def _member(
    workspace: Workspace, index: Index, text: str, likely: Mapping[str, float]
) -> Kin | None:
    """What one more of a family takes: none where a goal does something to a thing that is there,
    but for an export of one more sort."""
    names_option = names_new_option(text)  # what it does then is not done to a thing that is there
    wish = None if names_option else act_wish(text)
    changes = wants_a_state(text) or (wish is not None and not wish.only_reads)
    if changes and not names_option:
        return None
    kin = kin_of(workspace, index, text, likely)
    if wish is None or kin is None or not kin.files:
        return kin
    own = sorts_of(kin.name)
    return kin if any(own & sorts_of(member) for member in kin.members) else None


def _rules(workspace: Workspace, index: Index, wanted: Asked) -> tuple[HouseRule, ...]:
    """What the repository asks of everybody, and the records and pages that speak of the goal."""
    rules = rules_about(workspace, wanted.title, MOST_OTHERS)
    written = writings(workspace, index, (*wanted.title, *wanted.said), MOST_OTHERS)
    kept = max(MOST_OTHERS - len(written), _LEAST_RULES)
    return (*rules[:kept], *written)[:MOST_OTHERS]


def _with_names(
    index: Index, issue: Issue, found: Places, named: Sequence[Spot]
) -> list[tuple[Ranked, float]]:
    """The likeliest files, each with how likely it is; one called by its name is that likely, and
    one that is written out or declares what is comes before all others (UND-5)."""
    called = called_by_name(index, issue.said)
    written = [spot.path for spot in named]
    rows = [
        (one, max(strength, called.pop(one.name, 0.0)))
        for one, strength in zip(found.ranked, found.strengths, strict=False)
        if one.name not in written
    ]
    rows += [
        (Ranked(name, strength, ("name",)), strength)
        for name, strength in called.items()
        if name not in written
    ]
    why = {one.name: one.why for one in found.ranked}
    first = [
        (Ranked(path, RANKING_NEVER_SURER, (NAMED, *why.get(path, ()))), RANKING_NEVER_SURER)
        for path in dict.fromkeys(written)
    ]
    return [*first, *sorted(rows, key=lambda row: -row[1])][:MOST_PLACES]


def _places(
    workspace: Workspace,
    index: Index,
    wanted: Asked,
    found: Sequence[tuple[Ranked, float]],
    meant: Mapping[str, frozenset[str]],
) -> tuple[Place, ...]:
    first = [one for one, _ in found]
    tests = ranked_tests(index, wanted, {one.name: strength for one, strength in found})
    owned = _owned(index, [one.name for one in first], tests)
    for path in [one.name for one in first][:1]:
        every = index.texts.paths_of(TESTS)
        own = [*called_alike(path, every)[:1], *tests_within(path, every)]
        owned[path] = list(dict.fromkeys((*own, *owned[path])))
    words = frozenset((*wanted.title, *wanted.said))
    about = About(_said_here(index, wanted), tests, meant)
    return tuple(
        Place(
            one.name,
            rank,
            strength,
            _symbols(workspace, index, one.name, words) if rank <= _WITH_SYMBOLS else (),
            one.why,
            tuple(owned[one.name])[: _SURE_TESTS if rank == 1 else _MOST_TESTS],
            tests_of_place(index, workspace.text, one.name, about) if rank <= _WITH_SYMBOLS else (),
        )
        for rank, (one, strength) in enumerate(found, start=1)
    )


def _meant(done: Mapping[str, Done], lines: Sequence[Spot]) -> dict[str, frozenset[str]]:
    """The functions of each file that a goal is about: what does its deed, and what says most."""
    found = {path: {one.name} for path, one in done.items() if one.line}
    for spot in reversed(lines):
        if spot.symbol and spot in (next(one for one in lines if one.path == spot.path),):
            found.setdefault(spot.path, set()).add(spot.symbol)
    return {path: frozenset(names) for path, names in found.items()}


def _said_here(index: Index, wanted: Asked) -> dict[str, float]:
    """How rare each word of a title is that anything here says."""
    weights, said = index.texts.weights(wanted.title), index.texts.said
    return {word: weight for word, weight in weights.items() if said.carriers(word)}


def _tried(places: Sequence[Place]) -> list[str]:
    """The likely tests, and the first places themselves: some languages keep both in one file."""
    tests = [test for place in places[:_WITH_SYMBOLS] for test in place.tests]
    return list(dict.fromkeys((*tests, *(place.path for place in places[:_WITH_SYMBOLS]))))


def _owned(index: Index, places: Sequence[str], tests: Sequence[Ranked]) -> dict[str, list[str]]:
    """The likeliest tests with the places they belong to.

    Every one of the first few stands at one of the first places, the first of all when it belongs
    to none of them; what is less likely stands at the places after those.
    """
    likely = [one.name for one in tests[:_LIKELY_TESTS]]
    owned = {place: tests_of(index, place, tests[:_LIKELY_TESTS]) for place in places}
    sure, early = likely[:_SURE_TESTS], places[:_SURE_TESTS]
    for place in early:
        owned[place] = [test for test in owned[place] if test in sure]
    for test in sure:
        if early and not any(test in owned[place][:_MOST_TESTS] for place in early):
            owned[early[0]].append(test)
    rank = {test: at for at, test in enumerate(likely)}
    return {place: sorted(own, key=rank.__getitem__) for place, own in owned.items()}


def _symbols(
    workspace: Workspace, index: Index, path: str, words: frozenset[str]
) -> tuple[str, ...]:
    """What a file declares under the goal's words, those with most of them first."""
    if path not in workspace.stamps or not _declares(workspace.text(path) or "", words):
        return ()
    weights = index.texts.weights(words)
    shared = {
        f"{symbol.name}:{symbol.line}": sum(weights[word] for word in words & stems(symbol.name))
        / (1 + len(stems(symbol.name)))
        for symbol in index.symbols(workspace, path)
    }
    found = [name for name in shared if shared[name]]
    return tuple(sorted(found, key=lambda name: -shared[name])[:_MOST_SYMBOLS])


def _declares(text: str, words: frozenset[str]) -> bool:
    """Whether a text seems to declare anything under these words: parsing it takes much longer."""
    return any(not words.isdisjoint(stems(name)) for name in set(_DECLARED.findall(text)))


def _conventions(
    workspace: Workspace, index: Index, issue: Issue, places: Sequence[str]
) -> Conventions:
    """Commands that run for the files at hand, and where migrations and pages belong."""
    view = View(workspace, goal_of(issue.title))
    near = [path for path in places[:3] if language_of(path)]
    kept = index.texts.of_files(
        f"commands {code_version()}", lambda: commands_of(view, declared(view))
    )
    commands = runs_for([Command(*row) for row in kept], near)
    folders = index.texts.of_files(f"migrations {code_version()}", lambda: migration_folders(view))
    migrated = [entry.fact for entry in about_a_goal(view, folders)]
    pages = [path for path in written_in(workspace, index).pages if "/" in path]
    return Conventions(
        test=commands.get("test_command"),
        build=commands.get("build_command"),
        lint=commands.get("lint_command"),
        migrations=migrated[0] if migrated else None,
        docs=f"{pages[0].partition('/')[0]}/" if pages else None,
    )

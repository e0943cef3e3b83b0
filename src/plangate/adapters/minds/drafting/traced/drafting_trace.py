"""One more value of a thing as tasks: the trail of one that is there, by layer (UND-5, UND-9).

The brief found the value to copy and the lines on which it stands (adapters/repo/trace). Each layer
is a task that names those lines: where the new one is stored, handled, shown and translated, tested
and told. Every task says which value it copies, and how one sees that the new one is there.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from itertools import pairwise

from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_strands import Strand, layer_task, needing
from plangate.adapters.minds.drafting.drafting_tests import (
    by_hand,
    failing,
    is_code,
    is_helper,
    narrowed,
    short_names,
    stem_of,
)
from plangate.adapters.minds.drafting.wording.clauses_of_work import heavy_words, joined
from plangate.adapters.minds.drafting.wording.deed_of_clause import deed_of
from plangate.adapters.minds.drafting.wording.renaming import renamed
from plangate.adapters.minds.drafting.wording.titles import LONGEST_TITLE, titled
from plangate.core.model.nouns import Task
from plangate.core.model.sighting import Kin, KinPoint
from plangate.language.words.stems import parts, stem, words_in_rows
from plangate.language.words.vocabulary import is_verb

#: So many files a task names.
_MOST_FILES, _MOST_TESTS, _MOST_PAGES = 5, 2, 2
_MOST_LINES, _MOST_STORES = 8, 3
Made = list[tuple[Task, bool]]


def trace_tasks(kin: Kin, core: Task, strand: Strand, facts: DraftingFacts, remarks: str) -> Made:
    """The tasks of one more value, the store first; which of them write documentation."""
    layers = _Layers(kin, strand, facts)
    stored = layers.stored()
    handled = layers.handled(core, remarks)
    shown = layers.shown()
    built = [task for task in (stored, handled, shown) if task is not None]
    row = [built[0], *(needing(later, [earlier.id]) for earlier, later in pairwise(built))]
    tests = [needing(one, [task.id for task in row]) for one in layers.tested()]
    pages = [needing(one, [row[0].id]) for one in layers.told()]
    return [*((task, False) for task in (*row, *tests)), *((page, True) for page in pages)]


class _Layers:
    """The layers of one new value, each as a task."""

    def __init__(self, kin: Kin, strand: Strand, facts: DraftingFacts) -> None:
        self._kin, self._strand, self._facts = kin, strand, facts
        model = _spelled_as(kin)
        self._name = renamed(model, model, kin.name)
        tests = [one for one in self._points("test") if not is_helper(one.path)]
        self._test = tests[0].path if tests else None
        self._shows, self._run = test_and_run(self._test, files_of(kin.points), facts)
        # A test that is still to be written runs neither before nor in between.
        self._before = self._run if self._test else facts.proof.command(self._shows) or ""

    def _points(self, *layers: str) -> list[KinPoint]:
        return [point for point in self._kin.points if point.kind in layers]

    def stored(self) -> Task | None:
        """Where the value is kept: the model, its queries and the step that brings it to data."""
        kept, moved = self._points("store"), self._points("migration")
        rows, old = self._points("step"), self._points("brought")
        own = [*kept, *moved]
        if not own and not old:
            return None
        steps = [posixpath.dirname(point.path) for point in rows]
        files = [*files_of(kept)[:_MOST_STORES], *files_of(moved)[:_MOST_STORES], *steps]
        thing = self._kin.thing.strip("_")
        deed = f"Give {thing} a stored `{self._name}` with a default for what is there"
        deed += f", as it has `{self._kin.nearest}`"
        deed += f". {self._why()}"
        # What only says where to look is told by its first word.
        if rows:
            newest = joined([point.path for point in rows])
            deed += f". Find the newest migration, {newest}, and write one behind it"
        deed += f". `{self._kin.nearest}` stands at {self._lines([*own, *old])}"
        title = like(f"Store `{self._name}` of {thing}", f"`{self._kin.nearest}`")
        told = f"load one stored before the change; its `{self._name}` is the default"
        check = by_hand(told, self._before)
        return self._task("store", title, deed, files, check)

    def handled(self, core: Task, remarks: str) -> Task | None:
        """What is wanted of the value, where the one to copy is read, checked and handed on."""
        points = self._points("code")
        wanted = deed_of(self._strand.clauses[0]).rstrip(".")
        if not points:
            points = self._points("screen")
        files = files_of(points)[:_MOST_FILES] or list(core.files)
        made = files_of(self._points("made"))
        deed = f"{wanted}. Read, check and hand on `{self._name}` where `{self._kin.nearest}` is"
        deed += f": {self._lines(points)}" if points else ""
        deed += f". Do not edit {joined(made[:2])}: a generator makes it anew" if made else ""
        return core._replace(
            title=titled(wanted if self._says_more() else self._passed_on()),
            description=f"{deed}{remarks}",
            files=tuple(files),
            preconditions=(f"{self._before} passes before the change",)
            if self._before
            else core.preconditions,
            check=self._done(),
        )

    def _passed_on(self) -> str:
        return like(f"Read and write `{self._name}`", f"`{self._kin.nearest}`")

    def _says_more(self) -> bool:
        """Whether the goal says more than that a thing is to have the value: what people do, which
        the name only follows (“mute a feed” for `muted`), or what becomes of it."""
        text = self._strand.clauses[0].text
        named = {part.lower() for part in parts(self._name)}
        told = {stem(part) for part in (*named, self._kin.thing.lower())}
        spoken = [word.lower() for word in re.findall(r"[^\W\d_]+", text)]
        if any(stem(word) in map(stem, named) and word not in named for word in spoken):
            return True
        offered = words_in_rows("made_a_setting") | words_in_rows("attribute_itself")
        words = [word.lower() for word in heavy_words(text)]
        said = words[1:] if words and is_verb(words[0]) else words
        return any(stem(word) not in told and word not in offered for word in said)

    def shown(self) -> Task | None:
        """Where people see and set the value, and the texts of it."""
        screens, texts = self._points("screen"), self._points("texts")
        if not self._points("code") or not (screens or texts):
            return None
        files = [*files_of(screens)[: _MOST_FILES - 1], *files_of(texts)[:1]]
        shown = (
            f"Show and set `{self._name}` where `{self._kin.nearest}` is: {self._lines(screens)}"
        )
        deed = shown if screens else f"Name `{self._name}` for people"
        if texts:
            deed += f". Add its texts beside {at(texts[0])}, in the other languages as well"
        title = f"Show and set `{self._name}`" if screens else f"Name `{self._name}` for people"
        steps = f"set `{self._name}` on the page and reload; it stays set"
        if not screens:
            steps = f"open what shows `{self._name}` in two languages; both name it"
        title = like(title, f"`{self._kin.nearest}`")
        return self._task("screen", title, deed, files, by_hand(steps))

    def tested(self) -> list[Task]:
        """The tests of the value to copy, for the new one too."""
        points = [one for one in self._points("test") if not is_helper(one.path)]
        files = files_of(points)[:_MOST_TESTS]
        if not files:
            return []
        own = [point for point in points if point.path in files]
        title = like(f"Test `{self._name}`", f"`{self._kin.nearest}`")
        deed = f"Add the cases of `{self._kin.nearest}` for `{self._name}`: {self._lines(own)}"
        return [self._task("test", title, deed, files, failing(self._run))]

    def told(self) -> list[Task]:
        """The pages that tell of the value to copy."""
        points = self._points("docs")
        files = files_of(points)[:_MOST_PAGES]
        if not files:
            return []
        own = [point for point in points if point.path in files]
        title = like(f"Document `{self._name}`", f"`{self._kin.nearest}`")
        deed = f"Tell of `{self._name}` where `{self._kin.nearest}` is told of: {self._lines(own)}"
        said = "says" if len(files) == 1 else "say"
        check = f"{joined(short_names(files))} {said} what `{self._name}` does"
        return [self._task("page", title, deed, files, check)]

    def _why(self) -> str:
        """Which value is copied, and how near it is."""
        kin = self._kin
        cited = f". Commit {kin.commit} (“{kin.subject}”) added that one" if kin.commit else ""
        same = kin.sort == kin.wanted or not kin.wanted
        sort = f"a value of the same sort ({kin.sort})"
        other = f"no value of the same sort ({kin.sort}, wanted is {kin.wanted}), but shows the way"
        told = f"`{kin.nearest}` is {sort if same else other}"
        near = (
            f". See first whether `{kin.there}`, which is there, can hold it" if kin.there else ""
        )
        return f"{told}{cited}. The name `{self._name}` is a proposal{near}"

    def _done(self) -> str:
        """What one sees once it works, and what runs."""
        if self._shows is None:
            return by_hand(f"set `{self._name}` and read it again; it is as it was set")
        where = posixpath.basename(self._shows)
        seen = f"a new case in {where} sets `{self._name}` and reads it again"
        return f"{seen}: `{self._run}`" if self._run else seen

    def _lines(self, points: Sequence[KinPoint]) -> str:
        return "; ".join(at(point) for point in points[:_MOST_LINES])

    def _task(self, key: str, title: str, deed: str, files: Sequence[str], check: str) -> Task:
        return layer_task(self._strand, "trace", key, title, deed, files, check)


def _spelled_as(kin: Kin) -> str:
    """The name whose spelling a new one takes: the one to copy, but for a name of one small word,
    which does not say how several are put together."""
    if not kin.nearest.islower() or len(parts(kin.nearest)) > 1:
        return kin.nearest
    home = kin.points[0].path if kin.points else ""
    usual = "draft_state" if home.endswith(_WITH_MARKS) else "draftState"
    return next((one for one in kin.members if len(parts(one)) > 1), usual)


#: Files of languages in which the words of a name have a mark between them.
_WITH_MARKS = (".py", ".rb", ".rs", ".ex", ".exs", ".php", ".sql", ".pl")


def files_of(points: Sequence[KinPoint]) -> list[str]:
    return list(dict.fromkeys(point.path for point in points))


def at(point: KinPoint) -> str:
    inside = f" in {point.symbol}" if point.symbol else ""
    return f"{point.path}:{point.line}{inside}"


def like(title: str, sibling: str) -> str:
    """A title with what is followed, where there is room and it does not say so itself."""
    whole = f"{title}, like {sibling}"
    said = title.lower()
    told = " like " in said or stem_of(sibling.strip("`")).lower() in said
    return titled(title if told or len(whole) > LONGEST_TITLE else whole)


def test_and_run(
    test: str | None, files: Sequence[str], facts: DraftingFacts
) -> tuple[str | None, str]:
    """The test that shows a change, the one of the first program's file where none is known, and
    the command that runs it; without a test what runs every one."""
    home = next((path for path in files if is_code(path)), "")
    if test is None and home:
        near = facts.at(home).proof.tests_of(home)
        test = near.path if near else None
    command = facts.proof.command(test or home or None) or ""
    return test, narrowed(command, test) if command else ""

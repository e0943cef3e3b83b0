"""How a change is shown to work: the test file of a path, and the command that runs it.

A command counts for a file when its runner reads the file's language and it is typed in a folder
above it: no `yarn test` of the browser's part for a change of the server. Where a repository has
neither tests nor a runner, that is said.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence

from plangate.adapters.minds.drafting.drafting_history import History
from plangate.adapters.minds.drafting.drafting_spots import Spots
from plangate.adapters.minds.drafting.drafting_tests import (
    TEST_FOLDERS,
    WITHIN,
    Tests,
    by_habit,
    can_test,
    driven,
    is_about,
    is_code,
    is_helper,
    is_named_after,
    is_named_by_habit,
    is_within,
    named_as,
    narrowed,
    runs_language,
    stem_of,
    suffix_of,
)
from plangate.core.model.nouns import Evidence
from plangate.core.model.sighting import Sighting
from plangate.core.words.plan_words import is_test_path
from plangate.language.paths import is_screen
from plangate.language.words.stems import parts, stem

#: A word of fewer files than this tells of what they are about.
_RARE = 0.1
#: Of so many places the likely tests are looked at for one that has none of its own.
_FIRST = 3
#: A shorter part of a file's name does not tell whose test another file is.
_SHORT = 3


class Proof:
    """The tests of one repository, as tasks speak of them."""

    def __init__(
        self, kinds: Mapping[str, Sequence[Evidence]], seen: Sighting, spots: Spots, past: History
    ) -> None:
        self._kinds, self._seen, self._spots, self._past = kinds, seen, spots, past
        #: Whether the goal keeps the work away from them.
        self.spared = False
        told = [seen.conventions.test, *(e.fact for e in kinds.get("test_command", ()))]
        self._commands = list(dict.fromkeys(filter(None, told)))
        #: UND-5: how rare each word of the goal is here.
        self.rare = {stem(word.lower()): 1 - share for word, share in seen.spread.items()}

    def command(self, path: str | None) -> str | None:
        """How the tests of the package run in which a file lies; None where nothing runs it."""
        if path is None:
            return self._commands[0] if self._commands else None
        if browsing := driven(path):
            return browsing
        fitting = [one for one in self._commands if _reaches(one, path)]
        if not fitting:
            return self._moved(path)
        # The nearest folder; there a runner that takes a file before one that runs everything.
        whole = is_test_path(path)
        return max(fitting, key=lambda o: (len(_folder(o)), whole and narrowed(o, path) != o))

    def _moved(self, path: str) -> str | None:
        """The command of another package, typed in the one around a file."""
        homes = (posixpath.dirname(e.fact) for e in self._kinds.get("manifest", ()))
        around = [home for home in homes if home and path.startswith(f"{home}/")]
        within = (WITHIN.match(one) for one in self._commands if runs_language(one, path))
        run = next((found["run"] for found in within if found), None)
        return f"cd {max(around, key=len)} && {run}" if around and run else None

    @property
    def is_there(self) -> bool:
        """Whether anything shows that this repository has tests."""
        shown = ("test_file", "test_folder")
        tested = any(place.tests for place in self._seen.places)
        return bool(self._commands) or tested or any(kind in self._kinds for kind in shown)

    def folder(self, path: str | None) -> str | None:
        """The folder of tests that the command which tests a file reads."""
        if self.spared:
            return None
        folders = [entry.fact for entry in self._kinds.get("test_folder", ())]
        if path is None:
            return next(iter(folders), None)
        if (command := self.command(path)) is None:
            return None
        home = _folder(command)
        above = [f for f in folders if not home or f"{f.rstrip('/')}/".startswith(f"{home}/")]
        return next((f for f in above if home or _is_for_all(f, path)), None)

    def tests_of(self, path: str) -> Tests | None:
        """The test file of a path: the one it has, or the one it would have."""
        if self.spared:
            return None
        if shown := self._shown_by(path):
            return Tests(shown)
        for place in self._seen.places:
            tests = [t for t in place.tests if not is_helper(t) and can_test(t, path)]
            beside = [t for t in tests if is_within(t, path)]
            own = [t for t in beside or tests if self._about(t) or self._is_its_test(t, path)]
            own = own or beside[:1]
            if place.path == path and own:
                return Tests(min(own, key=lambda t: (not is_named_after(t, path), -self._about(t))))
        pairs = [(e.fact, e.locator) for e in self._kinds.get("test_file", ()) if e.locator]
        for tested, test in pairs:
            if path in (tested, test):
                return Tests(test)
        if self._spots.is_tested_in(path):  # beside what they test, in one file
            return Tests(path)
        if not is_code(path) or is_test_path(path):
            return None
        if named := self._named_after_goal(path):
            return Tests(named)
        if likely := self._likely_test(path):
            return Tests(likely)
        if suffix_of(path) == "go":  # which allows one place and one name alone
            return Tests(f"{path.removesuffix('.go')}_test.go")
        if not is_named_by_habit(path):
            return self._among_others(path)
        return _by_habit_of(pairs, path) or self._beside_others(path)

    def _shown_by(self, path: str) -> str | None:
        """The test that shows a change of a likely file, as the look found it."""
        told = (place.shown_by for place in self._seen.places if place.path == path)
        tests = (test for shown in told for test in shown)
        return next((t for t in tests if not is_helper(t) and can_test(t, path)), None)

    def _among_others(self, path: str) -> Tests | None:
        """A test file that is there, where nobody names one after what it tests: the likeliest
        that can be one of a file, and in Rust else the file itself."""
        known = dict.fromkeys(test for place in self._seen.places for test in place.tests)
        fitting = [t for t in known if not is_helper(t) and can_test(t, path)]
        alike = [t for t in fitting if self._spots.is_like_goal(t)]
        is_rust = suffix_of(path) == "rs"
        here = next(iter(alike or ([] if is_rust else fitting)), path if is_rust else None)
        return Tests(here) if here else None

    def _beside_others(self, path: str) -> Tests | None:
        """A new test beside the nearest other one, and named as that one is."""
        known = (test for place in self._seen.places for test in place.tests)
        shown = (e.locator or "" for e in self._kinds.get("test_folder", ()))
        every = dict.fromkeys((*known, *shown))
        fitting = [t for t in every if t and not is_helper(t) and can_test(t, path)]
        around = set(path.split("/")[:-1])
        for test in sorted(fitting, key=lambda t: -len(around.intersection(t.split("/")))):
            if name := named_as(test, path):
                return Tests(name, like=test)
        return None

    def _named_after_goal(self, path: str) -> str | None:
        """Of the likely tests that can be one of a file the one named after what is wanted."""
        tests = dict.fromkeys(test for place in self._seen.places for test in place.tests)
        fitting = [t for t in tests if not is_helper(t) and can_test(t, path)]
        return max((t for t in fitting if self._about(t)), key=self._about, default=None)

    def _about(self, test: str) -> float:
        return is_about(test, self.rare)

    def likely_tests(self) -> list[str]:
        """The tests of the first places, no helpers among them."""
        tests = (test for place in self._seen.places[:_FIRST] for test in place.tests)
        return [test for test in dict.fromkeys(tests) if not is_helper(test)]

    def _likely_test(self, path: str) -> str | None:
        """Of the likely tests that can be one of a file and are like the goal, the nearest one."""
        places = sorted(self._seen.places[:_FIRST], key=lambda place: place.path != path)
        tests = dict.fromkeys(test for place in places for test in place.tests)
        fitting = [t for t in tests if not is_helper(t) and can_test(t, path)]
        alike = [t for t in fitting if self._spots.is_like_goal(t)]
        # A browser shows what stands behind a screen only where a test of it is about just that.
        shown = is_screen(path)
        alike = [t for t in alike if shown or not driven(t) or self._spots.is_tested_in(t)]
        around = set(path.split("/")[:-1])
        return max(alike, key=lambda test: len(around.intersection(test.split("/"))), default=None)

    def _is_its_test(self, test: str, path: str) -> bool:
        """Whether a likely test is one of a file: by its name, or by what commits alike touched."""
        name = stem_of(test).lower()
        own = [part for part in parts(stem_of(path)) if len(part) > _SHORT] or [stem_of(path)]
        spoken = 2 * sum(part.lower() in name for part in own) >= len(own)
        return spoken or self._past.changed(test) or self._shares_rare_words(test)

    def _shares_rare_words(self, test: str) -> bool:
        """Whether a test's path has several of the goal's words that are rare here."""
        rare = {word.lower().rstrip("s")[:5] for word, n in self._seen.spread.items() if n < _RARE}
        return sum(stem in test.lower() for stem in rare) > 1


def _is_for_all(folder: str, path: str) -> bool:
    """Whether a folder holds the tests of a file: it is around it, or the whole program's."""
    top = folder.strip("/").split("/")[0]
    return path.startswith(f"{top}/") or (top == folder.strip("/") and top in TEST_FOLDERS)


def _by_habit_of(pairs: Sequence[tuple[str, str]], path: str) -> Tests | None:
    """What the test of a file would be called, after those of its nearest neighbours."""
    alike = [pair for pair in pairs if suffix_of(pair[0]) == suffix_of(path)]
    alike.sort(key=lambda pair: -len(posixpath.commonprefix([pair[0], path])))
    for tested, test in alike:
        if name := by_habit(path, tested, test):
            return Tests(name, like=test)
    return None


def _reaches(command: str, path: str) -> bool:
    folder = _folder(command)
    return runs_language(command, path) and (not folder or path.startswith(f"{folder}/"))


def _folder(command: str) -> str:
    """The folder a command is typed in."""
    within = WITHIN.match(command)
    return within["folder"].strip("/") if within else ""

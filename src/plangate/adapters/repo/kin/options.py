"""One more option of the command line: where others are declared, read, tested and told (UND-5).

Options have no file each: what one takes is the trail of another through the program. The files in
which most of the nearest options are named, in whatever spelling, are where the new one goes.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.past import Commit
from plangate.adapters.repo.kin.file_families import parts_of_name
from plangate.adapters.repo.kin.kin_points import trail_of
from plangate.adapters.repo.kin.named_new import Wish, makes
from plangate.core.model.sighting import Kin
from plangate.language.words.stems import content_stems, rows_of, stem, words_in_rows

_FLAG = re.compile(r"(?<![\w-])--(?P<name>[a-z][\w-]+)")
#: How programs declare one: in its own spelling, or by its name for a library.
_DECLARED = re.compile(
    r"[\"'`]--(?P<spelled>[a-z][\w-]+)|\.long\(\s*\"(?P<long>[a-z][\w-]+)\""
    r"|[Ff]lags?(?:\(\))?\.\w+\(\s*(?:&?[\w.]+,\s*)?\"(?P<flag>[a-z][\w-]+)\""
)
_DECLARES = ("argument", "flag", "option", "arg", "long")
#: So many files are looked through, so many options make a family, and so many tell their trail.
_MOST_READ, _LEAST, _SAMPLE = 60, 4, 6
#: A goal that names none speaks of the command line where there are so many, in a likely place.
_MANY = 8
_LONGEST_TEXT = 400_000


def option_kin(
    workspace: Workspace, index: Index, wish: Wish, likely: Mapping[str, float]
) -> Kin | None:
    """What one more option takes, where a goal wants one; None where none is wanted, it is there
    already, or there are few others."""
    named = [found["name"] for found in _FLAG.finditer(wish.clause.text)]
    if not named and not _wants_one(wish):
        return None
    home, options = _declared(workspace, index, _of_a_command(wish, likely))
    if len(options) < _LEAST or any(name in options for name in named):
        return None
    if not named and (len(options) < _MANY or not _is_meant(wish, home, likely)):
        return None
    return trail_kin(workspace, index, wish, Home(home, tuple(options), "--"), named)


class Home(NamedTuple):
    """The file that declares some members, their names in its order, and how they are marked."""

    path: str
    names: tuple[str, ...]
    mark: str = ""


def trail_kin(
    workspace: Workspace, index: Index, wish: Wish, home: Home, named: Sequence[str]
) -> Kin:
    """What one more takes by the trail of the nearest of those that are declared together."""
    commits = dict(_adding(index, home))
    ranked = _ranked(home.names, named, wish, commits)
    commit = commits.get(ranked[0])
    touched = commit.files if commit else ()
    near = not _words(ranked[:1]).isdisjoint(_words(named))
    return Kin(
        clause=wish.clause.text,
        name=f"{home.mark}{named[0]}" if named else "",
        members=tuple(f"{home.mark}{name}" for name in ranked),
        nearest=f"{home.mark}{ranked[0]}",
        points=trail_of(workspace, index, ranked, touched, home.path, is_near=near),
        commit=commit.name if commit else "",
        subject=commit.subject if commit else "",
    )


def _wants_one(wish: Wish) -> bool:
    """Whether the object itself is an option: “a flag to skip empty lines”."""
    first = wish.phrases[0].words if wish.phrases else ()
    return bool(first) and first[-1].lower() in words_in_rows("options_of_commands")


def _is_meant(wish: Wish, home: str, likely: Mapping[str, float]) -> bool:
    """Whether the command line is meant: a flag is of it, an option only where it is likeliest."""
    sure = wish.phrases[0].words[-1].lower() in rows_of("options_of_commands")[0].split()
    return home in likely and (sure or likely[home] >= max(likely.values()))


def _of_a_command(wish: Wish, likely: Mapping[str, float]) -> str:
    """The likeliest file where the goal says its name: each command has options of its own."""
    first = max(likely, key=lambda path: likely[path], default="")
    named = {stem(part) for part in parts_of_name(posixpath.basename(first).partition(".")[0])}
    return first if named and named <= {*content_stems(wish.clause.text)} else ""


def _declared(workspace: Workspace, index: Index, command: str) -> tuple[str, list[str]]:
    """The file that declares most options, and their names in its order; that of a command where it
    declares some itself."""
    if own := _options_in(workspace, command):
        return command, own
    carried: Counter[int] = Counter()
    for word in _DECLARES:
        carried.update(dict(index.texts.said.carriers(stem(word))))
    code = index.texts.of_kinds(("code",))
    paths = [code[number].path for number, _ in carried.most_common() if number in code]
    found = {path: _options_in(workspace, path) for path in paths[:_MOST_READ]}
    home = max(found, key=lambda path: len(found[path]), default="")
    return home, found.get(home, [])


def _options_in(workspace: Workspace, path: str) -> list[str]:
    text = (workspace.text(path) or "")[:_LONGEST_TEXT] if path else ""
    return list(dict.fromkeys(next(filter(None, one.groups())) for one in _DECLARED.finditer(text)))


def _adding(index: Index, home: Home) -> Iterator[tuple[str, Commit]]:
    """The commit that added a member, by its subject; the newest that names each."""
    told = {
        name: re.compile(rf"(?<![\w-]){home.mark}{re.escape(name)}(?![\w-])") for name in home.names
    }
    for name, pattern in told.items():
        words = [stem(part) for part in parts_of_name(name)]
        told_of = (one for one in index.past.like(words, 10) if pattern.search(one.subject))
        fitting = [one for one in told_of if makes(one.subject) and _program(one)]
        if fitting:
            yield name, max(fitting, key=lambda one: len(_program(one)))


def _program(commit: Commit) -> list[str]:
    return [path for path in commit.files if kind_of(path) == "code"]


def _ranked(
    options: Sequence[str], named: Sequence[str], wish: Wish, commits: Mapping[str, Commit]
) -> list[str]:
    """The options whose trail is followed, the nearest first: it shares words with what is wanted,
    a commit shows what it took, and its name is its own."""
    said = _words(named)
    about = set(content_stems(wish.clause.text))

    def rank(name: str) -> tuple[int, int, bool, bool, int]:
        own = _words([name])
        alone = len(parts_of_name(name)) == 1
        return (-len(own & said), alone, name not in commits, not own & about, -len(own))

    several = [name for name in options if len(parts_of_name(name)) > 1 and not name.isupper()]
    return sorted(several or options, key=rank)[:_SAMPLE]


def _words(names: Sequence[str]) -> set[str]:
    return {stem(part) for name in names for part in parts_of_name(name)}

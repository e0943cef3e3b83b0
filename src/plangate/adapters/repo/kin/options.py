"""One more option of the command line: where others are declared, read, tested and told (UND-5).

Options have no file each: what one takes is the trail of another through the program. The files in
which most of the nearest options are named, in whatever spelling, are where the new one goes.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.paths_aside import is_aside
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.past import Commit
from plangate.adapters.repo.kin.file_families import parts_of_name
from plangate.adapters.repo.kin.kin_points import trail_of
from plangate.adapters.repo.kin.named_new import Wish, makes
from plangate.adapters.repo.kin.switches import is_switch, wants_switch
from plangate.adapters.repo.spots.commands_meant import (
    command_meant,
    declared_at,
    option_files,
    options_of,
)
from plangate.core.model.sighting import Kin
from plangate.language.words.stems import content_stems, rows_of, stem, words_in_rows

_FLAG = re.compile(r"(?<![\w-])--(?P<name>[a-z][\w-]+)")
#: So many options make a family, and so many tell their trail.
_LEAST, _SAMPLE = 4, 6
#: A goal that names none speaks of the command line where there are so many, in a likely place.
_MANY = 8
#: What the likeliest file is worth, in shares of the options it declares.
_LIKELY = 2.0
#: Where no more than this share of the files show something, an option is one of the command line.
_FEW_SCREENS = 0.2
_SCREENS = (".html", ".vue", ".jsx", ".tsx", ".svelte", ".erb", ".haml", ".twig", ".blade.php")


class Home(NamedTuple):
    """The file that declares some members, their names in its order, and how they are marked."""

    path: str
    names: tuple[str, ...]
    mark: str = ""
    command: str = ""
    """The command whose they are, if they are those of one: what they do stays in its file."""


def option_kin(
    workspace: Workspace, index: Index, wish: Wish, likely: Mapping[str, float]
) -> Kin | None:
    """What one more option takes, where a goal wants one; None where none is wanted, it is there
    already, or there are few others."""
    named = [found["name"] for found in _FLAG.finditer(wish.clause.text)]
    if not named and not _wants_one(wish):
        return None
    home, least = option_home(workspace, index, wish.clause.text, likely)
    new = [name for name in named if name not in home.names]
    if len(home.names) < least or (named and named[0] not in new):
        return None
    if not named and (len(home.names) < _MANY or not _is_meant(index, wish, home.path, likely)):
        return None
    return trail_kin(workspace, index, wish, home, new, [n for n in named if n not in new])


def names_new_option(text: str) -> bool:
    """Whether a text writes an option out."""
    return _FLAG.search(text) is not None


def option_home(
    workspace: Workspace, index: Index, text: str, likely: Mapping[str, float]
) -> tuple[Home, int]:
    """The file that declares the options of the command that a text names, or most of the
    program's; and how many there must be."""
    if command := command_meant(index, text, likely):
        if own := options_of(index, command.path, command.name):
            return Home(command.path, tuple(own), "--", command.name), 1
        return _shared(workspace, index, command.path), 1
    files = option_files(index)
    first = max(likely, key=lambda path: likely[path], default="")
    if first in files and _is_named(first, text):  # each command has options of its own
        return Home(first, tuple(files[first]), "--"), 1
    best = max(likely.values(), default=0.0) or 1.0

    def many(path: str) -> float:
        near = 1 + _LIKELY * likely.get(path, 0.0) / best
        return len(files[path]) * near * (_ASIDE if is_tool(path) else 1.0)

    home = max(files, key=many, default="")
    return Home(home, tuple(files.get(home, ())), "--"), _LEAST


def _shared(workspace: Workspace, index: Index, path: str) -> Home:
    """The file of options that a command takes from a module of them: `@options.dry_run`."""
    text = workspace.text(path) or ""
    best = Home(path, (), "--")
    for other, names in option_files(index).items():
        called = re.escape(posixpath.basename(other).partition(".")[0])
        used = set(re.findall(rf"@{called}\.(\w+)", text))
        own = tuple(name for name in names if name.replace("-", "_") in used)
        if len(own) > max(len(best.names), 1):
            best = Home(other, own, "--")
    return best


#: What an option counts that a tool beside the program declares.
_ASIDE = 0.1


def is_tool(path: str) -> bool:
    """Whether a file is a tool beside the program, or an example."""
    *folders, name = path.lower().split("/")
    beside = not words_in_rows("beside_the_program").isdisjoint(folders)
    return is_aside(path) or beside or _BUILDS.match(name) is not None


#: What builds a program or runs its chores: `magefile.go`, `Rakefile`, `gulpfile.js`.
_BUILDS = re.compile(r"(?:mage|rake|gulp|grunt|nox|fab|task|jake|danger)file\b")


def _is_named(path: str, text: str) -> bool:
    named = {stem(part) for part in parts_of_name(posixpath.basename(path).partition(".")[0])}
    return bool(named) and named <= {*content_stems(text)}


def trail_kin(
    workspace: Workspace,
    index: Index,
    wish: Wish,
    home: Home,
    named: Sequence[str],
    alike: Sequence[str] = (),
) -> Kin:
    """What one more takes by the trail of the nearest of those that are declared together, one
    that the goal itself names first."""
    commits = dict(_adding(index, home))
    near = _of_like_sort(workspace, index, home, wish, named)
    ranked = list(dict.fromkeys((*alike, *_ranked(near, named, wish, commits))))
    commit = commits.get(ranked[0])
    touched = commit.files if commit else ()
    is_near = not _words(ranked[:1]).isdisjoint(_words(named))
    points = trail_of(workspace, index, ranked, touched, home.path, is_near=is_near, mark=home.mark)
    line = declared_at(index, home.path, home.command).get(ranked[0]) if home.mark else None
    points = tuple(p._replace(line=line) if line and p.path == home.path else p for p in points)
    if home.command:
        points = tuple(p for p in points if p.path == home.path or p.kind in ("docs", "test"))
    return Kin(
        clause=wish.clause.text,
        name=f"{home.mark}{named[0]}" if named else "",
        members=tuple(f"{home.mark}{name}" for name in ranked),
        nearest=f"{home.mark}{ranked[0]}",
        points=points,
        commit=commit.name if commit else "",
        subject=commit.subject if commit else "",
    )


def _of_like_sort(
    workspace: Workspace, index: Index, home: Home, wish: Wish, named: Sequence[str]
) -> Sequence[str]:
    """The options that are switches as the wanted one is, or take a value as it does; all of them
    where none is known to be of its sort."""
    if home.mark != "--" or not named:
        return home.names
    wanted = wants_switch(wish.clause.text, named[0])
    lines = (workspace.text(home.path) or "").splitlines()
    declared = declared_at(index, home.path, home.command)
    sorts = {name: is_switch(lines, at, declared.values()) for name, at in declared.items()}
    return [name for name in home.names if sorts.get(name) is wanted] or home.names


def _wants_one(wish: Wish) -> bool:
    """Whether the object itself is an option: “a flag to skip empty lines”."""
    first = wish.phrases[0].words if wish.phrases else ()
    return bool(first) and first[-1].lower() in words_in_rows("options_of_commands")


def _is_meant(index: Index, wish: Wish, home: str, likely: Mapping[str, float]) -> bool:
    """Whether the command line is meant: a flag is of it, an option where it is likeliest or where
    there is hardly a screen."""
    if wish.phrases[0].words[-1].lower() in rows_of("options_of_commands")[0].split():
        return True
    files = index.texts.paths_of(("code", "markup"))
    screens = sum(path.endswith(_SCREENS) for path in files)
    few = screens <= _FEW_SCREENS * len(files)
    return few or (home in likely and likely[home] >= max(likely.values()))


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

"""Families of files: members of one kind, told apart by one part of their paths (UND-5).

`export/csv.rs` and `export/json.rs` differ in a stem, `csv_agent.rb` and `mail_agent.rb` in a part
of one, `provider/slack/slack.go` and `lang/de/auth.php` in a folder. A family is the path with a
hole where the members differ; whoever adds one more fills the hole with its name.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from plangate.language.words.stems import group, parts, rows_as_stems, stem, words_in_rows

HOLE = "{}"
#: The same in a folder, where names are written small.
INNER = "{-}"
#: So many members make a family.
LEAST = 3
#: Further files say nothing new of how files are called here.
_MOST_FILES = 20_000
_LONGEST_NAME = 40
#: Languages whose files have a mark between the words of their names, whatever their siblings show.
_SNAKE = (".py", ".rb", ".rs", ".ex", ".exs")


class Family(NamedTuple):
    """A path with a hole, and what fills it today."""

    shape: str
    kind: str
    members: Mapping[str, str]
    """The path of each member by its name, as written."""

    def path(self, name: str) -> str:
        """Where one more would stand, called as the others are."""
        small = re.sub(r"[\W_]+", "-", name).strip("-").lower()
        return self.shape.replace(HOLE, self.styled(name)).replace(INNER, small)

    def styled(self, name: str) -> str:
        """A name written as the members' names are."""
        own = re.findall(r"[^\W_]+", name)
        told = list(self.members)
        if sum(one[:1].isupper() for one in told) > len(told) / 2:
            return "".join(word[:1].upper() + word[1:] for word in own)
        low = [word.lower() for word in own]
        for mark in "-_.":
            if any(mark in one for one in told):
                return mark.join(low)
        if self.shape.endswith(_SNAKE):
            return "_".join(low)
        if any(map(str.isupper, "".join(told))):
            return "".join([*low[:1], *(word.capitalize() for word in low[1:])])
        return "".join(low)


def families(kinds: Mapping[str, str]) -> list[Family]:
    """Every family among some paths, each with its kind; its members are files of one kind."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for path in sorted(kinds)[:_MOST_FILES]:
        kind = kinds[path]
        for shape, name in shapes_of(path):
            found.setdefault((shape, kind), {})[name] = path
    return [
        Family(shape, kind, members)
        for (shape, kind), members in found.items()
        if len(members) >= LEAST
    ]


def shapes_of(path: str) -> Iterator[tuple[str, str]]:
    """The shapes a path may have a hole in, and what fills it."""
    folder, _, base = path.rpartition("/")
    name, dot, ending = base.partition(".")
    if not name or not dot or len(name) > _LONGEST_NAME:
        return
    for shape, own in _holes(name):
        if not is_head(own):
            around = _with_holes(folder, own)
            yield f"{around}/{shape}.{ending}".lstrip("/"), own
    outer, _, home = folder.rpartition("/")
    if home and not is_head(home) and home != name:
        yield f"{outer}/{HOLE}/{base}".lstrip("/"), home
    further, _, outer = outer.rpartition("/")
    if outer and not is_head(outer):
        yield f"{further}/{HOLE}/{home}/{base}".lstrip("/"), outer


def _holes(name: str) -> Iterator[tuple[str, str]]:
    """A name with a hole for all of it, and for what stands before or behind a part of it."""
    yield HOLE, name
    for found in _PARTED.finditer(name):
        left, right = name[: found.start()], name[found.start() :]
        bare = right.lstrip("-_")
        yield f"{HOLE}{right}", left
        yield f"{left}{right[: len(right) - len(bare)]}{HOLE}", bare


def _with_holes(folder: str, own: str) -> str:
    """A folder with a hole where the same name stands in it: `provider/slack` for `slack.go`."""
    low, pieces, start = own.lower(), [], 0
    at = folder.find(low) if low else -1
    while at >= 0:
        end = at + len(low)
        if not _is_inner(folder[at - 1 : at]) and not _is_inner(folder[end : end + 1]):
            pieces.append(folder[start:at])
            start = end
        at = folder.find(low, end)
    return INNER.join((*pieces, folder[start:]))


def _is_inner(letter: str) -> bool:
    """Whether a name goes on there: letters of a folder's name are small."""
    return letter.isascii() and letter.isalnum() and letter == letter.lower()


#: Where a name may be taken apart: at its marks and before its capitals.
_PARTED = re.compile(r"(?<=[^\W_])(?=[-_])|(?<=[a-z0-9])(?=[A-Z])")


@lru_cache(maxsize=20_000)
def is_head(name: str) -> bool:
    """Whether a file or folder is called after no member: `mod.rs`, `index.ts`, `utils.py`."""
    plain = name.strip("_").lower()
    return plain in group("weak_in_paths") or plain in words_in_rows("heads_of_folders")


@lru_cache(maxsize=50_000)
def kind_words(shape: str) -> tuple[frozenset[str], frozenset[str]]:
    """The stems that say what a family's members are: those of the name around the hole and of the
    folder around it, and those of the folder around that."""
    before, _, after = shape.replace(f"/{INNER}/", "/").replace(INNER, "").partition(HOLE)
    folder, lead = posixpath.split(before)
    tail = after.partition(".")[0].partition("/")[0]
    own = frozenset(stem(part) for part in parts(f"{lead} {tail}") if len(part) > 1)
    around, _, home = folder.rpartition("/")
    weak = group("weak_in_paths")
    own |= frozenset(stem(part) for part in parts(home) if part not in weak and len(part) > 1)
    further = around.split("/")
    outer = (_telling(part) for part in reversed(further))
    last = next(filter(None, outer), frozenset())
    if not commands().isdisjoint(own):
        own |= commands()
    elif not commands().isdisjoint(map(stem, further[-_NEAR:])):
        last |= commands()
    return own, last


#: So many folders around a family may say that it is one of commands.
_NEAR = 2


def commands() -> frozenset[str]:
    """The stems of what holds commands: `cmd`, `commands`, `cli`."""
    return rows_as_stems("hold_commands")[0]


def _telling(name: str) -> frozenset[str]:
    weak = group("weak_in_paths") | words_in_rows("heads_of_folders")
    return frozenset(stem(part) for part in parts(name) if part not in weak and len(part) > 1)


def same_name(name: str) -> str:
    """A name as it is compared: letters and figures alone."""
    return re.sub(r"[\W_]+", "", name).lower()


def parts_of_name(name: str) -> list[str]:
    """The words of a name in lower case: `AsciidocExporter` has two."""
    return [part.lower() for part in _PART.findall(name)]


_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+\d*|\d+")

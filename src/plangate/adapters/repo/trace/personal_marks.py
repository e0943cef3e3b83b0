"""One more mark of a person on a thing: “let readers bookmark articles” (UND-5).

What a person does for himself alone is no state of the thing: it is kept who did it to what. A mark
that is there, and that has a way back (`unfollow`) or names who did it (`followers`), shows through
which files one more goes: where it is kept, done, offered and tested.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.trace.deed_lines import called_after
from plangate.adapters.repo.trace.trail_layers import LAYERS, is_step, layer_of
from plangate.adapters.repo.trace.trails import BROUGHT, GENERATED, newest_steps
from plangate.core.model.sighting import MARK, PERSON, Kin, KinPoint
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.issues.reports import is_report
from plangate.language.words.stems import (
    group,
    parts,
    rows_as_stems,
    rows_of,
    singular,
    stem,
    stems_in_rows,
    words_in_rows,
)

#: So many clauses say what is wanted; a thing of more words is described, and has no name.
_MOST_CLAUSES, _MOST_WORDS = 2, 3
#: So many files and lines of each are looked at, so many are told of one layer.
_MOST_READ, _LARGEST_FILE, _HEAD, _LONGEST_LINE = 48, 150_000, 400, 300
_LARGEST_RECORD = 8_000
_MOST_IN_A_FILE, _MOST_IN_A_LAYER = 2, 4
#: So many names say that a mark is put on a thing: `favoriteArticle`, `unfavoriteArticle`.
_LEAST = 2
#: What it is worth that a mark is of the wanted sort, that it is put on the wanted thing, and that
#: it is one of those for people, or for things, as the wanted one is.
_SORT, _SAME_THING, _FITS = 2.0, 1.5, 2.0
#: What it tells of a file that it is called after a mark, or says who put it.
_CALLED, _PERSONAL = 4, 3
_PROGRAM = ("store", "migration", "code")
_PIECE = re.compile(r"[,;:()]|[A-Za-z][\w'’-]*|\d+")
_NAME = re.compile(r"[A-Za-z_][\w]*")
_DECLARES = re.compile(
    r"\b(?:def|func|function|fun|fn|class|table|model|sub|async|public|private|protected|const|static)\b"
    r"|Route\(|path\(|\.(?:get|post|put|patch|delete|route)\(|methods=|create_table|createTable"
    r"|Table\(|relationship\(|ManyToMany|has_many|belongs_to"
    r"|(?i:create table)",
)


class MarkWish(NamedTuple):
    """What people want to do to a thing each for himself: the deed, and the words for the thing."""

    clause: Clause
    deed: str
    thing: tuple[str, ...]

    @property
    def one(self) -> str:
        """The thing as one speaks of a single one; a person for another person."""
        if not words_in_rows("one_of_their_own").isdisjoint(self.thing):
            return PERSON
        return " ".join((*self.thing[:-1], singular(self.thing[-1])))


class _Mark(NamedTuple):
    """A mark that is there: its stem, what it is called where it is kept, and the lines of its
    files by layer."""

    stem: str
    name: str
    points: tuple[KinPoint, ...]
    things: frozenset[str]
    is_on_people: bool
    """Whether a name says who puts it or takes it back, and of no thing: `unfollow`."""


def mark_wish(goal: str) -> MarkWish | None:
    """The mark that a goal wants people to be able to put on something; None where it wants none,
    or where those in charge do it for everybody."""
    heard = hear(goal).clauses
    clauses = [c for c in heard if not (c.negated or c.background or is_report(c.text))]
    for clause in clauses[:_MOST_CLAUSES]:
        words = [found.lower() for found in _PIECE.findall(clause.text)]
        if not words_in_rows("people_in_charge").isdisjoint(words):
            continue
        for deed, thing in (*_done(words), *_wanted(words)):
            if thing:
                return MarkWish(clause, _as_a_verb(deed), thing)
    return None


def mark_kin(workspace: Workspace, index: Index, goal: str) -> Kin | None:
    """What one more mark takes, by one that is there; None where no mark is kept here, or where
    this one is."""
    wish = mark_wish(goal)
    if wish is None:
        return None
    own, thing = stem(wish.deed), frozenset(map(stem, wish.thing))
    found = (_mark(workspace, index, one) for one in sorted(stems_in_rows("personal_marks")))
    there = [one for one in found if one is not None]
    if any(one.stem == own and _is_there(one, wish) for one in there):
        return None
    best = max(there, key=lambda one: (_worth(one, wish), one.stem), default=None)
    if best is None:
        return None
    points = best.points
    if best.things.isdisjoint(thing):
        points = (*_without(points, shown := _screens(index, wish)), *shown)
    return Kin(
        clause=wish.clause.text,
        name="",
        members=(best.name,),
        nearest=best.name,
        points=(*points, *newest_steps(workspace, points)),
        thing=wish.one,
        sort=MARK,
        wanted=wish.deed,
        said=wish.thing,
    )


def _is_there(mark: _Mark, wish: MarkWish) -> bool:
    """Whether the wanted thing has a mark already, as far as names tell."""
    if wish.one == PERSON:
        return mark.is_on_people
    return not mark.things or not mark.things.isdisjoint(map(stem, wish.thing))


def _screens(index: Index, wish: MarkWish) -> list[KinPoint]:
    """Where the wanted thing is shown, which the mark that is there is not put on."""
    thing = tuple(map(stem, wish.thing))
    paths = sorted(
        one.path for one in index.texts.files.values() if called_after(one.path) == thing
    )
    shown = [path for path in paths if layer_of(path) == "screen"]
    return [KinPoint(path, 1, "", wish.one, "screen") for path in shown[:_MOST_IN_A_LAYER]]


def _without(points: Sequence[KinPoint], shown: Sequence[KinPoint]) -> list[KinPoint]:
    """The points, those on screens only where the thing has none of its own."""
    return [one for one in points if one.kind != "screen" or not shown]


# --- what is wanted -------------------------------------------------------------------------------


def _done(words: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """“Let readers bookmark articles”, “users should be able to mute an author”; not “a feed can be
    exported like posts”, nor what somebody wants something else for: “so I can follow a talk”."""
    may = words_in_rows("says_it_may_be_done")
    for at, word in enumerate(words):
        said = max((n for n, one in enumerate(words[:at]) if one in may), default=at)
        between = words[said + 1 : at]
        let = said < at and len(between) <= _MOST_WORDS and "so" not in words[:said]
        let = let and ("be" not in between or "able" in between)
        named = at > 0 and words[at - 1] in group("determiners")
        if let and not named and stem(word) in stems_in_rows("personal_marks"):
            yield word, _thing(words[at + 1 :])


def _wanted(words: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """“Add likes to comments”."""
    makes = words[:1] and words[0] in ("add", "offer", "provide", "support", "implement", "allow")
    for at, word in enumerate(words[1:5], start=1):
        if not makes or word not in words_in_rows("marks_as_nouns"):
            continue
        behind = words[at + 1 :]
        if behind[:1] == ["button"]:
            behind = behind[1:]
        if behind[:1] and behind[0] in ("to", "for", "on", "of"):
            yield word, _thing(behind[1:])


def _as_a_verb(deed: str) -> str:
    """The word for what is done: “likes” are what people like."""
    verbs = " ".join(rows_of("personal_marks")).split()
    return deed if deed in verbs else next(word for word in verbs if stem(word) == stem(deed))


def _thing(words: Sequence[str]) -> tuple[str, ...]:
    ends = words_in_rows("ends_a_phrase") | {"so"}
    end = next((at for at, w in enumerate(words) if w in ends or not w[0].isalpha()), len(words))
    own = [word for word in words[:end] if word not in group("determiners")]
    return tuple(own) if len(own) <= _MOST_WORDS else ()


# --- what is there --------------------------------------------------------------------------------


def _worth(mark: _Mark, wish: MarkWish) -> float:
    same = any({mark.stem, stem(wish.deed)} <= row for row in rows_as_stems("personal_marks"))
    on_it = not mark.things.isdisjoint(map(stem, wish.thing))
    layers = len({one.kind for one in mark.points} - {"test"})
    people = mark.stem in stems_in_rows("marks_on_people")
    fits = people == (wish.one == PERSON)
    return layers + _SORT * same + _SAME_THING * on_it + _FITS * fits


@lru_cache(maxsize=20_000)
def _is_said(part: str, own: str) -> bool:
    """Whether a part of a name says a deed, or that it is taken back."""
    return stem(part) == own or (part.startswith("un") and stem(part[2:]) == own)


def _mark(workspace: Workspace, index: Index, own: str) -> _Mark | None:
    """A mark as it is kept and done here; None where it is kept nowhere, has no way back and names
    nobody who did it."""
    files = index.texts.files
    carriers = {n for word in (own, *_taken_back(own)) for n, _ in index.texts.said.carriers(word)}
    paths = [files[n].path for n in carriers if n in files and _is_read(files[n].path)]
    paths.sort(key=lambda path: (layer_of(path) not in ("store", "migration"), path))
    found: dict[str, list[_Line]] = {}
    is_personal = False
    for path in paths[:_MOST_READ]:
        text = workspace.text(path) or ""
        if layer_of(path) == "migration" or not GENERATED.search(text[:_HEAD]):
            found[path] = list(_lines(text[:_LARGEST_FILE], own))
            is_personal = is_personal or (layer_of(path) == "store" and _is_record(path, text, own))
    program = {path: lines for path, lines in found.items() if layer_of(path) in _PROGRAM}
    every = [one for lines in program.values() for one in lines]
    is_done = any(
        one.declares for path in program if layer_of(path) == "code" for one in program[path]
    )
    is_kept = any(program[path] for path in program if layer_of(path) != "code")
    if not (is_done and is_kept and (is_personal or any(one.is_personal for one in every))):
        return None
    named: dict[str, set[str]] = {}
    for one in every:
        for thing in one.things:
            named.setdefault(thing, set()).add(one.name)
    things = frozenset(thing for thing, names in named.items() if len(names) >= _LEAST)
    on_people = any(one.is_personal and not one.things for one in every)
    kept = (one for path in program if layer_of(path) != "code" for one in program[path])
    called = next((one.name for one in (*kept, *every) if not one.things), own)
    return _Mark(own, called, tuple(_in_order(found, own)), things, on_people)


def _is_read(path: str) -> bool:
    """Whether a file is of the program or its tests, and none that only fills it or sets it up."""
    name = posixpath.basename(path)
    seen = layer_of(path) == "migration" or kind_of(path) in ("code", "markup", "test")
    fills = not stems_in_rows("fills_a_store").isdisjoint(map(stem, parts(path)))
    return seen and not (fills or name.startswith(".") or layer_of(path) in ("docs", "texts"))


def _is_record(path: str, text: str, own: str) -> bool:
    """Whether a file keeps who put a mark: `like.rb` with a user."""
    called = tuple(map(stem, parts(posixpath.basename(path).partition(".")[0])))
    people = words_in_rows("one_of_their_own")
    return called == (own,) and any(word in people for word in parts(text[:_LARGEST_RECORD]))


@cache
def _taken_back(own: str) -> tuple[str, ...]:
    words = [word for word in words_in_rows("personal_marks") if stem(word) == own]
    return tuple({stem(f"un{word}{end}") for word in words for end in ("", "d", "ed")})


class _Line(NamedTuple):
    number: int
    name: str
    declares: bool
    is_personal: bool
    """Whether a name on it says that a mark is taken back, or who put it."""
    things: frozenset[str]


def _lines(text: str, own: str) -> Iterator[_Line]:
    """The lines on which a name says a mark."""
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > _LONGEST_LINE:
            continue
        for name in _NAME.findall(line):
            said = parts(name)
            if not any(_is_said(part, own) for part in said) or not _is_a_name(name, line):
                continue
            rest = frozenset(
                stem(part) for part in said if not (_is_said(part, own) or part == "id")
            )
            yield _Line(
                number,
                name,
                _DECLARES.search(line) is not None,
                _says_who(said, own),
                rest,
            )
            break


def _is_a_name(name: str, line: str) -> bool:
    """Whether a word stands for something in the program, and is no word of a sentence."""
    if not name.islower() or "_" in name:
        return True
    stands = rf"[/\"'`.]{name}|{name}[\"'`]|{name}\s*[(=:]|\b(?:def|fn|func) {name}"
    return re.search(stands, line) is not None


def _says_who(said: Sequence[str], own: str) -> bool:
    for at, part in enumerate(said):
        if part.startswith("un") and stem(part) != own and _is_said(part, own):
            return True
        if _is_said(part, own) and (part.endswith("ers") or said[at + 1 : at + 2] == ("by",)):
            return True
    return False


def _in_order(found: Mapping[str, Sequence[_Line]], own: str) -> Iterator[KinPoint]:
    """The lines to go by, layer by layer: of each the files that are called after the mark or say
    most of it."""

    def worth(path: str) -> tuple[int, str]:
        called = any(_is_said(part, own) for part in parts(posixpath.basename(path)))
        personal = any(one.is_personal for one in found[path])
        declared = {one.name for one in found[path] if one.declares}
        return -(_CALLED * called + _PERSONAL * personal + len(declared)), path

    for layer in LAYERS:
        paths = sorted((p for p in found if found[p] and layer_of(p) == layer), key=worth)
        for path in paths[:_MOST_IN_A_LAYER]:
            for one in _told(found[path]):
                yield KinPoint(path, one.number, "", one.name, BROUGHT if is_step(path) else layer)


def _told(lines: Sequence[_Line]) -> list[_Line]:
    """The lines of a file to go by: those that declare something first, one for each name."""
    names = {one.name: one for one in sorted(lines, key=_by_telling, reverse=True)}
    return sorted(names.values(), key=_by_telling)[:_MOST_IN_A_FILE]


def _by_telling(one: _Line) -> tuple[bool, bool, int]:
    return not one.declares, bool(one.things), one.number

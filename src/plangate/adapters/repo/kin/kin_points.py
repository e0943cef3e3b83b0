"""Where the members of a family stand together: the enum, the match, the list, the table (UND-5).

A file that names most members within few lines registers them; the one more belongs there too. What
the commit that added a member touched, and where its name stands today, counts as much.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from plangate.adapters.repo.checkout.symbols import DECLARATION
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.documents import is_changelog
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.kin.file_families import LEAST, parts_of_name, same_name
from plangate.adapters.repo.spots.spot_lines import lines_with
from plangate.core.model.sighting import KinPoint
from plangate.core.words.plan_words import is_test_path
from plangate.language.words.names import sorts_of
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import parts, stem, stems_in_rows

_READ = ("code", "markup", "config", "test", "docs")
#: So large a share of the members must stand in a file, and so few lines apart.
_SHARE, _APART = 0.6, 8
#: The same for a trail, where each of them goes its own way.
_SOME = 0.3
#: The same for headings: a page that is divided by members is about them.
_HEADED = 0.5
_MOST, _MOST_OF_ONE, _MOST_FILES = 8, 2, 40
_LONGEST_TEXT = 400_000
_IDENTIFIER = re.compile(r"[A-Za-z][\w-]*")


class Mention(NamedTuple):
    """A member named in a line, and what is declared around it."""

    line: int
    member: str
    written: str
    around: str = ""


def points_of(
    workspace: Workspace,
    index: Index,
    members: Sequence[str],
    own: Collection[str],
    touched: Sequence[str],
    kind: Collection[str],
) -> tuple[KinPoint, ...]:
    """The places where the first of the members stands among others, most of them first."""
    found: list[tuple[tuple[bool, float], KinPoint]] = []
    for path in _carriers(index, members, own, touched):
        text = (workspace.text(path) or "")[:_LONGEST_TEXT]
        along = path in touched
        maker = maker_of(workspace, text) if kind_of(path) == "docs" else ""
        for share, point in _clusters(path, text, members, along, kind):
            found.append(((not along, -share), point._replace(made_by=maker)))
    found.sort(key=lambda one: one[0])
    return _without_rows([point for _, point in found], touched)


def registers_among(
    workspace: Workspace, index: Index, members: Mapping[str, str], kind: Collection[str]
) -> set[str]:
    """The files of members that name most of the others side by side: they are no members."""
    sample = sorted(members)[:_MOST]
    called = {path: member for member, path in members.items()}
    found: set[str] = set()
    for path in _carriers(index, sample, (), ()):
        others = [member for member in sample if member != called.get(path)]
        if path in called and len(others) >= LEAST:
            text = workspace.text(path) or ""
            shares = (share for share, _ in _clusters(path, text, others, along=False, kind=kind))
            found |= {path} if max(shares, default=0.0) * len(others) >= LEAST else set()
    return found


def trail_of(
    workspace: Workspace,
    index: Index,
    members: Sequence[str],
    touched: Sequence[str],
    home: str,
    *,
    is_near: bool,
    mark: str = "",
) -> tuple[KinPoint, ...]:
    """The files in which the first of the members is named, and some of the others, by its line;
    what declares them comes first."""
    found: list[KinPoint] = []
    # A name of one word stands in many places by chance, and what is not near goes its own way.
    share = _SOME if is_near and len(parts(members[0])) > 1 else _SHARE
    for path in dict.fromkeys((home, *_carriers(index, members, (), touched, share))):
        lines = (workspace.text(path) or "")[:_LONGEST_TEXT].splitlines()
        mentions = list(_mentions(lines, members))
        if path != home:
            mentions = [one for one in mentions if _is_marked(one, lines, mark)]
        own = [one for one in mentions if one.member == members[0]]
        several = len({one.member for one in mentions}) >= share * len(members)
        if own and (several or path in touched or path == home):
            at = own[0]
            symbol = declared_around(lines, at.line)
            found.append(KinPoint(path, at.line, symbol, at.written, kind_of(path)))
    return _without_rows(found, (home, *touched))


def _is_marked(mention: Mention, lines: Sequence[str], mark: str) -> bool:
    """Whether a name of one word is written as what it is: `--limit`, and no limit of another."""
    if not mark or len(parts(mention.member)) > 1:
        return True
    return re.search(rf"{mark}{re.escape(mention.member)}\b", lines[mention.line - 1]) is not None


def _carriers(
    index: Index,
    members: Sequence[str],
    own: Collection[str],
    touched: Sequence[str],
    share: float = _SHARE,
) -> list[str]:
    """The files that carry the names of most members, and those that came with the first."""
    times: Counter[str] = Counter()
    files = index.texts.files
    for member in members:
        words = [stem(part) for part in parts(member) if len(part) > 1] or [member.lower()]
        carried = ({number for number, _ in index.texts.said.carriers(word)} for word in words)
        times.update(files[n].path for n in set.intersection(*carried) if n in files)
    least = share * len(members)
    kept = [path for path, often in times.most_common() if often >= least or path in touched]
    read = [path for path in kept if path not in own and _is_read(path)]
    home = min(own, default="").split("/")[:-1]  # the same whatever order they come in

    def rank(path: str) -> tuple[bool, int]:
        """What came along, then what carries most and lies near."""
        near = sum(map(str.__eq__, home, path.split("/")))
        return path not in touched, -times[path] - near

    return sorted(read, key=rank)[:_MOST_FILES]


def _without_rows(points: Sequence[KinPoint], touched: Sequence[str]) -> tuple[KinPoint, ...]:
    """The points without files that say the same in a row, each in another language."""
    alike = Counter(map(_place, {point.path for point in points}))
    told = (p for p in points if alike[_place(p.path)] < _ROW or p.path in touched)
    english = (p for p in points if alike[_place(p.path)] >= _ROW and _is_english(p.path))
    return (*told, *english)[:_MOST]


def _place(path: str) -> tuple[str, str]:
    """A file's folder and ending."""
    return path.rpartition("/")[0], path.rpartition(".")[2]


_ROW = 4


def _is_english(path: str) -> bool:
    return path.rpartition("/")[2].partition(".")[0].lower() in ("en", "en-us", "en_us", "english")


def _is_read(path: str) -> bool:
    """Whether a file may register things: no list of changes, and no step of a numbered row."""
    name = path.rpartition("/")[2]
    told = is_changelog(path) or _NUMBERED.match(name) or _FOR_AGENTS.match(name)
    kind = kind_of(path)
    return kind in _READ and not told and not (kind == "docs" and is_test_path(path))


_NUMBERED = re.compile(r"\d{3,}")
#: What agents are told of a program is no page that people read of it.
_FOR_AGENTS = re.compile(r"(?:CLAUDE|AGENTS?|GEMINI|copilot-instructions)\.md$")


def _clusters(
    path: str, text: str, members: Sequence[str], along: bool, kind: Collection[str]
) -> Iterator[tuple[float, KinPoint]]:
    """The stretches of a file in which several members are named, the fullest first."""
    lines = text.splitlines()
    groups = _groups(lines, members, kind)
    if kind_of(path) == "docs":
        groups = _in_pages(lines, groups)
    along = along and kind_of(path) != "docs"  # a page says the names of what it does not list
    least = 2 if along else max(2, _SHARE * len(members))
    # Plain words stand together by chance: then the one to copy is among them.
    telling = sum(len(parts_of_name(one)) > 1 or bool(sorts_of(one)) for one in members)
    first = along or 2 * telling < len(members)
    told = []
    for group in groups:
        distinct = {mention.member for mention in group}
        headed = all(_HEADING.match(lines[one.line - 1]) for one in group)
        enough = len(distinct) >= (min(least, max(2, _HEADED * len(members))) if headed else least)
        if enough and (members[0] in distinct or not first):
            told.append((len(distinct) / len(members) + headed, group))
    told.sort(key=lambda one: -one[0])
    for share, group in told[:_MOST_OF_ONE]:
        at = next((m for m in group if m.member == members[0]), group[-1])
        symbol = declared_around(lines, at.line)
        yield share, KinPoint(path, at.line, symbol, at.written, kind_of(path))


def _in_pages(lines: Sequence[str], groups: Sequence[list[Mention]]) -> list[list[Mention]]:
    """The stretches of a page in which members are named as what they are: a plain word stands in
    sentences by chance, and is one as code, in a heading or where a row begins. The headings of a
    page are one stretch."""
    shown = [[one for one in group if _is_shown(one, lines)] for group in groups]
    headed = [one for group in shown for one in group if _HEADING.match(lines[one.line - 1])]
    return [headed, *(group for group in shown if group)] if headed else [*filter(None, shown)]


def _is_shown(mention: Mention, lines: Sequence[str]) -> bool:
    if len(parts_of_name(mention.member)) > 1 or sorts_of(mention.member):
        return True
    line, word = lines[mention.line - 1], re.escape(mention.written)
    return _HEADING.match(line) is not None or bool(
        re.search(rf"`[^`]*(?<![\w-]){word}\b[^`]*`|^\s*[-*|]\s*\W*{word}\b", line)
    )


_HEADING = re.compile(r"#{1,6}\s")


def maker_of(workspace: Workspace, text: str) -> str:
    """The file of the repository that a page says it is written by: who changes the page changes
    what it is made of; "" where it names none."""
    for found in any_case("made_of_a_file").finditer(text[:_TOP]):
        if found["path"] in workspace.stamps:
            return found["path"]
    return ""


_TOP = 800


def stretches_of(text: str, members: Sequence[str]) -> list[list[Mention]]:
    """The stretches of a text in which members are named, each with what is declared around."""
    lines = text[:_LONGEST_TEXT].splitlines()
    return [
        [one._replace(around=declared_around(lines, one.line)) for one in group]
        for group in _groups(lines, members)
    ]


def _groups(
    lines: Sequence[str], members: Sequence[str], kind: Collection[str] | None = None
) -> list[list[Mention]]:
    """What is named within few lines of each other; a plain word in a longer name only where the
    rest of that name says the kind: `collapseNetwork` is no `collapse`."""
    groups: list[list[Mention]] = []
    for mention in _mentions(lines, members):
        if kind is not None and not _is_called_so(mention, kind):
            continue
        if groups and mention.line - groups[-1][-1].line <= _APART:
            groups[-1].append(mention)
        else:
            groups.append([mention])
    return groups


def _is_called_so(mention: Mention, kind: Collection[str]) -> bool:
    own = parts_of_name(mention.member)
    if len(own) > 1 or sorts_of(mention.member):
        return True
    rest = [part for part in parts_of_name(mention.written) if part not in own]
    return all(stem(part) in kind or stem(part) in _beside_names() for part in rest)


@cache
def _beside_names() -> frozenset[str]:
    return stems_in_rows("hold_a_member") | stems_in_rows("say_it_is_tested")


def _mentions(lines: Sequence[str], members: Sequence[str]) -> Iterator[Mention]:
    names = {same_name(member): member for member in members}
    pattern = re.compile("|".join(map(_loose, members)), re.IGNORECASE)
    begins = {_begins(member) for member in members}
    near = dict(enumerate(lines, start=1)) if "" in begins else lines_with("\n".join(lines), begins)
    for number, line in near.items():
        if not pattern.search(line):
            continue
        for found in _IDENTIFIER.finditer(line):
            if (member := _named_in(found.group(), names)) is not None:
                yield Mention(number, member, found.group())


def _loose(member: str) -> str:
    return r"[\W_]?".join(re.escape(part) for part in _pieces(member))


def _begins(member: str) -> str:
    """What every way to write a member begins with; "" for one without letters."""
    return next(iter(_pieces(member)), "")


def _pieces(member: str) -> list[str]:
    return [part for part in re.split(r"[\W_]+", member) if part]


def _named_in(identifier: str, names: dict[str, str]) -> str | None:
    """The member an identifier is called after: as a whole, or by some parts in a row."""
    words = parts_of_name(identifier)
    for start in range(len(words)):
        for end in range(len(words), start, -1):
            if (member := names.get("".join(words[start:end]))) is not None:
                return member
    return None


def declared_around(lines: Sequence[str], line: int) -> str:
    """What is declared around a line: the nearest declaration above that is less indented."""
    depth = _depth(lines[line - 1])
    for text in reversed(lines[max(0, line - _LONGEST_PIECE) : line - 1]):
        if text.strip() and _depth(text) < depth:
            depth = _depth(text)
            if found := _DECLARED.search(text):
                return found.group(1)
    return ""


_DECLARED = re.compile(DECLARATION)
_LONGEST_PIECE = 400


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())

"""One more of what is declared side by side in one file: a field, a setting, a state (UND-5).

“A due date field for tasks” goes into the block called after tasks, “a setting to …” into one of
settings, “an archived status” into the list of statuses. As with options, what it takes is the
trail of its nearest sibling through the program (options.py).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from functools import cache, partial
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.kin.declared_blocks import LEAST, Block, blocks_of
from plangate.adapters.repo.kin.file_families import parts_of_name, same_name
from plangate.adapters.repo.kin.named_new import Wish, deed_words, telling
from plangate.adapters.repo.kin.options import Home, trail_kin
from plangate.core.model.sighting import Kin, KinPoint
from plangate.language.words.stems import content_stems, rows_of, stem, words_in_rows

_MOST_PLACES, _MOST_NAMED, _MOST_WORDS = 8, 24, 4
#: How little words link a member to what holds it.
_HELD_BY = ("to", "of", "on", "for", "in")


class _Wanted(NamedTuple):
    """The name of a new member, what it is, and what holds it; stems but for the name."""

    name: str
    kind: str
    holder: frozenset[str]
    is_proposed: bool


def member_kin(
    workspace: Workspace, index: Index, wish: Wish, likely: Mapping[str, float]
) -> Kin | None:
    """What one more member of a block takes; None where no block is plainly meant, or has it."""
    wanted = _wanted(wish)
    if wanted is None:
        return None
    about = frozenset(content_stems(wish.clause.text))
    found: list[tuple[float, str, Block]] = []
    for path in _looked_at(index, wanted, likely):
        may_hold = partial(_may_hold, wanted, path, about)
        for block in blocks_of(workspace.text(path) or "", may_hold):
            if _holds(wanted, block):
                shared = about & _stems(*block.names)
                found.append((likely.get(path, 0.0) + _SHARED * len(shared), path, block))
    if not found:
        return None
    _, path, block = max(found, key=lambda one: one[0])
    if same_name(wanted.name) in map(same_name, block.names):
        return None
    kin = trail_kin(workspace, index, wish, Home(path, block.names), [wanted.name])
    step = _migration(workspace, index, path, block) if wanted.kind in _stems_of_row(0) else None
    points = (*kin.points, step) if step else kin.points
    return kin._replace(name=wanted.name, is_proposed=wanted.is_proposed, points=points)


_SHARED = 0.1


def _looked_at(index: Index, wanted: _Wanted, likely: Mapping[str, float]) -> list[str]:
    """The likely files, and those that are called after what holds a member."""
    ranked = sorted(likely, key=lambda path: -likely[path])[:_MOST_PLACES]
    files = (file.path for file in index.texts.files.values())
    own = [path for path in files if wanted.holder and _file_stems(path) == wanted.holder]
    both = dict.fromkeys((*ranked, *own[:_MOST_NAMED]))
    return [path for path in both if kind_of(path) in ("code", "config")]


def _migration(workspace: Workspace, index: Index, home: str, block: Block) -> KinPoint | None:
    """The newest step of the numbered row that brought the fields of a block, behind which a new
    one goes; None where there is no such row."""
    steps = [f.path for f in index.texts.files.values() if _STEP.search(f.path)]
    steps.sort(key=lambda path: (len(posixpath.commonpath([path, home])), path), reverse=True)
    if not steps:
        return None
    folder = posixpath.dirname(steps[0])
    row = [path for path in steps if posixpath.dirname(path) == folder][:_MOST_STEPS]
    texts = [workspace.text(path) or "" for path in row]
    brought = any(re.search(rf"\b{re.escape(n)}\b", t) for n in block.names for t in texts)
    return KinPoint(row[0], 1, "", "", "migration") if brought else None


#: A step of a row: numbered, in a folder of such.
_STEP = re.compile(r"(?:^|/)migrat\w*/(?:.*/)?\d{3,}\w*\.(?:\w+\.)?(?:py|rb|sql|php|js|ts|go)$")
_MOST_STEPS = 30


def _wanted(wish: Wish) -> _Wanted | None:
    first = wish.phrases[0].whole if wish.phrases else ()
    if not first:
        return None
    *before, last = first
    if last.lower() in words_in_rows("options_of_commands"):
        return None
    name = " ".join(telling(before))
    deed = deed_words(wish)
    proposed = not name and bool(deed)
    holder = _holder(wish) if not deed else frozenset()
    name = name or " ".join(deed)
    if not name or len(name.split()) > _MOST_WORDS or not re.fullmatch(r"[\w\s-]+", name):
        return None
    return _Wanted(name, stem(last), holder, proposed)


def _holder(wish: Wish) -> frozenset[str]:
    said = [phrase.whole for phrase in wish.phrases[1:2] if phrase.link in _HELD_BY]
    return _stems(*telling(said[0] if said else ()))


def _stems(*names: str) -> frozenset[str]:
    return frozenset(stem(part) for name in names for part in parts_of_name(name))


def _may_hold(
    wanted: _Wanted, path: str, about: frozenset[str], symbol: str, is_list: bool
) -> bool:
    """Whether a block is called as the one that holds what is wanted."""
    fields, records, settings, *others = map(_stems_of_row, range(len(_rows())))
    called = [stem(part) for part in parts_of_name(symbol)]
    if not called:
        return False
    if wanted.kind in fields:
        alone = wanted.holder - records - settings or wanted.holder
        own = frozenset(called) - records - settings or frozenset(called)
        return own == alone
    if alike := next((row for row in (settings, *others) if wanted.kind in row), None):
        return called[-1] in alike or bool(alike & _file_stems(path) and records & {*called})
    named = called[-1] == wanted.kind and {*called} <= about | {wanted.kind}
    return named and is_list and not wanted.is_proposed


def _holds(wanted: _Wanted, block: Block) -> bool:
    """Whether a block that is called so holds what is wanted: fields are no constants."""
    is_field = wanted.kind in _stems_of_row(0)
    return not is_field or sum(not name.isupper() for name in block.names) >= LEAST


def _file_stems(path: str) -> frozenset[str]:
    return _stems(posixpath.basename(path).partition(".")[0])


@cache
def _stems_of_row(number: int) -> frozenset[str]:
    return frozenset(map(stem, _rows()[number].split()))


def _rows() -> tuple[str, ...]:
    return rows_of("declared_in_blocks")

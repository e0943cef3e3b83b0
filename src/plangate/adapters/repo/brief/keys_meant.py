"""Where a goal begins that wants something done by a key: where keys are taken (UND-5).

What the key does is spoken of everywhere, and where keys are taken nothing is said of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.kin.kin_points import declared_around
from plangate.core.guard.found_text import found_text
from plangate.core.model.sighting import LED, Spot
from plangate.language.words.row_patterns import any_said

#: A file that takes fewer keys is no place for one more; of those that take about as many the
#: likeliest is meant.
_LEAST, _ABOUT_AS_MANY, _LONGEST_TEXT = 3, 0.5, 100


_SEPARATED = re.compile(r"[\s+,.;:()\"'`-]+")


def _parts(key: str) -> list[str]:
    """The keys that are pressed together or one after the other, those of one letter left out."""
    return [part for part in _SEPARATED.split(key.lower()) if len(part) > 1]


def key_meant(
    workspace: Workspace, index: Index, goal: str, likely: Mapping[str, float]
) -> Spot | None:
    """The key of the program that is most like what the goal says, in the file that takes most;
    None where no key is wanted, or none is taken."""
    if any_said("asks_for_a_key").search(goal) is None:
        return None
    files = index.texts.of_kinds(("code",))
    offered = index.texts.surface.of_kind("shortcut")
    taken = {files[n].path: keys for n, keys in offered.items() if n in files}
    many = {path: len({key.name for key in keys}) for path, keys in taken.items()}
    most = max(many.values(), default=0)
    if most < _LEAST:
        return None
    fitting = [path for path, keys in many.items() if keys >= _ABOUT_AS_MANY * most]
    path = max(fitting, key=lambda one: (likely.get(one, 0.0), many[one]))
    said = {*_SEPARATED.split(goal.lower())}
    key = max(taken[path], key=lambda one: (len(said & {*_parts(one.name)}), one.line))
    lines = (workspace.text(path) or "").splitlines()
    text = found_text(lines[key.line - 1].strip(), _LONGEST_TEXT)
    return Spot(f"{path}:{key.line}", declared_around(lines, key.line), text, LED, 1.0)

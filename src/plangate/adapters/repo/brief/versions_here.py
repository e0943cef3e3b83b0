"""Where the version stands of what a goal moves on: a library, a language, an image (UND-5, INT-2).

“Run the CI also on PHP 8.4”, “bump requests to 2.32”: such a goal shares no word with the program.
What is built, run and needed says each in files of its own, with a number behind its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.features.deployment import is_ci, is_image
from plangate.adapters.repo.facts.manifests import says_versions
from plangate.core.guard.found_text import found_text
from plangate.core.model.sighting import VERSION, Spot
from plangate.language.words.row_patterns import any_said
from plangate.language.words.stems import content_stems, group, parts, stem, stems_in_rows

#: A longer goal wants more than another version; longer lines and texts are made by programs.
_MOST_WORDS, _LONGEST_LINE, _LARGEST_FILE, _LONGEST_TEXT = 24, 240, 200_000, 100
_VERSION = re.compile(r"(?<![\w.])[vV]?\d+(?:\.\d+|\.x)*\b")
#: What a file is worth that is of the sort the goal speaks of, or costs that is of none.
_OF_THE_SORT = 1.5
#: What it is worth that a version is written as the one in the goal, and what each line costs.
_ALIKE, _LATER = 0.4, 0.001


def version_meant(workspace: Workspace, goal: str) -> Spot | None:
    """The line with the version that a goal moves on; None where it moves none, or none stands
    anywhere."""
    goal = _amount().sub(" ", goal)
    if len(goal.split()) > _MOST_WORDS or any_said("moves_a_version").search(goal) is None:
        return None
    names = frozenset(content_stems(_VERSION.sub(" ", goal))) - _of_versions()
    told = list(_lines(workspace, names, goal))
    best = max(told, key=lambda one: one[0], default=None)
    if best is None:
        return None
    _, path, number, text = best
    return Spot(f"{path}:{number}", "", found_text(text.strip(), _LONGEST_TEXT), VERSION, 1.0)


def _lines(
    workspace: Workspace, names: frozenset[str], goal: str
) -> Iterator[tuple[float, str, int, str]]:
    """The lines that say a version of something the goal names, each with its worth."""
    dots = {one.group().count(".") for one in _VERSION.finditer(goal)}
    of_ci = any_said("speaks_of_ci").search(goal) is not None
    of_images = any_said("speaks_of_images").search(goal) is not None
    for path in sorted(workspace.stamps, key=lambda one: (one.count("/"), one)):
        ci, image = is_ci(path), is_image(path)
        if not (ci or image or says_versions(path)) or (of_ci and not ci and not image):
            continue
        sort = _OF_THE_SORT * ((of_ci and ci) or (of_images and image))
        sort -= _OF_THE_SORT * ((ci or image) and not (of_ci or of_images))
        text = (workspace.text(path) or "")[:_LARGEST_FILE]
        for number, line in enumerate(text.splitlines(), start=1):
            if len(line) <= _LONGEST_LINE and (found := _VERSION.search(line)):
                said = {stem(part) for part in parts(line[: found.start()])} & names
                if said:
                    alike = _ALIKE * (found.group().count(".") in dots)
                    yield len(said) + sort + alike - _LATER * number, path, number, line


@cache
def _amount() -> re.Pattern[str]:
    """“48 hours”, “from 6 to 10 characters”: what is counted is no version."""
    units = "|".join(sorted(group("units")))
    number = r"(?<![\w.])\d[\d.,]*"
    return re.compile(
        rf"(?:{number}\s+(?:to|or|and)\s+)?{number}[\s-]?(?:{units})s?\b", re.IGNORECASE
    )


def _of_versions() -> frozenset[str]:
    return stems_in_rows("says_of_versions") | {stem(word) for word in group("light_verbs")}

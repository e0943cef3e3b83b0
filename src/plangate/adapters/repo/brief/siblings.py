"""What to copy from: the nearest features of the same kind, each with the files it is made of.

A sibling lies in the folder of a likely place and is written in the same language. What it changes
with, and the tests named after it, show what a feature of this kind consists of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.places.tests_ranked import called_alike
from plangate.core.model.sighting import Precedent, Sibling

_PLACES = 2
_MOST = 3
_PARTS = 3
_OFTEN = 2


def siblings(index: Index, places: Sequence[str]) -> Iterator[Sibling]:
    """The neighbours of the likeliest places, those that look most alike first."""
    code = index.texts.paths_of(("code", "markup"))
    tests = [file.path for file in index.texts.of_kinds(("test",)).values()]
    told: set[str] = set(places[:_PLACES])
    for place in places[:_PLACES]:
        cut, ending = place.rfind("/") + 1, place.rpartition(".")[2]
        beside = [
            path
            for path in code
            if path.startswith(place[:cut])
            and path.endswith(f".{ending}")
            and path.find("/", cut) < 0
            and path not in told
        ]
        beside.sort(key=lambda path: (-_alike(path, place), _rank(path, places), path))
        for path in beside[:_MOST]:
            told.add(path)
            yield Sibling(path, _why(index, path, place, called_alike(path, tests)))


def examples(alike: Sequence[Precedent]) -> Iterator[Sibling]:
    """Commits that did something alike, each by the first file of the program it touched."""
    for one in alike:
        first, *rest = sorted(one.files, key=lambda path: kind_of(path) != "code")
        also = f", with {', '.join(rest[:_PARTS])}" if rest else ""
        yield Sibling(first, f"commit {one.commit} “{one.subject}”{also}")


def _alike(one: str, other: str) -> int:
    """How much two names share: their common ending counts most (`cart_view`, `order_view`)."""
    left, right = (path.rpartition("/")[2].rpartition(".")[0].lower() for path in (one, other))
    shared = 0
    while shared < min(len(left), len(right)) and left[-1 - shared] == right[-1 - shared]:
        shared += 1
    return shared if shared > 2 else 0


def _rank(path: str, places: Sequence[str]) -> int:
    return places.index(path) if path in places else len(places)


def _why(index: Index, path: str, place: str, tests: Sequence[str]) -> str:
    together = [name for name, times in index.past.together(path).most_common() if times >= _OFTEN]
    parts = list(dict.fromkeys([*tests[:1], *together]))[:_PARTS]
    made_of = f"; with {', '.join(parts)}" if parts else ""
    return f"beside {place.rpartition('/')[2]}{made_of}"

"""Files that a goal calls by their whole name: “the push message dialog” is `PushMessageDialog`.

Over 4,700 commits of fourteen repositories a file whose name of two words stood word for word in
the title was touched half of the time, one of three words in three of four. The ranking has most
of that already: as a floor for what it says, half of those shares did no harm to its first place
on 1,260 commits of 42 others, and the whole of them did.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from plangate.adapters.repo.index.index import Index
from plangate.language.words.stems import parts, stem
from plangate.language.words.vocabulary import is_known, is_verb

_NAME = re.compile(r"[^\W\d_]\w*")
_SHORT, _LONG = 0.25, 0.5
_WORK = ("code", "markup")


def called_by_name(index: Index, text: str) -> dict[str, float]:
    """How likely each file is by that alone; only names of two words or more count."""
    said = tuple(_stems(text))
    carried = Counter(n for word in set(said) for n, _ in index.texts.named.carriers(word))
    found: dict[str, float] = {}
    for number, times in carried.items():
        file = index.texts.files.get(number)
        if times < 2 or file is None or file.kind not in _WORK:
            continue
        name = tuple(_stems(file.path.rpartition("/")[2].partition(".")[0]))
        if len(name) > 1 and _holds(said, name):
            found[file.path] = _SHORT if len(name) == 2 else _LONG
    return found


def called_by_a_name(index: Index, text: str, likely: Sequence[str]) -> str:
    """The one file of the program that a goal calls by a word which is no word of a language, or
    the likeliest in the one folder it calls so: `pruneusers`, `pushbullet`; "" for none."""
    said = {word.lower() for word in _NAME.findall(text) if len(word) >= _LONG_NAME}
    strange = [word for word in said if not is_known(word) and not is_verb(word)]
    files = index.texts.of_kinds(("code",))
    code = [file.path for file in files.values()]
    for word in sorted(strange):
        carried = sum(number in files for number, _ in index.texts.said.carriers(stem(word)))
        if carried > max(_FEW, _SHARE * len(files)):
            continue  # what everything here speaks of is the name of no one file
        own = [path for path in code if _own_name(path) == word]
        if len(own) == 1:
            return own[0]
        homes = {path[: _end_of(path, word)] for path in code if _end_of(path, word)}
        if len(homes) == 1 and not own:
            home = homes.pop()
            within = [path for path in code if path.startswith(f"{home}/")]
            if len(within) <= _FEW:  # a folder of most of the program says nothing
                return next((path for path in likely if path in within), within[0])
    return ""


def _own_name(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0].lower()


def _end_of(path: str, folder: str) -> int:
    """Where a folder of this name ends in a path; 0 where there is none."""
    at = f"/{path.lower()}".find(f"/{folder}/")
    return at + len(folder) if at >= 0 else 0


#: A shorter word may be anything's name, and a folder of more files is called after more.
_LONG_NAME, _FEW = 5, 12
#: A word that so many files have is what the program is about.
_SHARE = 0.2


def _stems(text: str) -> list[str]:
    return [stem(part) for name in _NAME.findall(text) for part in parts(name)]


def _holds(said: tuple[str, ...], name: tuple[str, ...]) -> bool:
    size = len(name)
    return any(said[at : at + size] == name for at in range(len(said) - size + 1))

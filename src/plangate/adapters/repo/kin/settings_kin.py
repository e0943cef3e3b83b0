"""A fixed value that becomes a setting: where the settings of a program are declared, and the
trail of one of them through the program, its samples, its pages and its tests (UND-5).
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.kin.declared_blocks import blocks_of
from plangate.adapters.repo.kin.named_new import Wish, telling
from plangate.adapters.repo.kin.options import Home, is_tool, option_home, trail_kin
from plangate.core.model.sighting import Kin
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import parts, rows_as_stems, rows_as_words, stem

#: So many settings make a family.
_LEAST, _MANY = 5, 8
#: What a file is worth that is called after settings, and the likeliest one, in shares of them.
_CALLED, _LIKELY = 2.0, 1.0
_MOST_WORDS = 3
_WORD = re.compile(r"[A-Za-z][\w-]*")
_VARIABLE = re.compile(r"\benv(?:ironment)? var(?:iable)?s?\b|(?<!\w)\.env\b", re.IGNORECASE)


def setting_kin(
    workspace: Workspace, index: Index, wish: Wish, likely: Mapping[str, float]
) -> Kin | None:
    """What a new setting takes, where a goal makes one of something; None where none is wanted,
    or few are declared."""
    name = _wanted(wish)
    home = _found(workspace, index, wish, likely) if name else None
    if home is None or name.replace(" ", "_").upper() in home.names:
        return None
    prefix = _prefix(home.names)
    home = home._replace(names=tuple(_widest(index, home.names, name)))
    if not home.names:
        return None
    kin = trail_kin(workspace, index, wish, home, [name.replace(" ", "_")])
    called = f"{prefix}{name.replace(' ', '_').upper()}" if kin.nearest.isupper() else name
    if home.mark:
        called = f"{home.mark}{name.replace(' ', '-')}"
    return kin._replace(name=called, is_proposed=True, called="the setting")


def _found(
    workspace: Workspace, index: Index, wish: Wish, likely: Mapping[str, float]
) -> Home | None:
    """Where settings are declared: as such, as options of the program, or as fields of a record."""
    if home := _home(index, likely):
        return home
    options, _ = option_home(workspace, index, wish.clause.text, likely)
    return options if len(options.names) >= _MANY else _block(workspace, index)


def _wanted(wish: Wish) -> str:
    """What is to be set, as a name of a few words; "" where nothing is."""
    made, beside, whose = rows_as_words("made_a_setting")
    words = [word.lower() for word in _WORD.findall(wish.clause.text)]
    told = made.intersection(words) or _VARIABLE.search(wish.clause.text)
    if not told or any_case("setting_followed").search(wish.clause.text):
        return ""
    subject = any_case("how_a_setting_is_given").sub("", wish.clause.what) or wish.clause.what
    own = [w.lower() for w in telling(_WORD.findall(subject))]
    kept = [w for w in own if w not in made and w not in beside and w not in whose]
    return " ".join(kept[:_MOST_WORDS]) if len(kept) > 1 else ""


def _prefix(names: Sequence[str]) -> str:
    """What most of the names begin with, up to its mark: `SHOP_`."""
    first = Counter(name.partition("_")[0] for name in names if "_" in name)
    (often, times), *_ = first.most_common(1) or [("", 0)]
    return f"{often}_" if 2 * times > len(names) else ""


def _widest(index: Index, names: Sequence[str], name: str) -> list[str]:
    """The settings to follow: what shares words with the new one, then what is named in most
    files, for their trail is whole."""
    said = {stem(part) for part in name.split()}

    files = {one: len(index.texts.said.carriers("".join(parts(one)))) for one in names}

    def rank(one: str) -> tuple[int, int]:
        shared = said.intersection(stem(part.lower()) for part in parts(one))
        return -len(shared), -files[one]

    followed = (one for one in names if len(parts(one)) > 1 and files[one] > 1)
    return sorted(followed, key=rank)[:_SAMPLE]


_SAMPLE = 6


def _home(index: Index, likely: Mapping[str, float]) -> Home | None:
    """The file of the program that declares most settings."""
    code = index.texts.of_kinds(("code",))
    best = max(likely.values(), default=0.0) or 1.0
    found: dict[str, tuple[float, tuple[str, ...]]] = {}
    surface = index.texts.surface
    declared = {n: list(offered) for n, offered in surface.of_kind("setting").items()}
    for number, offered in surface.of_kind("constant").items():
        if number in code and _is_called(code[number].path):
            declared.setdefault(number, []).extend(offered)
    for number, offered in declared.items():
        names = tuple(dict.fromkeys(one.name for one in offered))
        if number not in code or len(names) < _LEAST or is_tool(code[number].path):
            continue
        path = code[number].path
        share = 1 + (_CALLED if _is_called(path) else 0.0) + _LIKELY * likely.get(path, 0.0) / best
        found[path] = (share * len(names), names)
    home = max(found, key=lambda path: found[path][0], default="")
    return Home(home, found[home][1]) if home else None


def _block(workspace: Workspace, index: Index) -> Home | None:
    """The largest block of names in a file that is called after settings, where no form of a
    library shows them."""
    paths = [path for path in index.texts.paths_of(("code",)) if _is_called(path)]
    paths = sorted((p for p in paths if not is_tool(p)), key=lambda p: (p.count("/"), p))
    found = [
        Home(path, block.names)
        for path in paths[:_MOST_FILES]
        for block in blocks_of(workspace.text(path) or "", lambda symbol, _: _is_called(symbol))
        if len(block.names) >= _LEAST
    ]
    return max(found, key=lambda home: len(home.names), default=None)


_MOST_FILES = 8


def _is_called(path: str) -> bool:
    """Whether a file or a block is called after settings."""
    own = {stem(part.lower()) for part in parts(posixpath.basename(path).partition(".")[0])}
    return not own.isdisjoint(_settings())


@cache
def _settings() -> frozenset[str]:
    """The stems of what holds settings: the third row of what is declared in blocks."""
    return rows_as_stems("declared_in_blocks")[2] | {"env"}

"""What somebody names in their own words and is there: a path, a command as it is typed, and the
line that declares a symbol.

Who writes `store/orders.py` or `drop_order` says where the work is; nothing that only ranks weighs
against it (UND-5, UND-7). What is named to be left alone or to be imitated is no such place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from plangate.adapters.repo.checkout.symbols import Symbol
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.indexed_texts import words_of
from plangate.adapters.repo.places.doing import Done
from plangate.adapters.repo.spots.commands_meant import command_meant
from plangate.core.guard.found_text import found_text
from plangate.core.model.sighting import DOES, NAMED, Spot
from plangate.core.words.plan_words import is_test_path
from plangate.language.clauses import LIKENED
from plangate.language.hearing import hear
from plangate.language.words.stems import parts, rows_of, stem

#: A name that more files declare says of none of them that it is meant.
_MOST_DECLARING, _MOST_NAMED, _MOST_CARRIERS = 2, 4, 40
_LONGEST_TEXT = 100


def named_here(workspace: Workspace, index: Index, text: str) -> tuple[Spot, ...]:
    """The places a text names, in its order; of a file named alone its first line."""
    said = _meant(text)
    heard = hear(said)
    paths = [path for name in heard.paths if (path := _path_of(workspace, name))]
    paths += [path for code in heard.code if (path := _command_of(workspace, index, code))]
    found: list[Spot] = []
    for name in heard.identifiers:
        own = name.rpartition(".")[2]
        declared = [_spot(workspace, one) for one in _declaring(workspace, index, own, paths)]
        found += declared if len(declared) <= _MOST_DECLARING else []
    found.sort(key=lambda spot: spot.path not in paths)
    shown = {spot.path for spot in found}
    alone = [_of_file(workspace, path) for path in paths if path not in shown]
    first = [spot for spot in found if spot.path in paths]
    rest = [spot for spot in found if spot not in first]
    return tuple(dict.fromkeys((*first, *alone, *rest)))[:_MOST_NAMED]


def with_named(found: Sequence[Spot], named: Sequence[Spot]) -> tuple[Spot, ...]:
    """Spots with the declarations that were named before all others."""
    lines = [spot for spot in named if spot.symbol]
    known = {(spot.path, spot.symbol) for spot in lines}
    return (*lines, *(spot for spot in found if (spot.path, spot.symbol) not in known))


def with_doing(
    workspace: Workspace, found: Sequence[Spot], doing: Mapping[str, Done]
) -> tuple[Spot, ...]:
    """Spots with the functions that do what the goal speaks of, each as strong as the best line of
    its file."""
    sure = {path: one for path, one in doing.items() if one.line and one.worth >= _DOES_IT}
    begun = [_declared_at(workspace, path, one, found) for path, one in sure.items()]
    known = {one.locator for one in begun}
    return (*begun, *(spot for spot in found if spot.locator not in known))


def _declared_at(workspace: Workspace, path: str, one: Done, found: Sequence[Spot]) -> Spot:
    text = (workspace.text(path) or "").splitlines()[one.line - 1]
    told = [spot for spot in found if spot.path == path]
    best = max((spot.strength for spot in told), default=0.0)
    words = {*words_of(one.name).split(), *(word for spot in told[:1] for word in spot.words)}
    shown = found_text(text, _LONGEST_TEXT)
    return Spot(f"{path}:{one.line}", one.name, shown, DOES, best, tuple(sorted(words)))


#: So surely a function does what is spoken of before somebody begins to read there.
_DOES_IT = 0.45


def _meant(text: str) -> str:
    """A text without what it says no to and without what it names to be imitated."""
    heard = hear(text).marked
    for word in (heard.words[place] for place in heard.denied):
        text = text[: word.start] + " " * (word.end - word.start) + text[word.end :]
    like = LIKENED.search(text)
    # “a LIKE query”: what is written in capitals is a name
    return text[: like.start()] if like and not like.group().split()[0].isupper() else text


def _command_of(workspace: Workspace, index: Index, code: str) -> str:
    """The file of a command that was written as it is typed: `shop list --all`."""
    if " " in code.strip() and (command := command_meant(index, code, {})):
        return command.path
    for word in reversed(code.split()[:2]):
        called = [path for path in workspace.stamps if _is_called(path, word)]
        fitting = [path for path in called if kind_of(path) == "code" and _holds_commands(path)]
        if len(fitting) == 1:
            return fitting[0]
    return ""


def _is_called(path: str, word: str) -> bool:
    name = path.rpartition("/")[2].partition(".")[0]
    return name.replace("-", "_") == word.replace("-", "_")


def _holds_commands(path: str) -> bool:
    """Whether a file lies among commands: in `cmd`, `commands`, `command-line`."""
    folders = path.split("/")[:-1]
    held = {stem(part) for folder in folders for part in parts(folder)}
    return not held.isdisjoint(map(stem, rows_of("hold_commands")[0].split()))


def _path_of(workspace: Workspace, name: str) -> str:
    """The one file whose path, or the end of it, was written."""
    tail = name.removeprefix("./")
    if tail in workspace.stamps:
        return tail
    fitting = [path for path in workspace.stamps if path.endswith(f"/{tail}")]
    return fitting[0] if len(fitting) == 1 else ""


def _declaring(workspace: Workspace, index: Index, name: str, paths: Sequence[str]) -> list[Symbol]:
    """Where a name is declared: in the files that were named, else in those that carry it."""
    for among in (paths, list(_carriers(workspace, index, name))):
        found = [
            symbol
            for path in among
            for symbol in index.symbols(workspace, path)
            if symbol.name == name
        ]
        if found:
            return found
    return []


def _carriers(workspace: Workspace, index: Index, name: str) -> Iterator[str]:
    """The files of the program that carry a name; a word that many do is no name."""
    whole = words_of(name).rpartition(" ")[2]
    numbers = [number for number, _ in index.texts.said.carriers(whole)] if whole else []
    files = map(index.texts.files.get, numbers[:_MOST_CARRIERS])
    for file in filter(None, files):  # a file that is gone may still be counted
        if file.kind == "code" and file.path in workspace.stamps and not is_test_path(file.path):
            yield file.path


def _spot(workspace: Workspace, symbol: Symbol) -> Spot:
    lines = (workspace.text(symbol.path) or "").splitlines()
    text = lines[symbol.line - 1] if symbol.line <= len(lines) else ""
    told = tuple(sorted(words_of(symbol.name).split()))
    shown = found_text(text, _LONGEST_TEXT)
    return Spot(f"{symbol.path}:{symbol.line}", symbol.name, shown, NAMED, 1.0, told)


def _of_file(workspace: Workspace, path: str) -> Spot:
    first = next(iter((workspace.text(path) or "").splitlines()), "")
    return Spot(f"{path}:1", "", found_text(first, _LONGEST_TEXT), NAMED, 1.0)

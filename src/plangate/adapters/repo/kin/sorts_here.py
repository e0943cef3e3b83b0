"""One more of a sort of names that stand together within a file: a format, a hash (UND-5).

Not every family has a file each. Where names of one sort stand side by side in a likely place and a
goal wants another of that sort, it goes beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.kin.file_families import same_name
from plangate.adapters.repo.kin.kin_points import stretches_of
from plangate.adapters.repo.kin.named_new import Wish
from plangate.core.model.sighting import Kin, KinPoint
from plangate.language.words.names import names_of, sort_mates
from plangate.language.words.stems import words_in_rows

#: So many places are looked at, so many names stand together, and shorter ones may be anything.
_MOST_PLACES, _LEAST, _SHORTEST = 6, 3, 3
_MOST_POINTS = 3


def kin_by_sort(workspace: Workspace, wish: Wish, likely: Mapping[str, float]) -> Kin | None:
    """Where names of the sort of one that a goal names stand together; None where none do."""
    places = sorted(likely, key=lambda path: -likely[path])[:_MOST_PLACES]
    for name in _well_known(wish):
        mates = [mate for mate in sort_mates(name) if len(mate) >= _SHORTEST]
        found = [
            (point, members)
            for path in places
            if kind_of(path) in ("code", "markup", "config")
            for point, members in _beside(workspace, path, name, mates, wish)
        ]
        if found:
            return Kin(
                clause=wish.clause.text,
                name=name,
                members=found[0][1],
                nearest=found[0][1][0],
                points=tuple(point for point, _ in found[:_MOST_POINTS]),
            )
    return None


def _well_known(wish: Wish) -> Iterator[str]:
    """The well-known names of a wish that do not say where something is wanted."""
    for phrase in wish.phrases[:2]:
        if phrase.link not in words_in_rows("say_where") or phrase.link == "and":
            yield from (word for word in phrase.words[:1] if sort_mates(word))


def _beside(
    workspace: Workspace, path: str, name: str, mates: list[str], wish: Wish
) -> Iterator[tuple[KinPoint, tuple[str, ...]]]:
    """The stretches of a file in which names of a sort stand, the new one not among them."""
    text = workspace.text(path) or ""
    known = {*map(same_name, names_of(name))}
    example = same_name(wish.example)
    stretches = stretches_of(text, [*mates, *names_of(name)])
    if any(same_name(one.member) in known for stretch in stretches for one in stretch):
        return
    for stretch in stretches:
        told = list(dict.fromkeys(mention.member for mention in stretch))
        named = [mate for mate in told if example and same_name(mate) in example]
        if len(told) < _LEAST and not named:
            continue
        nearest = named[0] if named else told[-1]
        at = next(mention for mention in stretch if mention.member == nearest)
        ordered = (nearest, *(mate for mate in told if mate != nearest))
        yield KinPoint(path, at.line, at.around, at.written, kind_of(path)), ordered

"""One more of a kind: the family of existing things a goal adds a member to (UND-5).

The goal says a kind and a name (named_new.py), the paths show families (file_families.py). Where
both meet (kin_fit.py), the member to copy, the files it is made of and the places where all members
stand together (kin_points.py) are what the new one takes.
"""

from __future__ import annotations

import math
import posixpath
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.index import Index, code_version
from plangate.adapters.repo.index.indexed_texts import File
from plangate.adapters.repo.index.past import Commit
from plangate.adapters.repo.kin.block_members import member_kin
from plangate.adapters.repo.kin.file_families import (
    Family,
    commands,
    families,
    kind_words,
    parts_of_name,
    same_name,
)
from plangate.adapters.repo.kin.kin_fit import WORKED_IN, Asked, Fit, fit_of, in_letters
from plangate.adapters.repo.kin.kin_points import points_of, registers_among
from plangate.adapters.repo.kin.named_new import (
    Wish,
    called,
    deed_verb,
    makes,
    offers_of,
    said_of,
    wishes_of,
)
from plangate.adapters.repo.kin.options import option_kin
from plangate.adapters.repo.kin.routes_kin import route_kin
from plangate.adapters.repo.kin.settings_kin import setting_kin
from plangate.adapters.repo.kin.sorts_here import kin_by_sort
from plangate.core.model.sighting import Kin, KinFile, Sibling
from plangate.language.words.names import names_of, sorts_of
from plangate.language.words.stems import content_stems
from plangate.language.words.vocabulary import verb_of

_ALONG = (*WORKED_IN, "test", "docs")
#: Texts for people in other languages, which are worked in too.
_TEXTS = (".po", ".ftl", ".strings", ".arb")
#: So large a share of the members must have a file of a shape before a new one gets it too; more
#: for a shape that says another kind, where names may be alike by chance.
_SHARE, _STRANGE = 0.4, 0.7
_MOST_FILES, _SAMPLE = 5, 8
#: Smaller files are marks of packages and the like: nothing to copy.
_LEAST_SIZE = 150
_MOST_PARTS = 3
#: A commit that has more of the members in it moved them.
_MOST_BEGUN = 2
#: What it is worth that a member is called after a deed of the same kind, in words shared.
_SAME_DEED = 0.7


def kin_of(
    workspace: Workspace, index: Index, goal: str, likely: Mapping[str, float]
) -> Kin | None:
    """The family a goal wants one more member of, with what that takes; None where none is."""
    wishes, offers = wishes_of(goal), offers_of(goal)
    if not wishes and not offers:
        return None
    within = (member_kin(workspace, index, wish, likely) for wish in wishes)
    near = (one for one in within if one and one.points and _is_near(one, likely))
    if (kin := next(near, None)) is not None:
        return kin
    every, known = families_here(workspace, index)
    for wish in wishes:
        if (fit := fit_of(Asked(wish, goal, every, likely, known))) is not None:
            kin = _kin(workspace, index, wish, fit, every)
            kin = kin if kin and _is_program(kin) else None
            return kin and _registered_by_sort(workspace, wish, kin, likely)
    options = (option_kin(workspace, index, wish, likely) for wish in (*wishes, *offers))
    by_sort = (kin_by_sort(workspace, wish, likely) for wish in wishes)
    found = (kin for kin in chain(options, by_sort) if kin is not None and kin.points)
    return next(found, None)


def offered_kin(
    workspace: Workspace, index: Index, goal: str, likely: Mapping[str, float]
) -> Kin | None:
    """What one more endpoint or setting takes, where a goal says that it wants one; None where it
    does not."""
    wishes = wishes_of(goal)
    routes = (route_kin(workspace, index, wish, likely) for wish in wishes)
    settings = (setting_kin(workspace, index, wish, likely) for wish in wishes)
    return next((kin for kin in chain(routes, settings) if kin and kin.points), None)


def _is_program(kin: Kin) -> bool:
    """Whether one more takes more than a page of markup: a template alone is nobody's change."""
    kinds = {*(file.kind for file in kin.files), *(point.kind for point in kin.points)}
    return not kinds.isdisjoint(set(WORKED_IN) - {"markup"})


def _is_near(kin: Kin, likely: Mapping[str, float]) -> bool:
    """Whether what a block takes is among the likely places, where one of them is likely indeed."""
    best = max(likely.values(), default=0.0)
    own = max((likely.get(point.path, 0.0) for point in kin.points), default=0.0)
    return best < _PLAIN or own >= _BESIDE * best


#: A place that is as likely as this is meant, and so is a block in one that is half as likely.
_PLAIN, _BESIDE = 0.5, 0.5


def _registered_by_sort(
    workspace: Workspace, wish: Wish, kin: Kin, likely: Mapping[str, float]
) -> Kin:
    """The same with the lists of its sort in likely places, where its siblings are in none: of many
    languages a program offers some."""
    if any(point.kind in WORKED_IN for point in kin.points):
        return kin
    homes = {posixpath.dirname(file.like) for file in kin.files}  # one member is no list of all
    apart = {path: one for path, one in likely.items() if posixpath.dirname(path) not in homes}
    alike = kin_by_sort(workspace, wish, apart)
    return kin._replace(points=(*kin.points, *alike.points)) if alike else kin


def kin_as_sibling(kin: Kin | None) -> Iterator[Sibling]:
    """The member to copy, with its files as a set, for whoever reads the brief."""
    if kin is None:
        return
    own = [file.like for file in kin.files] or [point.path for point in kin.points[:1]]
    at = [f"{point.path}:{point.line}" for point in kin.points if point.path not in own]
    places = list({place.partition(":")[0]: place for place in reversed(at)}.values())
    parts = ", ".join([*own[1:], *reversed(places)][:_MOST_PARTS])
    more = f"; with {parts}" if parts else ""
    what = kin.files[0].path if kin.files else f"as {kin.nearest}"
    yield Sibling(own[0], f"for one more of its kind, {what}{more}")


def families_here(workspace: Workspace, index: Index) -> tuple[list[Family], frozenset[str]]:
    """The families there are, and whatever a folder or a file is called; kept until one changes."""

    def made() -> tuple[list[Family], list[str]]:
        kinds = {file.path: _kind(file) for file in index.texts.files.values()}
        worked = {path: kind for path, kind in kinds.items() if kind in _ALONG}
        every = [one for one in families(worked) if not _is_empty(workspace, one)]
        return every, sorted({piece.lower() for path in worked for piece in _pieces(path)})

    every, known = index.texts.of_files(f"families {code_version()}", made)
    return [Family(*one) for one in every], frozenset(known)


def _kind(file: File) -> str:
    return "config" if file.path.endswith(_TEXTS) else file.kind


def _is_empty(workspace: Workspace, family: Family) -> bool:
    sizes = sorted(workspace.stamps[path].size for path in family.members.values())
    return sizes[len(sizes) // 2] < _LEAST_SIZE


def _pieces(path: str) -> list[str]:
    """The folders of a path and its name: what bears a name is there."""
    *folders, base = path.split("/")
    return [*folders, base.partition(".")[0]]


def _kin(
    workspace: Workspace, index: Index, wish: Wish, fit: Fit, every: Sequence[Family]
) -> Kin | None:
    main, along = fit.family, _along(fit.family, every)
    if main.kind not in WORKED_IN:
        main = next((one for one in along if one.kind in WORKED_IN), main)
        along = [one for one in (fit.family, *along) if one is not main]
    if main.kind not in WORKED_IN:
        return None
    begun = {member: index.past.begun(path) for member, path in main.members.items()}
    near = kind_words(fit.family.shape)[0]
    kind = frozenset().union(*kind_words(main.shape))
    heads = registers_among(workspace, index, main.members, kind)
    ranked = _ranked(wish, fit.name, main, along, begun, _about(index, wish, main))
    ranked = [member for member in ranked if main.members[member] not in heads]
    files = _files(fit, main, along, ranked[0])
    commit = _adding(ranked[0], begun[ranked[0]], files, is_whole=index.past.is_whole())
    if commit and len(set(main.members.values()).intersection(commit.files)) > _MOST_BEGUN:
        commit = None  # it moved them all
    taken = {path for family in (main, *along) for path in family.members.values()}
    touched = commit.files if commit else ()
    return Kin(
        clause=wish.clause.text,
        name=main.styled(fit.name) if fit.is_proposed else fit.name,
        members=tuple(ranked[:_SAMPLE]),
        nearest=ranked[0],
        files=files,
        points=points_of(
            workspace,
            index,
            ranked[:_SAMPLE],
            taken - heads,
            touched,
            kind,
        ),
        commit=commit.name if commit else "",
        subject=commit.subject if commit else "",
        called=called(wish, fit.name, commands() if fit.is_proposed else near),
        is_proposed=fit.is_proposed,
        said=tuple(dict.fromkeys((*said_of(wish), *fit.name.split()))),
    )


def _files(fit: Fit, main: Family, along: Sequence[Family], nearest: str) -> tuple[KinFile, ...]:
    """The files the new member takes, each with the one it is written after, its own first."""
    whole = fit.whole if main is fit.family else main
    name = _as_written(in_letters(fit.name), main)
    files = [KinFile(whole.path(name), main.members[nearest], main.kind)]
    for family in along:
        own = {same_name(member): path for member, path in family.members.items()}
        if like := own.get(same_name(nearest)):
            files.append(KinFile(family.path(name), like, family.kind))
    return tuple(files[:_MOST_FILES])


def _as_written(name: str, family: Family) -> str:
    """The name as the members would have it: `pt` where they are `de` and `fr`."""
    codes = [other for other in names_of(name) if other != name.lower() and len(other) <= 3]
    short = sum(len(member) <= 3 for member in family.members) > len(family.members) / 2
    return codes[0] if short and codes and len(name) > 3 else name


def _along(main: Family, every: Sequence[Family]) -> list[Family]:
    """Families of other files whose members are those of the first, the fullest first."""
    own, kind = set(map(same_name, main.members)), kind_words(main.shape)[0]
    taken = set(main.members.values())
    found: list[tuple[int, Family]] = []
    for family in every:
        shared = own & set(map(same_name, family.members))
        near = family.kind in ("test", "docs") or kind & kind_words(family.shape)[0]
        least = max(2, _SHARE * len(own)) if near else max(3, _STRANGE * len(own))
        if family.shape != main.shape and len(shared) >= least:
            found.append((len(shared), family))
    found.sort(key=lambda one: (-one[0], one[1].shape))
    kept: list[Family] = []
    for _, family in found:
        if taken.isdisjoint(family.members.values()):
            kept.append(family)
            taken.update(family.members.values())
    return kept


def _ranked(
    wish: Wish,
    name: str,
    main: Family,
    along: Sequence[Family],
    begun: Mapping[str, tuple[int, Commit] | None],
    about: Mapping[str, float],
) -> list[str]:
    """The members, the one to copy first: what the goal itself names, then of the same sort, then
    one that has all its parts, then what speaks of what the goal does, then the latest."""
    said = same_name(wish.example)
    others = [set(map(same_name, family.members)) for family in along]
    own = sorts_of(name)

    def rank(member: str) -> tuple[bool, bool, int, float, float, str]:
        plain = same_name(member)
        age = begun[member]
        return (
            not (said and plain in said),
            not (own & sorts_of(member)) and bool(own),
            -sum(plain in names for names in others),
            -about.get(member, 0.0),
            age[0] if age and _tells(age[1].subject, member) else math.inf,
            member,
        )

    return sorted(main.members, key=rank)


def _about(index: Index, wish: Wish, main: Family) -> dict[str, float]:
    """How much each member's file speaks of what the goal says; a word that all have tells none."""
    if main.kind != "code":
        return {}
    numbers = {file.path: number for number, file in index.texts.files.items()}
    own = {numbers[path]: member for member, path in main.members.items() if path in numbers}
    found: dict[str, float] = dict.fromkeys(own.values(), 0.0)
    for word in content_stems(wish.clause.text):
        carried = [own[n] for n, _ in index.texts.said.carriers(word) if n in own]
        for member in carried:
            found[member] += math.log(len(own) / len(carried))
    deed = deed_verb(wish)
    for member in own.values():
        verb = verb_of(member.lower())
        found[member] += _SAME_DEED if deed and verb and verb.kind == deed.kind else 0.0
    return found


def _tells(subject: str, member: str) -> bool:
    """Whether a subject says a name, as words of its own: “shown” is no `show`."""
    words = parts_of_name(subject)
    runs = ("".join(words[at : at + size]) for size in (1, 2, 3, 4) for at in range(len(words)))
    return same_name(member) in runs


def _adding(
    member: str, begun: tuple[int, Commit] | None, files: Sequence[KinFile], *, is_whole: bool
) -> Commit | None:
    """The commit that added a member, where its subject says so; of a history cut short the oldest
    that is known counts only where it made several of the member's files."""
    if begun is None or not _tells(begun[1].subject, member):
        return None
    own = sum(file.like in begun[1].files for file in files)
    return begun[1] if is_whole or (own > 1 and makes(begun[1].subject)) else None

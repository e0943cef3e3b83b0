"""UND-2: the share of a goal that was accounted for, and the words that were not.

A clause counts when its verb is known and its object is found in the workspace, named by the
catalog or new: something of a known kind with a place to attach it at. Where there is no program
yet there is nothing to attach anything at, and a known kind is enough. What a host or a model
brings counts as well: a clause that one of its tasks answers at a place that is there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy.understanding_numbers import (
    GRASP_BESIDE,
    GRASP_EVERYWHERE,
    GRASP_MOST_CLAUSES,
    GRASP_MOST_WORDS,
    GRASP_MOSTLY,
    GRASP_RARE,
    GRASP_SHORT,
)
from plangate.core.model.sighting import Sighting
from plangate.language.clauses import LIKENED, Clause
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import goal_of, read_issue
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import content_stems, group, stem
from plangate.language.words.vocabulary import is_known, is_verb, thing_kind, verb_of

#: INT-2, INT-10, and from where on a place is one to attach something new at (UND-2).
GO_AHEAD_FROM, STOP_BELOW, ATTACHES_FROM = 0.8, 0.5, 0.5


class Grasp(NamedTuple):
    """How much of a goal was accounted for, 0 to 1, and the words that were not."""

    value: float
    not_understood: tuple[str, ...] = ()
    #: The clauses nobody could place (INT-9 counts each as 5).
    unplaced: tuple[str, ...] = ()


def grasp_of(
    goal: str,
    seen: Sighting,
    named: Sequence[Ambiguity] = (),
    placed_tasks: Sequence[frozenset[str]] = (),
) -> Grasp:
    """What was understood of a goal; `named` is what the catalog or a mind found in it, and
    `placed_tasks` the stems of every task of a host or a model that names a place."""
    if any_case("greeting").fullmatch(goal.strip()):
        return Grasp(0.0, (goal.strip(),), (goal.strip(),))
    if hear(read_issue(goal).said or goal).language == "other":
        return _foreign(goal, seen)
    whole = counted = 0.0
    missing: list[str] = []
    unplaced: list[str] = []
    for clause in clauses_of_work(goal):
        if whole and speaks_of_the_last(clause):
            continue
        if _is_a_reason(clause, goal) and not is_placed(clause, seen, named):
            continue
        placed = is_placed(clause, seen, named) or _is_taken_up(clause, placed_tasks)
        placed = placed or _is_of_the_last(clause, goal, seen)
        whole += 1
        counted += placed
        if not placed:
            unplaced.append(clause.text)
            if not _is_homeless(clause, seen):
                missing += _strange(clause, seen) or [clause.head or clause.text[:60]]
        else:
            hidden = _HIDDEN_FILE.findall(clause.text)
            unknown = (word for word in clause.unknown if word not in hidden)
            missing += [word for word in unknown if not _is_here(word, seen)]
        for beside in filter(None, (clause.condition, clause.place)):
            whole += GRASP_BESIDE
            counted += GRASP_BESIDE * _is_plain(beside, seen)
        whole += GRASP_BESIDE * bool(clause.amounts)
        counted += GRASP_BESIDE * bool(clause.amounts)
    value = round(counted / whole, 2) if whole else 0.0
    return Grasp(value, tuple(dict.fromkeys(missing))[:GRASP_MOST_WORDS], tuple(unplaced))


def speaks_of_the_last(clause: Clause) -> bool:
    """“and export it”: its object is the one before, and counted with it."""
    return clause.what.lower().split()[:1] in (["it"], ["them"], ["this"], ["that"])


def _is_of_the_last(clause: Clause, goal: str, seen: Sighting) -> bool:
    """“`list` prints a heading only. It should say that …”: its place is that of the one before."""
    heard = hear(goal).clauses
    at = heard.index(clause) if clause in heard else 0
    of_it = any_case("pronoun_should").match(clause.text) is not None or _is_bare(clause)
    return at > 0 and of_it and _is_located(heard[at - 1], seen)


def _is_bare(clause: Clause) -> bool:
    """“Add it.”, “fix pls”, “ask or refuse”: an order that names nothing itself; “please the same
    here” and “please `[illumos]`” want of something what was told before."""
    named = [word.strip(".,!?") for word in clause.what.lower().split()]
    light = group("points_back") | group("leads") | group("joins")
    if clause.verb and all(word in light or is_verb(word) for word in named):
        return True
    begged = clause.mood == "wish" and not clause.verb and len(named) <= GRASP_SHORT
    return begged and not (clause.unknown or clause.obliges)


def _is_a_reason(clause: Clause, goal: str) -> bool:
    """“We'd like to paste results into our wiki. Support exporting them”: what people do outside
    with what is wanted, which the order behind it says."""
    behind = clauses_of_work(goal)
    later = behind[behind.index(clause) + 1 :] if clause in behind else ()
    return (
        not clause.verb
        and any_case("one_speaks_of_oneself").match(clause.text) is not None
        and any(other.kind == "build" and not other.obliges for other in later)
    )


@lru_cache(maxsize=64)
def clauses_of_work(goal: str) -> tuple[Clause, ...]:
    """The clauses that want something; of a report its title and wishes (UND-10)."""
    issue = read_issue(goal)
    heard = hear(issue.wanted if issue.is_report else issue.said or goal).clauses
    work = [clause for clause in heard if clause.asks_for_work or clause.negated]
    return tuple((work or list(heard))[:GRASP_MOST_CLAUSES])


def is_placed(clause: Clause, seen: Sighting, named: Sequence[Ambiguity] = ()) -> bool:
    """Whether a clause has a known verb and an object that is found, named or new."""
    if _is_quoted(clause, seen) or _is_like_one_here(clause, seen):
        return True
    if not speaks_of_work(clause):
        return False
    return _is_located(clause, seen) or _is_named(clause, named) or _is_new(clause, seen)


def speaks_of_work(clause: Clause) -> bool:
    """Whether somebody knows what is to be done: a verb, a report of trouble, or a thing named."""
    words = clause.text.lower().split()
    first = clause.text.partition(",")[0].split()  # “Byte rates per day, e.g. 5 GB/d, …”
    if clause.kind or clause.trouble or min(len(words), len(first)) <= GRASP_SHORT:
        return True
    return any(verb_of(word.strip(".,!?")) for word in words)


def is_answered(clause: Clause, tasks: Sequence[frozenset[str]]) -> bool:
    """ADQ-23: whether one of these tasks, each by its stems, answers a clause."""
    words = wanted_of(clause)
    return bool(words) and any(2 * len(words & task) >= len(words) for task in tasks)


def _is_taken_up(clause: Clause, tasks: Sequence[frozenset[str]]) -> bool:
    """Whether a task answers a clause, or at least speaks of the thing it is about."""
    head = stem(clause.head) if clause.head else ""
    return is_answered(clause, tasks) or any(head in task for task in tasks if head)


def wanted_of(clause: Clause) -> frozenset[str]:
    """The stems of what a clause is about, and of its verb where that says what is done."""
    deed = [stem(clause.verb)] if clause.verb and clause.kind != "build" else []
    return frozenset((*objects_of(clause), *deed))


def objects_of(clause: Clause) -> tuple[str, ...]:
    """The stems of what a clause is about, without the words for kinds of work."""
    about = (clause.thing or clause.what) if clause.verb else ""
    stems = content_stems(about) or _nouns(clause.text)
    if _mends_a_fault(clause):
        stems = [one for one in content_stems(clause.what) if one not in _troubles()] or stems
    weak = {stem(word) for word in (*group("weak_in_goals"), *group("kinds_of_work"))}
    return tuple(s for s in stems if s not in weak) or tuple(stems)


def _mends_a_fault(clause: Clause) -> bool:
    """“Fix the crash in the importer” is about the importer."""
    about = content_stems(clause.thing or clause.what)
    return clause.kind == "fix" and bool(about) and _troubles().issuperset(about)


def _troubles() -> frozenset[str]:
    return frozenset(map(stem, group("trouble")))


def _nouns(text: str) -> list[str]:
    """The stems of a text that opens with no verb, without its verbs and what is no word."""
    passed = {stem(w) for w in (*group("trouble"), *group("evaluates"), *group("vague_amounts"))}
    words = [stem(w) for w in _words(text) if not w.isdigit() and not _is_verb_only(w)]
    return [word for word in dict.fromkeys(words) if word not in passed] or list(
        content_stems(text)
    )


def _is_verb_only(word: str) -> bool:
    verb = verb_of(word)
    return verb is not None and not verb.may_be_noun


def _is_quoted(clause: Clause, seen: Sighting) -> bool:
    """Whether a clause quotes what stands in the workspace, or names a file or symbol of it."""
    if any(where and text in clause.text for text, where in seen.literals.items()):
        return True
    named = {word.strip("`().,:;!?") for word in clause.text.split()}
    declared = (symbol.partition(":")[0] for place in seen.places for symbol in place.symbols)
    if any(symbol in named and _COMPOUND.search(symbol) for symbol in declared):
        return True
    if any(symbol in named and _is_rare(symbol, seen) for symbol in _of_first(seen)):
        return True
    return any(place.path in clause.text for place in seen.places)


def _of_first(seen: Sighting) -> Iterator[str]:
    """What the first place declares of the goal's own words, where it is likelier than not."""
    for place in seen.places[:1]:
        if place.strength >= ATTACHES_FROM:
            yield from (symbol.partition(":")[0] for symbol in place.symbols)


def _is_rare(name: str, seen: Sighting) -> bool:
    return any(0 < seen.spread.get(one, 0.0) <= GRASP_RARE for one in content_stems(name))


def _is_like_one_here(clause: Clause, seen: Sighting) -> bool:
    """“@base32, the same way @base64 works”: its example is here, and hardly anything else is
    called so."""
    found = LIKENED.search(clause.text)
    return found is not None and any(_is_rare(word, seen) for word in found["what"].split())


#: A name made of several words, which nobody writes by chance: `FileCache`, `file_cache`.
_COMPOUND = re.compile(r"[a-z0-9][A-Z]|\w_\w")


def _is_located(clause: Clause, seen: Sighting) -> bool:
    words = objects_of(clause)
    of_code = thing_kind(clause.head) in _KINDS_OF_CODE
    if of_code:  # “rename the Berth class”: what kind it is stands in no file
        words = tuple(word for word in words if word != stem(clause.head)) or words
    found = [word for word in words if 0 < seen.spread.get(word, 0.0) <= GRASP_EVERYWHERE]
    known = [word for word in words if seen.spread.get(word, 0.0) > 0]
    if _around(clause, seen) or _is_of_something_here(clause, seen):
        return True
    if not words or not found:
        return False
    head = stem(clause.head) if clause.head and clause.verb else ""
    head = "" if _mends_a_fault(clause) or of_code else head
    at_head = seen.spread.get(head, 0.0) > 0 or not head
    return len(known) / len(words) >= (0.5 if at_head else 0.67)


_KINDS_OF_CODE = ("class", "function", "module")
_ASIDE = re.compile(r"\s*\([^()]*\)")


def _is_of_something_here(clause: Clause, seen: Sighting) -> bool:
    """“Live editing of notes”: what it is of is here, and all of that."""
    wants = clause.kind in ("build", "send", "show") or not clause.verb
    first = clause.text.split()[:2]
    strange_deed = len(first) == 2 and not clause.verb and first[1].lower() in group("determiners")
    if not wants or strange_deed:
        return False  # “water the plants on the roof”: nobody knows the deed
    for tied in any_case("ties_a_thing").split(_ASIDE.sub("", clause.text))[1:]:
        words = [word for word in content_stems(tied.split(",")[0]) if not word.isdigit()]
        if words and all(0 < seen.spread.get(word, 0.0) <= GRASP_EVERYWHERE for word in words):
            return True
    return False


def _around(clause: Clause, seen: Sighting) -> bool:
    """Whether the clause as a whole speaks of what is here, wherever its object ends."""
    words = _nouns(clause.text)
    here = [word for word in words if 0 < seen.spread.get(word, 0.0) <= GRASP_EVERYWHERE]
    return len(here) >= 2 and len(here) / len(words) >= GRASP_MOSTLY


def _is_named(clause: Clause, named: Sequence[Ambiguity]) -> bool:
    """Whether the catalog or a mind speaks of this clause's object."""
    words = frozenset(objects_of(clause)) | {stem(clause.head)}
    return any(words & _words_of(one) for one in named if one.catalogued)


def _words_of(one: Ambiguity) -> frozenset[str]:
    """Everything a dimension is known by: what it heard, its name, its readings and its quotes."""
    labels = (reading.label for reading in one.interpretations)
    told = " ".join((one.heard, one.id.replace("-", " "), *labels, *one.blocker_evidence))
    return frozenset(content_stems(told))


def _is_new(clause: Clause, seen: Sighting) -> bool:
    """Something of a known kind, and a place it can be attached at, or one more among siblings."""
    if seen.kin is not None and seen.kin.clause == clause.text:
        return True
    kind = clause.thing_kind or thing_kind(clause.head)
    if not seen.files:
        said = [word for word in _words(clause.text) if not word.isdigit()]
        known = [word for word in said if is_known(word)]
        return (
            bool(kind) or bool(clause.head and is_known(clause.head)) or 2 * len(known) > len(said)
        )
    # What is new may be called anything: its kind is known, and there is where it can go.
    sure = 1 - math.prod(1 - place.strength for place in seen.places[:2]) >= ATTACHES_FROM
    if clause.verb and sure and _HIDDEN_FILE.search(clause.text):
        return True  # “read a .toolignore”: a file that people write for the program
    if clause.kind != "build" and not clause.obliges:
        return False
    return (bool(kind) and (sure or bool(seen.siblings))) or (sure and _is_name(clause.thing))


#: “.toolignore”: a file by its name, whether it is there or not.
_HIDDEN_FILE = re.compile(r"(?<![\w/.])\.([a-z][\w-]{2,})")


def _is_name(thing: str) -> bool:
    """Whether something is called by names alone: “NZD and NOK”, one more of what is listed."""
    words = [word for word in _words(thing) if word.lower() not in ("and", "or")]
    return bool(words) and all(word[:1].isupper() for word in words)


def homeless(goal: str, seen: Sighting) -> tuple[str, ...]:
    """INT-10: what a goal wants that is plain enough, and nothing here says where it belongs."""
    return tuple(
        clause.thing or clause.text
        for clause in clauses_of_work(goal)
        if _is_homeless(clause, seen) and not _is_located(clause, seen)
    )


def _is_homeless(clause: Clause, seen: Sighting) -> bool:
    wanted = clause.kind == "build" or clause.obliges
    kind = clause.thing_kind or thing_kind(clause.head)
    return bool(seen.files and wanted and kind) and not _is_new(clause, seen)


def _is_plain(text: str, seen: Sighting) -> bool:
    words = [word for word in content_stems(text) if not word.isdigit()]
    understood = [w for w in words if seen.spread.get(w, 0.0) > 0 or is_known(w)]
    return len(understood) * 2 >= len(words)


def _strange(clause: Clause, seen: Sighting) -> list[str]:
    """The words of a clause's object that stand nowhere in the workspace, as they are written."""
    about = clause.thing or clause.what or clause.text
    if _mends_a_fault(clause):
        about = " ".join(word for word in _words(clause.what) if stem(word) not in _troubles())
    told = [word for word in _words(about) if not _is_here(word, seen)]
    return told or [word for word in _words(clause.text) if not _is_here(word, seen)][1:]


def _words(text: str) -> Iterator[str]:
    for raw in text.split():
        word = raw.strip("\"'“”`().,:;!?")
        if content_stems(word):
            yield word


def _is_here(word: str, seen: Sighting) -> bool:
    return any(seen.spread.get(one, 0.0) > 0 for one in content_stems(word))


def _foreign(goal: str, seen: Sighting) -> Grasp:
    """In another language: what identifiers, quotes and paths give."""
    goal = goal_of(goal)
    heard = hear(goal)
    names = [*heard.identifiers, *heard.paths, *heard.quotes, *heard.code]
    here = [name for name in names if seen.literals.get(name) or _is_here(name, seen)]
    value = min(0.6, 0.3 * len(here)) if here else 0.0
    missing = tuple(dict.fromkeys(_words(goal)))[:GRASP_MOST_WORDS]
    return Grasp(value, missing, (goal[:200],))

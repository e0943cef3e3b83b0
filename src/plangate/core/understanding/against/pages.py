"""Clauses of a goal that a page of the repository rules out (UND-6)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import log
from typing import NamedTuple

from plangate.core.model.policy.understanding_numbers import (
    CONTRADICTIONS_COMMON,
    DENIED_IN_PASSING,
    MOST_OF_IT,
    SOME_OF_IT,
)
from plangate.core.model.sighting import HouseRule, Sighting
from plangate.core.understanding.against.measures import is_too_old
from plangate.core.understanding.against.needs import names_of_others, rests_on_denied
from plangate.core.understanding.against.opposed import light_words, opposites
from plangate.core.understanding.against.plain_bans import (
    is_called_wrong,
    is_frozen,
    is_more_than_mending,
    is_never_done,
    is_one_more_need,
    is_out_of_bounds,
    is_turned_down,
    names_of_code,
)
from plangate.core.understanding.against.promises import is_against_a_promise
from plangate.core.understanding.against.stances import goes_against, takes_a_stance
from plangate.core.understanding.against.whose_page import is_for_good, tells_contributors
from plangate.core.understanding.grasp import clauses_of_work, objects_of
from plangate.language.clauses import Clause
from plangate.language.denials import (
    allows_only,
    declines,
    denied_stems,
    denied_words,
    is_absolute,
    keeps_to_one,
    left_behind,
    plainly_denied,
    ready_made,
    says_no,
)
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import read_issue
from plangate.language.words.features import actions
from plangate.language.words.row_patterns import any_case, any_words
from plangate.language.words.stems import content_stems, group, is_stop, parts, stem
from plangate.language.words.vocabulary import LOOKING, products, thing_kind, verb_of
from plangate.language.words.wishes import names_of_features


class Ruled(NamedTuple):
    """A clause, the sentence that rules it out, and whether it speaks of the very thing."""

    clause: str
    rule: HouseRule
    plainly: bool


def page_against(goal: str, seen: Sighting) -> Ruled | None:
    """The clause of a goal that a sentence of the repository's own pages rules out."""
    if read_issue(goal).is_report or any(c.kind == "explore" for c in hear(goal).clauses):
        return None
    best: tuple[float, Ruled] | None = None
    heard = clauses_of_work(goal)
    # “jquery takes both spellings” tells how it is; a name alone is a wish where it stands first
    for clause in [one for one in heard if one.verb or one.obliges] or heard[:1]:
        reports = clause.trouble and not clause.verb
        tells = clause.trouble or not clause.kind
        told = tells and any_case("told_of_ones_day").search(clause.text)
        if clause.negated or reports or told or clause.kind in (*LOOKING, "fix"):
            continue
        for rule in seen.against:
            if any_case("points_elsewhere").match(rule.text):
                continue  # “See the guide for …”: where something is told, and no rule
            if _TESTS.search(rule.text) and not _TESTS.search(clause.text):
                continue  # how tests are to be is not how the program is to be
            if _only_sounds_like_it(clause, rule):
                continue
            tests = _OF_THE_PROGRAM if tells_contributors(rule) else TESTS
            weight = max(test(clause, rule.text, seen) for test in tests)
            if weight and (best is None or weight > best[0]):
                best = (weight, Ruled(clause.text, rule, _is_plain(clause, rule, tests, seen)))
    return best[1] if best else None


def _only_sounds_like_it(clause: Clause, rule: HouseRule) -> bool:
    """“Windows” is no window: the name of a system stands in a clause as it is."""
    system = any_words("systems").search(rule.text.lower())
    if system is None or system.group() in clause.text.lower():
        return False
    return stem(system.group()) in content_stems(clause.text)


def _is_plain(clause: Clause, rule: HouseRule, tests: Sequence[Test], seen: Sighting) -> bool:
    """Whether more speaks against a clause than what a program is said to be: within that it may be
    had after all, unless both name one thing."""
    # A name nobody here knows may be anything: a colour, a site, a library.
    unsure = {is_more_than_mending, *(() if _products(clause.text) else (_is_new_name,))}
    if not (_is_sworn(rule) or _is_of_one_thing(clause, rule, seen)):
        unsure.add(_is_against_a_stance)
    return any(test(clause, rule.text, seen) for test in tests if test not in unsure)


def _is_sworn(rule: HouseRule) -> bool:
    """Whether a sentence says it for good, or stands where people say how they decided."""
    return says_no(rule.text) or is_absolute(rule.text) or is_for_good(rule)


def _is_of_one_thing(clause: Clause, rule: HouseRule, seen: Sighting) -> bool:
    """Whether both name one thing that is not everywhere."""
    both = frozenset(content_stems(clause.text)) & frozenset(content_stems(rule.text))
    return any(not _is_everywhere(word, seen) for word in both - light_words())


def _is_everywhere(word: str, seen: Sighting) -> bool:
    """The program's own name, or a word of every page."""
    return seen.spread.get(word, 0.0) > CONTRADICTIONS_COMMON


_TESTS = re.compile(r"\b(?:unit |integration )?tests?\b|\btesting\b", re.IGNORECASE)
#: “No configuration required”: praise, and nothing that is not allowed.
_NOT_NEEDED = re.compile(
    r"\bno [\w -]{1,40}\b(?:is |are )?(?:required|needed|necessary)\b"
    r"|\bcurrently\b|\bat the moment\b|\bfor now\b|\bso far\b|\byet\b",  # what may still come
    re.IGNORECASE,
)


def _is_denied(clause: Clause, sentence: str, seen: Sighting) -> float:
    """“There are no accounts”: most of what is denied is wanted, the rarest of it too."""
    denied = denied_stems(sentence) - light_words()
    things = frozenset(word for word in denied - _deeds() if not _is_only_done(word, sentence))
    if len(sentence.split()) > DENIED_IN_PASSING:
        things &= frozenset(map(stem, plainly_denied(sentence)))
    things -= {stem(part) for name in names_of_code(sentence) for part in parts(name)}
    if not things or clause.kind == "remove" or _NOT_NEEDED.search(sentence):
        return 0.0
    wanted = _wanted(clause)
    hits = {w for w in things if {w, f"{w}s"} & wanted or _is_of_kind(w, clause)}
    if all(_is_everywhere(word, seen) for word in hits):
        return 0.0
    weights = {word: _weight(word, seen) for word in things}
    share = sum(weights[word] for word in hits) / sum(weights.values())
    kinds = {stem(kind) for kind, _ in _products(clause.text)}
    product = {word for word in hits & kinds if _is_whole_kind(word, sentence)}
    same_deed = denied & actions() & wanted - _common_deeds()
    if hits and same_deed:
        return 2.0 + share
    is_plain = bool(denied & _deeds() & wanted) or bool(product)
    return 2.0 + share if hits and share >= (SOME_OF_IT if is_plain else MOST_OF_IT) else 0.0


def _is_forbidden_loss(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“An issued invoice is never deleted”: the clause takes away what the sentence keeps."""
    if not _removes(denied_words(sentence)) or not _removes(clause.text.lower().split()):
        return 0.0
    kept = frozenset(content_stems(sentence)) - light_words() - _deeds()
    hits = kept & frozenset(objects_of(clause))
    names_one = bool(hear(clause.text).identifiers) and bool(kept & _names_of_data())
    return 1.8 if hits or names_one else 0.0


def _removes(words: Iterable[str]) -> bool:
    verbs = (verb_of(word.strip(",.;:()`“”")) for word in words)
    return any(verb is not None and "take_away" in verb.lists for verb in verbs)


@cache
def _names_of_data() -> frozenset[str]:
    """What a name with an underscore in it is the name of."""
    return frozenset(map(stem, ("field", "column", "key", "attribute", "property")))


def _is_whole_kind(word: str, sentence: str) -> bool:
    """“No databases” is about all of them, “no binary formats” about some."""
    said = [w.strip(",.;:()`“”").lower() for w in sentence.split()]
    at = next((n for n, w in enumerate(said) if stem(w) == word), 0)
    return at == 0 or is_stop(said[at - 1]) or said[at - 1] in group("denies")


#: Kinds of verbs by which something new may come in.
_BRINGS_IN = frozenset("build change send reshape move take".split())


def _is_new_name(clause: Clause, sentence: str, seen: Sighting) -> float:
    """“No dependencies”: a name nobody here knows is something ready-made."""
    denied = denied_stems(sentence)
    about_others = denied & ready_made() and not denied & _own_parts()
    if not about_others or clause.kind not in _BRINGS_IN:
        return 0.0
    return 1.5 if any(names_of_others(clause.text, seen)) else 0.0


@cache
def _own_parts() -> frozenset[str]:
    """“Package-level state”: a package of the program itself is nothing ready-made."""
    return frozenset(map(stem, ("state", "level", "name", "private", "internal", "import")))


def _is_more_than_one(clause: Clause, sentence: str, seen: Sighting) -> float:
    """“Exactly one process”: several are wanted, or what stays is to be something else."""
    kept = keeps_to_one(sentence) - light_words() - _deeds()
    wanted = _wanted(clause)
    hits = [word for word in kept & wanted if not _is_everywhere(word, seen)]
    words = {word.lower().strip(",.;") for word in clause.text.split()}
    if hits and words & group("several"):
        return 1.5
    return 1.0 if len(hits) >= 2 and is_absolute(sentence) else 0.0


def _is_the_other_way(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“Publishing is done by CI only”: the very deed is wanted another way."""
    deed = stem(clause.verb) if clause.verb else ""
    said = content_stems(sentence)
    rare = clause.kind in ("send", "remove", "operate")
    return 1.2 if deed and rare and allows_only(sentence) and deed in said else 0.0


def _is_another_of_its_kind(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“Works only with PostgreSQL”: another database is wanted."""
    if clause.kind not in _BRINGS_IN or not allows_only(sentence):
        return 0.0
    allowed, wanted = _products(sentence), _products(clause.text)
    kinds = {kind for kind, _ in allowed}
    return 1.4 if any(kind in kinds for kind, _ in wanted - allowed) else 0.0


def _is_the_opposite(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“Handlers must stay synchronous”: they are to be async."""
    kept, wanted = keeps_to_one(sentence), frozenset(content_stems(clause.text))
    if clause.kind not in _BRINGS_IN and not clause.obliges:
        return 0.0
    for one, other in opposites():
        if (kept & one and wanted & other) or (kept & other and wanted & one):
            return 1.3
    return 0.0


def _products(text: str) -> frozenset[tuple[str, str]]:
    """The products a text names, each with its kind; one product has one name here."""
    words = (found.group().lower() for found in _NAME.finditer(text))
    return frozenset(products()[word] for word in words if word in products())


_NAME = re.compile(r"[A-Za-z][\w+#]*(?:\.js)?")


def _rests_on_what_is_denied(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“Self-hosted with no telemetry”: usage statistics are wanted."""
    is_deed = bool(clause.verb or clause.obliges)
    if not is_deed or clause.kind in ("remove", "document", "verify"):
        return 0.0
    if any_case("allowed_without").search(sentence):
        return 0.0
    return 1.6 if rests_on_denied(clause.text, sentence) else 0.0


def _is_against_a_stance(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“Everything stays on the phone”: trainings are to be synced to a cloud."""
    if takes_a_stance(sentence):
        wide = clause.kind not in ("remove", "fix")
        if wide and goes_against(clause.text, sentence, of_a_thing=False):
            return 1.65
        if goes_against(clause.text, sentence, of_a_thing=True):
            return 1.55
    return 0.0


def _was_left(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“We tried InfluxDB”: what was weighed and left is wanted after all."""
    if clause.kind not in _BRINGS_IN:
        return 0.0
    return 1.5 if left_behind(sentence) & frozenset(content_stems(clause.text)) else 0.0


def _is_too_old(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“requires-python >= 3.10”: it is to run on an older one."""
    return 1.7 if clause.kind != "remove" and is_too_old(clause.text, sentence) else 0.0


def _is_declined(clause: Clause, sentence: str, seen: Sighting) -> float:
    """“We don't support npm or any other package manager”: nearly all of the wish is named there,
    and something rare of it."""
    if clause.kind in ("remove", "document") or not declines(sentence):
        return 0.0
    wanted = frozenset(content_stems(clause.text)) - light_words() - _deeds()
    hits = wanted & frozenset(content_stems(any_case("declines").sub(" ", sentence)))
    objects = frozenset(objects_of(clause))
    if objects and not objects & hits:
        return 0.0  # both speak of CSV, and of other things
    rare = [word for word in hits if not _is_everywhere(word, seen)]
    return 1.75 if rare and len(hits) >= MOST_OF_IT * len(wanted) else 0.0


Test = Callable[[Clause, str, Sighting], float]
TESTS: tuple[Test, ...] = (
    _is_denied,
    _is_forbidden_loss,
    _is_new_name,
    _is_more_than_one,
    _is_the_other_way,
    _is_another_of_its_kind,
    _is_the_opposite,
    _rests_on_what_is_denied,
    _is_against_a_stance,
    _was_left,
    _is_too_old,
    _is_declined,
    is_turned_down,
    is_frozen,
    is_never_done,
    is_called_wrong,
    is_one_more_need,
    is_out_of_bounds,
    is_more_than_mending,
    is_against_a_promise,
)


#: What an order to whoever works on the program can rule out for what it does, too.
_OF_THE_PROGRAM = (
    _is_forbidden_loss,
    _is_new_name,
    _is_too_old,
    is_turned_down,
    is_frozen,
    is_never_done,
    is_called_wrong,
    is_more_than_mending,
)


def _is_only_done(word: str, sentence: str) -> bool:
    """“Is never booked”: what is denied is a deed, not a thing."""
    said = [w.strip(",.;:()`“”").lower() for w in sentence.split()]
    forms = [w for w in said if stem(w) == word]
    return bool(forms) and all(w.endswith("ed") for w in forms)


def _weight(word: str, seen: Sighting) -> float:
    """How much a word tells here: rare ones most."""
    return -log(max(0.02, min(1.0, seen.spread.get(word, 0.02)))) + 0.05


def _is_of_kind(word: str, clause: Clause) -> bool:
    """“Accounts” are denied and “users” or “logins” are wanted: people who sign in, all of them."""
    people = ("login", "person")
    words = (found.strip(",.;").lower() for found in clause.thing.split())
    return thing_kind(word) in people and any(thing_kind(other) in people for other in words)


def _wanted(clause: Clause) -> frozenset[str]:
    """The stems of a clause, and every other name of the features it speaks of."""
    kinds = (stem(kind) for kind, _ in _products(clause.text))
    own = (*content_stems(clause.text), *kinds)
    others = (
        word
        for *_, names in names_of_features(list(own))
        for phrase in names
        if len(phrase) == 1
        for word in phrase
    )
    return frozenset((*own, *others))


@cache
def _deeds() -> frozenset[str]:
    return actions() | _common_deeds()


@cache
def _common_deeds() -> frozenset[str]:
    """What is done to nearly everything: that it is the same deed says nothing."""
    return frozenset(map(stem, "add change use make keep need run set put take work".split()))

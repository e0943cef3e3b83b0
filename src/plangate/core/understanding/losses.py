"""By which words of a goal people's data would go, or would be turned into something else (UND-6).

What is taken away of the program's own text comes back from its history and is no loss.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from plangate.core.model.policy.understanding_numbers import DOOR_NEAR, DOOR_SPOKEN_OF
from plangate.core.model.sighting import Sighting
from plangate.core.words.one_way import one_way_cues
from plangate.language.clauses import Clause
from plangate.language.cutting import sentences
from plangate.language.denials import without_spared
from plangate.language.hearing import hear
from plangate.language.issues.reports import is_report
from plangate.language.moods import is_done_now, plain
from plangate.language.words.row_patterns import any_row
from plangate.language.words.stems import group, is_stop, stem
from plangate.language.words.vocabulary import LOOKING, product_names, thing_kind, verb_of

#: A flag (`--expires-after`) or `drop_order` is a name, whatever its words mean elsewhere.
_WORD = re.compile(r"(?<![-\w/.:`])[^\W\d_]+(?:['’][^\W\d_]+)?(?!\w|-\w)")
_TOOLING = frozenset(("test", "tests", "fixture", "fixtures", "mock", "staging"))
#: Kinds of things that people have entered, sent or bought.
_KEPT_KINDS = frozenset(("person", "payment", "post", "message", "table"))
#: “Let readers”, “admins should be able to”: what people are to do themselves.
_ABLE = frozenset(("let", "allow", "able", "can", "may", "should", "enable"))
_PICKS = frozenset(("without", "who", "which", "that", "whose"))
_GONE = frozenset(("delete-data", "purge", "purging", "wipe", "drop", "truncate", "destroy"))


def lost_by(goal: str, clauses: Sequence[Clause], seen: Sighting) -> str:
    """The words by which people's data would go; "" for none."""
    wanted = "" if all(map(mends, clauses)) else without_spared(goal)
    for cue in one_way_cues(without_circumstances(wanted)):
        if cue.kind in _GONE and not (
            _is_only_told(cue.saw, goal, clauses) or _is_made_again(cue.saw, goal)
        ):
            return cue.saw
    if hear(goal).language != "english":
        found = any_row("lost_elsewhere").search(goal.lower())
        return found.group() if found else ""
    for clause in clauses:
        if mends(clause):
            continue  # “fix the crash when a user is deleted”: the deed is there already
        if _is_kept_shorter(clause.text) or any_row("only_the_last").search(clause.text.lower()):
            return clause.text
        if any_row("no_longer_kept").search(clause.text.lower()):
            return clause.text
        text = without_circumstances(without_spared(clause.text).lower())
        text = any_row("taken_away").sub("remove ", _NUMBER.sub(" for ", text))
        text = any_row("goes_away").sub(" be removed", text)
        words = [found.group() for found in _WORD.finditer(text)]
        for at, word in enumerate(words):
            verb = verb_of(word)
            if verb is not None and (_is_told_of(words, at) or _is_no_deed(words, at)):
                continue
            removes = verb is not None and verb.kind == "remove" and verb.name not in group("hides")
            behind = [] if _is_passive(words, at) else words[at + 1 : at + DOOR_NEAR]
            behind = _spoken_of(behind, goal.partition(clause.text)[0], seen)
            out = behind[:1] == ["out"] and word in group("takes_out")
            loses = word in group("loses") or (verb and verb.name in group("loses"))
            takes = (removes or loses or out) and not _leaves_it(clause, word, behind, seen)
            if takes and (
                _is_data(_before(words, at), behind, seen)
                or _is_all_of_one(behind)
                or (word in group("loses_plainly") and _is_some_of_many(behind))
                or _is_of_people(words[:at], word, behind, seen)
            ):
                return clause.text
    return ""


def without_circumstances(text: str) -> str:
    """A text without what only says when and what is only asked about: “the seconds until the
    counters are cleared”, “before force pushing”, “which files would be removed”."""
    return any_row("told_in_passing").sub(" ", text)


#: “Delete loans 90 days after …”: where a number stands, what it is done to has been named.
_NUMBER = re.compile(r"\b\d+\b")


def mends(clause: Clause) -> bool:
    """Whether a clause mends what is there: by its verb, by its label (“fix: …”), or as it only
    reports (“deleting a tag leaves rows behind”)."""
    labelled = clause.kind == "fix" or _MENDS.match(clause.text) is not None
    return labelled or is_report(clause.text)


_MENDS = re.compile(r"(?:bug ?)?fix(?:es|ed)?(?:\([^)]*\))?!?:|bug\b", re.IGNORECASE)


def _is_only_told(saw: str, goal: str, clauses: Sequence[Clause]) -> bool:
    """Whether nobody wants it done: only what is built does it, and then it depends on what it is
    done to; or it is told of what happens today (“a recipe that wipes the database”)."""
    said = [clause for clause in clauses if plain(saw) in plain(clause.text)]
    told = said or [one for one in hear(goal).clauses if plain(saw) in plain(one.text)]
    return bool(told) and not any(one in said and is_done_now(one, saw) for one in told)


def _leaves_it(clause: Clause, word: str, behind: list[str], seen: Sighting) -> bool:
    """Whether what is built takes nothing away that is kept here: a song out of a playlist stays a
    song, and the rows of a stream are kept by whoever sent them."""
    if is_done_now(clause, word):
        return False
    named = list(_named(behind))
    rest = behind[len(named) :]
    if rest[:1] == ["from"] and word not in group("loses_plainly"):
        return any(stem(other) in seen.stored for other in _named(rest[1:]))
    return not seen.stored and bool(named) and named[-1] in group("parts_of_streams")


def _is_passive(words: Sequence[str], at: int) -> bool:
    return not group("be").isdisjoint(words[max(0, at - 3) : at]) and words[at].endswith(("d", "n"))


def _is_made_again(saw: str, goal: str) -> bool:
    """“Delete transcoded files from the cache”: what comes out of it is made again."""
    behind = plain(goal).partition(plain(saw))[2].split()[:4]
    if not group("short_lived").isdisjoint((*plain(saw).split(), *behind[:3])):
        return True  # “delete the temporary file”
    return behind[:1] in (["from"], ["in"], ["of"]) and not group("made_again").isdisjoint(behind)


def _is_told_of(words: Sequence[str], at: int) -> bool:
    """“Deleted songs”, “how many albums it removed”: what has been done is no deed of the goal."""
    return words[at].endswith("ed") and not _is_passive(words, at)


def _is_no_deed(words: Sequence[str], at: int) -> bool:
    """“A strange empty strip”, “become empty”: a word that may be a verb stands as another."""
    verb = verb_of(words[at])
    if verb is None or not verb.may_be_noun or words[at] != verb.name or not at:
        return False
    before = words[max(0, at - 3) : at]
    named = not group("determiners").isdisjoint(before) and before[-1] not in group("people")
    return named or before[-1] in group("be") | group("becomes")


def _before(words: list[str], at: int) -> list[str]:
    """What stands before a deed: a few words, or all of the subject of what is done to it."""
    return words[:at] if _is_passive(words, at) else words[max(0, at - 3) : at]


def turned_by(goal: str, clauses: Sequence[Clause], seen: Sighting) -> str:
    """The words by which what is stored would become something else; "" for none."""
    for clause in clauses:
        text = clause.text.lower()
        found = any_row("turns_stored").search(text)
        if clause.negated or mends(clause) or clause.kind in LOOKING:
            continue
        if found and not any_row("turns_code").search(text):
            return clause.text
        before = goal.partition(clause.text)[0]
        pieces = () if any_row("people_may").search(text) else _TITLE.split(text)
        if any(_turns_what_is_stored(piece, before, seen) for piece in pieces):
            return clause.text
    return ""


#: “Mail merge: 1,200 letters”: what stands before a colon has no object behind it.
_TITLE = re.compile(r":\s+")


def _turns_what_is_stored(text: str, before: str, seen: Sighting) -> bool:
    """“Normalize all tags”, “merge the pages into one”: many of what is kept become others, or the
    shape changes in which it is kept. `before` is what the goal says before this clause."""
    words = [found.group() for found in _WORD.finditer(text)]
    for at, word in enumerate(words):
        verb = verb_of(word)
        if verb is not None and (_is_told_of(words, at) or _is_no_deed(words, at)):
            continue
        name = verb.name if verb is not None else word
        named, rest = _object_at(words, at, name, before)
        if not named or _TOOLING.intersection(words):
            continue
        leads = not group("leads_to").isdisjoint(rest[:3])
        others = name in group("fuses") | group("turns") and (name != "turn" or leads)
        if others and _is_many_kept(named, rest, seen):
            return True
        moves = name in group("moves_over") and leads
        if moves and _is_many_kept(named, rest, seen):
            return True
        sets = name in group("sets_stored") and not group("all_there_are").isdisjoint(named)
        if sets and _is_many_kept(named, rest, seen):
            return True
        if name in group("changes_shape") and _is_shape_of_kept(named, rest, seen):
            return True
    return False


def _object_at(
    words: Sequence[str], at: int, verb: str, before: str
) -> tuple[list[str], Sequence[str]]:
    """What a deed is done to, and what stands behind it: “the stamps of entries” are entries'
    stamps, “them” is what was spoken of last, and what becomes something stands before it."""
    if verb == "become":
        return list(_named(words[:at])), words[at + 1 :]
    named = list(_named(words[at + 1 : at + 1 + DOOR_NEAR]))
    rest = words[at + 1 + len(named) :]
    if named and named[0] in ("them", "these", "those", "they"):
        spoken_of = [found.group().lower() for found in _WORD.finditer(before)]
        return list(_named(spoken_of[-DOOR_SPOKEN_OF:])), rest
    if rest[:1] == ["of"]:
        owner = list(_named(rest[1 : 1 + DOOR_NEAR]))
        return [*owner, *named], rest[1 + len(owner) :]
    return named, rest


def _is_many_kept(named: Sequence[str], rest: Sequence[str], seen: Sighting) -> bool:
    """Whether many of what people have entered are named: the stored ones, or all there are."""
    head = named[-1]
    many = head.endswith("s") or head in group("kept_masses") or set(named) & group("all_there_are")
    tied = not group("code_places").isdisjoint(rest[:4])
    return bool(many) and not tied and _is_kept(named, seen)


def _is_kept(named: Sequence[str], seen: Sighting) -> bool:
    """Whether what is named is kept here: a table or an entity, or what people enter anywhere."""
    codes = {stem(word) for word in group("codes") | group("code_places")}
    kept = {stem(word) for word in group("kept_data")}
    last = stem(named[-1])
    of_one = {stem(word) for word in named[-4:-1]} & {*seen.stored, *kept}
    if last in seen.stored or (of_one and named[-1] in group("parts_of_records")):
        return True
    if last in codes:
        return False
    known = last in kept or thing_kind(named[-1]) in _KEPT_KINDS
    return known or (bool(of_one) and not thing_kind(named[-1]))


def _is_shape_of_kept(named: Sequence[str], rest: Sequence[str], seen: Sighting) -> bool:
    """“Change note ids to UUIDs”: the shape in which something is kept."""
    around = {stem(word) for word in (*named[:-1], *rest[:5])}
    kept = {stem(word) for word in group("kept_data")} | set(seen.stored)
    return named[-1] in group("shapes") and bool(around & kept)


def _is_kept_shorter(text: str) -> bool:
    low = text.lower()
    if found := any_row("kept_less_long").search(low):
        return int(found[1][:9]) < int(found[2][:9])
    if found := any_row("kept_from_to").search(low):
        return int(found[1][:9]) > int(found[2][:9])
    return any_row("kept_shorter").search(low) is not None


def _is_data(before: list[str], behind: list[str], seen: Sighting) -> bool:
    """Whether what goes is something people entered, not something somebody programmed."""
    near = [*before, *behind]
    if _TOOLING.intersection(near):
        return False
    codes = {stem(word) for word in group("codes")}
    kept = {stem(word) for word in group("kept_data")}
    named = list(_named(behind))
    if named:
        head = named[-1]
        if not product_names().isdisjoint(named):
            return False  # “drop the Vue client”: a program, whoever else is called so
        if head in group("made_again") or not group("short_lived").isdisjoint(named):
            return False  # “forget all saved tokens”: whoever needs one gets another
        of_record = thing_kind(head) == "column" and head in group("shapes") and seen.stored
        if of_record and group("code_places").isdisjoint(near):
            return True  # “get rid of the old field”, where records are kept
        if head in group("unwanted"):
            return not any(stem(word) in codes for word in behind)  # “plugin leftovers”
        if stem(head) not in seen.stored and any(stem(word) in codes for word in named[-2:]):
            return False
        tied = behind[len(named) : len(named) + 4]
        if tied[:1] in (["from"], ["in"]) and not group("made_again").isdisjoint(tied):
            return False  # “delete files from the cache”
        if not group("code_places").isdisjoint(tied):
            return False  # “remove tags from the sidebar”: where they are shown
        of_kept = thing_kind(head) == "file" and any(stem(word) in kept for word in named[-2:])
        of_kept = of_kept or head in group("everybody")
        if stem(head) in {*kept, *seen.stored} or thing_kind(head) in _KEPT_KINDS or of_kept:
            return True
        picks = behind[len(named) : len(named) + 1]
        whole = "all" in named and stem(head) not in codes
        if head.endswith("s") and (whole or not thing_kind(head)) and set(picks) & _PICKS:
            return True  # “remove captains without bookings”: some of many, by what they have
    names = {stem(part) for place in seen.places for part in _declared(place.symbols)}
    passive = not behind and any(stem(word) in {*kept, *seen.stored} for word in before)
    return passive or any(
        stem(word) in names and any_row("vague_spans").search(" ".join(near)) for word in named
    )


def _spoken_of(behind: list[str], before: str, seen: Sighting) -> list[str]:
    """What is done to “them”: the things and people named in the sentence before, what is stored as
    head; “it” is the one thing that was named."""
    rest = behind[2:] if behind[1:2] == ["of"] and behind[0] in group("all_there_are") else behind
    if not rest or rest[0] not in group("said_before") or len(list(_named(rest))) > 1:
        return behind
    last = (sentences(before) or [""])[-1]
    spoken = [found.group().lower() for found in _WORD.finditer(last)]
    if rest[0] == "it":
        verbs = (at for at, word in enumerate(spoken) if verb_of(word) is not None)
        named = list(_named(spoken[next(verbs, len(spoken)) + 1 :]))
        return [*named, *rest[1:]]
    people = group("everybody")
    many = [word for word in spoken if word in people or (word.endswith("s") and not is_stop(word))]
    many.sort(key=lambda word: word in people or stem(word) in seen.stored)
    return [*many[-2:], *rest[1:]]


def _is_all_of_one(behind: list[str]) -> bool:
    """“Remove all of its stacks”: everything that something has, and none of it program text."""
    own = behind[:1] == ["all"] and [word for word in behind[1:] if word != "of"]
    if not own or own[0] not in ("its", "their", "his", "her") or len(own) < 2:
        return False
    named = list(_named(own[1:]))
    codes = {stem(word) for word in group("codes") | group("made_again")}
    return bool(named) and named[-1].endswith("s") and stem(named[-1]) not in codes


def _is_some_of_many(behind: list[str]) -> bool:
    """“Clear old saves”: some of many go by what they are like, and none of it is program text."""
    named = list(_named(behind))
    codes = {stem(word) for word in group("codes")}
    if len(named) < 2 or not named[-1].endswith("s") or _TOOLING.intersection(behind):
        return False
    return not group("some_of_many").isdisjoint(named[:-1]) and not any(
        stem(word) in codes for word in named[-2:]
    )


def _is_of_people(before: list[str], word: str, behind: list[str], seen: Sighting) -> bool:
    """“Let readers delete a shelf”, “let users remove their labels”: what people take away is what
    they entered, no program text."""
    named = list(_named(behind))
    able = not group("people").isdisjoint(before) and not _ABLE.isdisjoint(before)
    if not able or not named:
        return False
    codes = {stem(word) for word in group("codes")}
    plainly = word in group("loses_plainly") and word not in group("loses")
    if plainly and not any(stem(one) in codes for one in named[-2:]):
        return True
    kept = named[0] in group("owners") or stem(named[-1]) in seen.stored
    out = behind[len(named) : len(named) + 1] == ["from"]  # “… from their cart”
    return kept and not out and word in group("removes_what_is_kept")


def _named(behind: Sequence[str]) -> Iterator[str]:
    """The words behind a verb that name what it is done to, up to where its place begins."""
    for at, word in enumerate(behind):
        if at == 0 and word in ("up", "out", "away"):
            continue
        verb = verb_of(word) if at and not word.endswith(("ed", "ing")) else None
        deed = verb is not None and not verb.may_be_noun
        if word in group("places") or word in group("ends_object") or deed:
            return
        yield word


def _declared(symbols: tuple[str, ...]) -> Iterator[str]:
    for symbol in symbols:
        name = symbol.partition(":")[0]
        if name[:1].isupper():
            yield name.lower()

"""The pieces of work a goal asks for, and the words of each that a plan goes on to use.

Why: a task is about the goal's own things. The ear takes a goal apart (language/clauses.py); here
its clauses become work. What asks for nothing (“We run on Redis already”, “do not touch the
schema”) is kept as a remark of the clause beside it.

Nothing here knows an archetype or a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from plangate.adapters.minds.drafting.wording.deeds import as_deed, capital, is_order, is_wished
from plangate.adapters.minds.drafting.wording.reading_well import is_cut_short, reads_well
from plangate.language import clauses
from plangate.language.hearing import hear
from plangate.language.issues.reports import is_report, is_statement, tells_what_happened
from plangate.language.words.row_patterns import any_case, any_row
from plangate.language.words.stems import content_stems, group
from plangate.language.words.vocabulary import is_verb, verb_of


class PieceOfWork(NamedTuple):
    """One piece of work: its text, and the text's verb, object and place."""

    text: str
    verb: str = ""
    what: str = ""
    """Everything behind the verb."""
    thing: str = ""
    """The object alone, without where, how and why."""
    place: str = ""
    """Where the object goes or is."""
    remarks: tuple[str, ...] = ()
    follows: bool = False
    """Whether the goal wants it after the clause before it."""
    number: int = 0
    """The how-manieth of the goal it is."""
    is_part: bool = False
    """Whether it stood behind the “with” of the clause of the same number."""
    said: str = ""
    """The verb as it is written."""
    heard: str = ""
    """The clause as the goal has it, its pronouns left as they are."""
    told_before: int = 0
    """How many of the remarks stood before it: these say why."""


def work_of(goal: str) -> list[PieceOfWork]:
    """The clauses of a goal that ask for work, in order, each once; never none."""
    found: list[PieceOfWork] = []
    early: list[str] = []
    said: set[str] = set()
    for heard in _heard(goal):
        piece = heard.text
        text = _with_object(piece, found[-1]) if found else piece
        if not found and early and any_case("order_about_it").fullmatch(piece):
            text = _done_about(parsed(piece), early.pop(0))
        text = with_subject(text, found[-1].text if found else "".join(early[-1:]))
        clause = parsed(text)
        if found and not found[-1].verb and any_case("order_about_it").fullmatch(piece):
            # “The tests are failing. Fix them.”
            found[-1] = parsed(found[-1].text, clause.verb)._replace(
                remarks=(*found[-1].remarks, piece), follows=found[-1].follows
            )
        elif (
            found and any_case("order_about_it").fullmatch(piece) and not _names_a_thing(found[-1])
        ):
            # “Ask before it ends a process, and name it.”
            found[-1] = found[-1]._replace(text=f"{found[-1].text}, and {piece}")
        elif found and _goes_on(heard, text):
            ought = any_case("it_ought").match(text) and not found[-1].verb
            told = f"{EXPECTED}{text}" if ought else text
            found[-1] = found[-1]._replace(remarks=(*found[-1].remarks, told))
        elif _is_work(heard):
            if found and (heard.wants or is_wished(piece)) and _is_answered_by(found[-1], heard):
                story = found.pop()
                early = sorted((*story.remarks, story.heard), key=goal.find)
            if text.casefold() not in said:
                said.add(text.casefold())
                follows = heard.follows and bool(found)
                found.append(
                    clause._replace(
                        remarks=tuple(early), told_before=len(early), follows=follows, heard=piece
                    )
                )
                early = []
        elif found:
            found[-1] = found[-1]._replace(remarks=(*found[-1].remarks, text))
        else:
            early.append(text)
    if not found:
        return [_only_piece(goal)]
    return [clause._replace(number=number) for number, clause in enumerate(found)]


def _heard(goal: str) -> Iterator[clauses.Clause]:
    """What is said, in order; “X works, so make Y do it too” tells and wants."""
    for heard in hear(goal).clauses:
        found = None if heard.wants else _told_and_wished(heard.text)
        wish = found["wish"] if found else ""
        if found and (is_order(wish) or is_verb(wish.split(maxsplit=1)[0].lower())):
            yield clauses.parsed(found["told"])
            yield clauses.parsed(wish)
        else:
            yield heard


def _told_and_wished(text: str) -> re.Match[str] | None:
    if any_case("labelled_condition").search(text):
        return None  # “New flag: if it is set, end it”
    return any_case("told_so_wished").match(text) or any_case("told_then_wished").match(text)


def _only_piece(goal: str) -> PieceOfWork:
    """A goal none of whose clauses orders anything: the one that reads as a wish, else the first;
    the others tell of it. Of a question or a lone sentence it is the whole."""
    pieces = [heard.text for heard in hear(goal).clauses]
    first_told = [piece for piece in pieces if not any_case("says_besides").match(piece)] or pieces
    whole_ones = [piece for piece in first_told if len(piece.split()) > _LEAST_WISH] or first_told
    told_by = (_deed_that_reads, is_wished, _orders_not_to, _wants_otherwise, _names_a_new_thing)
    wishes = (next(filter(told, whole_ones), "") for told in told_by)
    wished = next(filter(None, wishes), first_told[0] if first_told else "")
    if len(pieces) < 2:
        whole = " ".join(goal.split())
        return parsed(whole.strip(" .;,") or whole)
    for before, piece in pairwise(pieces):
        if is_cut_short(piece):
            told = tuple(one for one in pieces if one not in (before, piece))
            return PieceOfWork(text=f"{before.strip(' .')}. {piece}", remarks=told)
    told = tuple(piece for piece in pieces if piece != wished)
    return parsed(wished)._replace(remarks=told, told_before=pieces.index(wished))


#: A shorter sentence only adds to what was said.
_LEAST_WISH = 3


def _orders_not_to(piece: str) -> bool:
    return clauses.forbids(piece) and bool(clauses.parsed(piece).verb)


def _wants_otherwise(piece: str) -> bool:
    """“Count characters there instead.”: an order by its place, whatever its verb."""
    first = piece.split(maxsplit=1)[0].lower()
    told = is_statement(piece) or first.endswith(("s", "ing")) or first in group("stop")
    return "instead" in piece.lower().split() and not told and "instead of" not in piece.lower()


def _names_a_new_thing(piece: str) -> bool:
    """“It is too loud. A slider for the volume beside the checkbox”: a thing, and no sentence."""
    words = [word.strip(",.;") for word in piece.lower().split()]
    return words[:1] in (["a"], ["an"], ["some"], ["another"]) and group("finite").isdisjoint(words)


def _deed_that_reads(piece: str) -> bool:
    return bool(deed := as_deed(piece)) and reads_well(deed)


def _done_about(clause: PieceOfWork, told: str) -> str:
    """“Wrong verbs are answered with 401. Please change it.”: the order with what it is about."""
    return f"Fix: {told}" if mends(clause) else f"{told.strip(' .')}. {capital(clause.text)}"


def _with_object(piece: str, before: PieceOfWork) -> str:
    """A clause whose object is a pronoun, said of the thing before it; a report names none."""
    if not _names_a_thing(before) or before.text.startswith(_REPORTED):
        return piece
    return any_case("verb_and_it").sub(lambda m: f"{m[1]} {_the(before.thing)}", piece)


def _names_a_thing(before: PieceOfWork) -> bool:
    """Whether a clause says what its verb is done to: “ask before it ends” does not."""
    first = before.thing.lower().split()[:1]
    return bool(before.verb and first) and first[0] not in group("where") | group("subordinates")


def _is_work(heard: clauses.Clause) -> bool:
    """Whether a clause is work of its own: no guess at the reason, no choice left open, and not
    what happens today, told without a verb that orders (“Email digests list it even when …”)."""
    if guesses(heard.text) or is_left_open(heard.text) or any_row("it_went").search(heard.text):
        return False
    verb = verb_of(heard.verb)
    ordered = heard.obliges or (verb is not None and not verb.may_be_noun)
    if heard.wants and not ordered and any_case("told_of_today").search(heard.text):
        return False
    ordered = is_order(heard.text) and not (heard.negated or heard.trouble)
    ordered = ordered and not asks_for_a_test(heard.text)
    return heard.asks_for_work or ordered or (heard.listed and not heard.negated)


def _goes_on(heard: clauses.Clause, text: str) -> bool:
    """Whether a report goes on about what was reported: “It looks for it in the wrong folder.”,
    or a wish about what was wished for: “It should work like the other one.”"""
    if any_case("ought_of_the_same").match(heard.text) or any_case("it_ought").match(text):
        return True
    tells = heard.trouble and not heard.wants
    return tells and any_case("opens_with_it").match(heard.text) is not None


def _is_answered_by(before: PieceOfWork, wish: clauses.Clause) -> bool:
    """Whether a clause only tells of what the wish behind it is about: a report the wish goes back
    to, or what somebody would like to do with what is then asked for."""
    told = clauses.parsed(before.text)
    if any_case("would_like_to").match(before.text):
        return bool(wish.verb)
    if tells_what_happened(before.text):
        return True
    if any_case("one_speaks_of_oneself").match(before.text):
        return any_case("thing_welcome").match(wish.text) is not None
    begged = any_case("begged").match(wish.text) is not None
    if begged and any_case("somebody_wants").match(before.text):
        return True  # “My script wants only those. Please let the list give them.”
    if told.wants or told.verb or not told.trouble:
        return False
    return _points_back(wish.text) or not set(content_stems(told.text)).isdisjoint(
        content_stems(wish.text)
    )


def _points_back(text: str) -> bool:
    """Whether a sentence goes back to the one before it: “… there instead”."""
    words = {word.lower() for word in re.findall(r"[\w']+", text)}
    return not words.isdisjoint(group("points_back") | {"there", "instead", "both", "same", "why"})


def guesses(text: str) -> bool:
    """Whether a clause says what somebody believes: “Looks like the counter is not touched.”"""
    return any_case("guesses").match(text) is not None


def asks_for_a_test(text: str) -> bool:
    """Whether all that a clause wants is a test, which every change gets: “cover it with one”."""
    return any_case("asks_for_a_test").fullmatch(text.strip()) is not None


def says_why(text: str) -> bool:
    """Whether a remark behind a wish is its reason: what somebody does, lacks or sees today."""
    return any_case("says_why").match(text) is not None or is_report(text)


def spares_tests(text: str) -> bool:
    """Whether a clause keeps the work away from the tests: “do not touch the tests”."""
    return any_case("spares_tests").search(text) is not None


def is_left_open(text: str) -> bool:
    """Whether a clause leaves a choice to whoever does the work: “Choose where it is kept.”"""
    return any_case("left_to_the_doer").search(text) is not None


def with_subject(text: str, before: str) -> str:
    """A clause that opens with “it”, said of what the sentence before it is about."""
    subject = _SUBJECT.match(before)
    if subject is None or not any_case("it_ought").match(text):
        return text
    end = subject.end()
    if not subject["name"]:
        told = verb_of(subject["told"])
        if told is None or subject["told"] == told.name:
            return text
        end = subject.start("told")
    return f"{before[:end].strip()} {text.partition(' ')[2]}"


def parsed(text: str, verb: str = "") -> PieceOfWork:
    """A clause with its verb, object and place, as far as they are plain."""
    heard = clauses.parsed(text, verb)
    return PieceOfWork(
        text=heard.text,
        verb=heard.verb,
        what=heard.what,
        thing=heard.thing,
        place=heard.place,
        said=heard.said,
    )


def goes_back(thing: str) -> bool:
    """Whether a thing is only “it”: what is said of it names nothing."""
    return not group("points_back").isdisjoint(thing.lower().split(maxsplit=1)[:1])


def mends(clause: PieceOfWork) -> bool:
    """Whether a clause wants something put right, rather than something new."""
    verb = verb_of(clause.verb) if clause.verb else None
    return verb is not None and verb.kind == "fix"


def head_of(clause: PieceOfWork) -> str:
    """A clause without what it adds behind “with”."""
    found = any_case("adds_parts").search(clause.text)
    return clause.text[: found.start()] if found else clause.text


def parts_of(clause: PieceOfWork) -> list[str]:
    """What a clause adds behind “with” or a colon: “an endpoint with paging and a rate limit”."""
    found = any_case("adds_parts").search(clause.text)
    if found is None:
        return []
    parts = re.split(r",\s*(?:and\s+)?|\s+and\s+", clause.text[found.end() :])
    return [part.strip(" .") for part in parts if part.strip(" .")]


def added_part(part: str, clause: PieceOfWork) -> PieceOfWork:
    """A part of a clause as a clause of its own: “paging” of “an endpoint with paging”."""
    about = parsed(f"Add {part} to {_the(clause.thing)}" if clause.thing else f"Add {part}")
    return about._replace(number=clause.number, is_part=True)


def _the(thing: str) -> str:
    """A thing as one speaks of it the second time."""
    return re.sub(r"^(?:an?|some|new)\s+", "the ", thing, flags=re.IGNORECASE)


def joined(words: Sequence[str]) -> str:
    """“a”, “a and b”, “a, b and c”; each once."""
    once = list(dict.fromkeys(word for word in words if word))
    return " and ".join([", ".join(once[:-1]), once[-1]] if len(once) > 1 else once)


def lowered(text: str) -> str:
    """A text as it stands within a sentence; a name keeps its capital."""
    first = text.split(" ", 1)[0]
    return text if any(map(str.isupper, first[1:])) else text[:1].lower() + text[1:]


def heavy_words(text: str) -> list[str]:
    """The words of a text one would search a repository for, longest first."""
    words = dict.fromkeys(word.lower() for word in re.findall(r"[A-Za-z][A-Za-z_]{3,}", text))
    opening = next(iter(words), "")
    light = group("stop") | group("not_searched") | group("trouble")
    kept = [word for word in words if word not in light and not _is_deed(word, word == opening)]
    return sorted(kept, key=len, reverse=True)


def example_of(clause: PieceOfWork) -> list[str]:
    """The words of what a clause names as an example: “… like `tea issues` does”."""
    found = any_case("as_another_does").search(clause.text)
    before = set(heavy_words(clause.text[: found.start()])) if found else set()
    return [word for word in heavy_words(found["what"]) if word not in before] if found else []


def _is_deed(word: str, opens: bool) -> bool:
    """Whether a word is said as a verb: “export” is one where it opens, and else a noun."""
    verb = verb_of(word)
    return is_verb(word) and verb is not None and (opens or not verb.may_be_noun)


_SUBJECT = re.compile(
    r"(?P<name>`[^`]+`|--[\w-]+(?:=\w+)?|[A-Za-z]*[a-z][A-Z]\w*)(?=\s)"
    r"|(?i:the|our|an?)\s(?:[\w-]+\s){1,4}?(?P<told>[a-z]+s)\b"
)
_REPORTED = "Fix: "
#: What a remark opens with that says what should be seen instead of what is reported.
EXPECTED = "Expected: "

"""One-way doors in a goal's own words: what is lost, sent out or renamed for others (UND-6).

Each is a decision with a reading that can be undone, unless the goal itself says which it wants.
What is taken away of the program's own text comes back from its history and is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from plangate.core.model.policy.understanding_numbers import (
    DOOR_LIKELY,
    DOOR_NEAR,
    DOOR_ORDERED,
    DOOR_UNLIKELY,
    SPEC_FROM,
)
from plangate.core.model.sighting import Sighting
from plangate.core.understanding.changes import small_kind
from plangate.core.understanding.door_questions import (
    BY_SOUND,
    LASTING,
    LOST,
    MEETS,
    REFORMED,
    REMOVED,
    RENAMED,
    SENT,
    TURNED,
    ask_at,
)
from plangate.core.understanding.grasp import clauses_of_work
from plangate.core.understanding.losses import lost_by, mends, turned_by, without_circumstances
from plangate.core.understanding.open_matters import Open, as_written
from plangate.core.words.one_way import one_way_cues
from plangate.language.clauses import Clause
from plangate.language.cutting import sentences
from plangate.language.denials import takes_away
from plangate.language.hearing import hear
from plangate.language.issues.likely_doors import door_odds
from plangate.language.issues.requirements import requirements
from plangate.language.moods import is_done_now, plain
from plangate.language.words.row_patterns import any_row
from plangate.language.words.stems import group, rows_of, stem, words_in_rows
from plangate.language.words.vocabulary import products, thing_kind, verb_of

#: Kinds of the word net (PREF-2) that destroy nothing and cannot be taken back.
_LASTING = frozenset(
    "credential-change charge pay move-money send-to-customers publish make-public license-change "
    "merge-to-main cut-over deploy force-push rewrite-history grant-admin disable-mfa open-access "
    "anonymise commit-legally infra-delete database-reset host-shutdown disable-safeguard".split()
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def doors_of(goal: str, seen: Sighting) -> Iterator[Open]:
    """The one-way doors of a goal that it leaves to somebody's judgement."""
    clauses = clauses_of_work(goal)
    if len(requirements(goal)) >= SPEC_FROM:
        clauses = ()  # what must hold is said sentence by sentence: only a deed by its name counts
    stated = any_row("for_good").search(goal.lower()) is not None
    undone = any_row("recoverable").search(goal.lower()) is not None
    if not undone and not _follows_one(seen) and (quote := lost_by(goal, clauses, seen)):
        likely = DOOR_ORDERED if _is_ordered_by_law(goal, quote) else 0.9 if stated else None
        yield ask_at(LOST, as_written(_with_its_object(quote, clauses), goal), likely)
        clauses = tuple(one for one in clauses if quote.lower() not in one.text.lower())
    elif quote := turned_by(goal, clauses, seen):
        yield ask_at(TURNED, quote)
    if quote := _brought_in(clauses):
        yield ask_at(MEETS, quote)
    if quote := _sent(clauses):
        yield ask_at(SENT if _is_plainly_sent(quote) else LASTING, quote)
    elif quote := _not_taken_back(goal, clauses):
        yield ask_at(LASTING, as_written(quote, goal))
    beside = any_row("old_one_stays").search(goal.lower()) is not None
    if quote := "" if beside else _renamed(goal, clauses):
        yield ask_at(RENAMED, quote)
    elif quote := _reformed(clauses):
        yield ask_at(REFORMED, quote)
    elif quote := _removed(clauses):
        yield ask_at(REMOVED, quote)


def sounds_harmless(goal: str) -> bool:
    """Whether all the words of a goal say that it takes no such step, whatever some of them name:
    “document how to rotate the keys”, “an animation of the sunset”. What a button that removes
    something does with it is open all the same."""
    return door_odds(goal) < DOOR_UNLIKELY and not takes_away(goal)


def is_of_what_is_here(door: Open, seen: Sighting) -> bool:
    """Whether a door is about what this program keeps, about all of it or its shape, or a name that
    others use: what words mean elsewhere says little then."""
    quote = " ".join(door.quotes)
    low = quote.lower()
    words = {found.group() for found in _WORD.finditer(low)}
    if hear(quote).identifiers or door.ambiguity.id == MEETS or _stored(words, seen):
        return True
    if door.ambiguity.id == LOST and words & group("said_before"):
        return True  # what goes was named before, in words of its own
    for_all = words & (group("all_there_are") | group("everybody") | group("shapes"))
    return bool(for_all) or any(any_row(x).search(low) for x in ("by_itself", "breaks_others"))


def _stored(words: set[str], seen: Sighting) -> bool:
    return any(stem(word) in seen.stored for word in words)


def door_by_sound(goal: str) -> Iterator[Open]:
    """A step that cannot be taken back as far as all the words of a goal tell, where no row names
    it; the sentence that sounds most like it is quoted."""
    if any_row("recoverable").search(goal.lower()) or len(requirements(goal)) >= SPEC_FROM:
        return
    likeliest = max(sentences(goal) or [goal], key=door_odds)
    ordered = any(clause.verb for clause in hear(goal).clauses)
    told = not ordered and door_odds(likeliest) < 0  # no order, and no sentence sounds like a step
    if door_odds(goal) >= DOOR_LIKELY and not (told or _moves_versions(goal)):
        yield ask_at(BY_SOUND, as_written(likeliest, goal))


def _moves_versions(goal: str) -> bool:
    """“Upgrade gin to the newest version”: what is needed stands in a manifest; its history brings
    the old version back. A store that is moved on does not come back so."""
    work = [clause for clause in clauses_of_work(goal) if clause.verb]
    stores = {name for name, (kind, _) in products().items() if kind == "database"}
    words = {found.group().lower().partition("'")[0] for found in _WORD.finditer(goal)}
    if not work or words & (stores | group("runs_for_people")):
        return False
    return all(clause.verb in group("moves_versions") for clause in work)


def _with_its_object(quote: str, clauses: tuple[Clause, ...]) -> str:
    """“Purge old records” where the verb alone was the cue."""
    told = (one.text for one in clauses if quote.lower() in one.text.lower())
    return quote if " " in quote else next(told, quote)


def _is_ordered_by_law(goal: str, quote: str) -> bool:
    """UND-7: “for data protection the records have to be deleted”: what may not be kept may not be
    kept recoverable either. The reason stands in the sentence of the deed."""
    told = (x for x in _SENTENCE.split(goal.lower()) if quote.lower() in x)
    return any(any_row("kept_no_longer_by_law").search(x) is not None for x in told)


def _follows_one(seen: Sighting) -> bool:
    """“Unsubscribe several feeds at once”: what happens to one of them today happens to each, but
    for a word by which something is taken away."""
    if seen.kin is None or seen.kin.sort != "act":
        return False
    verb = verb_of(seen.kin.wanted)
    return verb is None or "take_away" not in verb.lists


def doors_of_small(goal: str, seen: Sighting) -> Iterator[Open]:
    """The doors of a goal that is otherwise small: one name of code for another, or one value for
    all that is stored (INT-2)."""
    if small_kind(goal) is None and (quote := turned_by(goal, clauses_of_work(goal), seen)):
        yield ask_at(TURNED, quote)
        return
    heard = hear(goal)
    names = (quote.strip("'\"“”`") for quote in (*heard.quotes, *heard.code))
    quote = _renamed(goal, clauses_of_work(goal))
    if quote and all(_A_NAME.fullmatch(name) for name in names):
        yield ask_at(RENAMED, quote)


#: As code writes it: no sentence, and no heading that people read.
_A_NAME = re.compile(r"[a-z][\w.:/-]*")


def _not_taken_back(goal: str, clauses: tuple[Clause, ...]) -> str:
    """What destroys nothing and cannot be taken back: by the word net, or done to everybody."""
    for cue in one_way_cues(without_circumstances(goal)):
        told = [one for one in hear(goal).clauses if plain(cue.saw) in plain(one.text)]
        wanted = not told or any(one.asks_for_work and is_done_now(one, cue.saw) for one in told)
        if cue.kind in _LASTING and wanted and not _is_built(cue.saw, clauses):
            return cue.saw
    for clause in clauses:
        found = any_row("ends_for_good").search(clause.text.lower())
        if found and not mends(clause):
            return clause.text
        found = any_row("done_to_all").search(clause.text.lower())
        if found and is_done_now(clause, found.group()):
            return found.group()
    return next((clause.text for clause in clauses if _renews_credentials(clause)), "")


def _renews_credentials(clause: Clause) -> bool:
    """“All tokens should be replaced”: whoever holds one is locked out at once."""
    words = [found.group().lower() for found in _WORD.finditer(clause.text)]
    many = [w for w in words if w.endswith("s") and thing_kind(w) == "credential"]
    all_of_them = bool(many) and not group("all_there_are").isdisjoint(words)
    verbs = (verb_of(word) for word in words)
    renews = any(verb is not None and verb.name in group("renews") for verb in verbs)
    return all_of_them and renews and not mends(clause)


def _is_built(saw: str, clauses: tuple[Clause, ...]) -> bool:
    """“Add a setting for retries when sending a campaign” and “refund them when a booking falls
    through”: behind “when” of what is built, or before what happens again and again."""
    for clause in (clause for clause in clauses if saw in clause.text.lower()):
        before, _, behind = clause.text.lower().partition(saw)
        built = clause.kind == "build" and any_row("on_an_event").search(before)
        if not (built or any_row("whenever").search(behind)):
            return False
    return any(saw in clause.text.lower() for clause in clauses)


def _sent(clauses: tuple[Clause, ...]) -> str:
    for clause in clauses:
        text = clause.text.lower()
        out = any_row("mass_mail").search(text) or any_row("sent_out").search(text)
        if out and is_done_now(clause, out.group()) and not any_row("on_an_event").search(text):
            return clause.text
        told = any_row("disclosed").search(text)
        asked_to = (
            told and not is_done_now(clause, told.group()) and any_row("whenever").search(text)
        )
        if told and not asked_to and _to_a_company(clause.text):
            return clause.text
        words = {found.group().lower() for found in _WORD.finditer(clause.text)}
        reaches = clause.verb in words_in_rows("reach_people") and words & group("outward")
        if reaches and not any_row("whenever").search(text):
            return clause.text
        often = any_row("whenever").search(text)
        if clause.verb in ("publish", "release", "tweet", "toot") and not clause.negated | bool(
            often
        ):
            return clause.text
    return ""


def _is_plainly_sent(quote: str) -> bool:
    """Whether it is a message, a text or a version that goes out; “release the payroll” may be
    anything that is not taken back."""
    words = {found.group().lower() for found in _WORD.finditer(quote)}
    if words & group("money_moves"):
        return False
    released = any(one.verb == "release" for one in clauses_of_work(quote))
    return not released or _NUMBERED.search(quote) is not None or bool(words & group("handed_out"))


_NUMBERED = re.compile(r"\d\.\d")


def _brought_in(clauses: tuple[Clause, ...]) -> str:
    """What people import or restore meets what they have already."""
    for clause in clauses:
        found = any_row("brought_in").search(clause.text.lower())
        if found and clause.kind != "fix" and not clause.negated:
            return clause.text
    return ""


def _to_a_company(text: str) -> bool:
    """“… through Twilio”, “… to OpenAI”: a name behind what leads out."""
    return _TO_A_NAME.search(text) is not None


_TO_A_NAME = re.compile(r"\b(?:to|through|via|with|into) (?:the )?[A-Z][a-zA-Z]{2,}\b")


def _kinds_of(text: str) -> frozenset[str]:
    return frozenset(thing_kind(found.group().lower()) for found in _WORD.finditer(text))


#: “user_time instead of usr”: one name for another, at least one of them a name of code.
_RENAMES = re.compile(
    r"\b[a-z]\w*_\w+\b[^.;]{0,80}\binstead of\b|\binstead of\b[^.;]{0,80}\b[a-z]\w*_\w+\b"
)


def _renamed(goal: str, clauses: tuple[Clause, ...]) -> str:
    for clause in clauses:
        words = {stem(found.group().lower()) for found in _WORD.finditer(clause.text)}
        told = clause.negated or mends(clause) or _IS_CALLED.search(clause.text)
        if told or words & {stem(w) for w in group("local_names")}:
            continue
        of_form = not group("forms").isdisjoint(_WORD.findall(clause.text.lower()))
        if not of_form and any_row("breaks_others").search(clause.text.lower()):
            return clause.text
        if clause.kind in ("move", "change") and _ADDRESS.search(clause.text):
            return clause.text
        public = words & {stem(w) for w in group("public_names")}
        if not public and clause.verb == "rename" and thing_kind(clause.head) == "message":
            continue  # a text that people read, and no name
        dotted = re.search(r"\b[A-Z]\w+\.\w+", clause.text) or (
            _DOTTED.search(clause.text) and not hear(clause.text).paths
        )
        if _RENAMES.search(clause.text) and {"column", "endpoint"} & _kinds_of(goal):
            return clause.text
        renames = clause.verb == "rename" or any_row("is_renamed").search(clause.text.lower())
        named = clause.verb != "rename" and bool(hear(clause.text).identifiers)
        if renames and (public or dotted or named):
            return clause.text
    return ""


#: “That file is called lingui.config.ts now”: it was renamed before.
_IS_CALLED = re.compile(r"\b(?:is|are|was|were) (?:now |actually |really )?(?:called|named)\b")
_DOTTED = re.compile(r"(?<![\w/.])[a-z_]\w*\.[a-z_]\w*(?![\w/.])")
#: “From /feed to /rss”: the path of an address, and no file.
_ADDRESS = re.compile(
    r"\bfrom [`'\"]?/[\w:{}<>-][\w/:{}<>.-]* to\b|\b[`'\"]?/[a-z][\w/:{}<>-]* to [`'\"]?/"
)


def _reformed(clauses: tuple[Clause, ...]) -> str:
    """A form that others, or what is stored already, rely on becomes another."""
    for clause in clauses:
        text = clause.text.lower()
        if clause.negated or mends(clause) or any_row("people_may").search(text):
            continue
        if any_row("breaks_others").search(text):
            return clause.text
        words = [found.group() for found in _WORD.finditer(text)]
        for at, word in enumerate(words):
            verb = verb_of(word)
            near = words[at + 1 : at + 1 + DOOR_NEAR]
            changes = verb is not None and verb.name in group("changes_shape")
            strong = not group("forms_of_trust").isdisjoint(near)
            form = not group("forms").isdisjoint(near) and not group("of_others").isdisjoint(near)
            if changes and (strong or form) and _INTO.search(text):
                return clause.text
    return ""


#: What it is turned into, or away from.
_INTO = re.compile(r"\b(?:to|with|by|into|from|for|instead)\b")


_NOT_PUBLIC = re.compile(
    r"\b(?:unused|dead|deprecated|internal|private|local|temporary|test\w*|mock\w*|duplicate\w*|unneeded|own)\b"
)
_PUBLIC = re.compile(
    r"\b(?:endpoint|route|flag|option|(?:sub)?command|method|parameter|argument|header|setting|hook"
    r"|event|api)s?\b|\bdata-[a-z][\w-]+|(?<![\w-])--[a-z][\w-]+|\b\w+\.[a-z]\w+\(|\bsupport for\b"
)


#: “Drop phone_extension from rooms”: a name of data, and what it is of.
_FIELD = re.compile(r"\b[a-z]+_[a-z_]+\b(?!\(|\.) (?:from|of|in) (?:the )?[a-z]+s\b(?![/.])")


def _removed(clauses: tuple[Clause, ...]) -> str:
    """What others may call, taken away: they find out when it is gone."""
    for clause in clauses:
        if mends(clause):
            continue
        ends = any_row("ends_for_others").search(clause.text.lower())
        ends = ends if ends and is_done_now(clause, ends.group()) else None
        if ends and not _NOT_PUBLIC.search(clause.text.lower()) and not _is_code(clause):
            return clause.text
        verb = verb_of(clause.verb) if clause.verb else None
        takes = verb is not None and verb.kind == "remove" and not clause.negated
        thing = clause.text.lower().partition(" from ")[0].partition(" in ")[0]
        is_field = _FIELD.search(clause.text) is not None
        offered = _PUBLIC.search(thing) or is_field or _is_offered(clause)
        if takes and offered and not _NOT_PUBLIC.search(clause.text.lower()):
            return clause.text
    return ""


def _is_offered(clause: Clause) -> bool:
    """“Drop MySQL”, “remove the CSV export”: something a program can be run with or gives out."""
    if clause.place:
        return False  # “remove the plugin from the menu”: where it is shown
    named = [word.strip(".,!?").lower() for word in clause.thing.split()]
    kinds = {name: kind for name, (kind, _) in products().items()}
    of_format = any(kinds.get(word) == "format" for word in named[:-1])
    if of_format and clause.head in rows_of("ways_in_and_out"):
        return True
    return bool(named) and (kinds.get(named[-1]) == "database" or clause.head in rows_of("offered"))


def _is_code(clause: Clause) -> bool:
    """Whether what ends is program text that nobody outside sees."""
    return clause.thing_kind in ("test", "doc", "function", "class", "module", "pipeline", "job")

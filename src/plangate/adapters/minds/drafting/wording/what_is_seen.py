"""What one sees once a piece of work is done, in the goal's own words: “events keep the same uid”.

A check that only says “the change works” cannot be told from any other. Where a clause demands
(“X should …”), lets somebody do something, makes something behave or does something to a thing, the
same words say what is to be seen; where they do not, nothing is made up.
"""

from __future__ import annotations

import re

from plangate.adapters.minds.drafting.wording.clauses_of_work import Clause, lowered
from plangate.adapters.minds.drafting.wording.deed_of_clause import deed_of
from plangate.adapters.minds.drafting.wording.deeds import are_several
from plangate.adapters.minds.drafting.wording.reading_well import without_statement
from plangate.adapters.minds.drafting.wording.wish_forms import LACKS
from plangate.language.clauses import forbids
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import LOOKING, Verb, forms, is_verb, verb_of

_OUGHT = re.compile(
    r"^(?P<who>\S.{1,80}?) (?:should|must|ought to|has to|have to|needs? to)(?P<no> not|n['’]t)? "
    r"(?P<how>(?:also |only |always |still |never |just )?)(?P<what>\S.*)$",
    re.IGNORECASE,
)
_MAY = re.compile(r"^(?P<who>only .{2,80}?) may(?P<no>)(?P<how>) (?P<what>\S.*)$", re.IGNORECASE)
_LET = re.compile(r"^(?P<how>let|make) (?P<who>.+)$", re.IGNORECASE)
#: What stands behind says why, for what, or how it is today.
_UNTIL = re.compile(
    r"\s*(?:(?<!e\.g)(?<!i\.e)[.;]\s|\s\(|,\s(?:so that|because|which|right now|now|today)\b).*$"
)
_SURE = re.compile(
    r"^make sure (?:that )?(?P<who>.+?) (?P<so>(?:cannot|is|are|does|do) .+)$", re.IGNORECASE
)
_AREA = re.compile(r"^[\w ./-]{2,30}:\s+")
_ABLE = re.compile(r"^be able to (?P<what>.+)$", re.IGNORECASE)
_NOTHING = ("", "")
#: Behind one of these stands the verb, whatever it is.
_HOW = ("also", "always", "still", "just")
#: So many words may stand before the verb of somebody who is let do something.
_MOST_WHO = 6
#: What is done by these to a thing cannot be told of the thing: it was not there, or is gone.
_NOT_TOLD_OF_IT = LOOKING | {"build", "fix", "remove", "tune", "operate"}


def seen_of(clause: Clause) -> tuple[str, str]:
    """What is so afterwards, and of whom; nothing where the clause's words do not say it."""
    deed = _shorn(deed_of(clause))
    if deed.startswith("As asked: "):
        return _NOTHING
    if sure := _SURE.match(deed):
        return sure["who"], sure["so"]
    plain = _AREA.sub("", _shorn(clause.text))
    found = None if clause.verb else _OUGHT.match(plain) or _MAY.match(plain)
    if found:
        return _so(found["who"], found["what"], found["how"], bool(found["no"]))
    given = LACKS.match(plain) if deed.startswith("Give ") else None
    if given:
        has = "have" if are_several(given["who"]) else "has"
        return lowered(given["who"]), f"{has} {given['what']}"
    found = _LET.match(deed)
    if found and (parted := _parted(found["who"])):
        who, what = parted
        who = {"me": "people", "us": "people", "them": "they"}.get(who, who)
        lets = found["how"].lower() == "let" and not what.startswith("be ")
        return (who, f"can {what}") if lets else _so(who, what)
    return _NOTHING if found else _done(clause)


def _shorn(text: str) -> str:
    return without_statement(_UNTIL.sub("", " ".join(text.split()).strip(" .;,!?")))


def _so(who: str, what: str, how: str = "", no: bool = False) -> tuple[str, str]:
    """A demand as what holds once it is met."""
    if who.lower().split()[0] in group("stands_for") - group("points_back"):
        return _NOTHING
    who, several = lowered(who), who.lower() in ("they", "these") or are_several(who)
    if able := _ABLE.match(what):
        return who, f"{'cannot' if no else 'can'} {able['what']}"
    if adverb := _ADVERB.match(what):
        how, what = f"{adverb[1].lower()} ", what[adverb.end() :]
    end = next(_FIRST.finditer(what)).end()
    word, rest = what[:end], what[end:]
    if word.lower() == "be":
        said = f"{'are' if several else 'is'} {'not ' if no else ''}{how}{rest.strip()}"
    elif no:
        said = f"{'do' if several else 'does'} not {how}{what}"
    elif not several and _JOINED.search(rest):
        return _NOTHING  # “look there first and fall back”: the second verb would want its ending
    else:
        said = f"{how}{word if several else forms(word)[1]}{rest}"
    return who, said.strip()


_ADVERB = re.compile(rf"({'|'.join(_HOW)}) ")
_FIRST = re.compile(r"[\w-]*")
_JOINED = re.compile(r"\band (?:only |then |also )?(?:be|[a-z]+ (?:the|a|an|it|them|to|back)\b)")


def _done(clause: Clause) -> tuple[str, str]:
    """“Round the time to milliseconds” as what was done: “the time is rounded to milliseconds”."""
    verb, thing = verb_of(clause.verb), clause.thing
    if verb is None or verb.kind in _NOT_TOLD_OF_IT or not thing:
        return _NOTHING
    if "," in thing or thing.split()[0].lower() in group("stands_for"):
        return _NOTHING
    what = _shorn(clause.what)
    behind = what[len(thing) :].split()
    if not what.startswith(thing) or what.endswith("…") or not _is_named(thing):
        return _NOTHING
    if f"{clause.said} {thing}".lower() not in clause.text.lower():
        return _NOTHING  # “switch to single quotes” does nothing to the quotes
    if behind and behind[0] in ("that", "which", "who", "and"):
        return _NOTHING
    is_so = ("are" if are_several(thing) else "is") + (" not" if forbids(clause.text) else "")
    return lowered(thing), f"{is_so} {_participle(verb)}{what[len(thing) :]}"


def _is_named(thing: str) -> bool:
    """Whether an object names something, and does not go back to what was said before."""
    words = thing.lower().split()
    return words[0] not in group("points_back") and "ones" not in words and "there" not in words


def _participle(verb: Verb) -> str:
    if verb.name in group("same_when_done"):
        return verb.name
    irregular = sorted(verb.forms[_REGULAR:], key=lambda form: not form.endswith("n"))
    return irregular[0] if irregular else verb.forms[2]


#: Behind so many forms of a verb stand those that no ending makes.
_REGULAR = 4


def _parted(text: str) -> tuple[str, str] | None:
    """Who does something, and what: “users download their measurements”."""
    words = text.split()
    if how := [n for n, word in enumerate(words[: _MOST_WHO + 1]) if n and word in _HOW]:
        return " ".join(words[: how[0]]), " ".join(words[how[0] :])
    for place in range(1, min(len(words), _MOST_WHO + 1)):
        word, before = words[place].lower(), words[place - 1].lower()
        if word in group("relates"):
            return None
        if word == "be" or is_verb(word):
            behind = words[place + 1] if place + 1 < len(words) else ""
            if is_verb(behind) and word != "be":
                continue  # of “the tag list show counts” the last is the verb
            if before in group("determiners") or before == "to":
                return None  # “make the search faster”: a noun
            return " ".join(words[:place]), " ".join(words[place:])
    return None

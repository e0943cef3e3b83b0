"""What one sees once a piece of work is done, in the goal's own words: “events keep the same uid”.

A check that only says “the change works” cannot be told from any other. Where a clause demands
(“X should …”), lets somebody do something, makes something behave or does something to a thing, the
same words say what is to be seen; where they do not, nothing is made up.
"""

from __future__ import annotations

import re

from plangate.adapters.minds.drafting.wording.clauses_of_work import Clause, deed_of, lowered
from plangate.adapters.minds.drafting.wording.deeds import are_several
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import LOOKING, Verb, forms, is_verb, verb_of

_OUGHT = re.compile(
    r"^(?P<who>\S.{1,80}?) (?:should|must|ought to|has to|have to|needs? to)(?P<no> not|n['’]t)? "
    r"(?P<how>(?:also |only |always |still |never )?)(?P<what>\S.*)$",
    re.IGNORECASE,
)
_MAY = re.compile(r"^(?P<who>only .{2,80}?) may(?P<no>)(?P<how>) (?P<what>\S.*)$", re.IGNORECASE)
_LET = re.compile(r"^(?P<how>let|make) (?P<who>.+)$", re.IGNORECASE)
#: What stands behind says why, for what, or how it is today.
_UNTIL = re.compile(
    r"\s*(?:(?<!e\.g)(?<!i\.e)[.;]\s|\s\(|,\s(?:so that|because|which|right now|now|today)\b).*$"
)
_AREA = re.compile(r"^[\w ./-]{2,30}:\s+")
_ABLE = re.compile(r"^be able to (?P<what>.+)$", re.IGNORECASE)
_NOTHING = ("", "")
#: So many words may stand before the verb of somebody who is let do something.
_MOST_WHO = 6
#: What is done by these to a thing cannot be told of the thing: it was not there, or is gone.
_NOT_TOLD_OF_IT = LOOKING | {"build", "fix", "remove", "tune", "operate"}


def seen_of(clause: Clause) -> tuple[str, str]:
    """What is so afterwards, and of whom; nothing where the clause's words do not say it."""
    plain = _AREA.sub("", _shorn(clause.text))
    found = None if clause.verb else _OUGHT.match(plain) or _MAY.match(plain)
    if found:
        return _so(found["who"], found["what"], found["how"], bool(found["no"]))
    found = _LET.match(_shorn(deed_of(clause)))
    if found and (parted := _parted(found["who"])):
        who, what = parted
        who = "people" if who in ("me", "us") else who
        lets = found["how"].lower() == "let" and not what.startswith("be ")
        return (who, f"can {what}") if lets else _so(who, what)
    return _NOTHING if found else _done(clause)


def _shorn(text: str) -> str:
    return _UNTIL.sub("", " ".join(text.split()).strip(" .;,!?"))


def _so(who: str, what: str, how: str = "", no: bool = False) -> tuple[str, str]:
    """A demand as what holds once it is met."""
    if who.lower().split()[0] in group("stands_for"):
        return _NOTHING
    who, several = lowered(who), are_several(who)
    if able := _ABLE.match(what):
        return who, f"{'cannot' if no else 'can'} {able['what']}"
    first, _, rest = what.partition(" ")
    if first.lower() == "be":
        said = f"{'are' if several else 'is'} {'not ' if no else ''}{how}{rest}"
    elif no:
        said = f"{'do' if several else 'does'} not {how}{what}"
    else:
        said = f"{how}{first if several else forms(first)[1]} {rest}"
    return who, said.strip()


def _done(clause: Clause) -> tuple[str, str]:
    """“Round the time to milliseconds” as what was done: “the time is rounded to milliseconds”."""
    verb, thing = verb_of(clause.verb), clause.thing
    if verb is None or verb.kind in _NOT_TOLD_OF_IT or not thing:
        return _NOTHING
    if "," in thing or thing.split()[0].lower() in group("stands_for"):
        return _NOTHING
    what = _shorn(clause.what)
    if not what.startswith(thing) or what.endswith("…"):
        return _NOTHING
    is_so = "are" if are_several(thing) else "is"
    return lowered(thing), f"{is_so} {_participle(verb)}{what[len(thing) :]}"


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
    for place in range(1, min(len(words), _MOST_WHO + 1)):
        if words[place] != "be" and not is_verb(words[place]):
            continue
        behind = words[place + 1] if place + 1 < len(words) else ""
        if is_verb(behind) and words[place] != "be":
            continue  # of “the tag list show counts” the last is the verb
        if words[place - 1].lower() in group("determiners"):
            return None  # “make the search faster”: a noun
        return " ".join(words[:place]), " ".join(words[place:])
    return None

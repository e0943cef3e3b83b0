"""A piece of work as a colleague would write it down: what to do, and how one sees that it is done.

People wish (“it would be great if fd could follow links”), oblige (“the default should be 30”),
name an area first (“API: an endpoint for titles”) or only a thing. A task tells somebody to do
something; nothing is said here that the goal does not say.
"""

from __future__ import annotations

import re

from plangate.adapters.minds.drafting.wording import wish_forms
from plangate.adapters.minds.drafting.wording.reading_well import of_others
from plangate.language import clauses
from plangate.language.paths import identifiers
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import forms, is_verb, thing_kind, verb_of


def as_deed(text: str) -> str:
    """A wish or a demand as something to do; "" where the text already is one, or is unclear."""
    plain = " ".join(text.split()).strip(" .;,!?")
    if found := wish_forms.REPORT.match(plain):
        return as_deed(found["rest"]) or f"Fix: {_mid(found['rest'])}"
    if found := wish_forms.REQUEST.match(plain):
        return as_deed(found["rest"]) or _opened(found["rest"]) or f"Add {_mid(found['rest'])}"
    if plain.lower().startswith("fix: "):
        meant = clauses.parsed(plain[5:])
        wished = meant.wants or meant.kind in ("build", "show", "remove", "change")
        return (as_deed(plain[5:]) or _opened(plain[5:]) or plain) if wished else plain
    if found := wish_forms.COMMIT.match(plain):
        return as_deed(found["rest"]) or _opened(found["rest"])
    if found := wish_forms.TO_BE_ABLE.match(plain):
        return f"Let people {found['what']}"
    found = wish_forms.AREA.match(plain)
    if found and (wish_forms.ASKED.match(found["rest"]) or not _is_order(found["area"])):
        rest = as_deed(found["rest"]) or _opened(found["rest"])
        return rest if found["for"] or not rest else f"{rest} ({found['area']})"
    found = wish_forms.FOR_ME.match(plain)
    if found and (found["where"] or not _is_on_the_program(found["what"])):
        where = f" {_mid(of_others(found['where']))}" if found["where"] else ""
        return f"Let people {of_others(found['what'])}{where}"
    shorn = wish_forms.POLITE.sub("", plain)
    while shorn and shorn != (again := wish_forms.POLITE.sub("", shorn)):
        shorn = again
    said = _framed(shorn)
    if said or shorn == plain:
        return said or _named_politely(plain)
    if wish_forms.ASKED.match(plain) and _ORDER.match(shorn):
        return shorn[:1].upper() + shorn[1:]
    return _opened(shorn) or (
        shorn[:1].upper() + shorn[1:] if wish_forms.ASKED.match(plain) else ""
    )


def _is_on_the_program(what: str) -> bool:
    """Whether what somebody wants to do is work on the program, and not what it lets people do."""
    verb = verb_of(what.split(maxsplit=1)[0])
    return verb is not None and verb.kind not in _DONE_BY_PEOPLE


_DONE_BY_PEOPLE = frozenset(("explore", "send", "show", "take"))


def _named_politely(text: str) -> str:
    """A thing with a please behind it is to be there: “sha512 filters please, as for sha256”."""
    found = wish_forms.PLEASE.match(text)
    if found is None or _is_condition(text):
        return ""
    more = (found["more"] or "").strip()
    if more and is_verb(more.split(maxsplit=1)[0].lower()):
        return more[:1].upper() + more[1:]  # “X works fine, so please add Y”
    said = f"{found['what']}{found['more'] or ''}"
    first = said.split(maxsplit=1)[0]
    return said[:1].upper() + said[1:] if is_verb(first) else f"Add {_mid(said)}"


def _is_order(area: str) -> bool:
    """Whether what stands before a colon is itself to be done: “Fix: …”, and no “Log page: …”."""
    return verb_of(area.split(maxsplit=1)[0]) is not None and not thing_kind(
        area.rsplit(maxsplit=1)[-1].lower()
    )


def _framed(text: str) -> str:
    if found := wish_forms.LET_ME.match(text):
        return f"Let people {of_others(found['what'])}"
    if found := wish_forms.NEW.match(text):
        return f"Add a new {_mid(found['what'])}"
    if (
        found := wish_forms.WISHED.match(text)
        or wish_forms.ABLE.match(text)
        or wish_forms.NEEDS_WAY.match(text)
    ):
        return _let(found["who"], found["what"])
    if found := wish_forms.ABILITY.match(text):
        return f"Let people {wish_forms.PRAISED.sub('', found['what'] or found['also'])}"
    things = (wish_forms.THERE, wish_forms.WANTED, wish_forms.WELCOME, wish_forms.HAD)
    if found := next(filter(None, (form.match(text) for form in things)), None):
        return f"Add {_mid(found['what'] or found['also'])}"
    found = wish_forms.LACKS.match(text)
    if found and group("finite").isdisjoint(found["who"].lower().split()):
        return f"Give {_the(found['who'])} {found['what']}"
    if found := wish_forms.ASKED_FOR.match(text):
        return _let_itself(found["rest"])
    if _is_condition(text):
        return ""
    if found := wish_forms.NEVER.match(text):
        return f"Make sure that {_the(found['who'])} {_is_so(found, is_no=True)}"
    found = wish_forms.OUGHT.match(text) or wish_forms.MAY.match(text)
    if found and not found["who"].endswith(","):
        return _demanded(found)
    if found := wish_forms.OUGHT_ALONE.match(text):
        return f"Make it {found['what'].removeprefix('be ')}"
    return ""


def _let(who: str, what: str) -> str:
    """Somebody who is to be able to do something; who speaks of themselves stands for people."""
    if who.lower() in ("i", "we", "one"):
        return f"Let people {of_others(what)}"
    return f"Let {'them' if who.lower() == 'they' else _mid(who)} {what}"


def _let_itself(rest: str) -> str:
    """“The feed also contain the link” as a deed: what stands before the verb is let or made."""
    words = rest.split()
    for place, word in enumerate(words[1:_FAR], start=1):
        verb = verb_of(word.lower())
        plain = word.lower() in ("be", "get", "have", "also") or (
            verb and verb.name == word.lower()
        )
        if plain and words[place - 1].lower() not in group("determiners"):
            who, what = " ".join(words[:place]), " ".join(words[place:])
            if who.lower() in ("i", "we"):
                return f"Let people {of_others(what)}"
            return f"Make {_mid(who)} {what.removeprefix('be ')}"
    first = words[0].lower()
    return f"Let people {of_others(rest.partition(' ')[2])}" if first in ("i", "we") else ""


#: So far into a question its verb is looked for.
_FAR = 8


def _is_so(found: re.Match[str], *, is_no: bool = False) -> str:
    """What is so once a demand is met, said of whom it is about."""
    several = found["who"].lower() in ("they", "these", "those") or are_several(found["who"])
    what = found["what"]
    if "be" in found.groupdict() and found["be"]:
        what = f"be {what}"
    also = (found.groupdict().get("also") or "").lower()
    if what == "be" or what.startswith("be "):
        return f"{'are' if several else 'is'} {'not ' if is_no else ''}{also}{what[3:]}".strip()
    if is_no:
        return f"{'do' if several else 'does'} not {what}"
    first = re.match(r"[\w-]+", what)
    if first is None or several:
        return f"{also}{what}"
    return f"{also}{forms(first[0])[1]}{what[first.end() :]}"


def _demanded(found: re.Match[str]) -> str:
    """“X should …” as something to do."""
    who = found["who"]
    if deed := _done_to(found):
        return deed
    shown = found["be"] and found["what"].split(" ", 1)[0].endswith("ed")
    if shown or who.split()[0].lower().endswith("ing"):
        return f"Make sure that {_mid(who)} {_is_so(found)}"
    whom = "them" if who.lower() == "they" else _the(who)
    return f"Make {whom} {found['also'] or ''}{found['what']}"


def _done_to(found: re.Match[str]) -> str:
    """“Bodies should be cut after a while” as a deed: “Cut bodies after a while”."""
    first, _, rest = found["what"].partition(" ")
    verb = verb_of(first) if found["be"] else None
    if verb is None or first not in (*group("same_when_done"), verb.forms[2], *verb.forms[4:]):
        return ""
    how = (found["also"] or "").capitalize()
    deed = f"{how}{verb.name if how else verb.name.capitalize()}"
    return f"{deed} {_the(found['who'])} {rest}".rstrip()


#: Somebody is told to do something to something: “tell the user …”.
_ORDER = re.compile(
    r"(?!an?\b|the\b|some\b|more\b)[a-z]+ (?:an?|the|it|them|all|every|each|this|that|these|those"
    r"|its|their|users?|people|us|me)\b",
    re.IGNORECASE,
)


def is_wished(text: str) -> bool:
    """Whether a sentence is the one that wishes, beside others that tell a story."""
    return _WISHES.search(text) is not None or is_order(text)


def is_order(text: str) -> bool:
    """Whether a sentence tells somebody to do something, whatever its verb: “leave those out”."""
    first = text.split(maxsplit=1)[0].lower()
    if first.endswith(("ing", "s")) or first in group("stop") | group("relates") | group(
        "subordinates"
    ):
        return False
    return _ORDER.match(text) is not None


_WISHES = re.compile(
    r"^(?:it ?)?(?:would|might|['’]d) be\b|^(?:can|could)(?:n['’]t)?\b|^(?:i|we)['’]d\b|\bi wish\b",
    re.IGNORECASE,
)


def _the(who: str) -> str:
    """Whom a demand is about, as one speaks of it: “the page size”, “users”, “it”."""
    head = _BEHIND_HEAD.split(who, maxsplit=1)[0]
    first, last = who.split(maxsplit=1)[0].lower(), head.rsplit(maxsplit=1)[-1]
    bare = first in group("determiners") or first in group("stop") or last.endswith("s")
    bare = bare or first.startswith(("-", "`")) or bool(identifiers(who))
    bare = bare or (last == last.lower() and is_verb(last))  # “git push”: a command
    return _mid(who) if bare else f"the {_mid(who)}"


def _is_condition(text: str) -> bool:
    return text.split(" ", 1)[0].lower() in ("when", "if", "whenever", "after", "before", "while")


def _opened(text: str) -> str:
    """A text that opens with its verb, or a thing that is to be there."""
    heard = clauses.parsed(text)
    if heard.verb and verb_of(text.split(" ", 1)[0]):
        return text[:1].upper() + text[1:]
    names_a_thing = heard.thing_kind and not heard.trouble and not heard.obliges
    names_a_thing = names_a_thing or _ONE_MORE.match(text) is not None
    return f"Add {_mid(text)}" if names_a_thing and not _is_condition(text) else ""


_ONE_MORE = re.compile(r"an? \S+", re.IGNORECASE)


def _mid(text: str) -> str:
    """A text within a sentence; a name keeps its capital."""
    first = text.split(" ", 1)[0]
    return text if any(map(str.isupper, first[1:])) or first == "I" else text[:1].lower() + text[1:]


def are_several(who: str) -> bool:
    """Whether more than one is meant: “events”, “the tooltip and the list”."""
    who = _BEHIND_HEAD.split(who, maxsplit=1)[0]
    first, last = who.split(maxsplit=1)[0].lower(), who.rsplit(maxsplit=1)[-1].lower()
    if " and " in who:
        return True
    if first in ("every", "each", "this", "an", "a") or first.endswith("ing"):
        return False
    if last.endswith("`"):
        return False
    return last == "people" or (last.endswith("s") and not last.endswith(("ss", "us", "is")))


_BEHIND_HEAD = re.compile(
    r"\s(?:of|in|for|with|without|on|from|that|which|like|(?:more|less|\w+er) than)\s",
    re.IGNORECASE,
)

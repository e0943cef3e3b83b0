"""A piece of work as a colleague would write it down: what to do, and how one sees that it is done.

People wish (“it would be great if fd could follow links”), oblige (“the default should be 30”),
name an area first (“API: an endpoint for titles”) or only a thing. A task tells somebody to do
something; nothing is said here that the goal does not say.
"""

from __future__ import annotations

import re

from plangate.language import clauses
from plangate.language.paths import identifiers
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import is_verb, thing_kind, verb_of

_AREA = re.compile(
    r"^(?P<for>(?i:for|as|in|on) )?(?P<area>[A-Za-z][\w./ -]{1,28}?):\s+(?P<rest>\S.*)$"
)
_COMMIT = re.compile(
    r"^(?:feat|fix|chore|docs|refactor|style|tests?|perf|build|ci)(?:\([\w /-]+\))?!?:\s+"
    r"(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_REPORT = re.compile(r"^\W{0,2}(?:bug|bug report|issue|problem)\W{0,2}:?\s+(?P<rest>\S.*)$", re.I)
_REQUEST = re.compile(
    r"^\W{0,3}(?:feature(?: request)?|enhancement|request|idea|proposal|suggestion)\W{0,3}:\s+"
    r"(?P<rest>\S.*?)\W*$",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^(?:please|pls|hi|hey|hello|also|maybe|just|kindly|ideally|finally|then)[,!]?\s+"
    r"|^(?:can|could|would|will) (?:you|we|somebody|someone)(?: please)?\s+"
    r"|^let['’]?s\s+|^(?:i|we)(?:['’]d| would)? (?:want|need|like|wish|have|ought|should)"
    r"(?: (?:you|us))? to\s+|^(?:i|we) (?:should|must)\s+"
    r"|^(?:is it possible|is there (?:a|any) way|it (?:should|must) be possible) to\s+"
    r"|^(?:it(?:['’]d)? )?(?:would |might )?be (?:\w+ )?(?:great|nice|good|cool|useful|helpful"
    r"|awesome|handy) to (?:be able to )?\s*",
    re.IGNORECASE,
)
#: Whatever follows is to be done, whether its verb is known or not.
_ASKED = re.compile(
    r"^(?:please|can you|could you|would you|let['’]?s|it(?:['’]d| would) be)\b", re.IGNORECASE
)
_WISHED = re.compile(
    r"^(?:it )?(?:would|might) be (?:\w+ )?(?:great|nice|good|cool|useful|helpful|awesome|handy)"
    r" if (?P<who>.{2,60}?) (?:could|can|would|was able to|were able to) (?P<what>.+)$",
    re.IGNORECASE,
)
_ABLE = re.compile(
    r"^(?P<who>.{2,60}?) (?:should|must|need to|want to|has to|have to) be able to (?P<what>.+)$",
    re.IGNORECASE,
)
_NEEDS_WAY = re.compile(
    r"^(?P<who>.{2,60}?) (?:needs?|wants?) (?:an? |the )?"
    r"(?:way|option|possibility|ability|chance) to "
    r"(?P<what>.+)$",
    re.IGNORECASE,
)
_ABILITY = re.compile(
    r"^(?:add |provide |have )?(?:the |an? )?(?:ability|option|possibility|way) to "
    r"(?P<what>[a-z].+)$"
    r"|^allow (?:people |one |me |us )?to (?P<also>[a-z].+)$",
    re.IGNORECASE,
)
_PRAISED = re.compile(
    r"\s+would be (?:\w+ )?(?:great|nice|good|cool|useful|helpful|awesome|handy|welcome)\b",
    re.IGNORECASE,
)
_WANTED_THEN = re.compile(
    r"^(?P<when>(?:when|while|after|before|if)\b.{2,60}?),?\s+(?:i|we|users?|people)\s+"
    r"(?:want|need|would like|should be able) to (?P<what>.+)$",
    re.IGNORECASE,
)
_NEW = re.compile(r"^new (?P<what>[a-z`].+)$", re.IGNORECASE)
_THERE = re.compile(r"^there (?:should|must|needs? to) be (?P<what>.+)$", re.IGNORECASE)
_WANTED = re.compile(
    r"^(?:(?:i|we)(?:['’]d| would)? (?:want|need|like)|(?!who\b)[\w ]{3,30}? would like)\s+"
    r"(?P<what>(?:(?:an?|the|some|more|real|proper)\b|`).+)$",
    re.IGNORECASE,
)
_PLEASE = re.compile(r"^(?P<what>\S.*?),? please\b[,!]?(?P<more>\s.*)?$", re.IGNORECASE)
_TO_BE_ABLE = re.compile(
    r"^(?:it(?:['’]d| would| might) )?be (?:\w+ )?(?:great|nice|good|cool|useful|helpful|awesome"
    r"|handy) to be able to (?P<what>.+)$",
    re.IGNORECASE,
)
_WELCOME = re.compile(
    r"^(?P<what>(?:(?:an?|some|more) |`).{3,200}?) would be (?:\w+ )?"
    r"(?:great|nice|good|cool|useful|helpful|awesome|handy|welcome)\b.*$",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"^(?P<who>.{2,70}?) (?:should|must|may|can)(?: not|n['’]t) (?P<what>.+)$", re.IGNORECASE
)
_OUGHT = re.compile(
    r"^(?P<who>.{2,70}?) (?:should|must|ought to|has to|have to|needs? to) "
    r"(?P<also>also |only |always |still )?(?P<be>be )?(?P<what>.+)$",
    re.IGNORECASE,
)
_MAY = re.compile(
    r"^(?P<who>only .{2,70}?) may (?P<also>also |always |still )?(?P<be>be )?(?P<what>.+)$",
    re.IGNORECASE,
)
_LET_ME = re.compile(r"^let (?:me|us) (?P<what>(?!know\b)[a-z].+)$", re.IGNORECASE)
_HAD = re.compile(
    r"^have (?P<what>(?:an?|some|more|official|proper|real|better|full|native)\b.+)$", re.IGNORECASE
)


def as_deed(text: str) -> str:
    """A wish or a demand as something to do; "" where the text already is one, or is unclear."""
    plain = " ".join(text.split()).strip(" .;,!?")
    if found := _REPORT.match(plain):
        return as_deed(found["rest"]) or f"Fix: {_mid(found['rest'])}"
    if found := _REQUEST.match(plain):
        return as_deed(found["rest"]) or _opened(found["rest"]) or f"Add {_mid(found['rest'])}"
    if plain.lower().startswith("fix: "):
        meant = clauses.parsed(plain[5:])
        wished = meant.wants or meant.kind in ("build", "show", "remove", "change")
        return (as_deed(plain[5:]) or _opened(plain[5:]) or plain) if wished else plain
    if found := _COMMIT.match(plain):
        return as_deed(found["rest"]) or _opened(found["rest"])
    if found := _TO_BE_ABLE.match(plain):
        return f"Let people {found['what']}"
    found = _AREA.match(plain)
    if found and (_ASKED.match(found["rest"]) or not _is_order(found["area"])):
        rest = as_deed(found["rest"]) or _opened(found["rest"])
        return rest if found["for"] or not rest else f"{rest} ({found['area']})"
    shorn = _POLITE.sub("", plain)
    while shorn and shorn != (again := _POLITE.sub("", shorn)):
        shorn = again
    said = _framed(shorn)
    if said or shorn == plain:
        return said or _named_politely(plain)
    if _ASKED.match(plain) and _ORDER.match(shorn):
        return shorn[:1].upper() + shorn[1:]
    return _opened(shorn) or (shorn[:1].upper() + shorn[1:] if _ASKED.match(plain) else "")


def _named_politely(text: str) -> str:
    """A thing with a please behind it is to be there: “sha512 filters please, as for sha256”."""
    found = _PLEASE.match(text)
    if found is None or _is_condition(text):
        return ""
    said = f"{found['what']}{found['more'] or ''}"
    first = said.split(maxsplit=1)[0]
    return said[:1].upper() + said[1:] if is_verb(first) else f"Add {_mid(said)}"


def _is_order(area: str) -> bool:
    """Whether what stands before a colon is itself to be done: “Fix: …”, and no “Log page: …”."""
    return verb_of(area.split(maxsplit=1)[0]) is not None and not thing_kind(
        area.rsplit(maxsplit=1)[-1].lower()
    )


def _framed(text: str) -> str:
    if found := _LET_ME.match(text):
        return f"Let people {found['what']}"
    if found := _WANTED_THEN.match(text):
        return f"Let people {found['what']} {_mid(found['when'])}"
    if found := _NEW.match(text):
        return f"Add a new {_mid(found['what'])}"
    if found := _WISHED.match(text) or _ABLE.match(text) or _NEEDS_WAY.match(text):
        return f"Let {_mid(found['who'])} {found['what']}"
    if found := _ABILITY.match(text):
        return f"Let people {_PRAISED.sub('', found['what'] or found['also'])}"
    if found := _THERE.match(text) or _WANTED.match(text) or _WELCOME.match(text):
        return f"Add {_mid(found['what'])}"
    if found := _HAD.match(text):
        return f"Add {found['what']}"
    if _is_condition(text):
        return ""
    if found := _NEVER.match(text):
        is_so, does = ("are", "do") if are_several(found["who"]) else ("is", "does")
        what = found["what"]
        so = f"{is_so} not {what[3:]}" if what.startswith("be ") else f"{does} not {what}"
        return f"Make sure that {_mid(found['who'])} {so}"
    if found := _OUGHT.match(text) or _MAY.match(text):
        return _done_to(found) or f"Make {_the(found['who'])} {found['also'] or ''}{found['what']}"
    return ""


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
    r"(?!an?\b|the\b|some\b|more\b)[a-z]+ (?:an?|the|it|them|all|every|each|this|that|these|its"
    r"|their|users?|people|us|me)\b",
    re.IGNORECASE,
)


def _the(who: str) -> str:
    """Whom a demand is about, as one speaks of it: “the page size”, “users”, “it”."""
    first, last = who.split(maxsplit=1)[0].lower(), who.rsplit(maxsplit=1)[-1]
    bare = first in group("determiners") or first in group("stop") or last.endswith("s")
    bare = bare or first.startswith(("-", "`")) or bool(identifiers(who))
    return _mid(who) if bare else f"the {_mid(who)}"


def _is_condition(text: str) -> bool:
    return text.split(" ", 1)[0].lower() in ("when", "if", "whenever", "after", "before", "while")


def _opened(text: str) -> str:
    """A text that opens with its verb, or a thing that is to be there."""
    heard = clauses.parsed(text)
    if heard.verb and verb_of(text.split(" ", 1)[0]):
        return text[:1].upper() + text[1:]
    names_a_thing = heard.thing_kind and not heard.trouble and not heard.obliges
    return f"Add {_mid(text)}" if names_a_thing and not _is_condition(text) else ""


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


_BEHIND_HEAD = re.compile(r"\s(?:of|in|for|with|on|from|that|which)\s", re.IGNORECASE)

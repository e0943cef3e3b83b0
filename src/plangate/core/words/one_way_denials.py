"""How a clause says that a one-way deed is not done, or only spoken of (PREF-2's word net).

Why: "never drop the table", "the DROP TABLE keyword" and "fix the crash after deleting" hold the
words of a deed and not the deed. It must never deny from afar what a clause still does.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from plangate.core.words.one_way_patterns import any_of

# Words that may stand between a denial and what it denies. "Just", "only" and "all" are not among
# them: "not just delete", "not all rows are deleted" deny something else.
_FILLERS = """ever to be being been the a an any our your accidental accidentally unintended
    unintentional unintentionally silently blindly directly from against automatically actually
    have having need needing want wanting run running use using call calling execute executing
    perform performing do doing allow allowing permit permitting make making introduce introducing
    emit emitting render rendering generate generating
    cause causing require requires requiring involve involving sudo git risk risking potential"""
_DENIALS = """(?<!why_)(?<!or_)(?<!whether_)not never(?:,?_ever)? cannot without no no_longer nor
    (?:do|does|did|should|must|need|ca|wo)nt neither none_of nothing nobody instead_of rather_than
    avoid(?:s|ed|ing)? prevent(?:s|ed|ing)? forbid(?:s|den|ding)? disallow(?:s|ed|ing)?
    prohibit(?:s|ed|ing)? restrict(?:s|ed|ing)? refus(?:e|es|ed|ing)
    stop(?:s|ped|ping)? block(?:s|ed|ing)?
    (?:protect|guard|warn)(?:s|ed|ing)?_(?:from|against|about|on)
    (?:prevent|stop|block|keep|forbid|protect)(?:s|ed|ing)?_(?:\\w+_){1,3}from"""
_TROUBLES = """crash error exception bug race leak panic freeze hang glitch flicker deadlock stale
    broken wrong toast spinner warning"""


class Denials(NamedTuple):
    """Where a denial may stand, and what turns it around."""

    direct: re.Pattern[str]
    """Right before the cue: "never", "do not", "without"."""
    listed: re.Pattern[str]
    """The cue is the second of two denied: "do not drop the table or"."""
    refusal: re.Pattern[str]
    """Before a denial it turns it around: "do not block force pushes"."""
    condition: re.Pattern[str]
    """Behind the cue: "do not drop it until Friday" is a drop on Friday."""
    described: re.Pattern[str]
    """The clause is about words or trouble: "document how to", "fix the crash when"."""
    language: re.Pattern[str]
    """Behind the cue: a word of a language is spoken of ("the DROP INDEX syntax")."""
    kept_from: re.Pattern[str]
    """Before a cue that is a subject: "ensure deleting a site does not touch its orders"."""


@cache
def denials() -> Denials:
    deny = any_of(_DENIALS).replace("_", " ")
    fill = rf"(?: {any_of(_FILLERS)}){{0,3}}"
    return Denials(
        direct=re.compile(rf"\b(?P<word>{deny}){fill} $"),
        listed=re.compile(
            rf"\b{deny}{fill} (?P<verb>\w+),? (?:(?!(?:and|then|but)\b)\w+,? ){{0,6}}?n?or{fill} $"
        ),
        refusal=re.compile(r"\b(?:not|dont|cannot|cant|never|impossible|no)\b"),
        condition=re.compile(r"\b(?:until|till|unless|before|yet|except|without)\b"),
        described=re.compile(
            r"^(?:fix(?:es|ed|ing)?|document(?:s|ed|ing)?|describ(?:e|es|ing)|explain(?:s|ing)?"
            r"|detect(?:s|ing)?)(?: (?:how to|the|a|an|any|all|accidental|unwanted|possible))* $"
            r"|^(?:notes?|noted|mentions?)(?: \w+){0,2} $"
            r"|^(?:\w+ ){0,2}(?:add(?:s|ed|ing)?|implement\w*|introduce\w*|provide\w*)"
            r" (?:\w+ ){0,3}(?:ability|facility|options?|support|checks?|buttons?)"
            r" (?:to|for|of|that)(?: \w+){0,2} $"
            r"|^(?:bug )?fix(?:es|ed|ing)?(?: (?!(?:by|and|then|to|via|so|we|with)\b)\w+){0,10} $"
            r"|\bwhat (?:(?:the|a|an|each|every|our|their|\d+) ){0,2}$"
            r"|\b(?:notes?|docs?|documentation|sections?|guides?) (?:about|on|for)(?: the)? $"
            r"|^(?:\w+ ){0,3}(?:typos?|lint|linting|broken links?|wording)(?: \w+){0,5} $"
            rf"|^(?!(?:on|in|if|when|upon|after)\b)(?:\w+ ){{0,4}}{any_of(_TROUBLES)}\w*"
            r"(?: \w+){0,5} (?:when|while|on|upon|if|during|after)"
            r"(?: (?!(?:by|and|then|to|via|so|we)\b)\w+){0,3} $"
        ),
        language=re.compile(r"\W{0,3}(?:syntax|keywords?|directives?|grammar|pars(?:er|ing))\b"),
        kept_from=re.compile(r"^(?:ensure|make sure|verify|check)(?: that)? $"),
    )

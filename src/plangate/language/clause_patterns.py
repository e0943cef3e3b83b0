"""The marks that clauses are cut at (UND-1); the words that cut them are rows of clauses.toml."""

from __future__ import annotations

import re
from functools import cache

from plangate.language.patterns import lazy
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import group, rows_of

#: “e.g. /admin”: a full stop that ends no sentence.
_SHORT_FORM = r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bcf\.)"
#: “GET /orders”: a route, not something to get.
ROUTE = lazy(r"(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS)\s+/\S*")
SAYS = lazy(r"\s*:\s+|\s+[-—–]\s+")
TOKEN = lazy(r"[A-Za-z][\w'’-]*|[,.;:!?\n]")
#: “Accept-Encoding values”: a name, whatever its first half means.
WORD = lazy(r"[A-Za-z]+(?![\w./(]|-[A-Z])")
LETTERS = lazy(r"(?<![\w./-])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\w/]|\.\w|-\w|\()")
CODE = lazy(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
AND = lazy(
    r"(?:,\s*(?:and\s+|then\s+|but\s+)?|\s+(?:and|but)\s+(?:then\s+|also\s+)?)"
    r"(?P<verb>[A-Za-z'’]+)\s+(?P<behind>\S+)",
    re.IGNORECASE,
)
ITEM = lazy(r"(?:^|\n)\s*(?:[-*•]|\d+[.)])\s*$|\s\d[.)]\s*$")
BREAK = lazy(
    r"\A\s*(?:[-*•]|\d+[.)])\s+|\n+\s*(?:[-*•]\s+|\d+[.)]\s+)?"
    rf"|(?:(?<=\s)|^)\d[.)]\s+(?=[A-Za-z])|(?<=[.!?]){_SHORT_FORM}\s+(?=\S)|;(?:\s+|$)"
    r"|,?\s+(?:and\s+)?then\s+|,\s+(?=please\s)"
)
#: A dot within a word (`api.py`, `v1.2`) ends nothing.
LISTS = lazy(r"(?:[;!?\n]|\.(?!\w)|,| and | then | with | plus |\d\.\s|\n[-*] )+", re.IGNORECASE)
SENTENCE = lazy(rf"\n+\s*(?:[-*•]\s+|\d+[.)]\s+)?|(?<=[.!?]){_SHORT_FORM}\s+(?=\S)")


@cache
def fault() -> re.Pattern[str]:
    """“Charts: tooltips are unreadable”, “the bar flickers when …”: who or what, and what is wrong
    with it; behind “that” stands what is like that, and no report."""
    deeds, states = ("|".join(sorted(group(f"faulty_{name}"))) for name in ("deeds", "states"))
    wrong = "|".join(rows_of("does_wrong"))
    return re.compile(
        r"(?:[^:\n]{1,40}: )?(?:[a-z]+ing [^,;:\n]{2,60}? "
        r"|(?:(?!that\b|which\b|who\b|if\b|when\b|to\b)[^\s:]+ ){1,7}?)"
        rf"(?:(?:{deeds})\b|(?:is|are|gets?|becomes?|looks?|appears?) (?:\w+ )?(?:{states})\b"
        rf"|{wrong})",
        re.IGNORECASE,
    )


def names_what_is_wrong(text: str) -> bool:
    """“No error when …”, “slow scrolling of …”: what is wrong is called by its name."""
    text = _LABEL.sub("", text, count=1)
    return any(any_case(name).match(text) for name in ("named_as_wrong", "slow_by_name"))


_LABEL = re.compile(r"^[^:\n]{1,40}: ")


@cache
def person() -> re.Pattern[str]:
    people = "|".join(sorted(group("people"), key=len, reverse=True))
    return re.compile(
        rf"(?:the |our |all |every )?(?:{people})\s+(?:to\s+)?(?=[a-z])", re.IGNORECASE
    )


@cache
def aside() -> re.Pattern[str]:
    people = "|".join(sorted(group("people"), key=len, reverse=True))
    return re.compile(
        r"(?<=\w),?\s+(?:before|prior to|when|whenever|while|if|unless)\s+"
        rf"(?:[a-z]+ing\b|(?:an? |the |our |all |any |every )?(?:{people}|they)\b)"
        r"(?:(?!\s(?:to|that|which|who|so|then|but|by)\s|\sand\s(?![a-z]+ing\b))[^,.;:!?()\n–—])*",
        re.IGNORECASE,
    )


AS_A_NOUN = {
    **{"log in": "login", "log out": "logout", "check out": "checkout", "check in": "check-in"},
    **{"sign in": "sign-in", "sign out": "sign-out", "sign up": "sign-up"},
    **{"opt in": "opt-in", "opt out": "opt-out"},
}


def listed_parts(text: str) -> list[str]:
    """A text cut at everything that lists: commas, “and”, “with”, sentences; two words or more."""
    return [part for part in LISTS.split(text) if len(part.split()) >= 2]

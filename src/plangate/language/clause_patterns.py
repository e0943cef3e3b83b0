"""The patterns that clauses are cut and taken apart by (UND-1); used by clauses.py alone."""

from __future__ import annotations

import re
from functools import cache

from plangate.language.patterns import lazy
from plangate.language.words.stems import group

#: “fix:”, “docs(api):”, “[Bug]”: what a title says of itself.
LABEL = lazy(
    r"\W{0,3}(?P<kind>feat|fix|bug|docs?|tests?|chore|refactor|style|perf|ci|build)"
    r"(?:\([^()\n]{0,60}\))?(?:\]|!?:)\s*",
    re.IGNORECASE,
)
#: “Log page: allow me to …”: where, before what is told or wanted of it.
AREA = lazy(
    r"[A-Za-z][\w /.-]{1,28}:\s+(?=(?:i|we|you|it|they|users?|people|please|allow|let|the|an?)\b)",
    re.IGNORECASE,
)
#: “e.g. /admin”: a full stop that ends no sentence.
_SHORT_FORM = r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bcf\.)"
LEAD = lazy(
    r"(?:as an? [\w -]{2,40}?,? i (?:want|need|would like) to|please|kindly"
    r"|(?:we|i|you)\s+(?:should|must|need to|want to|would like to|have to|can)"
    r"|i'd like to|we'd like to|let's|lets|can you|could you|would you|to|need to|want to|must"
    r"|first|next|finally|also|now|then|afterwards|after that|and)[,:]?\s+",
    re.IGNORECASE,
)
COULD_WE = lazy(r"\W*(?:could|can|should|may|shall) (?:we|i)\s+", re.IGNORECASE)
POLITE = lazy(r"\W*(?:can|could|would|will) you\b", re.IGNORECASE)
ASKS = lazy(
    r"(?:why|how|what|where|who|which)\b(?!ever)|when\s+(?:is|are|was|were|do|does|did|will|can"
    r"|should|has|have)\b|(?:does|do|is|are|did|was|were|has|have)\s+"
    r"(?:we|i|you|it|there|this|that|the|our|any|anyone|a|an)\b|(?:could|can|should|may|shall)\s+"
    r"(?:we|i)\b",
    re.IGNORECASE,
)
#: “Support keeps seeing …”, “The update has broken …”: the word before is a noun and does it.
TELLS = lazy(
    r"\s+(?:keeps?|is|are|was|were|has|had|gets|needs|says|said|sees|reports|complains)\b(?![-_])",
    re.IGNORECASE,
)
#: “GET /orders”: a route, not something to get.
ROUTE = lazy(r"(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS)\s+/\S*")
SLOW = lazy(
    r"(?P<thing>.{1,200}?)\s+(?:is|are|gets|got|feels?|seems?|has become)\s+"
    r"(?:(?:very|too|really|so)\s+)?slow\b"
    r"\s*(?P<when>.*)",
    re.IGNORECASE,
)
CONDITION_FIRST = lazy(
    r"\s*(?P<condition>(?:when|whenever|if|once|after|before|as soon as|while|unless|until)\b"
    r"[^,.;\n]{2,120}),\s*",
    re.IGNORECASE,
)
CONDITION = lazy(
    r"\b(?:when|whenever|if|once|after|before|as soon as|while|unless|until|only for|except)\s"
    r"[^,.;\n]{2,120}",
    re.IGNORECASE,
)
OF = lazy(r"\s(of|for|about|called|named)\s")
CONTAINS = lazy(r"\s+(?:with|containing|that has|for)\s+", re.IGNORECASE)
SAYS = lazy(r"\s*:\s+|\s+[-—–]\s+")
TOKEN = lazy(r"[A-Za-z][\w'’-]*|[,.;:!?\n]")
#: “Accept-Encoding values”: a name, whatever its first half means.
WORD = lazy(r"[A-Za-z]+(?![\w./(]|-[A-Z])")
LETTERS = lazy(r"(?<![\w./-])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\w/]|\.\w|-\w|\()")
CODE = lazy(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
PREPOSITION = lazy(r"^(?:with|to|from|into|for|on)\s+", re.IGNORECASE)
PARTICLE = lazy(r"^(?:up|off|out|down|away|rid of)\s+", re.IGNORECASE)
CUT = lazy(
    r"(?:^|\s)(?P<word>to|on|in|for|at|from|into|behind|across|under|onto|within|with|that|which|"
    r"over|through|against|between|"
    r"when|whenever|by|so|via|using|as|per|after|before|if|because|while|instead|without|until|"
    r"where|who|whose|like|configurable|optional)(?:\s+|$)|[:;]\s*|\((?!\))\s*|\s[-—–]\s"
    r"|,\s+(?=(?:it|they|we|nobody|this|these|because|since|there)\b)",
    re.IGNORECASE,
)
AND = lazy(
    r"(?:,\s*(?:and\s+|then\s+|but\s+)?|\s+(?:and|but)\s+(?:then\s+|also\s+)?)"
    r"(?P<verb>[A-Za-z'’]+)\s+(?P<behind>\S+)",
    re.IGNORECASE,
)
#: “…, sort it by name”, “… - show one”: an order may begin here.
ORDER = lazy(
    r"(?:[,:]|\s[-–—])\s+(?:(?:so|but|please|just|instead)\s+){0,2}"
    r"(?P<verb>[A-Za-z'’]+)\s+(?P<behind>\S+)",
    re.IGNORECASE,
)
#: “…, it is slow for large tables”: what is told behind an order says why.
REASON = lazy(
    r",\s+(?=(?:it|they|this|that|these|those|there)\s+"
    r"(?:is|are|was|were|does|do|did|(?:has|have)(?!\s+to\b)|takes?|gets?|looks?|can(?:no|['’])t|fails?"
    r"|crash(?:es)?|breaks?|hangs?|won['’]t|isn['’]t|aren['’]t|doesn['’]t|don['’]t)\b)",
    re.IGNORECASE,
)
ITEM = lazy(r"(?:^|\n)\s*(?:[-*•]|\d+[.)])\s*$|\s\d[.)]\s*$")
THEN = lazy(r"\s*(?:and\s+)?(?:then|after(?:wards| that)|finally|next)\b,?\s*", re.IGNORECASE)
BREAK = lazy(
    r"\A\s*(?:[-*•]|\d+[.)])\s+|\n+\s*(?:[-*•]\s+|\d+[.)]\s+)?"
    rf"|(?:(?<=\s)|^)\d[.)]\s+(?=[A-Za-z])|(?<=[.!?]){_SHORT_FORM}\s+(?=\S)|;(?:\s+|$)"
    r"|,?\s+(?:and\s+)?then\s+|,\s+(?=please\s)"
)
#: A dot within a word (`api.py`, `v1.2`) ends nothing.
LISTS = lazy(r"(?:[;!?\n]|\.(?!\w)|,| and | then | with | plus |\d\.\s|\n[-*] )+", re.IGNORECASE)
SENTENCE = lazy(rf"\n+\s*(?:[-*•]\s+|\d+[.)]\s+)?|(?<=[.!?]){_SHORT_FORM}\s+(?=\S)")
#: A clause that opens with one of these says what is not to be.
FORBIDS = lazy(
    r"(?:please\s+)?(?:(?:we|you|it|they)\s+)?(?:do not|don't|don’t|dont|never|no |without|avoid"
    r"|must not|mustn't|should not|shouldn't)\b\s*",
    re.IGNORECASE,
)
#: “…, but never log the token”: a second deed that is not wanted.
SAYS_NO = lazy(r"(?:never|don['’]?t|do not|must not) \w", re.IGNORECASE)
#: “Keep the schema as it is”: no work either; “keep deleted rows for a month” is.
STAYS = lazy(
    r"(?:please\s+)?(?:keep|leave)\b.{0,120}?\b(?:as (?:it|they) (?:is|are|was|were)|as is|alone"
    r"|unchanged|untouched|intact|stable|compatible|compatibility|working|the same|alive|green"
    r"|passing|simple|small|in mind|in place|out)\b",
    re.IGNORECASE,
)
#: “Paging must go on working”, “plain output unchanged”, “same output as now”.
STAYS_SO = lazy(
    r"\b(?:should|must|shall|has to|have to|needs? to)\s(?:\w+\s){0,2}?(?:go on|keep|continue|stay"
    r"|remain|survive|not change|be (?:un(?:changed|touched|affected)|the same|respected|kept"
    r"|hono[u]?red|preserved))\b"
    r"|^[^,;]{2,60}\s(?:unchanged|untouched|as (?:now|today|before|it is|they are))\W*$",
    re.IGNORECASE,
)
OBLIGES = lazy(
    r"\b(?:should|must|shall|ought to|needs? to|has to|have to"
    r"|(?:i|we)(?:['’]d like| would like| want) to)\b",
    re.IGNORECASE,
)
TROUBLE = lazy(
    r"\b(?:fail(?:s|ed|ing|ure)?|broken|breaks|crash(?:es|ed|ing)?|bugs?|errors?|exceptions?|wrong"
    r"|incorrect(?:ly)?|hangs?|stuck|leaks?|traceback|regression|doesn['’]?t|does not|can['’]?t"
    r"|cannot|slow|won['’]t"
    r"|(?<=[a-z] )(?:don['’]?t|do not) (?:work|match|load|open|show|refresh|update))\b",
    re.IGNORECASE,
)


@cache
def fault() -> re.Pattern[str]:
    """“Charts: tooltips are unreadable”, “the bar flickers when …”: who or what, and what is wrong
    with it; behind “that” stands what is like that, and no report."""
    deeds, states = ("|".join(sorted(group(f"faulty_{name}"))) for name in ("deeds", "states"))
    return re.compile(
        r"(?:[^:\n]{1,40}: )?(?:(?!that\b|which\b|who\b|if\b|when\b|to\b)[^\s:]+ ){1,7}?"
        rf"(?:(?:{deeds})|(?:is|are|gets?|becomes?|looks?|appears?) (?:\w+ )?(?:{states}))\b",
        re.IGNORECASE,
    )


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
WITH_PARTICLE = lazy(
    r"(?P<verb>log|check|sign|opt)(?:g?ing)? (?P<particle>in|out|up)\b",
    re.IGNORECASE,
)


def listed_parts(text: str) -> list[str]:
    """A text cut at everything that lists: commas, “and”, “with”, sentences; two words or more."""
    return [part for part in LISTS.split(text) if len(part.split()) >= 2]

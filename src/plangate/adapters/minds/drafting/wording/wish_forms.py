"""The forms people put a wish in: politely, as a question, as what they would like.

Each is one pattern; `who` and `what` are the parts a deed is made of (deeds.py).
"""

from __future__ import annotations

import re

#: What kind of commit or issue it is, before what it says.
LABELLED = re.compile(
    r"^(?:(?:feat|fix(?=\()|chore|docs|refactor|style|tests?|perf|build|ci)(?:\([\w /-]+\))?!?:"
    r"|\W{0,3}(?:bug|bug ?fix|bug report|issue|problem)(?:\W{1,3}:|\]|:)"
    r"|\W{0,3}(?:feature(?: request)?|enhancement|request|idea|proposal|suggestion)"
    r"(?:\W{1,3}:|\]|:)"
    r")\s*(?P<rest>\S.*)$",
    re.IGNORECASE,
)
POLITE = re.compile(
    r"^(?:please|pls|hi|hey|hello|also|maybe|just|kindly|ideally|finally|then|and)[,!]?\s+"
    r"|^(?:can|could|would|will) (?:you|we|somebody|someone)(?: please)?\s+"
    r"|^let['’]?s\s+|^(?:i|we)(?:['’]d| would)? (?:want|need|like|wish|have|ought|should)"
    r"(?: (?:you|us))? to\s+|^(?:i|we) (?:should|must)\s+"
    r"|^(?:is it possible|is there (?:a|any) way|it (?:should|must) be possible) to\s+"
    r"|^(?:it(?:['’]d)? )?(?:would |might )?be (?:\w+ )?(?:great|nice|good|cool|useful|helpful"
    r"|awesome|handy) to (?:be able to )?\s*",
    re.IGNORECASE,
)
PLEASE = re.compile(r",? please\W*$", re.IGNORECASE)
WISHED = re.compile(
    r"^(?:it ?)?(?:would|might|['’]d) be (?:\w+ ){1,4}?if (?P<who>[^\s,;][^,;]{0,60}?) "
    r"(?:could|can|would|was able to|were able to) (?P<what>.+)$",
    re.IGNORECASE,
)
#: “I'd like to search for …”: what people are to be able to do; it is no work on the program.
FOR_ME = re.compile(
    r"^(?:(?P<where>(?:when|while|after|before|if|on|in|at|with|from)\b.{2,70}?),?\s+)?"
    r"(?:i|we)(?:['’]d| would)? (?:like|love|want|wish|expect|hope)(?: to be able)? to "
    r"(?P<what>.+)$",
    re.IGNORECASE,
)
ABLE = re.compile(
    r"^(?P<who>[^,;]{2,60}?) (?:should|must|need to|want to|has to|have to) be able to "
    r"(?P<what>.+)$",
    re.IGNORECASE,
)
NEEDS_WAY = re.compile(
    r"^(?P<who>[^,;]{2,60}?) (?:needs?|wants?) (?:an? |the )?"
    r"(?:way|option|possibility|ability|chance) to "
    r"(?P<what>.+)$",
    re.IGNORECASE,
)
ABILITY = re.compile(
    r"^(?:add |provide |have )?(?:the |an? )?(?:ability|possibility|way) to (?P<what>[a-z].+)$"
    r"|^allow (?:people |one |me |us )?to (?P<also>[a-z].+)$",
    re.IGNORECASE,
)
THERE = re.compile(r"^there (?:should|must|needs? to) be (?P<what>.+)$", re.IGNORECASE)
WANTED = re.compile(
    r"^(?:(?:i|we)(?:['’]d| would)? (?:want|need|like|love|miss)|(?!who\b)[\w ]{3,30}? would like)"
    r"\s+"
    r"(?P<what>(?:(?:an?|the|some|more|real|proper)\b|`|\w+\(\)).+)$",
    re.IGNORECASE,
)
TO_BE_ABLE = re.compile(
    r"^(?:it(?:['’]d| would| might) )?be (?:\w+ )?(?:great|nice|good|cool|useful|helpful|awesome"
    r"|handy) to be able to (?P<what>.+)$",
    re.IGNORECASE,
)
WELCOME = re.compile(
    r"^(?P<what>(?:(?:an?|some|more)\b|`)[^,;]{3,100}?) would (?:really )?(?:help|be (?:\w+ )?"
    r"(?:great|nice|good|cool|useful|helpful|awesome|handy|welcome|lovely|neat))\b.*$",
    re.IGNORECASE,
)
LET_ME = re.compile(r"^let (?:me|us) (?P<what>(?!know\b)[a-z].+)$", re.IGNORECASE)
HAD = re.compile(
    r"^have (?P<what>(?:an?|one|some|more|official|proper|real|better|full|native)\b.+)$",
    re.IGNORECASE,
)

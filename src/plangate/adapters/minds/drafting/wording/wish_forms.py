"""The forms people put a wish in: politely, as a demand, as a question, as what they would like.

Each is one pattern; `who` and `what` are the parts a deed is made of (deeds.py).
"""

from __future__ import annotations

import re

AREA = re.compile(
    r"^(?P<for>(?i:for|as|in|on) )?(?P<area>[A-Za-z][\w./ -]{1,28}?):\s+(?P<rest>\S.*)$"
)
COMMIT = re.compile(
    r"^(?:feat|fix|chore|docs|refactor|style|tests?|perf|build|ci)(?:\([\w /-]+\))?!?:\s+"
    r"(?P<rest>\S.*)$",
    re.IGNORECASE,
)
REPORT = re.compile(r"^\W{0,2}(?:bug|bug report|issue|problem)\W{0,2}:?\s+(?P<rest>\S.*)$", re.I)
REQUEST = re.compile(
    r"^\W{0,3}(?:feature(?: request)?|enhancement|request|idea|proposal|suggestion)\W{0,3}:\s+"
    r"(?P<rest>\S.*?)\W*$",
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
#: Whatever follows is to be done, whether its verb is known or not.
ASKED = re.compile(
    r"^(?:please|can you|could you|would you|let['’]?s|it(?:['’]d| would) be)\b", re.IGNORECASE
)
WISHED = re.compile(
    r"^(?:it ?)?(?:would|might|['’]d) be (?:\w+ ){1,4}?if (?P<who>\S.{0,60}?) "
    r"(?:could|can|would|was able to|were able to) (?P<what>.+)$",
    re.IGNORECASE,
)
#: “Could the limit be per address?”, “Couldn't I point the camera at it?”
ASKED_FOR = re.compile(
    r"^(?:can|could)(?P<no>n['’]t)? (?!you\b|we\b|somebody\b|someone\b)(?P<rest>\S.+)$",
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
    r"^(?P<who>.{2,60}?) (?:should|must|need to|want to|has to|have to) be able to (?P<what>.+)$",
    re.IGNORECASE,
)
NEEDS_WAY = re.compile(
    r"^(?P<who>.{2,60}?) (?:needs?|wants?) (?:an? |the )?"
    r"(?:way|option|possibility|ability|chance) to "
    r"(?P<what>.+)$",
    re.IGNORECASE,
)
ABILITY = re.compile(
    r"^(?:add |provide |have )?(?:the |an? )?(?:ability|option|possibility|way) to "
    r"(?P<what>[a-z].+)$"
    r"|^allow (?:people |one |me |us )?to (?P<also>[a-z].+)$",
    re.IGNORECASE,
)
PRAISED = re.compile(
    r"\s+would be (?:\w+ )?(?:great|nice|good|cool|useful|helpful|awesome|handy|welcome)\b",
    re.IGNORECASE,
)
NEW = re.compile(r"^new (?P<what>(?!.* (?:should|must)\b)[a-z`].+)$", re.IGNORECASE)
THERE = re.compile(r"^there (?:should|must|needs? to) be (?P<what>.+)$", re.IGNORECASE)
WANTED = re.compile(
    r"^(?:(?:i|we)(?:['’]d| would)? (?:want|need|like|love|miss)|(?!who\b)[\w ]{3,30}? would like)"
    r"\s+"
    r"(?P<what>(?:(?:an?|the|some|more|real|proper)\b|`|\w+\(\)).+)$",
    re.IGNORECASE,
)
PLEASE = re.compile(r"^(?P<what>\S.*?),? please\b[,!]?(?P<more>\s.*)?$", re.IGNORECASE)
TO_BE_ABLE = re.compile(
    r"^(?:it(?:['’]d| would| might) )?be (?:\w+ )?(?:great|nice|good|cool|useful|helpful|awesome"
    r"|handy) to be able to (?P<what>.+)$",
    re.IGNORECASE,
)
WELCOME = re.compile(
    r"^(?P<what>(?!it\b|that\b|this\b|which\b|i\b|we\b)\S.{3,200}?) would be (?:\w+ )?"
    r"(?:great|nice|good|cool|useful|helpful|awesome|handy|welcome|lovely|perfect|neat)\b.*$"
    r"|^(?P<also>(?:an?|some|more) .{3,200}?) would (?:really )?help\b.*$",
    re.IGNORECASE,
)
#: “… says nothing. Should say what went wrong.”
OUGHT_ALONE = re.compile(r"^(?:should|must|needs to|has to) (?P<what>[a-z].+)$", re.IGNORECASE)
NEVER = re.compile(
    r"^(?P<who>(?!let\b).{2,70}?) (?:should|must|may|can)(?: not|n['’]t) (?P<what>.+)$",
    re.IGNORECASE,
)
OUGHT = re.compile(
    r"^(?P<who>(?!let\b).{2,70}?) (?:should|must|ought to|has to|have to|needs? to) "
    r"(?P<also>also |only |always |still |just )?(?P<be>be )?(?P<what>.+)$",
    re.IGNORECASE,
)
MAY = re.compile(
    r"^(?P<who>only .{2,70}?) may (?P<also>also |always |still )?(?P<be>be )?(?P<what>.+)$",
    re.IGNORECASE,
)
LET_ME = re.compile(r"^let (?:me|us) (?P<what>(?!know\b)[a-z].+)$", re.IGNORECASE)
LACKS = re.compile(
    r"^(?!i\b|we\b|it\b|they\b|there\b)(?P<who>[^,;:]{3,70}?) needs? "
    r"(?P<what>(?:an?|its|their|some) .+)$",
    re.IGNORECASE,
)
HAD = re.compile(
    r"^have (?P<what>(?:an?|one|some|more|official|proper|real|better|full|native)\b.+)$",
    re.IGNORECASE,
)

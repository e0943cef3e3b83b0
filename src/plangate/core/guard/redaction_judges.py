"""What a secret looks like, and the judges that refuse what is prose, code or a mask (ASK-14).

How an assignment is judged: the name promises something (a password, a key, a token ...), and with
the form it stands in (a literal, an assignment, loose words) it says how much like a secret the
value must look (NEEDED). Words, types, calls, paths, versions and placeholders never do.
"""

from __future__ import annotations

import re
from binascii import Error as BadBase64
from binascii import a2b_base64
from functools import cache

Match = re.Match[str]
Span = tuple[int, int]


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# --- what a value looks like ----------------------------------------------------------------------

NUMBER_OR_WORDS, ONE_WORD, MIXED_WORD, RANDOM = range(4)
SHORTEST, SHORTEST_UNSURE, LOOKED_AT = 6, 16, 96

_STAND_INS = _words(
    """access account add admin an and any api app as at auth authorization aws azure basic bearer
    bool boolean bot by byte bytes change changed changeme char check client config configured
    confirm confirmation cookie cred credential credentials creds current data database db default
    deprecated dev disabled dummy empty enabled encrypted encryption enter env environment error
    example expired fake false field file fixme foo for form from generate generated get github goes
    google handled hash hashed header headers here hidden id identifier in input insert int integer
    invalid is it jwt key keys literal local login mandatory manager mask masked me missing my name
    needed new nil no none not null number object of ok old omitted on opaque openai option optional
    options or our output params pass passed passphrase passwd password passwords placeholder plain
    plaintext please private prod production prompt props public put pw pwd query random realm
    redacted refresh removed replace replaceme req request required res reset response result rotate
    rotated sample secret secrets secure self server service session set settings some something
    staging state static store stored str string stripe supplied tbd test testing text that the this
    to todo token tokens true type undefined unique unknown unset unused update url use used user
    username uuid valid value var variable vault whatever with xxx xyz you your"""
)
_TEMPLATE = (
    r"(?i)\$\{|\{\{|\$\(|<[^<>]{0,80}>|<%|#\{|%\(|\.\.\.|…|\*{3}|•{3}|x{6}|your[-_ ]|[-_]here\b"
    r"|placeholder|^\$[a-z_]\w*$|^\$env:|^%[a-z_]\w*%$|^\{[\w.]*\}$|^[x*•._?#-]+$|^%[a-z]$"
)
_CODE = (
    r"(?i)[a-z_$@][\w$]*(?:(?:\??\.|->|::)[a-z_$][\w$]*){0,8}[(\[{]"  # a call, an index
    r"|[a-z_$][\w$]{0,40}(?:(?:\??\.|->|::)[a-z_$]{1,40}\d{0,2}){1,8}!?$"  # a member
    r"|[a-z]{2,20}(?:[|:](?:[a-z]{2,20}|\d{1,4})){1,12}$"  # a validation rule, a message key
    r"|[(\[{^]|/\^|[:@!#&*][a-z_]+$|sha\d{1,3}[-:]|#[0-9a-f]{3,8}$|[a-z][a-z0-9+.-]{0,30}://"
    r"|(?:[~.]{0,2}|[a-z]:)[/\\](?:[\w.@-]{1,40}[/\\]){0,12}[\w.@-]{0,40}$"  # a path
    r"|[\w./-]{1,80}\.(?:pem|key|crt|txt|json|ya?ml|toml|env|py|[jt]sx?|go|rs|md|sh|ini|conf)$"
    r"|[\^~<>=v]{0,3}\d{1,9}(?:\.(?:\d{1,9}|[x*])){1,3}(?:[-+.]?[\w.-]{1,30})?$"  # a version
    r"|\d{4}-\d\d-\d\d|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}$"  # a date, a mail address
    r"|(?:sha|md|aes|rsa|[hrep]s|ed|argon|[bs]crypt|pbkdf|base|o?auth|utf|uuid|u?int|float|ecdsa"
    r"|blake|chacha|hmac|http|ipv|web)[-_]?\d{1,5}[a-z]{0,4}(?:[-_/+]\w{1,20}){0,4}$"  # a type
    r"|arn:|-\d+$|0x[0-9a-f]{1,16}$"
    r"|(?-i:(?:\w{1,40}\.){0,4}[A-Z]\w{0,60}(?:Key|Token|Secret|Password|Credential)(?:s|Types)?$)"
)
_SECRET_WORDS = "(?i)password|passwd|secret|token|key|credential"
_PLAIN = r"[^\W\d_]*\d{0,4}|v?\d+[A-Za-z]{0,12}|[A-Za-z]+\d{1,4}(?:[A-Z][a-z]+)+|\D+"
_MIXED = r"(?=.*[^\W\d_]).*\w[!@#$%^&*?]+\w|(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w-]+$"


def _is_stand_in(value: str) -> bool:
    """Whether it stands where a secret would: your-key-here, ${KEY}, str, get_token(), ./key.pem"""
    value = value[:LOOKED_AT]
    if compiled(_TEMPLATE).search(value) or compiled(_CODE).match(value):
        return True
    words = compiled(r"[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_]+").findall(value)
    strange = [word for word in words if word.lower() not in _STAND_INS]
    if all(len(word) == 1 and word.isdigit() for word in strange):
        return True
    names_one = len(words) > 1 and compiled(_SECRET_WORDS).search(value) is not None
    return names_one and "".join(words).isalpha()


def looks(value: str) -> int:
    """How much like a secret: swordfish < hunter2 < 9fKx20Qz; several words or a number: not."""
    value = value[:LOOKED_AT].strip("=.,:")
    parts = compiled(r"[-_.:/+|,=~ ]+").split(value)
    dense = [part for part in parts if compiled(r"[A-Za-z]\d|\d[A-Za-z]").search(part)]
    if len(dense) > len("ABC") or any(map(_is_random, parts)):
        return RANDOM
    if compiled(_MIXED).match(value):
        return MIXED_WORD
    if len(parts) > 1 or value.isdigit():
        return NUMBER_OR_WORDS
    return MIXED_WORD if any(map(str.isdigit, value)) else ONE_WORD


def _is_random(part: str) -> bool:
    return len(part) >= SHORTEST and not compiled(_PLAIN).fullmatch(part)


def _is_prose(value: str) -> bool:
    words = value.split()
    odd = sum(looks(word.strip(".,:;!?()")) >= MIXED_WORD for word in words)
    return len(words) > 1 and odd * 2 < len(words)


# --- judges: each returns where the secret stands in a match, or None -----------------------------


def plain(match: Match) -> Span | None:
    """Returns the pattern's group, else all of it, unless it is masked or a template."""
    group = match.lastindex or 0
    return None if compiled(_TEMPLATE).search(match[group]) else match.span(group)


def key_block(match: Match) -> Span | None:
    return match.span() if compiled("[A-Za-z0-9+/]{20}").search(match[0]) else None


def no_digest(match: Match) -> Span | None:
    return None if compiled("[0-9a-f]+").fullmatch(match[1]) else match.span(1)


def basic(match: Match) -> Span | None:
    try:
        decoded = a2b_base64(match[1] + "=" * (-len(match[1]) % 4), strict_mode=True)
    except BadBase64:
        return None
    return match.span(1) if b":" in decoded and decoded.isascii() else None


def password_in_url(match: Match) -> Span | None:
    return None if match[1].isupper() and _is_stand_in(match[1]) else plain(match)


def literal(match: Match) -> Span | None:
    value = match[1].rstrip(".,:)")
    return None if _is_stand_in(value) else (match.start(1), match.start(1) + len(value))


def mixed(match: Match) -> Span | None:
    return literal(match) if looks(match[1].rstrip(".,:)")) >= MIXED_WORD else None


def random(match: Match) -> Span | None:
    return literal(match) if looks(match[1]) == RANDOM else None


def whole_random(match: Match) -> Span | None:
    """All of the match, when what follows its prefix is random."""
    return match.span() if looks(match[1]) == RANDOM and not match[1].isalpha() else None


def bearer(match: Match) -> Span | None:
    in_header = "authorization" in match.string[max(0, match.start() - 20) : match.start()].lower()
    likely = match[1].isalpha() or any(map(str.isdigit, match[1]))
    return literal(match) if in_header and likely else mixed(match)


def cookies(match: Match) -> Span | None:
    values = compiled("=([^;=]{16,})").findall(match[1])
    return match.span(1) if any(looks(value) == RANDOM for value in values) else None


# --- the judge of assignments: NAME = value in its many spellings ---------------------------------

_PASSWORDS = ("password", "passwd", "passphrase", "passcode", "mnemonic")
_KEY_OWNERS = _words(
    """access account admin api app application auth consumer deploy encryption hmac integration jwt
    license master private recovery secret server service session shared signing ssh webhook"""
)
_TOKEN_OWNERS = _words(
    "access api app auth bearer bot client deploy jwt personal refresh session webhook"
)
_HARMLESS = _words(
    """cache change continuation foreign idempotency lock next object page partition primary public
    publishable request row sort starting"""
)
_ABOUT = _words("arn digest file fingerprint hash id name path ref regex uri url version")
LITERAL, ASSIGNED, LOOSE = range(3)
NEEDED = {  # how much like a secret the value must look, by the name's promise and the form
    "password": (NUMBER_OR_WORDS, NUMBER_OR_WORDS, MIXED_WORD),
    "key": (NUMBER_OR_WORDS, MIXED_WORD, MIXED_WORD),
    "secret": (ONE_WORD, RANDOM, RANDOM),
    "token": (MIXED_WORD, RANDOM, RANDOM),
    "unsure": (RANDOM, RANDOM, RANDOM),
}
ASSIGNMENT = (
    r"(?<![\w.$-])(?:(?<=<)(?P<tag>))?(?P<name>(?P<flag>--?)?[\w.$-]{2,120}(?![\w.$-]))\??"
    r"(?P<close>\\{0,3}[\"'`])?\]?\*{0,2}"
    r"(?:(?P<operator>[ \t]{0,9}(?::[ \t]{0,9}&?(?:Optional\[|Final\[)?(?:str|[sS]tring|bytes"
    r"|SecretStr|Final)\b[^=\n,]{0,20}=|=(?:==?|>)?|:=|!==?|:[-:]?|->)\*{0,2}[ \t]{0,9})"
    r"|(?P<sure>[\s,]{1,40}\\{0,3}[\"']?[vV]alue\\{0,3}[\"']?[ \t]{0,9}[:=][ \t]{0,9}"
    r"|(?(tag)>(?=[^\n<>]{1,200}</)|(?!)))"
    r"|[ \t]{1,9}(?:(?:for|of|on) [^\n.,;:=\"'`]{1,40}? )?(?:is|was|to|are)[ \t]{0,9}:?[ \t]{1,9}"
    r"|[ \t]{1,9}(?=\\{0,3}[\"'`])"
    r"|(?i:(?<=password)|(?<=secret)|(?<=token)|(?<=key))[ \t]{1,3}(?=\S{0,40}\d)"
    r"|(?(close)[ \t]{0,9},[ \t]{0,9}(?=\\{0,3}[\"'])|(?!))|(?(flag)[ \t]{1,9}|(?!)))"
)
_VALUE = (
    r"[bBrRuUfF@]{0,2}(?P<quote>\\{0,3}[\"'`])(?P<quoted>[^\r\n]{1,4096}?)(?<!\\)(?P=quote)"
    r"|\\{0,3}[\"'`]?(?P<bare>(?:[^\s\"'`<>\\,;&|]{1,64}|\\(?![nrt\"'])"
    r"|[,;&|](?![\s,;&|\"']|[\w.$-]{1,60}[ ]?[=:]|\Z)){1,16})"
)
_NAME_BREAK = r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[\W_]+"


def promise_of(name: str, before: str = "") -> str:
    """What a name promises: a row of NEEDED, or nothing."""
    spaced = compiled(_NAME_BREAK).sub("_", name).lower().strip("_")
    owner = compiled("[a-z]+(?= $)").search(before.lower()) if spaced == "key" else None
    words = [owner[0], spaced] if owner else spaced.split("_")
    for place in range(len(words) - 1, -1, -1):
        word = words[place] if words[place] == "pass" else words[place].removesuffix("s")
        promise = _word_promise(word, words[place - 1] if place else "")
        if promise:
            after = words[place + 1 :]
            if _HARMLESS.intersection(words) or _ABOUT.intersection(after):
                return ""
            return "unsure" if after or word not in (words[place], "credential") else promise
    return "token" if name == "_auth" else ""


def _word_promise(word: str, owner: str) -> str:
    if word.endswith(_PASSWORDS) or word in {"pwd", "pw", "pass"}:
        return "password"
    if word.endswith("apikey") or (word == "key" and owner in _KEY_OWNERS):
        return "key"
    for kind in ("secret", "token", "credential", "authorization"):
        if word.endswith(kind):
            is_key = owner in _TOKEN_OWNERS or word.removesuffix(kind) in _TOKEN_OWNERS
            return "key" if is_key else "secret" if kind == "secret" else "token"
    return "unsure" if word == "key" and owner else ""


def _form(match: Match, value: Match) -> int:
    """A literal (quoted, tagged, an environment line), an assignment, or loose words."""
    operator, start, end = match["operator"], match.start("name"), value.end()
    before = match.string[max(0, start - 40) : start]
    if match["sure"] or (operator and value["quoted"]):
        return LITERAL
    if not operator or before.endswith("${"):
        return LOOSE
    ends_line = match.string[end : end + 1] in ("", "\n", "\r", "\\")
    if match["name"].isupper():
        is_yaml = operator[0] == ":" and ends_line and not value[0].istitle()
        return LITERAL if operator == "=" or is_yaml else LOOSE
    opens_line = not before[before.rfind("\n") + 1 :].strip(" \t-")
    is_yaml = operator[0] == ":" and opens_line and ends_line and value[0].islower()
    in_call = before.rstrip().endswith(("(", ","))
    return ASSIGNED if is_yaml or (operator == "=" and not in_call) else LOOSE


def is_believed(promise: str, form: int, value: str) -> bool:
    enough = promise == "password" if value.isdigit() else looks(value) >= NEEDED[promise][form]
    return enough and not _is_stand_in(value) and not _is_prose(value[:LOOKED_AT])


def _assigns_again(value: Match) -> bool:
    """Whether the value is itself NAME=value of a secret: the inner one is judged by itself."""
    inner = compiled(r"[A-Za-z_][\w.$-]{1,40}(?==[^=])").match(value["bare"] or "")
    return inner is not None and bool(promise_of(inner[0]))


def assigned(match: Match) -> Span | None:
    start = match.start("name")
    escape = match.string[start - 1 : start] == "\\" and match["name"][0] in "nrt"
    before = match.string[max(0, start - 16) : start]
    operator = match["operator"] or ""
    inside = before.endswith("://") or (before.endswith(":") and operator.startswith(":"))
    is_verb = match["name"].lower() == "pass" and not operator  # "pass `spec` to guide the decoder"
    promise = "" if inside or is_verb else promise_of(match["name"][escape:], before)
    value = compiled(_VALUE).match(match.string, match.end()) if promise else None
    if value is None or _assigns_again(value):
        return None
    group = "quoted" if value["quoted"] else "bare"
    found = value[group] if value["quoted"] else value[group].rstrip(".,:)]}\\")
    scheme = compiled("(?i)(?:bearer|basic|token) +").match(found)
    cut = scheme.end() if scheme else 0
    form = _form(match, value)
    if promise == "token" and (match["flag"] or (form == LITERAL and match["name"].isupper())):
        promise = "key"
    shortest = SHORTEST_UNSURE if promise == "unsure" else SHORTEST
    if len(found) - cut < shortest or not is_believed(promise, form, found[cut:]):
        return None
    return value.start(group) + cut, value.start(group) + len(found)

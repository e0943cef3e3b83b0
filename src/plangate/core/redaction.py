"""Takes secrets out of a text before anything is stored (ASK-14).

A secret becomes a reference, ``[redacted:KIND#N]``: the kind says what stood there and the number
tells distinct values apart, so that the text can still be read and acted on. RULES is the whole
knowledge: rows for tokens known by their own shape, then rows for what is known by its context. The
pattern of a row runs when one of its hints occurs; a judge refuses what is prose, code or a mask.

How an assignment is judged: the name promises something (a password, a key, a token ...), and with
the form it stands in (a literal, an assignment, loose words) it says how much like a secret the
value must look (NEEDED). Words, types, calls, paths, versions and placeholders never do.

It must never put a secret into an error or a repr, never take more than linear time (every repeat
is bounded, possessive or last), and never change a text again that it has redacted.
"""

from __future__ import annotations

import re
from binascii import Error as BadBase64
from binascii import a2b_base64
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

Match = re.Match[str]
Span = tuple[int, int]
Found = tuple[int, int, int]  # start, end, row of RULES


class Secret(NamedTuple):
    """Where a secret stands and of which kind it is; the value itself is never held."""

    kind: str
    span: Span


class Rule(NamedTuple):
    """One kind of secret: its pattern runs when a hint occurs, its judge cuts out the secret."""

    kind: str
    hints: str
    pattern: str
    judge: Callable[[Match], Span | None]


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Part 1: what a value looks like

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
    r"(?i)[a-z_$@][\w$]*+(?:(?:\??\.|->|::)[a-z_$][\w$]*+){0,8}[(\[{]"  # a call, an index
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
    if _compiled(_TEMPLATE).search(value) or _compiled(_CODE).match(value):
        return True
    words = _compiled(r"[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_]+").findall(value)
    strange = [word for word in words if word.lower() not in _STAND_INS]
    if all(len(word) == 1 and word.isdigit() for word in strange):
        return True
    names_one = len(words) > 1 and _compiled(_SECRET_WORDS).search(value) is not None
    return names_one and "".join(words).isalpha()


def _looks(value: str) -> int:
    """How much like a secret: swordfish < hunter2 < 9fKx20Qz; several words or a number: not."""
    value = value[:LOOKED_AT].strip("=.,:")
    parts = _compiled(r"[-_.:/+|,=~ ]+").split(value)
    dense = [part for part in parts if _compiled(r"[A-Za-z]\d|\d[A-Za-z]").search(part)]
    if len(dense) > len("ABC") or any(map(_is_random, parts)):
        return RANDOM
    if _compiled(_MIXED).match(value):
        return MIXED_WORD
    if len(parts) > 1 or value.isdigit():
        return NUMBER_OR_WORDS
    return MIXED_WORD if any(map(str.isdigit, value)) else ONE_WORD


def _is_random(part: str) -> bool:
    return len(part) >= SHORTEST and not _compiled(_PLAIN).fullmatch(part)


def _is_prose(value: str) -> bool:
    words = value.split()
    odd = sum(_looks(word.strip(".,:;!?()")) >= MIXED_WORD for word in words)
    return len(words) > 1 and odd * 2 < len(words)


# Part 2: judges. Each returns where the secret stands in a match, or None


def _plain(match: Match) -> Span | None:
    """Returns the pattern's group, else all of it, unless it is masked or a template."""
    group = match.lastindex or 0
    return None if _compiled(_TEMPLATE).search(match[group]) else match.span(group)


def _key_block(match: Match) -> Span | None:
    return match.span() if _compiled("[A-Za-z0-9+/]{20}").search(match[0]) else None


def _no_digest(match: Match) -> Span | None:
    return None if _compiled("[0-9a-f]+").fullmatch(match[1]) else match.span(1)


def _basic(match: Match) -> Span | None:
    try:
        decoded = a2b_base64(match[1] + "=" * (-len(match[1]) % 4), strict_mode=True)
    except BadBase64:
        return None
    return match.span(1) if b":" in decoded and decoded.isascii() else None


def _password_in_url(match: Match) -> Span | None:
    return None if match[1].isupper() and _is_stand_in(match[1]) else _plain(match)


def _literal(match: Match) -> Span | None:
    value = match[1].rstrip(".,:)")
    return None if _is_stand_in(value) else (match.start(1), match.start(1) + len(value))


def _mixed(match: Match) -> Span | None:
    return _literal(match) if _looks(match[1].rstrip(".,:)")) >= MIXED_WORD else None


def _random(match: Match) -> Span | None:
    return _literal(match) if _looks(match[1]) == RANDOM else None


def _bearer(match: Match) -> Span | None:
    in_header = "authorization" in match.string[max(0, match.start() - 20) : match.start()].lower()
    likely = match[1].isalpha() or any(map(str.isdigit, match[1]))
    return _literal(match) if in_header and likely else _mixed(match)


def _cookies(match: Match) -> Span | None:
    values = _compiled("=([^;=]{16,})").findall(match[1])
    return match.span(1) if any(_looks(value) == RANDOM for value in values) else None


# Part 3: the judge of assignments. NAME = value in its many spellings

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
_ASSIGNMENT = (
    r"(?<![\w.$-])(?:(?<=<)(?P<tag>))?(?P<name>(?P<flag>--?)?[\w.$-]{2,120}+)\??"
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
    r"|\\{0,3}[\"'`]?(?P<bare>(?:[^\s\"'`<>\\,;&|]{1,64}+|\\(?![nrt\"'])"
    r"|[,;&|](?![\s,;&|\"']|[\w.$-]{1,60}+[ ]?[=:]|\Z)){1,16}+)"
)
_NAME_BREAK = r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[\W_]+"


def _promise(name: str, before: str = "") -> str:
    """What a name promises: a row of NEEDED, or nothing."""
    spaced = _compiled(_NAME_BREAK).sub("_", name).lower().strip("_")
    owner = _compiled("[a-z]+(?= $)").search(before.lower()) if spaced == "key" else None
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


def _believed(promise: str, form: int, value: str) -> bool:
    enough = promise == "password" if value.isdigit() else _looks(value) >= NEEDED[promise][form]
    return enough and not _is_stand_in(value) and not _is_prose(value[:LOOKED_AT])


def _assigned(match: Match) -> Span | None:
    start = match.start("name")
    escape = match.string[start - 1 : start] == "\\" and match["name"][0] in "nrt"
    before = match.string[max(0, start - 16) : start]
    operator = match["operator"] or ""
    inside = before.endswith("://") or (before.endswith(":") and operator.startswith(":"))
    is_verb = match["name"].lower() == "pass" and not operator  # "pass `spec` to guide the decoder"
    promise = "" if inside or is_verb else _promise(match["name"][escape:], before)
    value = _compiled(_VALUE).match(match.string, match.end()) if promise else None
    if value is None:
        return None
    group = "quoted" if value["quoted"] else "bare"
    found = value[group] if value["quoted"] else value[group].rstrip(".,:)]}\\")
    scheme = _compiled("(?i)(?:bearer|basic|token) +").match(found)
    cut = scheme.end() if scheme else 0
    form = _form(match, value)
    if promise == "token" and (match["flag"] or (form == LITERAL and match["name"].isupper())):
        promise = "key"
    shortest = SHORTEST_UNSURE if promise == "unsure" else SHORTEST
    if len(found) - cut < shortest or not _believed(promise, form, found[cut:]):
        return None
    return value.start(group) + cut, value.start(group) + len(found)


# Part 4: the rows

_EDGE = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2}))"
_DATABASES = (
    r"(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|ldaps?"
    r"|s?ftp|smtps?)(?:\+\w{1,20})?"
)
SHORTEST_TOKEN = 16  # no token stands in a shorter word: text without one skips their hints


def _token(kind: str, hints: str, pattern: str) -> Rule:
    """Returns the row of a token known by its shape; it takes the word it stands in to the end."""
    return Rule(kind, hints, _EDGE + f"(?:{pattern})[A-Za-z0-9_-]*+", _plain)


TOKENS: tuple[Rule, ...] = (
    Rule(
        "private-key",
        "PRIVATE",
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:(?:[^-]|-(?!----))*+-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"|(?:(?:\s|\\[nrt])*+[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,100})*+"
        r"(?:(?:[\s\"'+,>|]|\\[nrt\\])*+[A-Za-z0-9+/=]{20,}+)++"
        r"(?:(?:\s|\\[nrt])++[A-Za-z0-9+/]*+=++)?+)",
        _key_block,
    ),
    Rule(
        "private-key",
        "Private-Lines",
        r"Private-Lines: \d{1,9}\s{1,9}((?:[\w+/=]{20,}+\s*+)++)",
        _plain,
    ),
    Rule("private-key", '"kty"', r'"(?:[dpqk]|dp|dq|qi)"\s{0,9}:\s{0,9}"([\w-]{40,}+)"', _plain),
    _token("age-key", "AGE-SECRET-KEY-", "AGE-SECRET-KEY-1[A-Z0-9]{20}"),
    _token("anthropic-key", "sk-ant-", r"sk-ant-[\w-]{16}"),
    _token(
        "openai-key", "sk-", r"sk-(?:(?:proj|svcacct|admin|or-v1|lf)-[\w-]{16}|[A-Za-z0-9]{20})"
    ),
    _token("stripe-key", "_live_ _test_ whsec_", "(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{10}"),
    _token("github-token", "gh _pat_", r"gh[pousr]_[A-Za-z0-9]{20}|github_pat_\w{20}"),
    _token("gitlab-token", "gl", r"gl(?:pat|dt|rt|ft|ptt|oas|agent|soat|cbt|imt|ffct)-[\w-]{16}"),
    _token("aws-access-key", "AKIA ASIA", "(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])"),
    Rule(
        "aws-secret-key",
        "AKIA ASIA ecret_ ECRET_ ecretA ecretK",
        r"(?:A[KS]IA[A-Z0-9]{16}(?:[^\n]{0,60}?\s|[\"',:;\s/|]{1,10})|(?i:secret_?(?:access_?)?key)"
        r"\\{0,3}[\"']?\s{0,4}[=:]\s{0,4}\\{0,3}[\"']?)([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
        _no_digest,
    ),
    _token("google-api-key", "AIza", r"AIza[\w-]{30}"),
    _token("google-oauth-token", "GOCSPX- ya29. 1//0", r"(?:GOCSPX-|ya29\.|1//0)[\w-]{20}"),
    _token("slack-token", "xox xapp-", r"xox[a-z](?:\.xox[a-z])?-[\w-]{10}|xapp-\d-[\w-]{10}"),
    Rule("slack-webhook", "hooks.slack", r"hooks\.slack\.com/\w{1,20}/([\w/-]{16,})", _plain),
    Rule("discord-webhook", "/webhooks/", r"/api/webhooks/\d{1,30}/([\w-]{16,})", _plain),
    _token(
        "discord-token",
        "MT Mj Mz ND NT Nj Nz OD OT",
        r"(?:M[Tjz]|N[DTjz]|O[DT])[\w-]{20,26}\.[\w-]{6}\.[\w-]{25}",
    ),
    Rule("telegram-token", ":AA", r"(?<!\d)\d{8,10}:AA[\w-]{30,}", _plain),
    _token("sendgrid-key", "SG.", r"SG\.[\w-]{16,64}\.[\w-]{16}"),
    _token("twilio-key", "SK", "SK[0-9a-f]{32}"),
    _token("npm-token", "npm_", "npm_[A-Za-z0-9]{20}"),
    _token("pypi-token", "pypi-", r"pypi-[\w-]{30}"),
    _token("huggingface-token", "hf_ api_org_", "(?:hf|api_org)_[A-Za-z0-9]{20}"),
    _token("digitalocean-token", "_v1_", "do[opr]_v1_[a-f0-9]{20}"),
    _token("vault-token", "hvs. hvb. hvr.", r"hv[sbr]\.[\w-]{20}"),
    _token("databricks-token", "dapi", "dapi[a-f0-9]{32}"),
    _token("shopify-token", "shp", "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20}"),
    _token(
        "mail-key", "key- -us xkeysib-", r"key-[0-9a-f]{32}|[0-9a-f]{32}-us\d|xkeysib-[\w-]{20}"
    ),
    _token("terraform-token", ".atlasv1.", r"\w{14}\.atlasv1\.[\w-]{30}"),
    _token("azure-key", "Q~", r"[\w~.-]{3}\dQ~[\w~.-]{20}"),
    Rule(
        "azure-key",
        "ey= EY= sig=",
        r"(?i)(?:(?:shared_?access|account)_?key=|[?&]sig=)([A-Za-z0-9+/%=-]{24,})",
        _plain,
    ),
    Rule("signed-url", "-Signature=", "X-(?:Amz|Goog)-Signature=([0-9a-f]{20,})", _plain),
    _token(
        "provider-token",
        "lin_api_ ntn_ figd_ glc_ glsa_ fo1_ sbp_ sb_secret_ dckr_ rubygems_ sntry CCIPAT bkua_ r8_"
        " gsk_ lsv2_ pcsk_ tgp_ nfp_ pscale_ fm2_ shippo_ xai- pplx- tvly- nvapi- HRKU- PMAK- pul-"
        " NRAK- tskey- sq0 TT3 ops_eyJ dp. dt0c01. AKCp pat",
        r"(?:lin_api|ntn|figd|glc|glsa|fo1|sbp|sb_secret|dckr_pat|rubygems|sntry[su]|CCIPAT|bkua|r8"
        r"|gsk|lsv2_[ps][tk]|pcsk|tgp_v1|nfp|pscale_(?:tkn|pw|oauth)|fm2|shippo_live)_[\w+/=-]{16}"
        r"|(?:xai|pplx|tvly|nvapi|HRKU|PMAK|pul|NRAK|tskey|sq0[a-z]{3})-[\w-]{20}"
        r"|AT[AC]TT3[\w-]{20}|ops_eyJ[\w-]{20}|dp\.(?:pt|st|ct|sa)\.\w{20}|dt0c01\.\w{20}"
        r"|AKCp\w{20}|pat\w{14}\.[0-9a-f]{32}",
    ),
    Rule("jwt", "eyJ", _EDGE + r"eyJ[\w-]{6,}+\.[\w-]{6,}+(?:\.[\w-]*+){0,3}", _plain),
)
CONTEXTS: tuple[Rule, ...] = (
    Rule("bearer-token", "bearer", r"(?i)\bbearer[ \t:]{1,9}[\"']?([\w.~+/=-]{6,})", _bearer),
    Rule("basic-auth", "basic", r"(?i)\bbasic[ \t]{1,9}([A-Za-z0-9+/]{6,}+={0,2})", _basic),
    Rule(
        "basic-auth",
        "curl wget",
        r"\b(?:curl|wget)\b[^\n]{0,200}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"'@/-]{1,64}:"
        r"([^\s\"'@]{1,256})",
        _literal,
    ),
    Rule(
        "url-password",
        "://",
        r"(?<=[A-Za-z0-9])://[^\s:/@?#\"'`<>]{0,128}+:([^\s/?#\"'`<>]{1,256})@(?=[^\s@])",
        _password_in_url,
    ),
    Rule(
        "url-password",
        "://",
        rf"(?i)(?<![a-z]){_DATABASES}://[^\s:/@\"'`<>]{{0,128}}+:(?!\d{{1,5}}[/?,])"
        r"([^\s\"'`<>]{1,256}?)@(?=[\w.\[-])",
        _password_in_url,
    ),
    Rule("url-password", "://", r"(?<=[A-Za-z])://([\w-]{20,256}+)@(?!o\d|sentry)", _random),
    Rule("url-password", "jdbc:", r"(?i)jdbc:\w{1,20}:\w{1,20}:\w{1,64}/([^\s/@]{1,128})@", _plain),
    Rule(
        "connection-string-password",
        "password pwd",
        r"(?i)(?:;\s{0,3}|jdbc:[^\s\"']{1,200}?[?&]|\b(?:host|hostaddr|user|dbname|port|server|uid)"
        r"\s?=[^\n\"',]{0,200}?\s)(?:password|pwd)\s?=\s?([^\s;&\"'`<>]{1,256})",
        _literal,
    ),
    Rule(
        "cli-password",
        "mysql maria mongo sshpass redis-cli docker",
        r"\b(?:(?:mysql|maria|mongo)\w{0,12}\b[^\n]{0,200}?\s-p|redis-cli\b[^\n]{0,200}?\s-a "
        r"|(?:mongo\w{0,6}|sshpass|docker login)\b[^\n]{0,200}?\s-p )[\"']?"
        r"([^\s\"'-][^\s\"']{3,128})",
        _literal,
    ),
    Rule(
        "sql-password",
        "identified",
        r"(?i)\bidentified\s{1,9}(?:\w{1,30}\s{1,9})?by\s{1,9}'([^'\n]{1,128})'",
        _literal,
    ),
    Rule("netrc-password", "login", r"\blogin\s\S{1,64}\s{1,9}password\s(\S{1,128})", _literal),
    Rule("cookie", "cookie:", r"(?i)\b(?:set-)?cookie:[ \t]{0,9}([^\r\n\"']{16,2048})", _cookies),
    Rule(
        "secret-assignment",
        "cred login",
        r"(?i)\b(?:credentials?|creds|login)\s{0,2}(?:=|:|are|is|with)\s{0,2}[\"'`]?"
        r"[\w.@+-]{1,64}\s?[:/]\s?([^\s\"'`<>]{4,128})",
        _mixed,
    ),
    Rule(
        "secret-assignment",
        "pass pwd pw secret token key cred mnemonic _auth authorization",
        _ASSIGNMENT,
        _assigned,
    ),
)
RULES = TOKENS + CONTEXTS


# Part 5: finding and replacing

REFERENCE = r"\[redacted:[a-z0-9-]{1,40}#([0-9]{1,9})\]"
PASSES, ECHOED = 4, 64


def _hints(rules: tuple[Rule, ...], first: int) -> tuple[tuple[str, int], ...]:
    rows = enumerate(rules, first)
    return tuple((hint, row) for row, rule in rows for hint in rule.hints.split())


_TOKEN_HINTS, _CONTEXT_HINTS = _hints(TOKENS, 0), _hints(CONTEXTS, len(TOKENS))


class _References:
    """The references given: one per distinct value, numbered after those already in the text."""

    def __init__(self, text: str) -> None:
        there = _compiled(REFERENCE).findall(text) if "[redacted:" in text else ()
        self.highest = max(map(int, there), default=0)
        self.rows: dict[str, int] = {}
        self.numbers: dict[str, int] = {}

    def give(self, value: str, row: int) -> str:
        if value not in self.numbers:
            self.highest += 1
            self.numbers[value], self.rows[value] = self.highest, row
        return f"[redacted:{RULES[self.rows[value]].kind}#{self.numbers[value]}]"


def found_secrets(text: str) -> tuple[Secret, ...]:
    """Where the secrets of a text stand, in order and without overlap."""
    return tuple(Secret(RULES[row].kind, (start, end)) for start, end, row in _found(text, {}))


def redact(text: str) -> str:
    """Returns the text with every secret replaced by a reference; once more changes nothing."""
    return _redacted(text, _References(text))


def redact_value(value: Any) -> Any:
    """Returns a JSON-shaped value with every string redacted, whole when its key names a secret."""
    references = _References(repr(value))
    walked = _walked(value, "", references)
    # Once more when there were secrets: one found late may also stand in a string walked early.
    return _walked(value, "", references) if references.numbers else walked


def _found(text: str, known: dict[str, int]) -> list[Found]:
    lowered = text.lower()
    rows = {row for hint, row in _CONTEXT_HINTS if hint in lowered}
    if len(max(text.split(), key=len, default="")) >= SHORTEST_TOKEN:
        rows.update([row for hint, row in _TOKEN_HINTS if hint in text])
    if not rows and not known:
        return []
    # Every reference is blanked, so that what overlaps one can be told and passed over.
    blanked = _compiled(REFERENCE).sub(lambda reference: "\0" * len(reference[0]), text)
    spans: list[Found] = []
    for row in sorted(rows):
        for match in _compiled(RULES[row].pattern).finditer(blanked):
            start, end = RULES[row].judge(match) or (0, 0)
            if start < end and blanked[start:end] == text[start:end]:
                spans.append((start, end, row))
    merged = _merged(spans)
    values = {**known, **{text[start:end]: row for start, end, row in merged}}
    return _merged([*merged, *_echoes(blanked, values)])


def _echoes(text: str, known: dict[str, int]) -> Iterator[Found]:
    """Finds where a secret is repeated without anything around it that would tell."""
    for value, row in islice(known.items(), ECHOED):
        if len(value) >= SHORTEST and _looks(value) >= MIXED_WORD and value in text:
            for match in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", text):
                yield *match.span(), row


def _merged(spans: list[Found]) -> list[Found]:
    """Makes one of spans that overlap; its row is the one that comes first in RULES."""
    merged: list[Found] = []
    for start, end, row in sorted(spans):
        if merged and start < merged[-1][1]:
            first, last, other = merged.pop()
            merged.append((first, max(last, end), min(other, row)))
        else:
            merged.append((start, end, row))
    return merged


def _redacted(text: str, references: _References) -> str:
    for _ in range(PASSES):
        found = _found(text, references.rows)
        if not found:
            break
        pieces: list[str] = []
        done = 0
        for start, end, row in found:
            pieces += text[done:start], references.give(text[start:end], row)
            done = end
        text = "".join((*pieces, text[done:]))
    return text


def _walked(value: Any, name: str, references: _References) -> Any:
    if isinstance(value, str):
        redacted = _redacted(value, references)
        whole = redacted == value and _names_secret(name, value)
        return references.give(value, len(RULES) - 1) if whole else redacted
    if isinstance(value, dict):
        listed = str(value.get("name"))  # {"name": "DB_PASSWORD", "value": "hunter2"}
        names = {key: str(key) for key in value} | ({"value": listed} if listed.isupper() else {})
        return {
            _walked(key, "", references): _walked(item, names[key], references)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        items = [_walked(item, name, references) for item in value]
        return items if isinstance(value, list) else tuple(items)
    return value


def _names_secret(name: str, value: str) -> bool:
    """Whether a key says that its value is a secret; one with blanks is a label and says less."""
    promise = _promise(name) if value and "[redacted:" not in name + value else ""
    if promise == "unsure":
        return len(value) >= SHORTEST_UNSURE and _believed(promise, LITERAL, value)
    form = LOOSE if " " in name else LITERAL
    return bool(promise) and _believed("key" if promise != "password" else promise, form, value)

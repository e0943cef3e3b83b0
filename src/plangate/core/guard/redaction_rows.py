"""The kinds of secrets: tokens known by their own shape, then what is known by its context."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from plangate.core.guard.redaction_judges import (
    ASSIGNMENT,
    Match,
    Span,
    assigned,
    basic,
    bearer,
    cookies,
    key_block,
    literal,
    mixed,
    no_digest,
    password_in_url,
    plain,
    random,
    whole_random,
)


class Rule(NamedTuple):
    """One kind of secret: its pattern runs when a hint occurs, its judge cuts out the secret."""

    kind: str
    hints: str
    pattern: str
    judge: Callable[[Match], Span | None]


_EDGE = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2}))"
_DATABASES = (
    r"(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|ldaps?"
    r"|s?ftp|smtps?)(?:\+\w{1,20})?"
)
PASSWORD_WORDS = (
    "passwort kennwort losungswort contraseña contrasena passe senha wachtwoord lösenord losenord"
    " adgangskode passord salasana heslo hasło haslo parola пароль 密码 密碼 パスワード 비밀번호"
)


def _token(kind: str, hints: str, pattern: str) -> Rule:
    """Returns the row of a token known by its shape; it takes the word it stands in to the end."""
    return Rule(kind, hints, _EDGE + f"(?:{pattern})[A-Za-z0-9_-]*", plain)


TOKENS: tuple[Rule, ...] = (
    Rule(
        "private-key",
        "PRIVATE",
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:(?:[^-]|-(?!----)){0,20000}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"|(?:(?:\s|\\[nrt]){0,20}[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,100}(?=[\n\\]|\Z)){0,20}"
        r"(?:(?:[\s\"'+,>|]|\\[nrt\\]){0,80}[A-Za-z0-9+/=]{20,9000}){1,400}"
        r"(?:(?:\s|\\[nrt]){1,80}[A-Za-z0-9+/]{0,80}={1,4})?)",
        key_block,
    ),
    Rule(
        "private-key",
        "Private-Lines",
        r"Private-Lines: \d{1,9}\s{1,9}((?:[\w+/=]{20,9000}\s{0,9}){1,400})",
        plain,
    ),
    Rule("private-key", '"kty"', r'"(?:[dpqk]|dp|dq|qi)"\s{0,9}:\s{0,9}"([\w-]{40,9000})"', plain),
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
        no_digest,
    ),
    _token("google-api-key", "AIza", r"AIza[\w-]{30}"),
    _token("google-oauth-token", "GOCSPX- ya29. 1//0", r"(?:GOCSPX-|ya29\.|1//0)[\w-]{20}"),
    _token("slack-token", "xox xapp-", r"xox[a-z](?:\.xox[a-z])?-[\w-]{10}|xapp-\d-[\w-]{10}"),
    Rule("slack-webhook", "hooks.slack", r"hooks\.slack\.com/\w{1,20}/([\w/-]{16,})", plain),
    Rule("discord-webhook", "/webhooks/", r"/api/webhooks/\d{1,30}/([\w-]{16,})", plain),
    _token(
        "discord-token",
        "MT Mj Mz ND NT Nj Nz OD OT",
        r"(?:M[Tjz]|N[DTjz]|O[DT])[\w-]{20,26}\.[\w-]{6}\.[\w-]{25}",
    ),
    Rule("telegram-token", ":AA", r"(?<!\d)\d{8,10}:AA[\w-]{30,}", plain),
    _token("sendgrid-key", "SG.", r"SG\.[\w-]{16,64}\.[\w-]{16}"),
    _token("twilio-key", "SK", "SK[0-9a-f]{32}"),
    _token("npm-token", "npm_", "npm_[A-Za-z0-9]{20}"),
    _token("pypi-token", "pypi-", r"pypi-[\w-]{30}"),
    _token("huggingface-token", "hf_ api_org_", "(?:hf|api_org)_[A-Za-z0-9]{20}"),
    _token("digitalocean-token", "_v1_", "do[opr]_v1_[a-f0-9]{20}"),
    _token("vault-token", "hvs. hvb. hvr.", r"hv[sbr]\.[\w-]{20}"),
    Rule("vault-token", "s.", _EDGE + r"s\.([A-Za-z0-9]{24})(?![A-Za-z0-9])", whole_random),
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
        plain,
    ),
    Rule("signed-url", "-Signature=", "X-(?:Amz|Goog)-Signature=([0-9a-f]{20,})", plain),
    _token(
        "provider-token",
        "lin_api_ ntn_ figd_ glsa_ sbp_ sb_secret_ dckr_ rubygems_ sntry CCIPAT bkua_ r8_"
        " gsk_ lsv2_ pcsk_ tgp_ nfp_ pscale_ shippo_ xai- pplx- tvly- nvapi- HRKU- PMAK- pul-"
        " NRAK- tskey- sq0 TT3 ops_eyJ dp. dt0c01. AKCp pat vcp_ vci_ vca_ vcr_ vck_ EAA v1.0- oy2",
        r"(?:lin_api|ntn|figd|glsa|sbp|sb_secret|dckr_pat|rubygems|sntry[su]|CCIPAT|bkua|r8"
        r"|gsk|lsv2_[ps][tk]|pcsk|tgp_v1|nfp|pscale_(?:tkn|pw|oauth)|shippo_live)_[\w+/=-]{16}"
        r"|(?:xai|pplx|tvly|nvapi|HRKU|PMAK|pul|NRAK|tskey|sq0[a-z]{3})-[\w-]{20}"
        r"|AT[AC]TT3[\w-]{20}|ops_eyJ[\w-]{20}|dp\.(?:pt|st|ct|sa)\.\w{20}|dt0c01\.\w{20}"
        r"|AKCp\w{20}|pat\w{14}\.[0-9a-f]{32}|vc[aikpr]_[A-Za-z0-9]{20}|EAA[A-Z][\w-]{40}"
        r"|v1\.0-[0-9a-f]{24}-[0-9a-f]{40}|oy2[a-z0-9]{43}(?![a-z0-9])",
    ),
    # Base64 to the end: its marks belong to the token.
    Rule(
        "provider-token",
        "glc_ fo1_ fm2_ sntry",
        _EDGE + r"(?:glc_|fo1_|fm2_|sntry[su]_)[\w+/=-]{16,}",
        plain,
    ),
    Rule(
        "provider-token", "secret_", _EDGE + r"secret_([A-Za-z0-9]{32,200})(?![\w-])", whole_random
    ),
    Rule("provider-token", "cio", _EDGE + r"cio([A-Za-z0-9]{32})(?![\w-])", whole_random),
    Rule(
        "provider-token",
        "access_token$",
        r"access_token\$(?:production|sandbox)\$[A-Za-z0-9]{8,32}\$[0-9a-fA-F]{16,}",
        plain,
    ),
    Rule(
        "provider-token", "/", r"(?<![\w/.])\d/\d{10,20}(?:/\d{10,20})?:[0-9a-f]{32}(?!\w)", plain
    ),
    Rule("teams-webhook", "/webhookb2/", r"/webhookb2/([\w@/-]{36,})", plain),
    Rule(
        "password-hash",
        "$apr1$ $1$ $5$ $6$ $2 $y$ $argon2 {SHA}",
        r"\$(?:apr1|[156y]|2[abxy]?|argon2(?:id|i|d))\$[\w./,=$+-]{20,}|\{SHA\}[A-Za-z0-9+/]{27}=",
        plain,
    ),
    Rule("jwt", "eyJ", _EDGE + r"eyJ[\w-]{6,9000}\.[\w-]{6,90000}(?:\.[\w-]{0,9000}){0,3}", plain),
)
CONTEXTS: tuple[Rule, ...] = (
    Rule("bearer-token", "bearer", r"(?i)\bbearer[ \t:]{1,9}[\"']?([\w.~+/=-]{6,})", bearer),
    Rule("basic-auth", "basic", r"(?i)\bbasic[ \t]{1,9}([A-Za-z0-9+/]{6,9000}={0,2})", basic),
    Rule(
        "basic-auth",
        "curl wget",
        r"\b(?:curl|wget)\b[^\n]{0,200}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"'@/-]{1,64}:"
        r"([^\s\"'@]{1,256})",
        literal,
    ),
    Rule(
        "url-password",
        "://",
        r"(?<=[A-Za-z0-9])://[^\s:/@?#\"'`<>]{0,128}:([^\s/?#\"'`<>]{1,256})@(?=[^\s@])",
        password_in_url,
    ),
    Rule(
        "url-password",
        "://",
        rf"(?i)(?<![a-z]){_DATABASES}://[^\s:/@\"'`<>]{{0,128}}:(?!\d{{1,5}}[/?,])"
        r"([^\s\"'`<>]{1,256}?)@(?=[\w.\[-])",
        password_in_url,
    ),
    Rule("url-password", "://", r"(?<=[A-Za-z])://([\w-]{20,256})@", random),
    Rule("url-password", "jdbc:", r"(?i)jdbc:\w{1,20}:\w{1,20}:\w{1,64}/([^\s/@]{1,128})@", plain),
    Rule(
        "connection-string-password",
        "password pwd",
        r"(?i)(?:;\s{0,3}|jdbc:[^\s\"']{1,200}?[?&]|\b(?:host|hostaddr|user|dbname|port|server|uid)"
        r"\s?=[^\n\"',]{0,200}?\s)(?:password|pwd)\s?=\s?([^\s;&\"'`<>]{1,256})",
        literal,
    ),
    Rule(
        "cli-password",
        "mysql maria mongo sshpass redis-cli docker",
        r"\b(?:(?:mysql|maria|mongo)\w{0,12}\b[^\n]{0,200}?\s-p|redis-cli\b[^\n]{0,200}?\s-a "
        r"|(?:mongo\w{0,6}|sshpass|docker login)\b[^\n]{0,200}?\s-p )[\"']?"
        r"([^\s\"'-][^\s\"']{3,128})",
        literal,
    ),
    Rule(
        "sql-password",
        "identified",
        r"(?i)\bidentified\s{1,9}(?:\w{1,30}\s{1,9})?by\s{1,9}'([^'\n]{1,128})'",
        literal,
    ),
    # "das Passwort lautet …": the same words in the other languages people plan in.
    Rule(
        "secret-assignment",
        PASSWORD_WORDS,
        rf"(?i)(?:{PASSWORD_WORDS.replace(' ', '|')}|mot de passe)\w{{0,4}}"
        r"(?:[^\n.:=：]{0,40}?[ \t]{1,9}(?:ist|lautet|es|est|é|è|is|jest|är|er|on|to)[ \t]{1,9}"
        r"|[ \t]{0,9}[:=：][ \t]{0,9})[\"'`„“«]?([^\s\"'`“”»<>]{4,128})",
        mixed,
    ),
    # The same where the word is English, or no verb stands between: Italian, Russian, Japanese.
    Rule(
        "secret-assignment",
        "è пароль パスワード",
        r"(?i)(?:\bpassword\b[^\n.:=]{0,40}?[ \t]è[ \t:]{1,9}"
        r"|парол[ьяеё]\w{0,3}[ \t]{1,9}(?:(?:[—–-]|это|такой|был|будет)[ \t:]{1,9})?"
        r"|パスワード[はがも]?[ \t:：]{0,9})[\"'`„“«「『]?([!-~]{4,128})",
        mixed,
    ),
    # A wallet's seed: twelve to twenty-four short words after the phrase that names it.
    Rule(
        "seed-phrase",
        "seed mnemonic recovery",
        r"(?i:\b(?:seed|mnemonic|recovery)(?:[ _-](?:phrase|words?|seed))?)[\"']?[^\na-z:=]{0,9}"
        r"(?:is|are|:|=)[ \t]{0,9}[\"'`]?((?:[a-z]{3,8}[ ,]{1,3}){11,23}[a-z]{3,8})(?![\w-])",
        plain,
    ),
    Rule("netrc-password", "login", r"\blogin\s\S{1,64}\s{1,9}password\s(\S{1,128})", literal),
    Rule("cookie", "cookie:", r"(?i)\b(?:set-)?cookie:[ \t]{0,9}([^\r\n\"']{16,2048})", cookies),
    Rule(
        "secret-assignment",
        "cred login",
        r"(?i)\b(?:credentials?|creds|login)\s{0,2}(?:=|:|are|is|with)\s{0,2}[\"'`]?"
        r"[\w.@+-]{1,64}\s?[:/]\s?([^\s\"'`<>]{4,128})",
        mixed,
    ),
    Rule(
        "secret-assignment",
        "pass pwd pw secret token key cred mnemonic _auth authorization",
        ASSIGNMENT,
        assigned,
    ),
)
RULES = TOKENS + CONTEXTS

"""The rows of PREF-2's word net: how one is written, and the regular expression it stands for.

Why: the net is a list people argue about, so it is data (`language/words/one_way_*.toml`) that can
be read, reviewed and printed (docs/rules.md) without reading the matcher in one_way.py. It must
never match by itself, compile a pattern when imported, or hold a row without an example: the tests
run every example.

A row is read in one of two forms of the text, both lower case:

* ``words``: single spaces, no punctuation but a comma after its word, a line break where a clause
  ends; ``drop_table``, ``drop-table`` and ``DROP TABLE`` are all ``drop table``. Words of TURNS
  are followed by ``~``, words of ARTEFACTS by ``^``, so that no pattern has to repeat the lists,
  and the last word of a line by ``%``: an expression may run on, a denial or a name may not;
* ``command``: what a shell or an interpreter reads, without quotes, brackets and commas.

A pattern is a list of regular expressions, one a line (in the data a backslash at its end carries
it on), with placeholders, so that one list of inflections serves pattern and prefilter alike:

* ``<delete>`` is a family of FAMILIES; ``<act_delete>`` the same, where "deleted" must be a deed;
* ``<data>`` is a class of CLASSES (there, ``_`` is a space);
* ``<gap4>`` is up to four words that do not change what is spoken of, ``<any4>`` up to four words
  that do not deny it, ``<args>`` what may stand between a command and its flag;
* ``<not_ui>``, ``<not_part>``, ``<not_doc>``: no thing follows that merely bears the name.

Every repetition is bounded, or ends where a word ends: a mark or a space follows, which no word
holds, so giving letters back never helps and time stays linear in the text. There is no possessive
quantifier and no atomic group: Python 3.11.2 matches them wrongly.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from plangate.language.words import one_way_net
from plangate.language.words.one_way_net import CLASSES, FAMILIES, LISTS

Form = Literal["words", "command"]


class OneWayRow(NamedTuple):
    """One way a one-way decision is put into words."""

    kind: str
    """Kebab-case name; several rows may share one."""
    destructive: bool
    """Destroys data, files, hosts or history (ADQ-4), beyond being hard to undo."""
    means: str
    """What the row stands for, for the generated docs."""
    form: Form
    triggers: str
    """Words or families; the pattern is tried only on a text that holds one of them."""
    pattern: str
    example: str


_SPACE = "[~^%]* "  # the marks of the word before come first
_SAME_LINE = "[~^]* "

# "Deleted rows" is a deed at the start of a clause, behind who did it, or before an article;
# elsewhere ("show deleted rows") it only says which rows.
_DOERS = LISTS["doers"].split()
_DID = "|".join(("(?<![^\n])", "(?<=% )", *(rf"(?<=\b{doer} )" for doer in _DOERS)))
_ARTICLES = rf"(?={_SPACE}(?:the|a|all|every|our|both|these|those|its|their|everything)\b)"

_PIECES = {
    "args": r"(?:[^;|&]{0,160}?(?<!\S))",
    "rm": r"(?<![\w-])(?<!npm )(?<!yarn )rm(?!(?: -\S+){0,3}? --cached)",
    "git": r"\bgit(?:\s+-\S+(?:\s+[^\s-]\S*)?){0,3}?\s+",
    "cloud": r"\b(?:kubectl|oc|helm|gcloud|az|aws|gsutil|doctl|heroku|flyctl|eksctl|gh|glab"
    r"|firebase|vercel|netlify|hcloud|supabase|docker|podman|terraform|tofu|pulumi)",
    "start": "(?:^|(?<=% ))",
    "end": "(?=%|$)",
    "some4": r"(?:\w+ ){1,4}?",
    "whom": rf"(?:(?:the|our|these|those){_SPACE})?(?:(?!when\b)\w+ )??",
    "not_ui": rf"\b(?!{_SAME_LINE}(?:(?!(?:and|or|from|the|then|a|of|are|is|that)\b)\w+ ){{0,2}}"
    r"\w+,?~?\^)",
    "not_part": rf"\b(?!{_SAME_LINE}<part>\b)",
    "not_doc": rf"\b(?!{_SAME_LINE}<writing>\b)",
    "not_noun": rf"\b(?!{_SAME_LINE}<trunk_noun>\b)",
    "not_mail": rf"\b(?!{_SAME_LINE}(?:tokens?|e?mails?|links?|codes?|requests?|urls?)\b)",
}


def any_of(words: str) -> str:
    """An alternation of the words of a list."""
    return f"(?:{'|'.join(words.split())})"


def _piece(found: re.Match[str]) -> str:
    name, count = found[1], found[2]
    if name == "gap":
        return rf"(?:\w+,?%? ){{0,{count}}}"
    if name == "near":
        return rf"(?:\w+,? ){{0,{count}}}"
    if name == "any":
        return rf"(?:(?!(?:no|not|never|nothing|without|instead)\b)\w+,?{_SPACE}){{0,{count}}}?"
    if name + count in _PIECES:
        return _fill(_PIECES[name + count])
    if name in FAMILIES:
        return any_of(FAMILIES[name])
    if name.startswith("act_"):
        forms = FAMILIES[name.removeprefix("act_")].split()
        past = any_of(" ".join(form for form in forms if form.endswith("ed")))
        other = any_of(" ".join(form for form in forms if not form.endswith("ed")))
        return f"(?:{other}|(?:{_DID}){past}|{past}{_ARTICLES})"
    return any_of(CLASSES[name]).replace("(?!_", f"(?!{_SAME_LINE}").replace("_", _SPACE)


def _fill(pattern: str) -> str:
    return re.sub(r"<([a-z_]+)(\d?)>", _piece, pattern)


def _space(found: re.Match[str]) -> str:
    return _SPACE if found[0] == " " else f"(?!{_SAME_LINE}"


def _line(line: str, form: Form) -> str:
    if form == "command":
        return _fill(line)
    # What spares a deed stands on its own line: the next one may speak of something else.
    line = line.replace("(?! <gap", "(?! <near")
    # A look-behind has a fixed width: the rows write its marks themselves.
    parts = re.split(r"(\(\?<!.*?\))", line)
    parts[::2] = [re.sub(r"\(\?! | ", _space, part) for part in parts[::2]]
    return r"\b" + _fill("".join(parts))


def expand(row: OneWayRow) -> str:
    """The regular expression a row's pattern stands for."""
    return "|".join(_line(line, row.form) for line in row.pattern.splitlines())


def trigger_words(row: OneWayRow) -> tuple[str, ...]:
    """Every word, inflections included, one of which must be seen before the row is tried."""
    words = (FAMILIES.get(word, word) for word in row.triggers.split())
    return tuple(form for forms in words for form in forms.split())


def _read(lines: str) -> OneWayRow:
    head, means, triggers, example, pattern = lines.split("\n", 4)
    kind, does, read = head.split()
    form: Form = "command" if read == "command" else "words"
    return OneWayRow(kind, does == "destroys", means, form, triggers, pattern, example)


#: Every row, in the order the cues are given.
ROWS = tuple(_read(lines) for lines in one_way_net.ROWS.strip("\n").split("\n\n"))

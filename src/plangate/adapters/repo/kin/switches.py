"""Whether an option only switches something or takes a value: as libraries declare it, and as a
goal speaks of it. A switch is declared after a switch (UND-5).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from plangate.language.words.stems import parts, stem, stems_in_rows

#: So many lines of a declaration are read, up to the next option's.
_LINES = 8
_SWITCH = re.compile(
    r"\bis_flag\s*=\s*True|[\"']store_(?:true|false|const)|BooleanOptional|\bcount\s*=\s*True"
    r"|action\s*=\s*[\"']count|:\s*bool\b|\bBool(?:ean)?(?:Var|VarP|P|Flag)?\b|\.(?:Bool|Count)\w*\("
    r"|ArgAction::(?:Set(?:True|False)|Count)|VALUE_NONE|\btype:\s*[:\"']?boolean|\bboolean\b"
)
_VALUE = re.compile(
    r"\bmetavar\b|\btype\s*=|\bdefault\s*=\s*[\"'\d]|value_name|VALUE_(?:REQUIRED|OPTIONAL)"
    r"|--[\w-]+[ =][<\[A-Z]|\.(?:String|Int|Uint|Duration|Float|StringSlice|StringArray)\w*\("
    r"|\bnargs\b|\bclick\.(?:Path|Choice|File)|:\s*(?:Option<)?(?:String|PathBuf|Vec|u\d\d|usize)\b"
)


def is_switch(lines: Sequence[str], number: int, others: Collection[int]) -> bool | None:
    """Whether the option that a line declares takes no value; None where its lines do not say.
    `others` are the lines that declare the rest."""
    ends = min((one for one in others if one > number), default=len(lines) + 1)
    block = lines[number - 1 : min(ends - 1, number - 1 + _LINES)]
    field = next((n for n, line in enumerate(block) if _FIELD.match(line)), None)
    text = "\n".join(block if field is None else block[: field + 1])
    if _SWITCH.search(text):
        return True
    return False if _VALUE.search(text) else None


#: A field of a struct, in which what clap derives an option from ends.
_FIELD = re.compile(r"\s*(?:pub(?:\([^)]*\))?\s+)?[a-z]\w*\s*:\s*[A-Za-z][\w<>:, ]*,\s*$")


def wants_switch(text: str, name: str) -> bool:
    """Whether a goal wants an option without a value: neither a value stands behind its name nor
    does its name say one."""
    if re.search(rf"--{re.escape(name)}(?:[ =]<|[ =][A-Z]{{1,12}}\b|=|\s+\d)", text):
        return False
    last = parts(name)[-1:]
    return not last or stem(last[0].lower()) not in stems_in_rows("options_with_values")

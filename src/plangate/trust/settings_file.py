"""A settings file as bytes: what it may hold, and how it is read when it is trusted and when not.

The same keys stand in a workspace's plangate.toml and in a person's own config.toml. A trusted file
is read as a whole and refused by the name of what is wrong (ERR-1). Of a stranger's file those keys
count that make the gate stricter (ACT-2); the others, and whatever cannot be read, are passed over
by name and stop nobody's work. Values go by their whole names (`policy.min_prior`), as the table of
core/guard/strictness.py has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plangate.core.guard.strictness import WorkspaceRules, only_stricter
from plangate.core.model.errors import BadInput
from plangate.core.model.kinds import ON_TIMEOUT
from plangate.core.model.policy import POLICY_SHAPE, PROFILE_DEADLINES, TIMEOUT_SECS, by_profile
from plangate.core.model.policy.plan_policy import PLAN_POLICY_SHAPES
from plangate.core.model.records import Document, Fields
from plangate.core.model.shapes import Choice, Flag, ListOf, Number, Record, Shape, Text, Whole
from plangate.trust.rule_files import FOLDER, SETTINGS_FILE, RuleFiles

#: INV-1.
BUDGET_SHAPE = Record(
    required={},
    optional={
        "iterations": Whole(1, 20),
        "calls": Whole(0, 30),
        "seconds": Whole(60, 1800),
    },
)

#: EXT-1: which parts are used, by the name of an entry point.
USE_SHAPE = Record(
    required={},
    optional={
        "mind": Text(100),
        "investigator": Text(100),
        "store": Text(100),
        "notifier": Text(100),
        "catalogs": ListOf(Text(100), most=20),
    },
)

#: LLM-1, LLM-4: the language model, and what it may take.
MODEL_SHAPE = Record(
    required={},
    optional={
        "name": Text(250),
        "address": Text(500),
        "max_cost": Number(above=0, most=10_000),
        "output_tokens": Whole(200, 200_000),
        "seconds": Whole(1, 3_600),
        "reasoning": Choice(("minimal", "low", "medium", "high")),
        "output": Choice(("tool", "schema", "text")),
        "price_in": Number(least=0, most=100_000),
        "price_out": Number(least=0, most=100_000),
        "looks": Flag(),
    },
)

#: INV-13: who looks outside for the librarian; nobody by default.
WEB_SHAPE = Record(
    required={},
    optional={
        "provider": Choice(("brave", "command")),
        "address": Text(500),
        "command": ListOf(Text(4_096), most=100),
    },
)

_TABLES: Mapping[str, Mapping[str, Shape]] = {
    "model": MODEL_SHAPE.optional,
    "web": WEB_SHAPE.optional,
    "budget": BUDGET_SHAPE.optional,
    "use": USE_SHAPE.optional,
    "policy": {**POLICY_SHAPE.optional, **PLAN_POLICY_SHAPES},
}
_FILE_SHAPE = Record(
    required={},
    optional={
        "db": Text(4_096),
        "timeout_secs": TIMEOUT_SECS,
        "on_timeout": Choice(ON_TIMEOUT),
        "notify": ListOf(Text(4_096), most=100),
        "anchor_command": ListOf(Text(4_096), most=100),
        "notify_to": ListOf(Text(4_096), most=20),
        "notify_desktop": Flag(),
        "quiet_hours": Text(40, blank=True),
        "publish": Flag(),
        "publish_words": Flag(),
        **{name: Record(required={}, optional=fields) for name, fields in _TABLES.items()},
    },
)
#: How many of a stranger's keys are named; the rest is counted.
_MOST_NAMED = 30


def shape_of(key: str) -> Document:
    """What a setting accepts, by its whole name, as a JSON schema."""
    table, _, name = key.rpartition(".")
    shapes = _TABLES[table] if table else _FILE_SHAPE.optional
    return shapes[name].schema()


def named(table: str, values: Fields) -> Document:
    return {f"{table}.{name}": value for name, value in values.items()}


def flat(document: Fields) -> Document:
    """A document's values by their whole names; what a profile stands for is written out."""
    values = {key: value for key, value in document.items() if key not in _TABLES}
    for table in _TABLES:
        values |= named(table, document.get(table, {}))
    if (profile := values.get("policy.profile")) is not None:
        values = named("policy", by_profile(profile)) | values
        if profile in PROFILE_DEADLINES:
            values.setdefault("timeout_secs", PROFILE_DEADLINES[profile])
    return values


def strangers_values(raw: bytes, values: Fields) -> tuple[Document, WorkspaceRules]:
    """ACT-2: what is stricter counts; the rest, and what cannot be read, is passed over by name."""
    try:
        document = _document(raw, SETTINGS_FILE)
    except BadInput as error:
        return dict(values), WorkspaceRules(passed_over=(str(error),))
    given: Document = {}
    unread: list[str] = []
    for key, shape, value in _entries(document):
        try:
            if shape is None:
                raise BadInput(in_file(_printable(key)), "is not a setting")
            given[key] = shape.read(value, in_file(key))
        except BadInput as error:
            unread.append(f"{error.field}: {error.problem}")
    used, passed_over = only_stricter(given, values)
    names = [*map(in_file, passed_over), *unread]
    if len(names) > _MOST_NAMED:
        names[_MOST_NAMED:] = [f"and {len(names) - _MOST_NAMED:,} more"]
    return {**values, **used}, WorkspaceRules(tuple(map(in_file, used)), tuple(names))


def _entries(document: Fields) -> list[tuple[str, Shape | None, Any]]:
    """Each value of a document with its whole name and its shape; None for a key nobody knows."""
    found: list[tuple[str, Shape | None, Any]] = []
    for name, value in document.items():
        if name in _TABLES and isinstance(value, dict):
            known = _TABLES[name]
            found += [(f"{name}.{key}", known.get(key), entry) for key, entry in value.items()]
        else:
            found.append((name, _FILE_SHAPE.optional.get(name), value))
    return found


def in_file(key: str) -> str:
    return f"{SETTINGS_FILE}: {key}"


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text[:40])


def check_rules(files: RuleFiles) -> None:
    """Whether a workspace's settings could be used at all, before somebody trusts them."""
    if raw := files.files.get(SETTINGS_FILE):
        given = checked(raw, SETTINGS_FILE)
        database = (files.root / given.get("db", "")).resolve()
        if database.is_relative_to(files.root / FOLDER):
            problem = f"lies in {FOLDER}/, where every change of a byte ends the trust"
            raise BadInput(in_file("db"), problem, "a file elsewhere")


def _document(raw: bytes, name: str) -> Document:
    import tomllib  # lazy: most people and workspaces have no such file

    try:
        return tomllib.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # not TOML, not UTF-8, a number without end
        raise BadInput(name, f"is not TOML: {error}", "a TOML file in UTF-8") from None


def checked(raw: bytes, name: str) -> Document:
    document = _document(raw, name)
    try:
        return _FILE_SHAPE.read(document, "")
    except BadInput as error:
        raise BadInput(f"{name}: {error.field}", error.problem, error.accepted) from None

"""Settings: the environment, the person's own file and the workspace's, read once and frozen.

Precedence (INV-1): what the caller says, then the environment, then the workspace's plangate.toml
if a person trusts it, then the person's own config.toml, then the defaults. A value out of range is
refused by its name. A workspace nobody trusts may only make the gate stricter (ACT-2).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from plangate.app.naming.addresses import Address, address_in
from plangate.core.guard.strictness import NO_RULES, SETTINGS, WorkspaceRules
from plangate.core.model.errors import BadInput
from plangate.core.model.kinds import DEFAULT_TIMEOUT_SECS, ON_TIMEOUT, OnTimeout
from plangate.core.model.policy import (
    DEFAULT_POLICY,
    POLICY_SHAPE,
    TIMEOUT_SECS,
    Budget,
    Policy,
    policy_from,
)
from plangate.core.model.policy.plan_policy import DEFAULT_PLAN_POLICY, PlanPolicy, plan_policy_from
from plangate.core.model.quiet import QuietHours, read_quiet_hours
from plangate.core.model.records import Document, Fields
from plangate.core.model.shapes import Choice, Whole
from plangate.trust.rule_files import SETTINGS_FILE, RuleFiles, read_rule_files
from plangate.trust.settings_file import (
    BUDGET_SHAPE,
    checked,
    flat,
    in_file,
    named,
    strangers_values,
)
from plangate.trust.trust_store import lies_in_a_workspace
from plangate.user_folders import config_directory, data_directory, trust_store, users_home

#: The person's own settings, in `config_directory`.
OWN_FILE = "config.toml"
PRESETS: Mapping[str, Budget] = {
    "standard": Budget(),
    "quick": Budget(3, 2, 120),
    "deep": Budget(10, 15, 900),
    "research": Budget(7, 20, 600),
}
#: Settings that count in a person's own file alone, however far a workspace is trusted.
_OWN_ALONE = ("anchor_command", "notify_to", "notify_desktop", "quiet_hours")
#: Settings looked up whenever they are needed; a session takes over the others when it begins.
_LOOKED_UP = (
    "notify",
    "anchor_command",
    "notify_to",
    "notify_desktop",
    "quiet_hours",
    "publish",
    "publish_words",
    "use.notifier",
    "use.store",
    "web.provider",
    "web.address",
    "web.command",
)


class Use(NamedTuple):
    """EXT-1: which parts are used; a name that is none of ours is another package's."""

    mind: str = "rules"
    investigator: str = "workspace"
    store: str = "sqlite"
    notifier: str = "command"
    catalogs: tuple[str, ...] = ()


#: Where a record is kept: in a file, or on a server by its address (TEAM-1).
Database = Path | Address


class ModelSettings(NamedTuple):
    """LLM-1: the language model and what it may take; without a name there is none."""

    name: str = ""
    address: str = ""
    max_cost: float | None = None
    """Dollars a session."""
    output_tokens: int | None = None
    seconds: int = 180
    reasoning: str = ""
    output: str = ""
    price_in: float | None = None
    """Dollars a million tokens, where the price list does not know the model."""
    price_out: float | None = None
    looks: bool | None = None
    """LLM-2: whether the model also investigates; None: where much is to be looked into."""
    key: str = ""
    """PLANGATE_MODEL_KEY: for an address alone; from the environment alone."""


class WebSettings(NamedTuple):
    """INV-13: who looks outside for the librarian; nobody by default."""

    provider: str = ""
    address: str = ""
    command: tuple[str, ...] = ()
    key: str = ""
    """PLANGATE_WEB_KEY: from the environment alone."""


class Settings(NamedTuple):
    """Everything that can be set from outside a call."""

    db: Database
    timeout_secs: int = DEFAULT_TIMEOUT_SECS
    on_timeout: OnTimeout = "assume"
    notify: tuple[str, ...] = ()
    budget: Budget = Budget()
    policy: Policy = DEFAULT_POLICY
    plan_policy: PlanPolicy = DEFAULT_PLAN_POLICY
    use: Use = Use()
    model: ModelSettings = ModelSettings()
    web: WebSettings = WebSettings()
    rules: WorkspaceRules = NO_RULES
    """ACT-2: what of the workspace's plangate.toml is in here, and what was passed over."""
    anchors: Path | None = None
    """REC-6: the folder of the anchors; None means the user's state directory."""
    anchor_command: tuple[str, ...] = ()
    """REC-6: told of every anchor; from the person's own file alone."""
    workspace: Path | None = None
    """The directory these settings were read for."""
    notify_to: tuple[str, ...] = ()
    """NOTE-1: addresses in Apprise's words; with credentials, so from the person's own file."""
    notify_desktop: bool = True
    quiet_hours: QuietHours | None = None
    publish: bool = False
    """PUB-1: keep each plan as a file in its workspace."""
    publish_words: bool = False
    """PUB-1: with people's own words and notes of why."""

    @property
    def session_rules(self) -> WorkspaceRules:
        """The part of `rules` that a session takes over when it begins."""
        return _part(self.rules, looked_up=False)

    @property
    def looked_up_rules(self) -> WorkspaceRules:
        """The part of `rules` that is read anew whenever it is needed."""
        return _part(self.rules, looked_up=True)


def read_settings(
    environ: Mapping[str, str], workspace: Path | None, db: Database | None = None
) -> Settings:
    """The settings for one workspace; `db` is what the caller named."""
    said = _environment_values(environ)
    files = read_rule_files(workspace) if workspace is not None else RuleFiles(Path(), {})
    given = _own_values(environ, files.root)
    values, rules = _with_workspace(environ, files, given)
    values |= said
    if db is not None:
        values["db"] = said["db"] = db
    return Settings(
        db=values.get("db") or data_directory(environ) / "plangate.db",
        timeout_secs=values["timeout_secs"],
        on_timeout=values["on_timeout"],
        notify=values["notify"],
        budget=Budget(**_table(values, "budget")),
        policy=policy_from({k: v for k, v in _table(values, "policy").items() if k in _POLICY}),
        plan_policy=plan_policy_from(_table(values, "policy")),
        use=_use(_table(values, "use")),
        model=ModelSettings(
            **_table(values, "model"), key=environ.get("PLANGATE_MODEL_KEY", "").strip()
        ),
        web=_web(_table(values, "web"), environ),
        rules=_without(rules, said),
        anchor_command=values["anchor_command"],
        workspace=workspace,
        notify_to=tuple(values["notify_to"]),
        notify_desktop=values["notify_desktop"],
        quiet_hours=read_quiet_hours(values["quiet_hours"]),
        publish=values["publish"],
        publish_words=values["publish_words"],
    )


def database(text: str | Path, field: str = "db", below: Path | None = None) -> Database:
    """A file or an address, as it was named; a relative path lies `below` a folder (ERR-1)."""
    address = address_in(str(text), field)
    if address is not None:
        return address
    return Path(text) if below is None else below / text


def place_of(db: Database) -> str:
    """What a database is called where files about it are kept, with the user's own."""
    return db.place if isinstance(db, Address) else str(db.absolute().resolve())


def _use(values: Fields) -> Use:
    return Use(**{**values, "catalogs": tuple(values["catalogs"])})


def _web(values: Mapping[str, Any], environ: Mapping[str, str]) -> WebSettings:
    given = {**values, "command": tuple(values["command"])}
    return WebSettings(**given, key=environ.get("PLANGATE_WEB_KEY", "").strip())


_POLICY = frozenset(POLICY_SHAPE.optional)


def default_values() -> Document:
    """Every setting by its whole name, as it is when nobody says anything."""
    settings = Settings(db=Path())
    return {
        "timeout_secs": settings.timeout_secs,
        "on_timeout": settings.on_timeout,
        "notify": settings.notify,
        "anchor_command": settings.anchor_command,
        "notify_to": settings.notify_to,
        "notify_desktop": settings.notify_desktop,
        "quiet_hours": "",
        "publish": settings.publish,
        "publish_words": settings.publish_words,
        **named("budget", settings.budget._asdict()),
        **named("use", settings.use._asdict()),
        **named("model", _without_key(settings.model._asdict())),
        **named("web", _without_key(settings.web._asdict())),
        **named("policy", settings.policy._asdict()),
        **named("policy", settings.plan_policy._asdict()),
    }


def _without_key(values: Document) -> Document:
    return {name: value for name, value in values.items() if name != "key"}


def _table(values: Fields, table: str) -> Document:
    start = f"{table}."
    return {key[len(start) :]: value for key, value in values.items() if key.startswith(start)}


def _own_values(environ: Mapping[str, str], workspace: Path) -> Document:
    """The defaults with the person's own file over them; that file is trusted and must be right."""
    values = default_values()
    path = config_directory(environ) / OWN_FILE
    try:
        raw = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return values
    except OSError as error:
        raise BadInput(str(path), f"cannot be read ({error.strerror})") from None
    if lies_in_a_workspace(path, workspace, users_home(environ)):
        return values  # XDG_CONFIG_HOME leads into the workspace: a stranger wrote it
    values |= flat(checked(raw, str(path)))
    if "db" in values:
        values["db"] = db = database(values["db"], f"{path}: db")
        if isinstance(db, Path) and not db.is_absolute():
            raise BadInput(f"{path}: db", f"{str(db)!r} is relative", "an absolute path")
    return values


def _with_workspace(
    environ: Mapping[str, str], files: RuleFiles, values: Document
) -> tuple[Document, WorkspaceRules]:
    """The values under the workspace's file: all of it if trusted, else only what is stricter."""
    raw = files.files.get(SETTINGS_FILE)
    broken = [str(problem) for problem in files.problems if problem.name == SETTINGS_FILE]
    if raw is None:
        return dict(values), WorkspaceRules(passed_over=tuple(broken))
    if not trust_store(environ).holds(files):
        return strangers_values(raw, values)
    given = flat(checked(raw, SETTINGS_FILE))
    passed_over = tuple(in_file(key) for key in _OWN_ALONE if given.pop(key, None) is not None)
    if "db" in given:
        given["db"] = database(given["db"], f"{SETTINGS_FILE}: db", files.root)
    return {**values, **given}, WorkspaceRules(tuple(map(in_file, given)), passed_over)


def _without(rules: WorkspaceRules, said: Fields) -> WorkspaceRules:
    """What the caller or the environment says was neither used nor passed over."""
    own = {in_file(key) for key in said}
    used, passed_over = (tuple(name for name in part if name not in own) for part in rules)
    return WorkspaceRules(used, passed_over)


def _part(rules: WorkspaceRules, *, looked_up: bool) -> WorkspaceRules:
    names = [in_file(setting.key) for setting in SETTINGS if setting.key not in _LOOKED_UP]
    starts = (*(f"{name}:" for name in names), *(f"{name}[" for name in names))

    def is_looked_up(name: str) -> bool:
        """A file that cannot be read, or a key nobody knows, is what it is now."""
        return name not in names and not name.startswith(starts)

    used, passed_over = (tuple(n for n in part if is_looked_up(n) is looked_up) for part in rules)
    return WorkspaceRules(used, passed_over)


def _environment_values(environ: Mapping[str, str]) -> Document:
    """What the environment sets; REF-4: refusal can be switched on or off there."""
    found = {
        "db": database(there, "PLANGATE_DB") if (there := environ.get("PLANGATE_DB")) else None,
        "timeout_secs": _whole(environ, "PLANGATE_TIMEOUT_SECS", TIMEOUT_SECS),
        "on_timeout": _choice(environ, "PLANGATE_ON_TIMEOUT", ON_TIMEOUT),
        "policy.plan_adequacy_enforce": _flag(environ, "PLANGATE_PLAN_ADEQUACY_ENFORCE"),
        "model.name": environ.get("PLANGATE_MODEL", "").strip() or None,
        "model.address": environ.get("PLANGATE_MODEL_ADDRESS", "").strip() or None,
        **named("budget", _budget_from(environ)),
    }
    return {key: value for key, value in found.items() if value is not None}


def _budget_from(environ: Mapping[str, str]) -> dict[str, int]:
    found = {
        name: _whole(environ, f"PLANGATE_MAX_{name.upper()}", shape)
        for name, shape in BUDGET_SHAPE.optional.items()
        if isinstance(shape, Whole)
    }
    return {name: value for name, value in found.items() if value is not None}


def _whole(environ: Mapping[str, str], name: str, shape: Whole) -> int | None:
    text = environ.get(name, "")
    if not text:
        return None
    digits = text[1:] if text[0] in "+-" else text
    value: Any = int(text) if digits.isascii() and digits.isdigit() and len(text) < 20 else text
    return shape.read(value, name)


def _choice(environ: Mapping[str, str], name: str, words: tuple[str, ...]) -> Any:
    text = environ.get(name, "")
    return Choice(words).read(text, name) if text else None


_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def _flag(environ: Mapping[str, str], name: str) -> bool | None:
    text = environ.get(name, "").strip().lower()
    if not text:
        return None
    return Choice((*_YES, *_NO)).read(text, name) in _YES

"""Trusting a workspace (ACT-2): given at a real terminal, ended by one changed byte, never implied.

And what holds until then, whatever stands in the files: settings only ever become stricter.
"""

from __future__ import annotations

import json
import os
import stat
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plangate
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.minds.rules.strangers import added_dimensions, tamed
from plangate.core.gate.decide import decide
from plangate.core.gate.document import GateDocument, read_gate_document
from plangate.core.guard.strictness import SETTINGS, is_stricter
from plangate.core.model.nouns import DEFAULT_TIMEOUT_SECS
from plangate.core.model.policy import DEFAULT_POLICY, Policy
from plangate.settings import Settings, read_settings
from plangate.trust.rule_files import read_rule_files
from plangate.trust.settings_file import _FILE_SHAPE, _TABLES
from plangate.user_folders import trust_store
from tests.conftest import Runner
from tests.core.gate_documents import documents
from tests.interfaces.strangers import dimension, planned, replaced_deletion, toml
from tests.interfaces.support import ASKED, TRIVIAL, refused
from tests.person import at_terminal, trust

# --- trusting -------------------------------------------------------------------------------------


@pytest.mark.rule("ACT-2")
def test_trust_shows_every_file_and_holds_until_a_byte_changes(
    cli: Runner, workspace: Path, environment: dict[str, str]
) -> None:
    toml(workspace, "timeout_secs = 60\n# \u202ered\n")
    dimension(workspace, replaced_deletion(), "delete-semantics.yaml")
    seen = trust(workspace, environment)
    assert seen.code == 0
    assert "timeout_secs = 60" in seen.text
    assert "What should deleting do with the data?" in seen.text
    assert "\u202e" not in seen.text
    document = planned(cli, workspace, ASKED)
    assert document["question"]["timeout_secs"] == 60
    assert document["workspace_rules"]["used"] == [
        "plangate.toml: timeout_secs",
        ".plangate/dimensions/delete-semantics.yaml",
    ]
    (entry,) = cli("trust", "--list", "--json").json["trusted"]
    assert (entry["workspace"], entry["state"]) == (str(workspace), "holds")
    stored = [path for path in trust_store(environment).folder.rglob("*") if path.is_file()]
    assert [stat.S_IMODE(path.stat().st_mode) for path in stored] == [0o600]
    (workspace / ".plangate" / "plans").mkdir()
    (workspace / ".plangate" / "plans" / "p.md").write_text("output is no rule")
    assert planned(cli, workspace, TRIVIAL)["workspace_rules"]["used"]
    toml(workspace, "timeout_secs = 61\n# \u202ered\n")
    changed = planned(cli, workspace, TRIVIAL)
    assert changed["workspace_rules"]["used"] == []
    assert "plangate.toml: timeout_secs" in changed["workspace_rules"]["passed_over"]
    assert "changed" in cli("trust", "--list").out


@pytest.mark.rule("ACT-2")
def test_a_name_is_part_of_what_is_trusted_and_so_is_the_place(
    cli: Runner, workspace: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    path = dimension(workspace, replaced_deletion(), "a.yaml")
    assert trust(workspace, environment).code == 0
    moved = tmp_path / "moved"
    subprocess.run(["cp", "-r", workspace, moved], check=True)
    assert planned(cli, moved, TRIVIAL)["workspace_rules"]["passed_over"]
    path.rename(path.with_name("b.yaml"))
    assert planned(cli, workspace, TRIVIAL)["workspace_rules"]["passed_over"]
    path.with_name("b.yaml").rename(path)
    assert planned(cli, workspace, TRIVIAL)["workspace_rules"]["used"]
    linked = tmp_path / "linked"
    linked.symlink_to(workspace)
    assert planned(cli, linked, TRIVIAL)["workspace_rules"]["used"], "the real path counts"


@pytest.mark.rule("ACT-2")
def test_only_a_clear_yes_trusts_and_revoking_ends_it(
    cli: Runner, workspace: Path, environment: dict[str, str]
) -> None:
    toml(workspace, "timeout_secs = 60\n")
    prompt = "Type yes to trust them: "
    for word in ("", "y", "no", "yes please"):
        seen = at_terminal("trust", "-w", workspace, environment=environment, says=[(prompt, word)])
        assert (seen.code, "nothing was trusted" in seen.text) == (4, True)
    assert cli("trust", "--list").out == "You trust no workspace.\n"
    assert trust(workspace, environment).code == 0
    assert cli("trust", "-w", workspace).out == (
        f"{workspace} is trusted already, and nothing has changed.\n"
    )
    gone = at_terminal("trust", "--revoke", "-w", workspace, environment=environment)
    assert (gone.code, "is trusted no more" in gone.text) == (0, True)
    assert cli("trust", "--list", "--json").json["trusted"] == []


@pytest.mark.rule("ACT-2")
def test_trust_in_a_folder_that_is_gone_can_be_ended(
    cli: Runner, workspace: Path, environment: dict[str, str]
) -> None:
    toml(workspace, "timeout_secs = 60\n")
    assert trust(workspace, environment).code == 0
    workspace.rename(workspace.with_name("elsewhere"))
    assert "gone" in cli("trust", "--list").out
    ended = at_terminal("trust", "--revoke", "-w", workspace, environment=environment)
    assert ended.code == 0
    assert cli("trust", "--list").out == "You trust no workspace.\n"


@pytest.mark.rule("ACT-2", "CLI-2")
def test_without_a_terminal_nobody_trusts_or_revokes(cli: Runner, workspace: Path) -> None:
    toml(workspace, "timeout_secs = 60\n")
    refused(cli("trust", "-w", workspace, stdin="yes\n"), "only a person", "plangate trust", code=5)
    refused(cli("trust", "--revoke", "-w", workspace), "only a person", code=5)
    refused(cli("trust", "--list", "--revoke"), "--list")
    assert cli("trust", "--list", "--json").json["trusted"] == []


@pytest.mark.rule("ACT-2", "ERR-1")
def test_what_could_not_be_used_or_shown_is_not_trusted(
    workspace: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    def said(*words: str) -> None:
        seen = at_terminal("trust", "-w", workspace, environment=environment)
        assert seen.code == 2
        assert seen.text.count("\n") == 1
        for word in words:
            assert word in seen.text

    outside = tmp_path / "outside.toml"
    outside.write_text("timeout_secs = 60\n")
    (workspace / "plangate.toml").symlink_to(outside)
    said("plangate.toml", "is a link that leaves the workspace")
    (workspace / "plangate.toml").unlink()
    os.mkfifo(workspace / "plangate.toml")
    said("plangate.toml", "is not a file")
    (workspace / "plangate.toml").unlink()
    toml(workspace, "timeout_secs = 0\n")
    said("plangate.toml: timeout_secs", "1 to 2,592,000")
    toml(workspace, 'db = ".plangate/x.db"\n')
    said("plangate.toml: db", "lies in .plangate/")
    toml(workspace, "timeout_secs = 60\n")
    path = dimension(workspace, "no dimension")
    said(".plangate/dimensions/own.yaml")
    path.unlink()
    path.symlink_to(outside)
    said(".plangate/dimensions/own.yaml", "is a link")


@pytest.mark.rule("ACT-2")
def test_a_link_out_of_the_workspace_is_passed_over_by_name(
    cli: Runner, workspace: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside.toml"
    outside.write_text("timeout_secs = 900\n")
    (workspace / "plangate.toml").symlink_to(outside)
    document = planned(cli, workspace, TRIVIAL)
    assert document["workspace_rules"] == {
        "used": [],
        "passed_over": ["plangate.toml: is a link that leaves the workspace"],
        "command": f"plangate trust --workspace {workspace}",
    }


@pytest.mark.rule("ACT-2")
def test_a_store_inside_the_workspace_or_open_to_others_counts_for_nothing(
    workspace: Path, home: Path, environment: dict[str, str]
) -> None:
    toml(workspace, "timeout_secs = 60\n")
    assert trust(workspace, environment).code == 0
    mine = {"HOME": str(home), "XDG_DATA_HOME": environment["XDG_DATA_HOME"]}
    assert read_settings(mine, workspace).timeout_secs == 60
    inside = {**mine, "XDG_DATA_HOME": str(workspace / "data")}
    (workspace / "data").mkdir()
    kept = trust_store(mine).folder.parent
    subprocess.run(["cp", "-r", kept, workspace / "data"], check=True)
    assert read_settings(inside, workspace).timeout_secs == DEFAULT_TIMEOUT_SECS
    (entry,) = trust_store(mine).folder.glob("*.json")
    entry.chmod(0o666)
    assert read_settings(mine, workspace).timeout_secs == DEFAULT_TIMEOUT_SECS
    assert trust_store(mine).entries() == ([], [entry.name])


@pytest.mark.rule("ACT-2")
def test_a_config_directory_inside_the_workspace_is_not_the_persons_own(
    workspace: Path, home: Path
) -> None:
    for folder in (home / ".config", workspace / ".config"):
        (folder / "plangate").mkdir(parents=True)
        (folder / "plangate" / "config.toml").write_text("timeout_secs = 60\n")
    assert read_settings({"HOME": str(home)}, workspace).timeout_secs == 60
    led_in = {"HOME": str(home), "XDG_CONFIG_HOME": str(workspace / ".config")}
    assert read_settings(led_in, workspace).timeout_secs == DEFAULT_TIMEOUT_SECS


@pytest.mark.rule("ACT-2")
@pytest.mark.parametrize("shipped", [d.id for d in shipped_dimensions()])
def test_no_gate_rule_takes_a_strangers_reading_without_a_person(shipped: str) -> None:
    """Whatever a file says: tamed, it is asked, or left to a person (GATE-20)."""
    found = next(d for d in shipped_dimensions() if d.id == shipped)
    stranger = tamed(found)
    if len(stranger.readings) > 4:
        assert added_dimensions({}, ()).dimensions == {}
        return
    for policy in (DEFAULT_POLICY, Policy(strict_blockers=True), Policy(estimator="standard")):
        document = GateDocument(goal="x", ambiguities=(stranger.as_ambiguity(),), policy=policy)
        (decision,) = decide(document)
        assert decision.action in ("ask", "investigate", "park"), decision
        assert (decision.action == "park") <= (decision.interpretation is None), decision


# --- never laxer ----------------------------------------------------------------------------------

_VALUES = {
    f"{table}.{key}": shape for table, shapes in _TABLES.items() for key, shape in shapes.items()
} | {key: shape for key, shape in _FILE_SHAPE.optional.items() if key not in _TABLES}


def _written(values: Mapping[str, Any]) -> str:
    """Settings as TOML, by their whole names."""
    lines = [f"{k} = {json.dumps(v)}" for k, v in values.items() if "." not in k]
    for table in _TABLES:
        lines.append(f"[{table}]")
        lines += [
            f"{k.partition('.')[2]} = {json.dumps(v)}"
            for k, v in values.items()
            if k.startswith(f"{table}.")
        ]
    return "\n".join(lines) + "\n"


def _flat(settings: Settings) -> dict[str, Any]:
    policies = {**settings.policy._asdict(), **settings.plan_policy._asdict()}
    return {
        "db": settings.db,
        "notify": settings.notify,
        "timeout_secs": settings.timeout_secs,
        "on_timeout": settings.on_timeout,
        **{f"budget.{k}": v for k, v in settings.budget._asdict().items()},
        **{f"policy.{k}": v for k, v in policies.items()},
    }


_ANY = (
    st.booleans()
    | st.integers(-5, 3_000_000)
    | st.floats(-1, 2, allow_nan=False)
    | st.sampled_from(["assume", "wait", "abort", "off", "always", "s0", "standard", "x.db"])
    | st.lists(st.text("abc", max_size=3), max_size=2)
)
_FILES = st.dictionaries(st.sampled_from(sorted(_VALUES)), _ANY, max_size=12)


def _usable(values: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for key, value in values.items():
        try:
            found[key] = _VALUES[key].read(value, key)
        except plangate.BadInput:
            continue
    # A span of the day is a text by its shape, and read as a span later.
    return {key: value for key, value in found.items() if key not in ("db", "quiet_hours")}


@pytest.mark.rule("ACT-2")
def test_the_table_has_every_setting_once() -> None:
    assert sorted(setting.key for setting in SETTINGS) == sorted(_VALUES)


@pytest.mark.rule("ACT-2")
@given(own=_FILES, strangers=_FILES)
def test_a_strangers_settings_are_never_laxer_than_none(
    tmp_path_factory: pytest.TempPathFactory, own: dict[str, Any], strangers: dict[str, Any]
) -> None:
    folder = tmp_path_factory.mktemp("w")
    environ = {"HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "config")}
    (folder / "config" / "plangate").mkdir(parents=True)
    (folder / "config" / "plangate" / "config.toml").write_text(_written(_usable(own)))
    workspace = folder / "workspace"
    workspace.mkdir()
    before = _flat(read_settings(environ, workspace))
    (workspace / "plangate.toml").write_text(_written(strangers))
    settings = read_settings(environ, workspace)
    after = _flat(settings)
    changed = {key for key in after if after[key] != before[key]}
    for key in changed:
        assert is_stricter(key, before[key], after[key]), key
    assert {name.partition(": ")[2] for name in settings.rules.used} == changed


@pytest.mark.rule("ACT-2")
@given(document=documents(), strangers=_FILES)
def test_a_stricter_policy_asks_wherever_the_laxer_one_asked(
    document: dict[str, Any], strangers: dict[str, Any]
) -> None:
    """The directions of the table, held against the gate itself, one ambiguity at a time."""
    read = read_gate_document(document)
    now = read.policy._asdict()
    for key, value in _usable(strangers).items():
        name = key.removeprefix("policy.")
        if name in now and is_stricter(key, now[name], value):
            now[name] = value
    for ambiguity in read.ambiguities:
        alone = read._replace(
            ambiguities=(ambiguity,),
            evidence=tuple(e for e in read.evidence if e.ambiguity == ambiguity.id),
        )
        (before,) = decide(alone)
        (after,) = decide(alone._replace(policy=Policy(**now)))
        if before.action in ("ask", "investigate"):
            assert after.action in ("ask", "investigate"), (before, after)


# --- whatever stands in the files -----------------------------------------------------------------


@pytest.mark.rule("ACT-2", "ERR-1")
@given(raw=st.binary(max_size=300) | st.text(max_size=200).map(str.encode) | _FILES.map(
    lambda values: _written(values).encode()))  # fmt: skip
def test_any_bytes_of_a_stranger_leave_settings_and_one_line_each(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    workspace = tmp_path_factory.mktemp("w")
    (workspace / "plangate.toml").write_bytes(raw)
    settings = read_settings({"HOME": str(workspace / "none")}, workspace)
    for line in (*settings.rules.used, *settings.rules.passed_over):
        assert line.isprintable()
        assert len(line) < 400


@pytest.mark.rule("ACT-2", "ERR-1")
@given(data=st.data())
def test_whatever_stands_in_the_store_trusts_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("s")
    workspace = folder / "w"
    workspace.mkdir()
    toml(workspace, "timeout_secs = 60\n")
    store = trust_store({"HOME": str(folder)})
    rules = read_rule_files(workspace)
    store.add(rules, "2026-01-01T00:00:00+00:00", "ada")
    (path,) = store.folder.glob("*.json")
    assert store.holds(rules)
    good = path.read_bytes()
    document = json.loads(good)
    field = data.draw(st.sampled_from(sorted(document)))
    cut = data.draw(st.integers(0, 150))
    raw = data.draw(
        st.sampled_from([good[:cut], json.dumps({**document, field: None}).encode()])
        | st.text(max_size=20).map(lambda t: json.dumps({**document, field: t + "~"}).encode())
        | st.binary(max_size=200)
    )
    path.write_bytes(raw)
    told = store.find(workspace)
    kept = told is not None and told.digest == document["digest"]
    assert store.holds(rules) is kept
    if kept:
        assert field in ("at", "by")
    store.entries()


@pytest.mark.rule("ACT-2")
def test_the_page_about_trust_shows_the_table_as_it_is() -> None:
    page = Path(__file__).parents[2] / "docs" / "trust.md"
    rows = [f"| `{s.key}` | {s.direction} | {s.why} |" for s in SETTINGS if s.is_stricter]
    assert "\n".join(rows) in page.read_text(encoding="utf-8")

"""Whatever a person keeps in a file, set-up and removal leave it byte for byte as it was."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.interfaces.setup import jsonc
from plangate.interfaces.setup.known_agents import (
    AGENTS,
    BlockFile,
    JsonFile,
    Places,
    Target,
    targets,
)
from plangate.interfaces.setup.setup_files import addition_to, apply, removal_from, state_of

pytestmark = pytest.mark.rule("HOOK-2")

COMMAND = ["plangate"]
NOWHERE = Places(Path("/nowhere"), Path("/nowhere/home"), False)
JSON_TARGETS = [
    target
    for agent in AGENTS
    for target in targets(agent, COMMAND, NOWHERE)
    if isinstance(target.content, JsonFile)
]
CODEX, _ = targets("codex", COMMAND, NOWHERE)
(AGENTS_MD,) = targets("agents-md", COMMAND, NOWHERE)

KEYS = ["a", "mcpServers", "servers", "mcp", "hooks", "PreToolUse", "permissions", "ü", 'q"k', "b"]
SCALARS = ["1", "-2.5e3", "true", "null", '"x"', '"// no comment"', '"a, }"', '""']
OBJECTS = ("mcpServers", "servers", "mcp", "hooks", "permissions")
LISTS = ("PreToolUse", "PostToolUse")


class Scribe:
    """Writes JSON as nobody would, from a number: drawing each gap by itself takes too long."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.line_end = self.dice.choice(["\n", "\r\n"])

    def file(self) -> str:
        mark = self.dice.choice(["", "", "\ufeff"])
        return f"{mark}{self.gap()}{self.container(4, True)}{self.gap()}"

    def gap(self) -> str:
        kinds = ["", " ", "\t", self.line_end, f"// note{self.line_end}", "/* a, } */", "  "]
        return "".join(self.dice.choices(kinds, k=self.dice.randrange(4)))

    def container(self, depth: int, is_object: bool) -> str:
        keys = self.dice.sample(KEYS, k=self.dice.randrange(5))
        entries = [f"{self.gap()}{self.entry(key, depth, is_object)}{self.gap()}" for key in keys]
        inside = ",".join(entries) if entries else self.gap()
        if entries and self.dice.random() < 0.3:
            inside += "," + self.gap()
        return f"{{{inside}}}" if is_object else f"[{inside}]"

    def entry(self, key: str, depth: int, is_object: bool) -> str:
        value = self.value(key, depth)
        if not is_object:
            return value
        return f"{json.dumps(key, ensure_ascii=False)}{self.gap()}:{self.gap()}{value}"

    def value(self, key: str, depth: int) -> str:
        """Where set-up goes, the right kind of container more often than not."""
        kind = self.dice.choice("slo")
        if key in OBJECTS + LISTS and self.dice.random() < 0.9:
            kind = "o" if key in OBJECTS else "l"
        if depth == 0 or kind == "s":
            return self.dice.choice(SCALARS)
        return self.container(depth - 1, kind == "o")


def with_all(text: str, target: Target) -> str:
    assert isinstance(target.content, JsonFile)
    for addition in target.content.additions:
        text = jsonc.added(text, addition)
    return text


def without_all(text: str, target: Target) -> str | None:
    assert isinstance(target.content, JsonFile)
    left: str | None = text
    for addition in reversed(target.content.additions):
        assert left is not None
        left = jsonc.removed(left, addition)
    return left


def expected(meaning: dict[str, Any], target: Target) -> dict[str, Any]:
    """What a file means once ours is in it, worked out on the values."""
    assert isinstance(target.content, JsonFile)
    for addition in target.content.additions:
        node: Any = meaning
        *way, last = addition.keys
        for key in way:
            node = node.setdefault(key, {})
        if addition.mark is None:
            node[last] = addition.value
        else:
            node.setdefault(last, []).append(addition.value)
    return meaning


@settings(max_examples=2 * settings().max_examples)
@given(st.integers(0, 2**32), st.sampled_from(JSON_TARGETS))
def test_json_with_comments_comes_back_byte_for_byte(seed: int, target: Target) -> None:
    text = Scribe(seed).file()
    before = jsonc.plain(jsonc.parse(text))
    try:
        after = with_all(text, target)
    except jsonc.NotUnderstood:
        return  # where an object or a list belongs stands something else
    assert jsonc.plain(jsonc.parse(after)) == expected(before, target)
    assert with_all(after, target) == after
    assert without_all(after, target) == text


LINES = st.sampled_from(["", "# note", 'a = "x"', "[table]", 'k = "é"', "  ", "[[many]]", "z = 1"])


@settings(max_examples=40)
@given(
    st.lists(LINES, max_size=6, unique=True),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.sampled_from([CODEX, AGENTS_MD]),
)
def test_a_marked_block_comes_out_byte_for_byte(
    lines: list[str], line_end: str, ended: bool, target: Target
) -> None:
    from plangate.interfaces.setup import blocks

    assert isinstance(target.content, BlockFile)
    marks, body = target.content
    text = line_end.join(lines) + (line_end if ended else "")
    after = blocks.with_block(text, marks, body)
    assert blocks.with_block(after, marks, body) == after
    assert blocks.without_block(after, marks) == text
    if target is CODEX:
        was, ours = tomllib.loads(text), tomllib.loads(body)
        assert tomllib.loads(after) == {**was, **ours}


EXISTING = {
    "empty": b"",
    "white": b" \n\n",
    "braces": b"{}",
    "braces and a line": b"{\n}\n",
    "tabs": b'{\n\t"a": 1,\n\t"mcpServers": {\n\t\t"x": {"command": "x"}\n\t}\n}',
    "windows": b'{\r\n  "a": [1],\r\n  "mcpServers": {}\r\n}\r\n',
    "a mark first": b'\xef\xbb\xbf{ "hooks": { "PreToolUse": [ ] } }',
    "comments": b'// mine\n{\n  "mcpServers": { // servers\n  },\n  /* last */\n}\n',
    "one line": b'{"mcpServers":{"x":{}},"hooks":{"Stop":[]},"servers":{},"mcp":{}}',
    "trailing commas": b'{"hooks": {"PreToolUse": [{"matcher": "Bash"},],},}',
}


@pytest.mark.parametrize(
    "agent", [agent for agent in AGENTS if agent not in ("codex", "agents-md")]
)
@pytest.mark.parametrize("raw", [pytest.param(raw, id=name) for name, raw in EXISTING.items()])
def test_files_as_people_keep_them_come_back(agent: str, raw: bytes, tmp_path: Path) -> None:
    places = Places(tmp_path, tmp_path / "home", False)
    wanted = [t for t in targets(agent, COMMAND, places) if t.path.suffix != ".toml"]
    for target in wanted:
        target.path.parent.mkdir(exist_ok=True, parents=True)
        target.path.write_bytes(raw)
    apply([addition_to(target) for target in wanted])
    assert [state_of(target) for target in wanted] == ["in_place"] * len(wanted)
    after = [target.path.read_bytes() for target in wanted]
    apply([addition_to(target) for target in wanted])
    assert [target.path.read_bytes() for target in wanted] == after
    apply([removal_from(target) for target in wanted])
    assert [target.path.read_bytes() for target in wanted] == [raw] * len(wanted)


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("everywhere", [False, True])
def test_what_set_up_made_is_gone_after_removal_and_what_was_there_stays(
    agent: str, everywhere: bool, tmp_path: Path
) -> None:
    places = Places(tmp_path / "work", tmp_path / "home", everywhere)
    for folder in (places.workspace, places.home):
        folder.mkdir()
    wanted = targets(agent, COMMAND, places)
    for made_before in (False, True):
        if made_before:
            for target in wanted:
                target.path.parent.mkdir(parents=True, exist_ok=True)
        before = sorted(tmp_path.rglob("*"))
        apply([addition_to(target) for target in wanted])
        apply([removal_from(target) for target in wanted])
        assert sorted(tmp_path.rglob("*")) == before

"""Documents broken at random, at every reader: one clear line or a result, never a traceback.

A valid document of each kind is changed by a seeded mutator: values swapped for others of any kind,
keys renamed, parts doubled or dropped, bytes flipped. 5,000 of them in the default run, 100,000 in
the full one; the seed of each failure is in its message.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

import plangate
from plangate.adapters.memory import MemoryStore
from plangate.app.acts.scope_acts import read_decision
from plangate.app.log.whole_record import import_lines
from plangate.core.gate.asking.lint import lint_question, read_question
from plangate.core.guard.redaction import redact, redact_value
from plangate.core.model.errors import PlangateError
from plangate.core.model.policy import read_policy
from plangate.core.model.shapes import read_json
from plangate.interfaces.hook.running import HOOKS
from plangate.interfaces.hook.running import run as run_hook
from plangate.interfaces.mcp.listing import TOOLS
from plangate.settings import read_settings

pytestmark = pytest.mark.rule("ERR-1")

DEFAULT, FULL = 5_000, 100_000
SCALARS: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**70, 0.5, 1e308, -0.0, float("nan"), float("inf"),
    "", " ", "a", "id", "\x00", "\x1b[31m", "\u202e", "🦊" * 50, "x" * 5_000, "../../etc", "a\nb",
    [], {}, [[]], [None], {"id": "a"}, {"": ""},
)  # fmt: skip

READING = {
    "id": "a", "label": "A", "consequence": "does it", "prior": 0.6, "complexity": 0.5,
    "reversibility": "partial", "touches": ["a.py"],
}  # fmt: skip
GATE: dict[str, Any] = {
    "goal": "Add login; passwordless, and users set strong passwords",
    "phase": "planning",
    "ambiguities": [
        {
            "id": "auth-method",
            "blocker_type": "mutually_exclusive_requirements",
            "blocker_evidence": ["passwordless", "users set strong passwords"],
            "interpretations": [READING, {**READING, "id": "b", "label": "B", "prior": 0.4}],
        }
    ],
    "evidence": [
        {
            "id": "e1", "ambiguity": "auth-method", "source": "repo_facts", "supports": "a",
            "confidence": 0.4, "locator": "app/models.py:12",
        }
    ],
    "exhaustion": {"codebase_search": ["e1"]},
    "attention": {"focus": "ambient", "budget": "normal", "interrupt_ewma": 0.0},
    "quota": {"attempts": 0},
    "preferences": {"auth-method": "always-ask"},
    "policy": {"estimator": "regret", "evpi_question_threshold": 0.15},
}  # fmt: skip
PLAN = {
    "goal": "Add an export",
    "tasks": [
        {
            "id": "t1",
            "title": "Add it",
            "description": "Add the export to io.py",
            "files": ["io.py"],
        },
        {"id": "t2", "description": "Test it with pytest", "depends_on": ["t1"], "complexity": 3},
    ],
}
QUESTION = {
    "prompt": "Which store?",
    "options": [
        {"key": "a", "label": "Redis", "consequence": "adds a client"},
        {"label": "Memory"},
    ],
    "default": "a",
    "stakes": "The options differ in what survives a restart.",
}
SCOPE = {
    "decision": "Which chat platforms ship?",
    "kind": "independent",
    "options": [
        {"key": f"E{n}", "label": f"Option {n}", "requires": ["E1"] * (n > 1)} for n in (1, 2, 3)
    ],
}
HOOK = {
    "session_id": "s", "cwd": "/nowhere", "hook_event_name": "PreToolUse",
    "tool_name": "AskUserQuestion", "tool_use_id": "t",
    "tool_input": {
        "questions": [
            {
                "question": "Which store should it use?", "header": "Store", "multiSelect": False,
                "options": [{"label": "Redis", "description": "d"}, {"label": "Memory"}],
            }
        ]
    },
    "tool_response": {"answers": {"Which store should it use?": "Redis"}},
}  # fmt: skip


def mutated(value: Any, dice: Random, chance: float = 0.12) -> Any:
    """The value with some of its parts changed."""
    if dice.random() < chance:
        return dice.choice(SCALARS)
    if isinstance(value, dict):
        items = [(key, mutated(entry, dice, chance)) for key, entry in value.items()]
        if items and dice.random() < chance:
            items.pop(dice.randrange(len(items)))
        if dice.random() < chance:
            items.append((dice.choice(("id", "x", "", "prior", "options")), dice.choice(SCALARS)))
        return dict(items)
    if isinstance(value, list):
        entries = [mutated(entry, dice, chance) for entry in value]
        return entries * 2 if entries and dice.random() < chance else entries
    return value


def flipped(raw: bytes, dice: Random) -> bytes:
    """Bytes with a few of them changed, dropped or doubled."""
    data = bytearray(raw)
    for _ in range(dice.randrange(1, 6)):
        place = dice.randrange(len(data) + 1)
        data[place : place + dice.randrange(3)] = dice.randbytes(dice.randrange(3))
    return bytes(data)


def text_of(document: Any, dice: Random) -> bytes:
    raw = json.dumps(document).encode()
    return flipped(raw, dice) if dice.random() < 0.3 else raw


def _gate(dice: Random, _: Path) -> None:
    plangate.gate(read_json(text_of(mutated(GATE, dice), dice)))


def _check(dice: Random, _: Path) -> None:
    plangate.check(text_of(mutated(PLAN, dice), dice), goal="Add an export")


def _check_text(dice: Random, _: Path) -> None:
    lines = [
        "# Plan",
        "- [ ] T001 Add `io.py`",
        "1. Do it (depends on 2)",
        "```",
        "| a | b |",
        "##",
    ]
    text = "\n".join(dice.choice(lines) for _ in range(dice.randrange(12)))
    plangate.check(flipped(text.encode() or b"-", dice), goal="Add an export")


def _lint(dice: Random, _: Path) -> None:
    lint_question(read_question(read_json(text_of(mutated(QUESTION, dice), dice))))


def _scope(dice: Random, _: Path) -> None:
    read_decision(read_json(text_of(mutated(SCOPE, dice), dice)))


def _policy(dice: Random, _: Path) -> None:
    read_policy(mutated(GATE["policy"], dice, 0.4))


def _import(dice: Random, _: Path) -> None:
    line = {
        "stream": "s1", "seq": 1, "type": "MemoryKept", "version": 1,
        "at": "2026-01-01T00:00:00.000Z",
        "payload": {"text": "x", "question_id": None, "workspace": None, "by": "ana"},
        "previous": "0" * 64, "digest": "0" * 64,
    }  # fmt: skip
    import_lines(MemoryStore(), [text_of(mutated(line, dice), dice)])


def _settings(dice: Random, folder: Path) -> None:
    toml = 'timeout_secs = 60\non_timeout = "wait"\nnotify = ["x"]\n[policy]\nmin_prior = 0.1\n'
    (folder / "plangate.toml").write_bytes(flipped(toml.encode(), dice))
    read_settings({"HOME": str(folder)}, folder)


def _hook(dice: Random, folder: Path) -> None:
    raw = text_of(mutated(HOOK, dice), dice)
    environment = {"HOME": str(folder), "PLANGATE_DB": str(folder / "none.db")}
    agent = dice.choice(tuple(HOOKS))
    run_hook(agent, dice.choice(HOOKS[agent]), raw, environment)


def _tools(dice: Random, _: Path) -> None:
    arguments = {"goal": "Add it", "question": "q", "reply": "a", "plan": "- [ ] x", "session": "s"}
    dice.choice(TOOLS).shape.read(mutated(arguments, dice, 0.3), "arguments")


def _redaction(dice: Random, _: Path) -> None:
    once = redact(
        flipped(b"password = hunter2, token: sk-1234567890abcdef", dice).decode("latin-1")
    )
    assert redact(once) == once
    redact_value(mutated(GATE, dice))


READERS: Mapping[str, Callable[[Random, Path], None]] = {
    "gate": _gate,
    "check": _check,
    "check text": _check_text,
    "lint": _lint,
    "scope": _scope,
    "policy": _policy,
    "import": _import,
    "settings": _settings,
    "hook": _hook,
    "tools": _tools,
    "redaction": _redaction,
}


def said(reader: Callable[[Random, Path], None], seed: int, folder: Path) -> str:
    """What a reader says of one document: nothing, or the line it refuses it with."""
    try:
        reader(Random(seed), folder)
    except PlangateError as error:
        return str(error)
    except Exception as error:
        raise AssertionError(f"seed {seed}: {error!r}") from error
    return ""


def fuzz(reader: Callable[[Random, Path], None], count: int, folder: Path) -> None:
    for seed in range(count):
        line = said(reader, seed, folder)
        assert "\n" not in line, f"seed {seed}: {line!r}"


@pytest.mark.parametrize("name", READERS)
def test_a_broken_document_gets_one_line_or_a_result(name: str, tmp_path: Path) -> None:
    fuzz(READERS[name], DEFAULT // len(READERS) + 1, tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("name", READERS)
def test_a_hundred_thousand_broken_documents(name: str, tmp_path: Path) -> None:
    fuzz(READERS[name], FULL // len(READERS) + 1, tmp_path)

"""A planner with a scripted model: the real command line, real HTTP, a provider on loopback."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, Runner
from tests.models.provider import Body, Provider, Reply

GOAL = "Add rate limiting to the public API"

#: What a capable model might send for GOAL in the small shop of tests/conftest.py.
PROPOSAL: Mapping[str, Any] = {
    "decisions": [
        {
            "id": "rate-limit-store",
            "question": "Where should the rate limiter keep its counters?",
            "options": [
                {
                    "id": "redis",
                    "label": "In Redis",
                    "consequence": "one counter for all processes; a client in app/limits.py",
                    "prior": 0.8,
                    "effort": 3,
                    "undo": "easy",
                    "decides": ["docker-compose.yml"],
                },
                {
                    "id": "in-process",
                    "label": "In the process",
                    "consequence": "a dictionary in app/limits.py; each process counts alone",
                    "prior": 0.2,
                    "effort": 2,
                    "undo": "easy",
                    "decides": ["app/limits.py"],
                },
            ],
            "default": "redis",
        },
        {"id": "rate-limit-scope", "drop": "the API has no callers to tell apart yet"},
    ],
    "tasks": [
        {
            "id": "t1",
            "title": "Count requests of the public API",
            "do": "Add a limiter in app/limits.py that counts requests a minute in Redis.",
            "new_files": ["app/limits.py"],
            "rests_on": ["rate-limit-store"],
            "check": "pytest tests/test_limits.py",
            "effort": 4,
        },
        {
            "id": "t2",
            "title": "Refuse above the limit",
            "do": "Call the limiter at the top of public_api in app/api.py and answer 429 above "
            "the rate.",
            "files": ["app/api.py"],
            "after": ["t1"],
            "check": "the request after the last allowed one is answered with 429",
            "effort": 3,
        },
        {
            "id": "t3",
            "title": "Test rate limiting",
            "do": "Write tests in tests/test_limits.py below, at and above the limit of the API.",
            "new_files": ["tests/test_limits.py"],
            "after": ["t2"],
            "check": "pytest",
            "effort": 3,
        },
    ],
    "evidence": [
        {
            "claim": "Redis runs here already",
            "locator": "docker-compose.yml:3",
            "quote": "image: redis:7",
            "supports": {"rate-limit-store": "redis"},
        }
    ],
}

Scripts = Callable[..., Provider]


class Planning:
    """The command line with a provider behind it."""

    def __init__(self, cli: Runner, workspace: Path) -> None:
        self._cli = cli
        self.workspace = workspace

    def plan(self, *arguments: str, goal: str = GOAL, model: str = "local:toy") -> Ran:
        named = ["--model", model] if model else []
        where = ["--workspace", str(self.workspace), "--json"]
        return self._cli("plan", goal, *named, *where, *arguments)

    def cli(self, *arguments: str) -> Ran:
        return self._cli(*arguments)

    def events(self, *types: str) -> list[dict[str, Any]]:
        """The record, as it is exported: type and payload."""
        lines = self._cli("export").out.splitlines()
        found = [json.loads(line) for line in lines]
        return [row for row in found if row.get("type") in types or not types]

    def payloads(self, kind: str) -> list[dict[str, Any]]:
        rows = self.events(kind)
        return [
            row["payload"] if isinstance(row["payload"], dict) else json.loads(row["payload"])
            for row in rows
        ]


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scripts]:
    """Makes the provider that PLANGATE_MODEL_ADDRESS names."""
    made: list[Provider] = []

    def script(*replies: Reply | Callable[[Body], Reply]) -> Provider:
        made.append(Provider(*replies))
        monkeypatch.setenv("PLANGATE_MODEL_ADDRESS", made[-1].address)
        return made[-1]

    yield script
    for one in made:
        one.close()


@pytest.fixture
def planning(cli: Runner, workspace: Path) -> Planning:
    commit_all(workspace)
    return Planning(cli, workspace)


def commit_all(root: Path) -> None:
    """What is there is in the last commit, so that it can be quoted."""
    who = ["-c", "user.name=ana", "-c", "user.email=ana@example.org"]
    when = {f"GIT_{whose}_DATE": "2026-01-05T10:00:00Z" for whose in ("AUTHOR", "COMMITTER")}
    for line in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "as it was"]):
        subprocess.run(
            ["git", *line], cwd=root, check=True, capture_output=True, env={**os.environ, **when}
        )

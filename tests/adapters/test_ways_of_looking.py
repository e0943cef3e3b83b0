"""Every way of looking is offered where it makes sense, can contradict and can fail (INV-13)."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, Runner

pytestmark = pytest.mark.rule("INV-13")

GOAL = "Add session handling for logged in users"

#: A small service that says nothing about where sessions live.
SERVICE = {
    "README.md": "# Shop\n\nAn online shop. Orders are kept in PostgreSQL.\n",
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["starlette", "psycopg"]\n',
    "shop/app.py": "from starlette.applications import Starlette\n\napp = Starlette()\n",
    "shop/orders.py": "def total(order):\n    return sum(line.price for line in order.lines)\n",
    "tests/test_orders.py": "def test_an_empty_order_costs_nothing():\n    assert True\n",
}


def repository(root: Path, files: dict[str, str], *messages: str) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    if messages:
        own = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.hooksPath=/dev/null"]
        git = ["git", "-C", str(root), *own]
        subprocess.run([*git, "init", "-q"], check=True, capture_output=True)
        subprocess.run([*git, "add", "."], check=True, capture_output=True)
        for message in messages:
            words = ["commit", "-q", "--allow-empty", "-m", message]
            subprocess.run([*git, *words], check=True, capture_output=True)
    return root


def planned(cli: Runner, root: Path, goal: str = GOAL) -> Ran:
    return cli("plan", goal, "--workspace", root, "--json")


def strategies_of(ran: Ran) -> list[str]:
    return [step["strategy"] for step in ran.json["investigation"]["exploration_plan"]]


def events_of(cli: Runner, ran: Ran, kind: str) -> list[dict[str, Any]]:
    events = cli("show", ran.json["session"], "--log", "--json").json["events"]
    return [event["payload"] for event in events if event["type"] == kind]


def test_a_workspace_is_offered_what_it_has_something_for(cli: Runner, tmp_path: Path) -> None:
    whole = planned(cli, repository(tmp_path / "whole", SERVICE, "First commit"))
    assert strategies_of(whole) == [
        "code search",
        "documentation",
        "manifests",
        "tests",
        "history",
    ]
    bare = planned(cli, repository(tmp_path / "bare", {"shop/app.py": SERVICE["shop/app.py"]}))
    assert strategies_of(bare) == ["code search"]
    tested = {name: SERVICE[name] for name in ("shop/app.py", "tests/test_orders.py")}
    assert strategies_of(planned(cli, repository(tmp_path / "tested", tested))) == [
        "code search",
        "tests",
    ]


@pytest.mark.rule("INV-8")
def test_looking_that_leads_nowhere_turns_to_another_way_and_finds_it(
    cli: Runner, tmp_path: Path
) -> None:
    repository(tmp_path, SERVICE, "First commit", "Store sessions in Redis", "Add orders")
    ran = planned(cli, tmp_path)
    switched = ran.json["investigation"]["switched"]
    assert switched["trigger"] == "no_new_files"
    assert switched["strategy"] == "history"
    assert switched["hypothesis"]
    assert sorted(switched["failed"]) == ["code search", "documentation", "manifests", "tests"]
    decisions = [turn["continue_decision"] for turn in ran.json["investigation"]["turns"]]
    assert decisions == ["continue", "switch", "commit"]
    assert any("a commit says" in line for line in ran.json["stop"]["evidence_summary"])
    assert cli("audit").code == 0


@pytest.mark.rule("INV-8", "INV-12")
def test_a_switch_that_finds_nothing_falsifies_its_hypothesis_and_asks(
    cli: Runner, tmp_path: Path
) -> None:
    ran = planned(cli, repository(tmp_path, SERVICE, "First commit", "Add orders"))
    assert ran.code == 3
    last = ran.json["investigation"]["turns"][-1]
    assert last["continue_decision"] == "escalate"
    assert any(line.startswith("falsified: ") for line in last["gained"])


@pytest.mark.rule("INV-5")
def test_a_readme_that_says_sessions_contradicts_code_that_signs_tokens(
    cli: Runner, tmp_path: Path
) -> None:
    files = {
        **SERVICE,
        "README.md": "# Shop\n\n## Login\n\nThe login uses a session cookie.\n",
        "shop/login.py": "import jwt\n\n\ndef token(user):\n    return jwt.encode(user, K)\n",
    }
    ran = planned(cli, repository(tmp_path, files), "Add a login for customers")
    synthesised = events_of(cli, ran, "EvidenceSynthesised")
    (contradiction,) = [
        line
        for each in synthesised[:1]
        for line in each["contradictions"]
        if "session-state" in line
    ]
    assert "server-sessions (README.md:5)" in contradiction
    assert "signed-tokens (shop/login.py:1)" in contradiction


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("tests/test_login.py", "def test_the_login_returns_a_signed_token():\n    assert True\n"),
        ("src/login.spec.ts", "it('login returns a bearer token', () => {\n  expect(1)\n})\n"),
        ("login_test.go", "func TestLoginReturnsAccessToken(t *testing.T) {\n}\n"),
        ("src/test/java/LoginTest.java", "  @Test\n  void shouldLoginWithAccessToken() {\n  }\n"),
        ("tests/test_users.py", "def test_it():\n    assert jwt.decode(answer.text, K)['sub']\n"),
    ],
)
def test_what_tests_expect_is_evidence_with_its_place(
    path: str, text: str, cli: Runner, tmp_path: Path
) -> None:
    files = {name: SERVICE[name] for name in ("shop/app.py", "shop/orders.py")}
    ran = planned(cli, repository(tmp_path, {**files, path: text}))
    found = [
        entry
        for finding in events_of(cli, ran, "EvidenceGathered")
        if finding["strategy"] == "tests"
        for entry in finding["evidence"]
        if entry["supports"]
    ]
    line = next(n for n, said in enumerate(text.splitlines(), 1) if "oken" in said or "jwt" in said)
    assert [(e["supports"], e["locator"]) for e in found] == [("signed-tokens", f"{path}:{line}")]
    assert found[0]["confidence"] < 0.75, "a test alone never makes the gate infer"


@pytest.mark.parametrize(
    "text",
    [
        "def test_the_login_does_not_return_a_signed_token():\n    assert True\n",
        "def test_sessions_or_a_signed_token_may_log_in():\n    assert True\n",
        "def helper():\n    return jwt.decode(answer.text, K)\n",
    ],
)
def test_tests_that_deny_weigh_or_only_help_say_nothing(
    text: str, cli: Runner, tmp_path: Path
) -> None:
    files = {"shop/app.py": SERVICE["shop/app.py"], "tests/test_login.py": text}
    ran = planned(cli, repository(tmp_path, files))
    assert not [
        entry
        for finding in events_of(cli, ran, "EvidenceGathered")
        if finding["strategy"] == "tests"
        for entry in finding["evidence"]
        if entry["supports"] and entry["ambiguity"] == "session-state"
    ]


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        (".env.example", "DEBUG=0\nJWT_SECRET=\n", 2),
        ("deploy/compose.yaml", "services:\n  a:\n    image: example/jwt-issuer:1\n", 3),
        ("package.json", '{\n "private": true,\n "dependencies": {\n  "my-jwt": "1"\n }\n}\n', 4),
    ],
)
def test_a_declared_name_is_a_hint_and_no_more(
    path: str, text: str, line: int, cli: Runner, tmp_path: Path
) -> None:
    ran = planned(cli, repository(tmp_path, {**SERVICE, path: text}))
    (found,) = [
        entry
        for finding in events_of(cli, ran, "EvidenceGathered")
        if finding["strategy"] == "manifests"
        for entry in finding["evidence"]
        if entry["supports"]
    ]
    assert (found["supports"], found["locator"]) == ("signed-tokens", f"{path}:{line}")
    assert found["confidence"] < 0.5, "a name contradicts nothing"


def test_a_history_is_read_further_back_than_a_few_hundred_commits(
    cli: Runner, tmp_path: Path
) -> None:
    repository(tmp_path, {"shop/app.py": SERVICE["shop/app.py"]}, "Store sessions in Redis")
    commits = "".join(
        f"commit refs/heads/later\ncommitter a <a@b> {1_600_000_000 + n} +0000\ndata 5\nStep\n\n"
        + ("from HEAD^0\n" if n == 0 else "")
        for n in range(450)
    )
    git = ["git", "-C", str(tmp_path)]
    subprocess.run([*git, "fast-import", "--quiet"], input=commits.encode(), check=True)
    subprocess.run([*git, "reset", "-q", "--soft", "later"], check=True)
    ran = planned(cli, tmp_path)
    assert any("a commit says" in line for line in ran.json["stop"]["evidence_summary"])

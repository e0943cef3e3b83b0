"""The worked examples of the documents plangate draws on (S2, S4), from the goal to the ledger."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from plangate.adapters.memory import FrozenClock
from plangate.app.session_options import SessionOptions
from plangate.core.moves import Ask, Deliver
from plangate.settings import Settings
from plangate.wiring.planners import open_planner
from tests.conftest import Runner
from tests.person import A_PERSON

JWT = (
    "import jwt\n\n\ndef create_access_token(user):\n"
    "    return jwt.encode({'sub': user.id}, KEY, algorithm='HS256')\n"
)
SESSIONS = "from flask import session\n\n\ndef remember(user):\n    session['user'] = user.id\n"
APP = {
    "README.md": "# Shop\n\nA small web shop.\n",
    "pyproject.toml": '[project]\nname = "shop"\n[tool.pytest.ini_options]\nminversion = "8"\n',
    "shop/__init__.py": "",
    "shop/cart.py": "def total(lines):\n    return sum(lines)\n",
    "tests/test_cart.py": "def test_total():\n    assert 1 == 2\n",
}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return repository(tmp_path / "shop", **APP)


def repository(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def planned(cli: Runner, goal: str, workspace: Path) -> Any:
    return cli("plan", goal, "--workspace", workspace, "--json").json


def entry(document: Any, ambiguity: str) -> Any:
    return next(a for a in document["assumptions"] if a["ambiguity"] == ambiguity)


# --- S4: what may be asked, one example of each kind ----------------------------------------------


@pytest.mark.rule("VOI-8", "GATE-9", "GATE-15")
@pytest.mark.parametrize(
    ("goal", "question", "blocker"),
    [
        ("Add passwordless auth. Users should set passwords.", "auth-method", "mutually_exclusive"),
        (
            "Add passwordless authentication. Users should be able to set passwords.",
            "auth-method",
            "mutually_exclusive",
        ),
        ("Make it stateless. Store session data.", "session-state", "mutually_exclusive"),
        (
            "Make the API stateless and maintain user sessions",
            "session-state",
            "mutually_exclusive",
        ),
        ("Use REST API. Implement GraphQL.", "api-style", "mutually_exclusive"),
        ("Integrate with Stripe payment processing", "payment-mode", "missing_external"),
        ("Connect to production database", "production-database", "missing_external"),
        ("Use external API", "external-api", "missing_external"),
        ("Handle user PII properly", "pii-regime", "security"),
        ("Encrypt data", "encryption-keys", "security"),
        ("Implement audit logging", "audit-log-retention", "security"),
    ],
)
def test_each_kind_of_blocker_asks_one_whole_question(
    cli: Runner, shop: Path, goal: str, question: str, blocker: str
) -> None:
    ran = cli("plan", goal, "--workspace", shop, "--json")
    assert ran.code == 3
    asked = ran.json["question"]
    assert asked["question_id"] == question
    assert asked["blocker_type"].startswith(blocker)
    assert len(asked["options"]) >= 2
    assert asked["default"] in [option["key"] for option in asked["options"]]
    assert all(asked["exhaustion"][part] for part in asked["exhaustion"] if part != "investigation")
    assert asked["timeout_secs"] == 28_800


@pytest.mark.rule("GATE-13", "INT-2")
@pytest.mark.parametrize("goal", ["The tests are failing. Fix them.", "Fix the failing tests"])
def test_failing_tests_are_nobodys_question(cli: Runner, shop: Path, goal: str) -> None:
    ran = cli("plan", goal, "--workspace", shop, "--json")
    assert ran.code == 0
    assert ran.json["question"] is None


# --- S4, example 1: passwordless and passwords ----------------------------------------------------

PASSWORDLESS = (
    "Add authentication to the app. It should be passwordless for better UX,\n"
    "and users should be able to set strong passwords for security."
)


@pytest.mark.rule("ASK-2", "ASK-11", "ASM-1", "GATE-2")
def test_passwordless_and_passwords_are_asked_about_and_the_answer_is_in_the_ledger(
    cli: Runner, person: Runner, shop: Path
) -> None:
    repository(shop, **{"api/auth.py": JWT})
    document = planned(cli, PASSWORDLESS, shop)
    asked = document["question"]
    assert "“passwordless”" in asked["why_now"]
    assert "“strong passwords”" in asked["why_now"]
    labels = {option["label"]: option["key"] for option in asked["options"]}
    assert set(labels) == {"Passwordless only", "Passwords only", "Both methods"}
    assert asked["default"] == labels["Passwords only"]
    assert entry(document, "session-state")["reasoning"].endswith("(api/auth.py:1)")

    reply = f"Option {labels['Both methods']} - both methods, passwordless as primary"
    done = person("answer", asked["id"], reply, "--json").json

    assert done["result"] == "answered"
    taken = entry(done["outcome"], "auth-method")
    assert taken["decision"] == "Both methods"
    assert taken["user_response"] == "confirmed: Both methods"
    assert taken["blocker_type"] == "mutually_exclusive_requirements"
    assert (taken["confidence"], taken["status"]) == ("high", "confirmed")
    assert done["outcome"]["outcome"] == "plan"


# --- S4, example 3: Stripe ------------------------------------------------------------------------

STRIPE = "Integrate Stripe payment processing for our checkout flow."


@pytest.mark.rule("ASK-11", "GATE-15")
def test_stripe_is_not_answered_in_passing_words(cli: Runner, person: Runner, shop: Path) -> None:
    asked = planned(cli, "Integrate Stripe for payment processing in the checkout flow.", shop)
    keys = {o["interpretation"]: o["key"] for o in asked["question"]["options"]}
    assert set(keys) == {"test", "live", "both"}
    reply = f"Use option {keys['both']} - both modes with environment variable"
    told = person("answer", asked["question"]["id"], reply, "--json").json
    assert told["result"] == "refused", "one of the options takes real money (ASK-11)"
    assert f"{keys['both']}) " in told["message"]
    done = person("answer", asked["question"]["id"], keys["both"], "--json").json
    assert entry(done["outcome"], "payment-mode")["interpretation"] == "both"


@pytest.mark.rule("ASK-3", "ASK-9", "ASM-1")
def test_stripe_without_an_answer_is_assumed_to_be_in_test_mode(shop: Path, db: Path) -> None:
    clock = FrozenClock(datetime(2026, 1, 1, tzinfo=UTC))
    with open_planner(Settings(db), actor=A_PERSON, clock=clock) as planner:
        asked = planner.start(STRIPE, str(shop), SessionOptions())
        assert isinstance(asked.outcome, Ask)
        clock.pass_time(hours=8, seconds=1)
        later = planner.advance(asked.session.id)
    assert isinstance(later.outcome, Deliver)
    (taken,) = later.session.in_force
    assert (taken.interpretation, taken.user_response) == ("test", "timeout_assumed")
    assert taken.blocker_type == "missing_external_data"
    assert taken.confidence == "medium"
    assert taken.risk_if_wrong.startswith("low")


@pytest.mark.rule("GATE-2", "GATE-13")
def test_the_name_of_a_test_key_answers_for_the_person(cli: Runner, shop: Path) -> None:
    repository(shop, **{".env.example": "# copy to .env\nSTRIPE_TEST_SECRET_KEY=\n"})
    document = planned(cli, STRIPE, shop)
    assert document["question"] is None
    assert entry(document, "payment-mode")["interpretation"] == "test"
    assert ".env.example:2" in entry(document, "payment-mode")["reasoning"]
    assert document["stop"]["budget_consumed"]["subagent_calls"] == "0/8", "one direct read"


# --- S4's ledger, S2's question -------------------------------------------------------------------


@pytest.mark.rule("GATE-2", "ASM-2")
def test_token_utilities_are_inferred_with_where_they_were_seen(cli: Runner, shop: Path) -> None:
    repository(shop, **{"api/auth.py": JWT})
    document = planned(cli, "Add authentication", shop)
    taken = entry(document, "session-state")
    assert "JWT" in taken["decision"]
    assert taken["user_response"] == "inferred_from_codebase"
    assert (taken["blocker_type"], taken["confidence"]) == ("ambiguous_goal", "high")
    assert "api/auth.py" in taken["reasoning"]
    assert document["question"]["question_id"] not in ("session-state", "sso-protocol")


@pytest.mark.rule("GATE-2", "INV-5")
def test_a_module_with_both_tokens_and_sessions_is_not_decided_by_either(
    cli: Runner, shop: Path
) -> None:
    files = {
        "auth/tokens.py": JWT,
        "auth/web.py": SESSIONS,
        "requirements.txt": "PyJWT==2.8\nFlask-Session==0.6\n",
    }
    repository(shop, **files)
    document = planned(cli, "Add authentication to the new API endpoint", shop)
    taken = [a for a in document["assumptions"] if a["ambiguity"] == "session-state"]
    assert all(a["rule"] != "GATE-2" for a in taken)

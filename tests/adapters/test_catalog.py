"""The shipped catalog: what raises a dimension, what it costs, what shows it, and whose it is."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from plangate.adapters.minds.rules import loading
from plangate.adapters.minds.rules.dimension import Detector, Dimension
from plangate.adapters.minds.rules.dimension_file import read_dimension
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.minds.rules.mind import RulesProposer
from plangate.adapters.minds.rules.workspace import catalog_of
from plangate.core.gate.asking.lint import lint_question
from plangate.core.gate.document import GateDocument
from plangate.core.gate.report import gate_report
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Ambiguity, Task
from plangate.core.moves import Propose
from plangate.core.words.irreversible import final_words
from plangate.core.words.one_way import is_registered_one_way
from plangate.core.words.routine import routine_matter
from plangate.language.phrases import marked
from plangate.trust.rule_files import read_rule_files
from tests.adapters.catalog_goals import CLEAR, OPEN
from tests.adapters.catalog_trial import FIRST, SECOND, THIRD
from tests.conftest import Runner
from tests.person import trust

SHIPPED = shipped_dimensions()
BY_ID = {dimension.id: dimension for dimension in SHIPPED}
FOLDER = Path(loading.__file__).parent / "dimensions"
STRONG = 0.75
#: Labels are listed with commas between them, so they hold none; these are older than that.
SHOWN_IN_THE_DOCS = ("rate-limit-scope", "payment-mode", "pii-regime")

every_dimension = pytest.mark.parametrize("dimension", SHIPPED, ids=[d.id for d in SHIPPED])


def raised(goal: str) -> dict[str, Ambiguity]:
    """What the rules proposer makes of a goal, by id."""
    proposer = RulesProposer(dimensions_for)
    return {ambiguity.id: ambiguity for ambiguity in proposer.propose(Propose(goal, ()))}


def decided(goal: str, ambiguity: Ambiguity, **more: Any) -> dict[str, Any]:
    """What the gate decides about one ambiguity when nothing else is known."""
    decision: dict[str, Any] = gate_report(GateDocument(goal, (ambiguity,), **more))["decisions"][0]
    return decision


def goal_for(dimension: Dimension) -> str:
    """A goal of the table that leaves this dimension open; one it decides otherwise if it can."""
    goals = [goal for goal, ids in OPEN if dimension.id in ids.split()]
    plain = [g for g in goals if raised(g)[dimension.id].blocker_type == dimension.blocker_type]
    return (plain or goals)[0]


#: A migration that is run at once is a deed, whatever can be restored after it.
DONE_AT_ONCE = {("migration-strategy", "at-once")}


@pytest.mark.rule("PLAN-6")
@every_dimension
def test_a_task_of_what_can_be_undone_waits_for_nobody(dimension: Dimension) -> None:
    for reading in dimension.readings:
        one = reading.interpretation
        if reading.task is None or one.reversibility == "irreversible":
            continue
        if (dimension.id, one.id) not in DONE_AT_ONCE:
            task = Task("t1", reading.task.title, reading.task.description, ("app/models.py",))
            assert final_words(task) is None, one.id


# --- goals ----------------------------------------------------------------------------------------


@pytest.mark.rule("GATE-15")
@pytest.mark.parametrize(("goal", "ids"), OPEN)
def test_a_goal_raises_exactly_the_decisions_it_leaves_open(goal: str, ids: str) -> None:
    assert sorted(raised(goal)) == sorted(ids.split())


@pytest.mark.rule("GATE-13")
@pytest.mark.parametrize("goal", CLEAR)
def test_a_goal_that_leaves_nothing_open_raises_nothing(goal: str) -> None:
    assert raised(goal) == {}


@pytest.mark.rule("GATE-13", "GATE-15")
@pytest.mark.parametrize("goals", [FIRST, SECOND, THIRD], ids=["first", "second", "third"])
def test_ordinary_goals_raise_what_they_leave_open_and_hardly_ever_more(
    goals: Sequence[tuple[str, tuple[str, ...]]],
) -> None:
    """A wrong alarm costs attention, a missed decision only a chance: precision goes first."""
    found = [(set(raised(goal)), set(ids), goal) for goal, ids in goals]
    right = sum(len(got & ids) for got, ids, _ in found)
    precision = right / sum(len(got) for got, _, _ in found)
    recall = right / sum(len(ids) for _, ids, _ in found)
    wrong = [goal for got, ids, goal in found if got != ids]
    assert len(goals) >= 100
    assert precision >= 0.95, wrong
    assert recall >= 0.9, wrong


@pytest.mark.rule("GATE-15")
def test_the_table_of_goals_is_large_and_every_dimension_stands_in_it() -> None:
    assert len(OPEN) + len(CLEAR) >= 300
    assert len(CLEAR) >= 150
    assert len({goal for goal, _ in OPEN} | set(CLEAR)) == len(OPEN) + len(CLEAR)
    assert {name for _, ids in OPEN for name in ids.split()} == set(BY_ID)


@pytest.mark.rule("GATE-15")
@every_dimension
def test_every_phrase_of_a_dimension_can_be_said(dimension: Dimension) -> None:
    dead = [p for p in dimension.when if dimension.applies_to(spoken(p)) is None]
    dead += [p for p in dimension.builds if dimension.applies_to(f"Add {spoken(p)}") is None]
    assert dead == []


@pytest.mark.rule("GATE-15", "VOI-8")
@every_dimension
def test_what_the_goal_already_says_is_not_raised(dimension: Dimension) -> None:
    goal = goal_for(dimension).rstrip(".")
    said = [phrase for reading in dimension.readings for phrase in reading.said]
    said += dimension.unless
    still = [p for p in said if dimension.applies_to(f"{goal}, {spoken(p)}") is not None]
    assert still == [], goal


def spoken(phrase: str) -> str:
    """A phrase as a person may say it: the first of each choice, something for each gap."""
    said = {"*": "it", "$": "", "<number>": "5", "<url>": "https://a.example", "<path>": "a/b.csv"}
    words = (word.split("|")[0] for word in phrase.split())
    return " ".join(filter(None, (said.get(word, word) for word in words)))


@pytest.mark.rule("GATE-15")
@pytest.mark.parametrize(
    ("goal", "dimension", "is_open"),
    [
        ("Cache the quotes in Redis or in memory", "cache-store", True),
        ("Cache the quotes in Redis and in memory", "cache-store", False),
        ("Cache the quotes, not in Redis", "cache-store", True),
        ("Cache the quotes in `redis`", "cache-store", False),
        ("Add a database, either Postgres or SQLite", "datastore", True),
        ("Add a database instead of the JSON file", "datastore", True),
        ("Replace SQLite with Postgres and add a database", "datastore", False),
        ("Add rate limiting, per user or per IP", "rate-limit-scope", True),
        ("Let users delete their account, soft delete or hard delete?", "delete-semantics", True),
        ("Let users delete their account, no soft delete", "delete-semantics", True),
    ],
)
def test_naming_readings_to_choose_from_leaves_the_choice_open(
    goal: str, dimension: str, is_open: bool
) -> None:
    assert (dimension in raised(goal)) is is_open


# --- words, forms, denials and scope --------------------------------------------------------------


@pytest.mark.rule("GATE-15")
@pytest.mark.parametrize(
    ("phrase", "goal", "found"),
    [
        ("rate limit", "Add rate limiting", "rate limiting"),
        ("rate limit", "Add rate limits", "rate limits"),
        ("rate limit", "Add RATE-LIMITING", "RATE-LIMITING"),
        ("rate limit", "Add rate\nlimits", "rate\nlimits"),
        ("rate limit", "Add corporate limits", None),
        ("rate limit", "Add rate, limit and quota", None),
        ("rate limit", "Add rate/limit checks", None),
        ("e-mail", "Send email", "email"),
        ("e-mail", "Send e-mails", "e-mails"),
        ("e-mail", "Send e mail", "e mail"),
        ("log-in", "Let them login", "login"),
        ("log-in", "Let them log in", "log in"),
        ("log-in", "Let them blog in peace", None),
        ("category", "Sort the categories", "categories"),
        ("drop", "Keep dropping them", "dropping"),
        ("cache", "Try caching", "caching"),
        ("delete account", "Let them delete their account", "delete their account"),
        ("delete account", "Let them delete all of the accounts", "delete all of the accounts"),
        (
            "delete account",
            "Let them delete every one of their own accounts",
            "delete every one of their own accounts",
        ),
        ("delete account", "Let them delete the entire account", "delete the entire account"),
        ("delete account", "Let them delete copies of the account", None),
        ("delete account", "Let them delete of the account", None),
        ("delete account", "Let them delete a user's account", None),
        ("delete user", "Let them delete a user's account", "delete a user's"),
        ("localize", "We localise the shop", "localise"),
        ("color", "Choose colours", "colours"),
        ("add|build tool", "We build tools", "build tools"),
        ("send * mail", "We send each new customer mail", "send each new customer mail"),
        ("send * mail", "We send one two three four mail", None),
        ("sync * daily $", "We sync stock daily", "sync stock daily"),
        ("sync * daily $", "We sync the daily prices", None),
        ("after <number> day", "They go after 30 days", "after 30 days"),
        ("after <number> day", "They go after some days", None),
        ("file", "Profiles and defiles", None),
        ("user", "Reuse the used one", None),
        ("run", "They ran", None),
    ],
)
def test_a_phrase_is_found_as_whole_words_in_their_forms(
    phrase: str, goal: str, found: str | None
) -> None:
    heard = marked(goal)
    place = heard.asked([phrase])
    assert (heard.quote(place) if place else None) == found


@pytest.mark.rule("GATE-15")
@pytest.mark.parametrize(
    "goal",
    [
        "Build it without a login",
        "Build it with no login",
        "Don't add a login",
        "Do not build any kind of login",
        "We do not need a login",
        "Never ask for a login",
        "Use a token instead of a login",
        "Instead of a login use a token",
        "Use a token rather than a login",
        "Everything but not the login",
        "Replace the login with a token",
        "Migrate from login to tokens",
        "Get rid of the login",
        "A login is not needed",
        "The login isn't required for this",
        "Avoid another login",
        "Neither a login nor a form",
        "Add a form without passwords and login",
        "Ship the login-free version",
        "Ship the non-login version",
    ],
)
def test_what_the_goal_says_no_to_is_not_stated(goal: str) -> None:
    assert marked(goal).stated(["login"]) is None


@pytest.mark.rule("GATE-15")
@pytest.mark.parametrize(
    "goal",
    [
        "Don't forget to add a login",
        "Not only a form but a login",
        "Why not a login",
        "No sessions, use a login",
        "No form but a login",
        "Without sessions, with a login",
        "Add no form and build a login",
        "Replace the form with a login",
        "Use a login instead of a token",
        "Switch from tokens to a login",
        "I am not sure whether a login is better",
    ],
)
def test_a_denial_ends_where_the_goal_turns(goal: str) -> None:
    assert marked(goal).stated(["login"]) is not None


@pytest.mark.rule("GATE-15")
@pytest.mark.parametrize(
    "goal",
    [
        'Rename "login" to "sign in"',
        "Rename 'login' to 'enter'",
        "Rename “login” to “enter”",
        "Rename `login` to `enter`",
        "Run this:\n```\nlogin now\n```",
        "Open src/login and look",
        "Look at /login",
        "Read docs/login/start",
        "See https://shop.example/login for more",
        "Set LOGIN_URL",
        "Set login.url",
        "Call login(user)",
        "Use the <login> element",
        "Pass --login",
        "Mention @login",
    ],
)
def test_quotes_code_paths_and_addresses_stand_aside(goal: str) -> None:
    assert marked(goal).asked(["login"]) is None


@pytest.mark.rule("GATE-15")
@pytest.mark.parametrize(
    "goal",
    [
        "Fix the login",
        "Please fix the login",
        "Fix the form, the menu and the login",
        "fix: login on phones",
        "fix(web): add the login again",
        "[Bug] login on phones",
        "docs: add a login chapter",
        "Refactor the login",
        "Write tests for the login",
        "Add a guide on login",
        "Add a page about login",
        "Add a page called Login",
        "Why does the login take so long?",
        "The login fails on phones",
        "Show a note when the login fails",
        "Redirect after login",
        "Remove the login",
        "Disable the login",
        "Use the existing login",
        "We already have a login",
        "Make a form like the login",
        "Add a form similar to the login",
        "Move the login button",
    ],
)
def test_what_is_only_spoken_of_is_not_asked_for(goal: str) -> None:
    assert marked(goal).asked(["login"]) is None


@pytest.mark.rule("GATE-15")
@pytest.mark.parametrize(
    ("goal", "is_built"),
    [
        ("Add a login", True),
        ("Add a login page", True),
        ("Add a menu, a login and a search", True),
        ("Add support for login", True),
        ("We need a login", True),
        ("Please also add login", True),
        ("Fix the menu and add a login", True),
        ("Login for the staff area", True),
        ("Add a menu to the app and login to the shop", True),
        ("Add a button to the login", False),
        ("Add a login button", False),
        ("Add a login page title", False),
        ("Add a menu for the login", False),
        ("login: add a button", False),
        ("Show the login", False),
        ("Use the login", False),
        ("Login takes ten seconds", False),
    ],
)
def test_a_thing_is_built_when_it_is_the_object_of_building(goal: str, is_built: bool) -> None:
    assert (marked(goal).built(["login"]) is not None) is is_built


@pytest.mark.rule("GATE-15")
def test_a_goal_quoted_as_a_whole_is_a_goal() -> None:
    assert raised('"Let users delete their account"').keys() == {"delete-semantics"}


@pytest.mark.rule("GATE-15", "ERR-1")
@given(st.text(max_size=400))
def test_no_text_breaks_the_ear(goal: str) -> None:
    for ambiguity in raised(goal).values():
        for quote in ambiguity.blocker_evidence:
            if ambiguity.blocker_type == "mutually_exclusive_requirements":
                assert quote in goal


_WORDS = sorted(
    {word for goal, _ in OPEN for word in goal.split()}
    | set(
        "not no without instead of and or , . ; : \n - `x` \"x\" 'x' a/b --x x() 30 don't".split(
            " "
        )
    )
)


@pytest.mark.rule("GATE-15", "VOI-8")
@given(st.lists(st.sampled_from(_WORDS), max_size=40).map(" ".join))
def test_no_mixture_of_goals_breaks_the_ear(goal: str) -> None:
    for ambiguity in raised(goal).values():
        if ambiguity.blocker_type == "mutually_exclusive_requirements":
            one, other = ambiguity.blocker_evidence
            assert one != other
            assert one in goal
            assert other in goal
        assert decided(goal, ambiguity)["action"] in ("ask", "assume")


@pytest.mark.rule("GATE-15")
@pytest.mark.parametrize(
    "piece",
    [
        "add a login, ",
        "x",
        '"',
        "'",
        "`",
        "“",
        "„",
        "(",
        "x(",
        "a/",
        "-",
        "a.",
        "not ",
        "http://",
        "add login page page ",
        "delete the the ",
        "send a a a a ",
        "\n",
    ],
)
def test_a_goal_of_any_length_is_heard_in_time_linear_in_it(piece: str) -> None:
    goal = piece * (100_000 // len(piece))
    assert raised(goal) is not None  # a quadratic step would take minutes here


# --- the data -------------------------------------------------------------------------------------


@pytest.mark.rule("VOI-2", "ASK-2")
@every_dimension
def test_a_dimension_is_complete(dimension: Dimension) -> None:
    readings = [reading.interpretation for reading in dimension.readings]
    assert (FOLDER / f"{dimension.id}.yaml").is_file()
    assert re.fullmatch("[a-z]+(?:-[a-z]+)*", dimension.id)
    assert dimension.prompt.endswith("?")
    assert abs(sum(reading.prior for reading in readings) - 1.0) < 1e-9
    assert len({reading.label for reading in readings}) == len(readings)
    assert len({reading.touches for reading in readings}) == len(readings)
    for reading in dimension.readings:
        assert reading.interpretation.touches, reading.interpretation.id
        assert reading.task is not None, reading.interpretation.id
        assert len(reading.interpretation.label) <= 60
        assert "," not in reading.interpretation.label or dimension.id in SHOWN_IN_THE_DOCS
        assert len(reading.task.description.split()) >= 6


@pytest.mark.rule("ASK-3")
@every_dimension
def test_silence_leads_to_a_reading_that_can_be_undone(dimension: Dimension) -> None:
    if dimension.safe_default is None:
        assert dimension.blocker_type == "security_decision"
        return
    reading = next(r for r in dimension.readings if r.interpretation.id == dimension.safe_default)
    assert reading.interpretation.reversibility != "irreversible"
    assert dimension.safe_default_reason


@pytest.mark.rule("GATE-15", "VOI-8")
@every_dimension
def test_a_blocker_names_its_item_and_what_can_be_done_about_it(dimension: Dimension) -> None:
    if dimension.blocker_type == "missing_external_data":
        assert dimension.blocker_evidence
        roles = [reading.role for reading in dimension.readings]
        assert {"supplied", "stand-in"} <= set(roles)
        default = next(
            r for r in dimension.readings if r.interpretation.id == dimension.safe_default
        )
        assert default.role == "stand-in"
    if dimension.blocker_type == "security_decision":
        assert dimension.blocker_evidence
        assert all(r.interpretation.strictness is not None for r in dimension.readings)


#: What is asked about when nothing is known: what is dear, cannot be undone, is missing or decides
#: about security. Everything else is assumed, because a question would cost more than it saves.
ASKS = frozenset(
    """
    api-style audit-log-retention auth-method authorisation-model cli-or-ui data-retention
    dataset-source datastore delete-semantics deployment-target encryption-keys external-api
    file-storage frontend-framework identity-provider message-queue migration-strategy
    model-provider multi-tenancy offline-or-live payment-mode pii-regime production-database
    public-api-break service-credentials session-state sso-protocol
    """.split()
)
#: Raised only by a goal that contradicts itself, and then always asked about.
CONTRADICTIONS = frozenset(
    """
    anonymous-or-identified data-stays-local delete-or-keep monolith-or-services new-dependencies
    no-javascript public-or-private single-file-or-split sync-or-async
    """.split()
)


@pytest.mark.rule("VOI-2", "GATE-3", "GATE-9")
@every_dimension
def test_what_is_cheap_to_change_is_assumed_and_what_is_dear_is_asked(
    dimension: Dimension,
) -> None:
    goal = goal_for(dimension)
    decision = decided(goal, raised(goal)[dimension.id])
    expected = "ask" if dimension.id in ASKS | CONTRADICTIONS else "assume"
    assert decision["action"] == expected, decision["evpi"]["value"]


@pytest.mark.rule("GATE-3")
def test_at_most_three_in_five_dimensions_ask_when_nothing_is_known() -> None:
    assert len(SHIPPED) >= 45
    assert len(ASKS | CONTRADICTIONS) <= 0.6 * len(SHIPPED)
    assert set(BY_ID) >= ASKS | CONTRADICTIONS


@pytest.mark.rule("ASK-5", "ASK-2", "ASK-3", "ASK-4")
@every_dimension
def test_the_question_of_a_dimension_passes_the_linter(dimension: Dimension) -> None:
    goal = goal_for(dimension)
    ambiguity = raised(goal)[dimension.id]
    decision = decided(goal, ambiguity, preferences={dimension.id: "always-ask"})
    question = decision["question"]
    assert question is not None
    assert lint_question(question) == ()
    assert len(question["options"]) == len(dimension.readings)
    default = next(o for o in question["options"] if o["key"] == question["default"])
    assert default["reversibility"] != "irreversible"
    one_way = is_registered_one_way(dimension.id) or any(
        reading.interpretation.reversibility == "irreversible" for reading in dimension.readings
    )
    assert question["one_way"] == one_way, "a two-way dimension must not sound one-way (PREF-2)"


@pytest.mark.rule("GATE-13")
@every_dimension
def test_no_dimension_is_a_routine_matter(dimension: Dimension) -> None:
    assert routine_matter(dimension.id, dimension.prompt) is None


@pytest.mark.rule("VOI-8", "GATE-15")
@pytest.mark.parametrize(
    "dimension",
    [d for d in SHIPPED if d.contradiction],
    ids=[d.id for d in SHIPPED if d.contradiction],
)
def test_a_goal_that_contradicts_itself_is_quoted_and_asked_about(dimension: Dimension) -> None:
    goals = [goal for goal, ids in OPEN if dimension.id in ids.split()]
    ambiguities = [(goal, raised(goal)[dimension.id]) for goal in goals]
    goal, ambiguity = next(
        (goal, found)
        for goal, found in ambiguities
        if found.blocker_type == "mutually_exclusive_requirements"
    )
    assert all(quote in goal for quote in ambiguity.blocker_evidence)
    decision = decided(goal, ambiguity)
    assert (decision["action"], decision["value_rule"]) == ("ask", "VOI-8")
    assert len(decision["question"]["options"]) >= (2 if dimension.id == "session-state" else 3)
    for quote in ambiguity.blocker_evidence:
        assert f"“{quote}”" in decision["question"]["why_now"]


@pytest.mark.rule("VOI-8")
@pytest.mark.parametrize(
    "goal",
    [
        "Offer both passwordless login and passwords",
        "Make the login passwordless, with passwords as fallback",
        "Make the login passwordless instead of using passwords",
        "Make the API stateless, without sessions",
        "Replace the REST API with GraphQL; use GraphQL everywhere",
        "Add a GraphQL API on top of the REST API we expose",
        "The page is publicly accessible; the admin area is only for logged-in users",
        "The profile is public",
        "Delete all user data except the invoices; keep all records of invoices",
        "It must work offline and show live data when back online",
        "Parse it with no new dependencies, use the existing lxml library",
        "Use the single file upload and split the form into modules",
    ],
)
def test_what_only_sounds_like_a_contradiction_is_none(goal: str) -> None:
    found = raised(goal).values()
    assert [a.id for a in found if a.blocker_type == "mutually_exclusive_requirements"] == []


# --- signs ----------------------------------------------------------------------------------------


class Sample(NamedTuple):
    """A file that shows a reading, and one that only looks like it."""

    sign: str
    file: str
    shows: str
    does_not: str


#: For every sign written out at 0.75 or more: dimension, reading, and which of its signs.
SAMPLES = (
    Sample(
        "analytics-tracking self-hosted 0",
        "index.html",
        '<script defer src="https://plausible.io/js/script.js"></script>',
        "<p>a plausible story</p>",
    ),
    Sample(
        "analytics-tracking vendor 0",
        "app.js",
        "gtag('config', 'G-1');",
        "const tag = 'config'",
    ),
    Sample(
        "api-style rest 0",
        "api.py",
        '@app.get("/orders")\ndef orders(): ...',
        'value = settings.get("/orders")',
    ),
    Sample(
        "api-style grpc 0", "shop.proto", "  rpc Buy (Order) returns (Receipt);", "// rpc later"
    ),
    Sample(
        "api-versioning header 0",
        "api.py",
        'version = request.headers["X-API-Version"]',
        'version = request.headers["X-Version"]',
    ),
    Sample(
        "auth-method password 0",
        "auth.py",
        "ok = check_password_hash(user.hash, given)",
        "ok = check_hash(file)",
    ),
    Sample(
        "auth-method passwordless 0",
        "auth.ts",
        "await magicLink(user.email)",
        "const label = 'magic link'",
    ),
    Sample(
        "authorisation-model roles 0",
        "views.py",
        "if user.role == 'admin':",
        "attrs = {'role': 'navigation'}",
    ),
    Sample("backups nightly-dump 0", "backup.sh", "pg_dump shop | gzip > out", "echo backup done"),
    Sample(
        "backups snapshots 0",
        "db.tf",
        "  backup_retention_period = 7",
        "  backup_retention_period = 0",
    ),
    Sample("backups continuous 0", "db.sh", "wal-g backup-push /data", "echo wal"),
    Sample(
        "cache-store redis 0",
        "settings.py",
        '"BACKEND": "django.core.cache.backends.redis.RedisCache"',
        '"BACKEND": "django.core.cache.backends.locmem.LocMemCache"',
    ),
    Sample(
        "cors-origins listed 0",
        "settings.py",
        'CORS_ALLOWED_ORIGINS = ["https://shop.example"]',
        'ALLOWED_HOSTS = ["shop.example"]',
    ),
    Sample(
        "cors-origins any 0",
        "main.py",
        'app.add_middleware(CORSMiddleware, allow_origins=["*"])',
        'app.add_middleware(CORSMiddleware, allow_origins=["https://shop.example"])',
    ),
    Sample("dataset-source supplied 1", "dvc.yaml", "stages:\n  train:", "# stages come later"),
    Sample(
        "delete-semantics soft 0",
        "models.py",
        "deleted_at = models.DateTimeField(null=True)",
        "if user.deleted_at is None:",
    ),
    Sample(
        "delete-semantics archive 0",
        "001.sql",
        "CREATE TABLE users_archive (id int);",
        "CREATE TABLE archives (id int);",
    ),
    Sample("deployment-target platform 0", "fly.toml", 'app = "shop"', "# nothing yet"),
    Sample("deployment-target kubernetes 0", "web.yaml", "kind: Deployment", "kind: Config"),
    Sample("deployment-target kubernetes 1", "Chart.yaml", "apiVersion: v2", "name: shop"),
    Sample("deployment-target serverless 0", "netlify.toml", "[build]", "# nothing yet"),
    Sample(
        "email-delivery smtp 1",
        "mail.py",
        "with smtplib.SMTP(host) as server:",
        "smtp = None  # comes later",
    ),
    Sample(
        "encryption-keys managed 0",
        "keys.py",
        'kms = boto3.client("kms")',
        's3 = boto3.client("s3")',
    ),
    Sample(
        "encryption-keys managed 1",
        "keys.tf",
        'resource "aws_kms_key" "data" {',
        'resource "aws_s3_bucket" "data" {',
    ),
    Sample("encryption-keys setting 0", "crypt.py", "box = Fernet(key)", "import cryptography"),
    Sample(
        "file-storage bucket 0",
        "files.py",
        "s3.upload_fileobj(stream, bucket, key)",
        "upload(stream)",
    ),
    Sample(
        "idempotency caller-key 0",
        "api.py",
        'key = request.headers["Idempotency-Key"]',
        "# idempotency comes later",
    ),
    Sample(
        "identifier-format random 0",
        "001.sql",
        "id uuid primary key default gen_random_uuid()",
        "id serial primary key",
    ),
    Sample(
        "identity-provider own 0",
        "settings.py",
        'AUTH_USER_MODEL = "accounts.User"',
        "AUTH_PROVIDER = None",
    ),
    Sample("job-schedule cron 0", "job.yaml", "kind: CronJob", "kind: Job"),
    Sample("job-schedule cron 1", "crontab", "0 3 * * * run-report", "# no entries yet"),
    Sample(
        "job-schedule in-app 1",
        "Jobs.java",
        '@Scheduled(cron = "0 0 * * * *")',
        "// scheduled for removal",
    ),
    Sample(
        "message-queue redis 1",
        "worker.py",
        'app = Celery(broker="redis://cache:6379")',
        'app = Celery(broker="amqp://mq")',
    ),
    Sample(
        "message-queue cloud 0",
        "queue.py",
        'sqs = boto3.client("sqs")',
        'ses = boto3.client("ses")',
    ),
    Sample(
        "money-amounts minor-units 0",
        "models.py",
        "price_cents = IntegerField()",
        "per_cent = IntegerField()",
    ),
    Sample(
        "money-amounts decimal 0",
        "models.py",
        "price = models.DecimalField(max_digits=9)",
        "weight = models.DecimalField(max_digits=9)",
    ),
    Sample(
        "multi-tenancy shared-tables 0",
        "models.py",
        'tenant_id = Column(ForeignKey("tenants.id"))',
        'credential = AzureCredential(tenant_id="x")',
    ),
    Sample(
        "pagination offset 0",
        "views.py",
        "pagination_class = PageNumberPagination",
        "pages = Page.objects.all()",
    ),
    Sample(
        "payment-mode test 0",
        ".env.example",
        "STRIPE_TEST_SECRET_KEY=",
        "TEST_DJANGO_SECRET_KEY=\nSTRIPE_SECRET_KEY=",
    ),
    Sample(
        "production-database supplied 1",
        "db.py",
        'url = os.environ["DATABASE_URL"]',
        'url = "sqlite:///shop.db"  # no DATABASE_URL yet',
    ),
    Sample(
        "rate-limit-store gateway 0",
        "nginx.conf",
        "limit_req zone=api burst=5;",
        "client_max_body_size 5m;",
    ),
    Sample(
        "real-time-transport server-events 0",
        "stream.py",
        'return Response(events(), mimetype="text/event-stream")',
        'if line.startswith("text/event-stream"): read(line)',
    ),
    Sample(
        "search-engine database 0",
        "search.sql",
        "CREATE INDEX i ON docs USING gin (to_tsvector('english', body));",
        "CREATE INDEX i ON docs (title);",
    ),
    Sample("secrets-storage environment 0", ".env.example", "MAIL_API_KEY=", "PORT=8000"),
    Sample(
        "secrets-storage manager 0",
        "secrets.py",
        'client = boto3.client("secretsmanager")',
        'client = boto3.client("s3")',
    ),
    Sample("secrets-storage encrypted-files 0", ".sops.yaml", "creation_rules:", "rules:"),
    Sample(
        "session-state server-sessions 0",
        "app.js",
        "const session = require('express-session')",
        "const session = null",
    ),
    Sample(
        "session-state server-sessions 3",
        "login.py",
        "    session['user_id'] = user.id",
        "    if session['user_id'] == user.id:",
    ),
    Sample(
        "session-state signed-tokens 0",
        "tokens.py",
        "import jwt\n\ndef sign(user): ...",
        "import jwtlike  # not a token library",
    ),
    Sample("time-zones utc 0", "settings.py", "USE_TZ = True", "USE_TZ = False"),
    Sample("translations files 0", "de.po", 'msgid "Save"', "# translations come later"),
    Sample("translations service 0", "crowdin.yml", 'project_id: "7"', "# not set up"),
    Sample(
        "webhook-delivery retried 0",
        "models.py",
        "class WebhookDelivery(Model): ...",
        "class Delivery(Model): ...",
    ),
)


def signs() -> dict[str, tuple[Mapping[str, Any], Detector]]:
    """Every sign of the catalog by its name, as it is written and as it is used."""
    found: dict[str, tuple[Mapping[str, Any], Detector]] = {}
    for dimension in SHIPPED:
        text = (FOLDER / f"{dimension.id}.yaml").read_text(encoding="utf-8")
        document = yaml.safe_load(text)
        for entry, reading in zip(document["readings"], dimension.readings, strict=True):
            for number, written in enumerate(entry.get("seen", ())):
                name = f"{dimension.id} {entry['id']} {number}"
                found[name] = (written, reading.seen[number])
    return found


SIGNS = signs()


def sees(detector: Detector, file: str, text: str) -> bool:
    """Whether a detector hits, the way the explorer looks."""
    named = any(fnmatchcase(file, wanted) for wanted in detector.files)
    return named and re.search(detector.text, text, re.MULTILINE) is not None


@pytest.mark.rule("GATE-2")
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.sign)
def test_a_strong_sign_is_seen_where_it_is_and_not_where_it_only_looks_so(sample: Sample) -> None:
    _, detector = SIGNS[sample.sign]
    assert sees(detector, sample.file, f"first line\n{sample.shows}\nlast line\n")
    assert not sees(detector, sample.file, f"first line\n{sample.does_not}\nlast line\n")
    assert not sees(detector, "notes.bin", sample.shows)


@pytest.mark.rule("GATE-2")
def test_every_strong_sign_that_is_written_out_has_a_sample() -> None:
    written_out = {
        name
        for name, (written, detector) in SIGNS.items()
        if detector.confidence >= STRONG and ({"text", "code"} & written.keys())
    }
    assert {sample.sign for sample in SAMPLES} == written_out


@pytest.mark.rule("GATE-2")
@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_compiles_and_is_no_certainty(name: str) -> None:
    _, detector = SIGNS[name]
    re.compile(detector.text, re.MULTILINE)
    assert 0 < detector.confidence <= 0.95
    assert not detector.says.endswith(".")
    for nasty in ("a" * 20_000, " " * 20_000, '"' * 20_000, "[" * 20_000, "=\n" * 10_000):
        re.search(detector.text, nasty, re.MULTILINE)


PACKAGES = [
    pytest.param(written["packages"], detector, id=name)
    for name, (written, detector) in SIGNS.items()
    if "packages" in written
]


@pytest.mark.rule("GATE-2")
@pytest.mark.parametrize(("names", "detector"), PACKAGES)
def test_a_package_is_seen_where_a_manifest_declares_it(
    names: list[str], detector: Detector
) -> None:
    for name in names:
        declared, mentioned = manifests(name)
        assert [file for file, text in declared.items() if not sees(detector, file, text)] == []
        assert [file for file, text in mentioned.items() if sees(detector, file, text)] == []


def manifests(name: str) -> tuple[dict[str, str], dict[str, str]]:
    """Manifests that declare a package, and files that only mention it."""
    declared = {
        "package.json": f'  "dependencies": {{\n    "{name}": "^1.0.0"\n  }}',
        "requirements.txt": f"other==1\n{name}>=2\n",
        "requirements-dev.txt": f"{name}\n",
        "pyproject.toml": f'dependencies = ["other", "{name}[extra]>=1; python_version>\'3\'"]',
        "Pipfile": f'{name} = "*"',
        "Gemfile": f'gem "{name}", "~> 1"',
        "go.mod": f"require (\n\t{name}/v2 v2.1.0\n)",
        "Cargo.toml": f'{name} = {{ version = "1" }}',
        "pom.xml": f"<artifactId>{name}</artifactId>",
        "build.gradle": f"implementation 'org.example:{name}:1.0'",
        "shop.csproj": f'<PackageReference Include="{name}" Version="1" />',
        "mix.exs": f'{{:{name}, "~> 1.0"}}',
    }
    mentioned = {
        "package.json": f'  "description": "like {name}",\n  "keywords": ["{name}"],',
        "requirements.txt": f"# {name} comes later\nnot-{name}==1\n{name}-extras==2\n",
        "pyproject.toml": f'description = "no {name} here"\nkeywords = [\n  "{name}",\n]',
        "README.md": f"{name}==1",
    }
    return declared, mentioned


IMAGES = [
    pytest.param(image, detector, id=f"{name}: {image}")
    for name, (written, detector) in SIGNS.items()
    for image in written.get("images", ())
]


@pytest.mark.rule("GATE-2")
@pytest.mark.parametrize(("name", "detector"), IMAGES)
def test_a_service_is_seen_where_compose_runs_it(name: str, detector: Detector) -> None:
    for image in (f"{name}:7", name, f'"{name}:latest"', f"registry.example:5000/{name}:7-alpine"):
        assert sees(detector, "docker-compose.yml", f"services:\n  it:\n    image: {image}\n")
        assert sees(detector, "compose.prod.yaml", f"services:\n  it:\n    image: {image}\n")
    for image in (f"{name}-exporter:1", f"not{name}:7", "shop:1"):
        assert not sees(detector, "docker-compose.yml", f"services:\n  it:\n    image: {image}\n")
    assert not sees(detector, "docker-compose.yml", f"# image: {name}\n")


SETTINGS = [
    pytest.param(setting, detector, id=f"{name}: {setting}")
    for name, (written, detector) in SIGNS.items()
    for setting in written.get("settings", ())
]


@pytest.mark.rule("GATE-2", "ASK-14")
@pytest.mark.parametrize(("name", "detector"), SETTINGS)
def test_a_setting_is_seen_by_its_name_and_never_by_its_value(
    name: str, detector: Detector
) -> None:
    setting = name.replace("*", "X")
    assert sees(detector, ".env.example", f"PORT=1\n{setting}=secret\n")
    assert sees(detector, ".env.sample", f"export {setting} = \n")
    assert not sees(detector, ".env.example", f"# {setting}=\nOTHER={setting}\n")
    found = re.search(detector.text, f"{setting}=hidden", re.MULTILINE)
    assert found is not None
    assert "hidden" not in found.group()


# --- what the seeds show, from goal to outcome ----------------------------------------------------


def planned(cli: Runner, root: Path, goal: str, **files: str) -> Any:
    """What comes of a goal in a repository of these files."""
    for name, text in {"README.md": "# shop\n", **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return cli("plan", goal, "--workspace", root, "--json").json


def ledger(document: Any) -> dict[str, tuple[str, str]]:
    return {a["ambiguity"]: (a["interpretation"], a["rule"]) for a in document["assumptions"]}


@pytest.mark.rule("VOI-8", "ASK-2")
def test_passwordless_and_passwords_ask_with_three_options(cli: Runner, tmp_path: Path) -> None:
    goal = (
        "Add authentication to the app. It should be passwordless for better UX, and users should "
        "be able to set strong passwords for security."
    )
    tokens = "import jwt\n\ndef sign(user):\n    return jwt.encode({'sub': user}, 'k')\n"
    document = planned(cli, tmp_path / "w", goal, **{"api/auth.py": tokens})
    question = document["question"]
    assert question["question_id"] == "auth-method"
    assert question["blocker_type"] == "mutually_exclusive_requirements"
    labels = [option["label"] for option in question["options"]]
    assert labels == ["Passwords only", "Passwordless only", "Both methods"]
    assert question["options"][0]["key"] == question["default"]
    assert ledger(document)["session-state"] == ("signed-tokens", "GATE-2")


@pytest.mark.rule("VOI-8", "GATE-15", "ASK-3")
def test_stripe_without_keys_asks_for_the_mode_and_falls_back_to_test(
    cli: Runner, tmp_path: Path
) -> None:
    goal = "Integrate Stripe payment processing for our checkout flow."
    question = planned(cli, tmp_path / "w", goal)["question"]
    assert question["blocker_type"] == "missing_external_data"
    chosen = {option["key"]: option["interpretation"] for option in question["options"]}
    assert set(chosen.values()) == {"test", "live", "both"}
    assert chosen[question["default"]] == "test"


@pytest.mark.rule("GATE-2", "GATE-13")
@pytest.mark.parametrize("line", ["STRIPE_TEST_SECRET_KEY=", "STRIPE_SECRET_KEY=sk_test_x"])
def test_stripe_with_a_test_key_named_asks_nothing(cli: Runner, tmp_path: Path, line: str) -> None:
    goal = "Integrate Stripe payment processing for our checkout flow."
    document = planned(cli, tmp_path / "w", goal, **{".env.example": f"PORT=1\n{line}\n"})
    assert document["question"] is None
    assert ledger(document)["payment-mode"] == ("test", "GATE-2")


@pytest.mark.rule("GATE-13")
@pytest.mark.parametrize("goal", ["The tests are failing. Fix them.", "Fix the failing tests"])
def test_failing_tests_are_fixed_without_a_question(cli: Runner, tmp_path: Path, goal: str) -> None:
    tests = "def test_it():\n    assert 1 == 2\n"
    document = planned(
        cli,
        tmp_path / "w",
        goal,
        **{"tests/test_it.py": tests, "pytest.ini": "[pytest]\n"},
    )
    assert document["question"] is None
    assert document["assumptions"] == []


@pytest.mark.rule("VOI-8")
def test_stateless_and_sessions_ask(cli: Runner, tmp_path: Path) -> None:
    goal = "Make the API stateless and maintain user sessions"
    question = planned(cli, tmp_path / "w", goal)["question"]
    assert question["question_id"] == "session-state"
    assert "“stateless”" in question["why_now"]
    assert "“maintain user sessions”" in question["why_now"]


@pytest.mark.rule("VOI-8", "GATE-15")
def test_the_production_database_without_a_connection_string_asks(
    cli: Runner, tmp_path: Path
) -> None:
    question = planned(cli, tmp_path / "w", "Connect to the production database")["question"]
    assert question["question_id"] == "production-database"
    assert question["missing"] == "the connection string of that database"
    default = next(o for o in question["options"] if o["key"] == question["default"])
    assert default["interpretation"] == "test"


@pytest.mark.rule("GATE-2")
def test_a_connection_that_is_a_setting_is_not_asked_for(cli: Runner, tmp_path: Path) -> None:
    document = planned(
        cli,
        tmp_path / "w",
        "Connect to the production database",
        **{".env.example": "DATABASE_URL=\n"},
    )
    assert document["question"] is None
    assert ledger(document)["production-database"] == ("supplied", "GATE-2")


@pytest.mark.rule("VOI-8", "ASK-3")
def test_personal_data_asks_for_the_regime_and_defaults_to_the_strictest(
    cli: Runner, tmp_path: Path
) -> None:
    question = planned(cli, tmp_path / "w", "Handle user PII properly")["question"]
    assert question["question_id"] == "pii-regime"
    labels = {option["interpretation"]: option["key"] for option in question["options"]}
    assert set(labels) == {"gdpr", "ccpa", "hipaa", "internal"}
    assert question["default"] == labels["hipaa"]


@pytest.mark.rule("GATE-2")
def test_authentication_in_a_repository_with_tokens_infers_tokens_and_says_where(
    cli: Runner, tmp_path: Path
) -> None:
    tokens = "import jwt\n\ndef sign(user):\n    return jwt.encode({'sub': user}, 'k')\n"
    document = planned(cli, tmp_path / "w", "Add authentication", **{"api/auth.py": tokens})
    entry = next(a for a in document["assumptions"] if a["ambiguity"] == "session-state")
    assert entry["interpretation"] == "signed-tokens"
    assert entry["user_response"] == "inferred_from_codebase"
    assert "api/auth.py:1" in entry["reasoning"]
    assert document["question"]["question_id"] == "auth-method"


#: Small repositories of several ecosystems, made up for this.
REPOSITORIES: dict[str, dict[str, str]] = {
    "django": {
        "requirements.txt": "Django==5.1\npsycopg[binary]>=3\ncelery>=5\nboto3\n",
        "shop/settings.py": (
            'MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware"]\n'
            "USE_TZ = True\n"
            'AUTH_USER_MODEL = "accounts.User"\n'
        ),
        "shop/models.py": "deleted_at = models.DateTimeField(null=True)\n",
    },
    "express": {
        "package.json": (
            '{"dependencies": {"express": "^4", "express-session": "^1", "pg": "^8",\n'
            '  "ioredis": "^5", "socket.io": "^4", "react": "^18", "tailwindcss": "^3"}}\n'
        ),
        "src/app.js": "import session from 'express-session'\napp.get('/orders', list)\n",
        "docker-compose.yml": "services:\n  cache:\n    image: redis:7\n",
    },
    "rails": {
        "Gemfile": 'gem "rails"\ngem "pg"\ngem "sidekiq"\ngem "pundit"\ngem "searchkick"\n',
        "config/routes.rb": "Rails.application.routes.draw do\n  resources :orders\nend\n",
    },
    "go": {
        "go.mod": (
            "module shop\n\nrequire (\n\tgithub.com/jackc/pgx/v5 v5.5.0\n"
            "\tgithub.com/prometheus/client_golang v1.19.0\n)\n"
        ),
        "api/shop.proto": "service Shop {\n  rpc Buy (Order) returns (Receipt);\n}\n",
    },
    "cluster": {
        "deploy/web.yaml": "apiVersion: apps/v1\nkind: Deployment\n",
        "infra/db.tf": (
            'resource "aws_db_instance" "main" {\n  backup_retention_period = 7\n}\n'
            'resource "aws_kms_key" "data" {}\n'
        ),
    },
    "bare": {"main.py": "print('hello')\n"},
    # What another service calls deleted, and what is asked of one row, is no habit of this program.
    "mentions": {
        "package.json": '{"dependencies": {"express": "^4"}}\n',
        "src/mentions.js": "const shown = mentions.filter((m) => !m.deletedAt)\n",
        "types/profile.d.ts": "export interface Profile { is_deleted: boolean }\n",
    },
}


@pytest.mark.rule("GATE-2")
@pytest.mark.parametrize(
    ("repository", "goal", "inferred"),
    [
        ("django", "Add a database", "postgres"),
        ("django", "Generate the PDF in the background", "worker"),
        ("django", "Handle meetings across time zones", "utc"),
        ("django", "Let users delete their account", "soft"),
        ("express", "Add session storage", "server-sessions"),
        ("express", "Throttle requests per API key", "redis"),
        ("express", "Add live updates to the scoreboard", "websocket"),
        ("express", "Build a web frontend for the scanner", "react"),
        ("express", "Introduce a design system", "utilities"),
        ("express", "Expose a public API", "rest"),
        ("rails", "Add permissions", "policies"),
        ("rails", "Add background jobs for sending invoices", "worker"),
        ("rails", "Implement full-text search over the articles", "engine"),
        ("go", "Add a database", "postgres"),
        ("go", "Add metrics", "prometheus"),
        ("go", "Build an API for the mobile app", "grpc"),
        ("cluster", "Deploy the app", "kubernetes"),
        ("cluster", "Set up backups", "snapshots"),
        ("cluster", "Encrypt customer data at rest", "managed"),
        ("bare", "Deploy the app", None),
        ("bare", "Add a database", None),
        ("bare", "Let users delete their account", None),
        ("mentions", "Let users delete their account", None),
        ("rails", "Add metrics", None),
        ("go", "Introduce a design system", None),
    ],
)
def test_a_repository_decides_what_it_shows_and_nothing_else(
    cli: Runner, tmp_path: Path, repository: str, goal: str, inferred: str | None
) -> None:
    document = planned(cli, tmp_path / "w", goal, **REPOSITORIES[repository])
    found = [reading for reading, rule in ledger(document).values() if rule == "GATE-2"]
    assert found == ([inferred] if inferred else [])


# --- a workspace's own dimensions -----------------------------------------------------------------

OWN: dict[str, Any] = {
    "id": "warehouse",
    "prompt": "Which warehouse should ship the order?",
    "when": ["ship order"],
    "readings": [
        {
            "id": "north",
            "label": "The northern one",
            "consequence": "uses the northern stock",
            "prior": 0.6,
            "complexity": 0.2,
            "reversibility": "reversible",
            "touches": ["north"],
            "said": ["from the north"],
            "seen": [{"code": "NORTH", "confidence": 0.8, "says": "the north is in use"}],
        },
        {
            "id": "south",
            "label": "The southern one",
            "consequence": "uses the southern stock",
            "prior": 0.4,
            "complexity": 0.2,
            "reversibility": "reversible",
            "touches": ["south"],
        },
    ],
}


def dimensions_for(workspace: Path, users: Path | None = None) -> tuple[Dimension, ...]:
    """What holds in a workspace that a person trusts."""
    return catalog_of(read_rule_files(workspace), trusted=True, users=users).dimensions


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / ".plangate" / "dimensions"
    folder.mkdir(parents=True)
    return folder


def written(folder: Path, document: Any, name: str = "own.yaml") -> Path:
    text = document if isinstance(document, str) else yaml.safe_dump(document, sort_keys=False)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.rule("GATE-15")
def test_a_workspace_without_dimensions_of_its_own_has_the_shipped_ones(tmp_path: Path) -> None:
    assert dimensions_for(tmp_path) == SHIPPED
    assert dimensions_for(tmp_path / "nowhere") == SHIPPED


@pytest.mark.rule("GATE-15")
@pytest.mark.parametrize("name", ["own.yaml", "own.yml"])
def test_a_workspace_adds_dimensions(own: Path, tmp_path: Path, name: str) -> None:
    written(own, OWN, name)
    written(own, "not a dimension", "notes.txt")
    dimensions = dimensions_for(tmp_path)
    assert dimensions[:-1] == SHIPPED
    assert dimensions[-1].id == "warehouse"
    proposed = RulesProposer(lambda _: dimensions).propose(Propose("Ship the order today", ()))
    assert [ambiguity.id for ambiguity in proposed] == ["warehouse"]
    assert dimensions[-1].applies_to("Ship the order from the north") is None


@pytest.mark.rule("GATE-15")
def test_a_dimension_of_the_workspace_takes_the_place_of_the_shipped_one(
    own: Path, tmp_path: Path
) -> None:
    written(own, {**OWN, "id": "pagination"})
    dimensions = dimensions_for(tmp_path)
    assert [dimension.id for dimension in dimensions] == [dimension.id for dimension in SHIPPED]
    replaced = next(dimension for dimension in dimensions if dimension.id == "pagination")
    assert replaced.prompt == OWN["prompt"]
    assert shipped_dimensions() == SHIPPED


@pytest.mark.rule("GATE-15")
def test_a_dimension_of_a_workspace_is_planned_with_from_the_command_line(
    cli: Runner, own: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    written(own, OWN)
    assert trust(tmp_path, environment).code == 0
    (tmp_path / "stock.py").write_text("SHELF = NORTH\n", encoding="utf-8")
    document = cli("plan", "Ship the order today", "--workspace", tmp_path, "--json").json
    assert ledger(document) == {"warehouse": ("north", "GATE-2")}


@pytest.mark.rule("GATE-15")
def test_a_persons_own_dimensions_hold_everywhere_and_a_workspace_has_the_last_word(
    cli: Runner, home: Path, own: Path, tmp_path: Path
) -> None:
    folder = home / ".config" / "plangate" / "dimensions"
    folder.mkdir(parents=True)
    written(folder, {**OWN, "prompt": "Whose warehouse?"})
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    document = cli("plan", "Ship the order today", "--workspace", elsewhere, "--json").json
    assert list(ledger(document)) == ["warehouse"]
    assert dimensions_for(elsewhere, folder)[-1].prompt == "Whose warehouse?"
    written(own, OWN)
    assert dimensions_for(tmp_path, folder)[-1].prompt == OWN["prompt"]


@pytest.mark.rule("ERR-1", "CLI-2")
def test_a_bad_dimension_stops_planning_before_anything_is_written(
    cli: Runner, home: Path, tmp_path: Path
) -> None:
    own = home / ".config" / "plangate" / "dimensions"
    own.mkdir(parents=True)
    written(own, changed("readings.0.prior", 0.9))
    ran = cli("plan", "Ship the order today", "--workspace", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines() == [
        f"plangate: {own}/own.yaml: readings: the priors sum to 1.3; accepted: a sum of 1"
    ]
    assert cli("sessions", "--json").json["sessions"] == []


@pytest.mark.rule("GATE-15")
def test_the_compiled_catalog_says_what_its_data_files_say() -> None:
    made = json.loads(loading.SHIPPED.text(FOLDER))["documents"]
    assert loading.SHIPPED.documents() == made, (
        "made otherwise than before: raise EDITION of compiled_catalog.py"
    )
    files = [path for path in FOLDER.iterdir() if path.name.endswith(".yaml")]
    by_id = {d.id: d for d in (read_dimension(yaml.safe_load(p.read_text())) for p in files)}
    assert by_id == BY_ID


@pytest.mark.rule("HOUSE-2")
def test_planning_with_the_shipped_dimensions_loads_no_yaml(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom plangate.interfaces.cli.root import _outcome\n"
        f"_outcome(['plan', 'Add a cache', '--workspace', {str(tmp_path)!r}, '--json', "
        f"'--db', {str(tmp_path / 'own.db')!r}])\n"
        "sys.exit('yaml' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.rule("GATE-15")
def test_an_edited_dimension_is_read_anew(own: Path, tmp_path: Path) -> None:
    written(own, OWN)
    dimensions_for(tmp_path)
    written(own, {**OWN, "prompt": "Who ships?"})
    assert dimensions_for(tmp_path)[-1].prompt == "Who ships?"


def changed(path: str, value: Any) -> dict[str, Any]:
    """The sample with one field changed, or left out by ...."""
    document = yaml.safe_load(yaml.safe_dump(OWN))
    *folders, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    place: Any = document
    for folder in folders:
        place = place[folder]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    assert isinstance(document, dict)
    return document


def missing(one: str | None, other: str, reversibility: str = "reversible") -> dict[str, Any]:
    """The sample as a blocker about an item that is missing, with what its readings do about it."""
    first, second = OWN["readings"]
    first = {**first, "reversibility": reversibility, **({"role": one} if one else {})}
    readings = [first, {**second, "role": other}]
    blocker = {"blocker": "missing_external_data", "blocker_evidence": ["the stock"]}
    return {**OWN, **blocker, "readings": readings}


@pytest.mark.rule("GATE-15", "ERR-1")
@pytest.mark.parametrize(
    ("document", "said"),
    [
        ("- a\n- b\n", "document: a list is not an object"),
        ("", "document: null is not an object"),
        ("id: [", "document: is not YAML:"),
        ("id: x\n---\nid: y\n", "document: is not YAML:"),
        ("id: &a x\nprompt: *a\n", "document: uses the alias *a"),
        ("[" * 40 + "]" * 40, "document: is nested too deeply"),
        ("id: 2026-13-45\n", "document: is not YAML:"),
        ("!!python/object:os.system x", "document: is not YAML:"),
        (changed("id", ...), "id: is missing"),
        (changed("prompt", 7), "prompt: 7 is not text"),
        (changed("extra", 1), "extra: is not a field"),
        (changed("when", ...), "when: nothing raises this dimension"),
        (changed("when", "ship"), 'when: "ship" is not a list'),
        (changed("when", ["* order"]), "when[0]: '* order' does not begin with a word"),
        (changed("when", ["-"]), "when[0]: '-' does not begin with a word"),
        (changed("when", ["$"]), "when[0]: '$' does not begin with a word"),
        (changed("when", ["a-b " * 8]), "when[0]: 'a-b a-b a-b"),
        (changed("when", ["a * * * b"]), "when[0]: 'a * * * b' is too long, or can be written in"),
        (changed("when", ["a b c d e f g h i"]), "when[0]: 'a b c d e f g h i' is too long"),
        (changed("readings", []), "readings: 0 entries"),
        (changed("readings.0.prior", 0.9), "readings: the priors sum to 1.3"),
        (changed("readings.0.prior", 7), "readings[0].prior: 7 is out of range"),
        (changed("readings.1.id", "north"), "readings[1].id: 'north' appears twice"),
        (changed("readings.0.reversibility", "maybe"), "readings[0].reversibility: "),
        (changed("readings.0.seen.0.code", "("), "readings[0].seen[0].text: missing )"),
        (
            changed("readings.0.seen.0.text", "x"),
            "readings[0].seen[0]: must say exactly one way to see it",
        ),
        (
            changed("readings.0.seen.0.code", ...),
            "readings[0].seen[0]: must say exactly one way to see it",
        ),
        (changed("safe_default", "west"), "safe_default: 'west' is no reading that can be undone"),
        (changed("blocker", "mood"), 'blocker: "mood" is not known'),
        (changed("blocker", "mutually_exclusive_requirements"), "blocker: "),
        (changed("blocker", "security_decision"), "blocker_evidence: is missing"),
        (
            {**OWN, "blocker": "security_decision", "blocker_evidence": ["who ships"]},
            "readings[0].strictness: is missing",
        ),
        (
            {**OWN, "blocker": "missing_external_data", "blocker_evidence": ["the stock"]},
            "readings: none has role supplied",
        ),
        (missing(None, "supplied"), "readings: none has role stand-in"),
        (missing("left-out", "supplied"), "readings: none has role stand-in"),
        (
            missing("stand-in", "supplied", "irreversible"),
            "readings[0].reversibility: a stand-in must be safe",
        ),
    ],
)
def test_a_dimension_that_cannot_be_used_gets_one_line_with_file_and_field(
    own: Path, tmp_path: Path, document: Any, said: str
) -> None:
    written(own, document)
    with pytest.raises(BadInput) as caught:
        dimensions_for(tmp_path)
    line = str(caught.value)
    assert line.startswith(f".plangate/dimensions/own.yaml: {said}")
    assert "\n" not in line


@pytest.mark.rule("ERR-1")
def test_an_irreversible_default_is_refused(own: Path, tmp_path: Path) -> None:
    document = changed("readings.0.reversibility", "irreversible")
    written(own, {**document, "safe_default": "north"})
    with pytest.raises(BadInput, match="safe_default: 'north' is no reading that can be undone"):
        dimensions_for(tmp_path)


@pytest.mark.rule("ERR-1")
def test_two_files_with_one_id_are_refused_with_both_names(own: Path, tmp_path: Path) -> None:
    written(own, OWN, "a.yaml")
    written(own, OWN, "b.yaml")
    with pytest.raises(BadInput, match=r"b\.yaml: id: 'warehouse' is the id of .*a\.yaml too"):
        dimensions_for(tmp_path)


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("raw", "said"),
    [(b"id: caf\xe9", "byte 7 is not UTF-8"), (b"#" * 200_001, "is too large")],
    ids=["latin-1", "large"],
)
def test_bytes_that_are_no_dimension_are_refused(own: Path, raw: bytes, said: str) -> None:
    (own / "own.yaml").write_bytes(raw)
    with pytest.raises(BadInput, match=said):
        loading.dimensions_for(users=own)


@pytest.mark.rule("INV-11", "ERR-1")
def test_a_link_is_not_followed_out_of_the_workspace(own: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text(yaml.safe_dump(OWN), encoding="utf-8")
    link = own / "own.yaml"
    link.symlink_to(outside)
    with pytest.raises(BadInput, match=r"own\.yaml: is a link"):
        loading.dimensions_for(users=own)
    assert str(read_rule_files(tmp_path).problems[0]) == ".plangate/dimensions/own.yaml: is a link"
    link.unlink()
    own.rmdir()
    own.symlink_to(tmp_path)
    with pytest.raises(BadInput, match="dimensions: is a link"):
        loading.dimensions_for(users=own)
    assert str(read_rule_files(tmp_path).problems[0]) == ".plangate/dimensions: is a link"


@pytest.mark.rule("ERR-1")
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from([*OWN, *OWN["readings"][0], "blocker", "contradiction"])
                | st.text(max_size=5),
                inner,
                max_size=6,
            )
        ),
        max_leaves=25,
    )
)
def test_any_document_is_a_dimension_or_one_line(document: Any) -> None:
    said = ""
    try:
        assert isinstance(read_dimension(document), Dimension)
    except BadInput as refused:
        said = str(refused)
    assert "\n" not in said


# --- clauses --------------------------------------------------------------------------------------


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("dimension", "clause", "mentions", "covers"),
    [
        ("auth-method", "It should be passwordless for better UX", True, True),
        ("auth-method", "users should be able to set strong passwords", True, True),
        ("rate-limit-store", "Add rate limiting to the public API", True, True),
        ("email-delivery", "Send a mail to everybody who bought the recalled toaster", True, False),
        ("delete-semantics", "Let users delete their account", True, True),
        ("delete-semantics", "paint the shed", False, False),
    ],
)
def test_a_dimension_covers_a_clause_that_says_nothing_else(
    dimension: str, clause: str, mentions: bool, covers: bool
) -> None:
    assert BY_ID[dimension].mentions(clause) is mentions
    assert BY_ID[dimension].covers(clause) is covers

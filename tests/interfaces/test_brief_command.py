"""`plangate brief` and `plangate explore`: what a workspace says before anything is planned."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import plangate
from tests.adapters.trees import Tree, plant
from tests.conftest import Runner
from tests.interfaces.support import refused

SHOP: Tree = {
    "AGENTS.md": """
        # For agents
        - Every change to checkout needs a test.
        - Never edit `shop/legacy/`.
        """,
    "pyproject.toml": '[project]\nname = "shop"\n[tool.pytest.ini_options]\nminversion = "8"\n',
    "docs/checkout.md": "# Checkout\n\nHow a customer pays.\n",
    "shop/checkout.py": """
        def start_checkout(cart):
            return cart.total()


        def pay(cart, card):
            return card.charge(cart.total())
        """,
    "shop/catalog.py": "def list_products():\n    return []\n",
    "shop/theme.py": "class Theme:\n    dark = False\n",
    "shop/mail.py": "def send_mail(to, text):\n    return None\n",
    "tests/test_checkout.py": "from shop.checkout import pay\n\ndef test_pay():\n    assert pay\n",
    "tests/test_catalog.py": "def test_products():\n    assert True\n",
    "vendor/checkout/checkout.py": "def checkout_checkout():\n    return 'checkout'\n",
}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return plant(tmp_path / "shop", SHOP)


def committed(root: Path, *messages: str, force: bool = False) -> None:
    if shutil.which("git") is None:
        pytest.skip("there is no history without git")
    own = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.hooksPath=/dev/null"]
    git = ["git", "-C", str(root), *own]
    subprocess.run([*git, "init", "-q"], check=True, capture_output=True)
    subprocess.run([*git, "add", "-A", *(["-f"] if force else [])], check=True, capture_output=True)
    for message in messages:
        words = ["commit", "-q", "--allow-empty", "-m", message]
        subprocess.run([*git, *words], check=True, capture_output=True)


def paths(document: dict[str, object], name: str = "places") -> list[str]:
    return [entry["path"] for entry in document[name]]  # type: ignore[attr-defined]


@pytest.mark.rule("UND-3", "UND-5")
def test_the_file_a_goal_speaks_of_comes_first_with_its_symbols_and_its_test(
    cli: Runner, shop: Path
) -> None:
    ran = cli("brief", "Round the total when a customer pays", "-w", shop, "--json")

    assert ran.code == 0
    assert ran.json["schema"] == "plangate.brief/1"
    first = ran.json["places"][0]
    assert first["path"] == "shop/checkout.py"
    assert first["symbols"] == ["pay:5"]
    assert first["tests"] == ["tests/test_checkout.py"]
    assert 0 < first["strength"] < 1
    assert "text" in first["why"]


@pytest.mark.rule("UND-3")
def test_copied_code_is_no_place_and_tests_are_told_as_tests(cli: Runner, shop: Path) -> None:
    found = paths(cli("brief", "Change the checkout", "-w", shop, "--json").json)

    assert "shop/checkout.py" in found
    assert not [path for path in found if path.startswith(("vendor/", "tests/"))]


@pytest.mark.rule("UND-3")
def test_the_same_document_comes_from_the_library(cli: Runner, shop: Path) -> None:
    goal = "Round the total"

    told = cli("brief", goal, "-w", shop, "--json").json

    assert plangate.brief(goal, workspace=shop) == told


@pytest.mark.rule("UND-4")
def test_what_is_there_already_is_said_and_raises_a_decision(cli: Runner, shop: Path) -> None:
    document = cli("brief", "Add a dark mode", "-w", shop, "--json").json

    assert document["exists"][0]["locator"] == "shop/theme.py:1"
    assert document["exists"][0]["strength"] >= 0.75
    (opened,) = document["open"]
    assert opened["kind"] == "exists"
    assert [reading["id"] for reading in opened["interpretations"]] == [
        "extend",
        "leave",
        "replace",
    ]


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize(
    "goal", ["Add a waiting list", "Fix the dark mode", "Why is the theme dark?"]
)
def test_nothing_is_said_to_be_there_that_is_new_broken_or_asked_about(
    cli: Runner, shop: Path, goal: str
) -> None:
    document = cli("brief", goal, "-w", shop, "--json").json

    assert not [entry for entry in document["exists"] if entry["strength"] >= 0.75]
    assert document["open"] == []


@pytest.mark.rule("UND-3")
def test_rules_of_the_repository_that_concern_the_goal_are_told_with_their_line(
    cli: Runner, shop: Path
) -> None:
    rules = cli("brief", "Speed up the checkout", "-w", shop, "--json").json["rules"]

    assert rules[0] == {
        "locator": "AGENTS.md:2",
        "text": "“Every change to checkout needs a test.”",
    }


@pytest.mark.rule("UND-3")
def test_decision_records_are_named_even_where_they_share_no_word_of_the_goal(
    cli: Runner, shop: Path
) -> None:
    records = shop / "docs" / "decisions"
    records.mkdir(parents=True)
    kept = "# 3. How value is kept\n\n## Why\nAuditors.\n\n## Decision\n\nAs a ledger,\nno sums.\n"
    (records / "0003-stored-value.md").write_text(kept)
    (shop / "docs" / "selling.md").write_text("# How the checkout sells\n\nIn pence.\n")

    rules = cli("brief", "Speed up the checkout", "-w", shop, "--json").json["rules"]

    named = {rule["locator"]: rule["text"] for rule in rules}
    told = "“3. How value is kept: As a ledger, no sums.”"
    assert named["docs/decisions/0003-stored-value.md:8"] == told, "with what was decided"
    assert named["docs/selling.md:3"] == "“How the checkout sells: In pence.”"
    assert rules[0]["locator"] == "AGENTS.md:2", "what binds everybody comes first"


@pytest.mark.rule("UND-3")
def test_a_record_or_page_is_told_by_the_sentence_that_binds_not_by_how_it_begins(
    cli: Runner, shop: Path
) -> None:
    records = shop / "docs" / "records"
    records.mkdir(parents=True)
    why = "2023-11, decided.\n\nThe checkout was slow, and carts were lost in the night.\n"
    decided = "A cart is written by `Carts.put`,\nand nothing else writes.\n"
    (records / "004-carts.md").write_text(f"# 4. One place for carts\n\n{why}\n{decided}")
    page = "# Selling\n\nWe sell pens, mostly by card.\n\nThe checkout never waits for mail.\n"
    (shop / "docs" / "selling.md").write_text(page)

    rules = cli("brief", "Speed up the checkout", "-w", shop, "--json").json["rules"]

    named = {rule["locator"]: rule["text"] for rule in rules}
    written = "A cart is written by `Carts.put`, and nothing else writes."
    assert named["docs/records/004-carts.md:7"] == f"“4. One place for carts: {written}”"
    assert named["docs/selling.md:5"] == "“The checkout never waits for mail.”"


@pytest.mark.rule("UND-3")
def test_that_programs_may_change_nothing_here_is_the_first_rule(cli: Runner, shop: Path) -> None:
    text = "We do not accept changes made by AI agents.\nCheckout changes need a test.\n"
    (shop / "CONTRIBUTING.md").write_text(text)

    rules = cli("brief", "Speed up the checkout", "-w", shop, "--json").json["rules"]

    assert rules[0]["locator"] == "CONTRIBUTING.md:1"


@pytest.mark.rule("UND-3")
def test_that_programs_may_change_nothing_here_is_said_before_anything_else(
    cli: Runner, shop: Path
) -> None:
    text = "# Rules\n\nOne test for each change. Please do\nnot submit what AI tools have made.\n"
    (shop / "CONTRIBUTING.md").write_text(text)
    told = "CONTRIBUTING.md:3  “Please do not submit what AI tools have made.”"

    brief = cli("brief", "Speed up the checkout", "-w", shop).out.splitlines()
    plan = cli("plan", "Add a color to the theme of the shop", "--workspace", shop).out

    assert brief[2:4] == ["Read before an agent begins:", f"  {told}"]
    assert "Read before an agent begins, CONTRIBUTING.md:3 says: “Please do not submit" in plan


@pytest.mark.rule("UND-4")
def test_what_is_only_alike_is_called_so_on_a_screen(cli: Runner, tmp_path: Path) -> None:
    root = plant(tmp_path / "w", {**READER, **PAUSING})

    there = cli("brief", "Let people pause a check", "-w", root).out
    alike = cli("brief", "Let people pause all checks at once", "-w", root).out

    assert "There already:\n  the handler `pause`  app/views.py:1" in there
    assert "There already" not in alike
    assert "Alike, and not the same:" in alike


@pytest.mark.rule("UND-3")
def test_the_test_command_is_one_that_runs_for_the_files_at_hand(
    cli: Runner, tmp_path: Path
) -> None:
    tree = {
        "pyproject.toml": '[project]\nname = "x"\n[tool.pytest.ini_options]\nminversion = "8"\n',
        "package.json": '{"scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "1"}}',
        "api/orders.py": "def list_orders():\n    return []\n",
        "api/stock.py": "def count_stock():\n    return 0\n",
        "web/wall.tsx": "export function Wall() {\n  return <div>picture wall</div>;\n}\n",
    }
    root = plant(tmp_path / "both", tree)

    wall = cli("brief", "Show a frame around each picture of the wall", "-w", root, "--json").json
    stock = cli("brief", "Count the stock", "-w", root, "--json").json

    assert wall["places"][0]["path"] == "web/wall.tsx"
    assert wall["conventions"]["test"] == "npm test"
    assert stock["places"][0]["path"] == "api/stock.py"
    assert "pytest" in stock["conventions"]["test"]


@pytest.mark.rule("UND-3")
def test_a_command_that_was_kept_is_another_when_its_file_changes(
    cli: Runner, tmp_path: Path
) -> None:
    tree = {f"web/part{number}.js": "export const one = 1;\n" for number in range(60)}
    root = plant(tmp_path / "web", {**tree, "web/wall.js": "export function wall() {}\n"})
    told = []
    for test in ("vitest run", None):
        scripts = {"test": test} if test else {}
        (root / "package.json").write_text(json.dumps({"scripts": scripts}), encoding="utf-8")
        for path in root.rglob("*.js*"):
            os.utime(path, (1_000_000_000, 1_000_000_000))
        for _ in range(2):
            found = cli("brief", "Paint the wall", "-w", root, "--json").json
            told.append(found["conventions"]["test"])

    assert told == ["npm test", "npm test", None, None]


@pytest.mark.rule("UND-3")
def test_a_file_git_tracks_is_read_even_where_an_ignore_rule_names_it(
    cli: Runner, shop: Path
) -> None:
    plant(
        shop,
        {
            ".gitignore": "local/\n*.secret.py\n",
            "local/ledger.py": "def post_ledger_entry():\n    return None\n",
            "build/ledger_tool.py": "def ledger_tool():\n    return None\n",
        },
    )
    committed(shop, "First commit", force=True)
    plant(shop, {"local/untracked.py": "def ledger_untracked():\n    return None\n"})

    found = paths(cli("brief", "Change the ledger", "-w", shop, "--json").json)

    assert {"local/ledger.py", "build/ledger_tool.py"} <= set(found)
    assert "local/untracked.py" not in found


@pytest.mark.rule("UND-5")
def test_a_file_that_has_every_word_somewhere_comes_before_one_that_has_some_often(
    cli: Runner, shop: Path
) -> None:
    plant(
        shop,
        {
            "shop/invoice.py": "def due(order):\n    return order.reminder\n",
            "shop/late.py": "def overdue():\n    reminder = reminder_of(reminder)\n" * 9,
        },
    )

    found = paths(cli("brief", "Invoice reminder comes late", "-w", shop, "--json").json)
    told = paths(cli("brief", "Reminder for every invoice, 20260101", "-w", shop, "--json").json)

    assert set(found[:2]) == {"shop/invoice.py", "shop/late.py"}
    assert told[0] == "shop/invoice.py"


@pytest.mark.rule("UND-5")
def test_a_file_where_the_words_stand_together_comes_before_one_where_they_are_far_apart(
    cli: Runner, shop: Path
) -> None:
    between = "\n".join(f"line_{each} = {each}" for each in range(40))
    plant(
        shop,
        {
            "shop/apart.py": f"coupon = 1\n{between}\nexpiry = 2\n{between}\n",
            "shop/beside.py": f"{between}\ncoupon = 1\nexpiry = 2\n{between}\n",
        },
    )

    found = paths(cli("brief", "Coupon expiry is off by a day", "-w", shop, "--json").json)

    assert found.index("shop/beside.py") < found.index("shop/apart.py")


@pytest.mark.rule("UND-5")
def test_a_file_that_declares_what_a_goal_names_comes_before_one_that_uses_it(
    cli: Runner, shop: Path
) -> None:
    plant(
        shop,
        {
            "shop/asks.py": "print(coupon_expiry(one, two), 3)\n",
            "shop/knows.py": "def coupon_expiry(one, two): pass\n",
        },
    )

    found = paths(cli("brief", "Expiry of a coupon is off", "-w", shop, "--json").json)

    assert found.index("shop/knows.py") < found.index("shop/asks.py")


@pytest.mark.rule("UND-5")
def test_an_example_comes_after_what_it_shows(cli: Runner, shop: Path) -> None:
    code = "def export_ledger(rows):\n    return rows\n"
    plant(shop, {"examples/ledger.py": code, "shop/ledger.py": code})

    found = paths(cli("brief", "Export the ledger with dates", "-w", shop, "--json").json)

    assert found.index("shop/ledger.py") < found.index("examples/ledger.py")


@pytest.mark.rule("UND-10", "UND-5")
def test_what_an_issue_says_again_and_again_counts_more_than_what_it_says_once(
    cli: Runner, shop: Path
) -> None:
    plant(
        shop,
        {
            "shop/giving.py": "def take(pallet):\n    return pallet.weight\n",
            "shop/taking.py": "def pick(parcel):\n    return parcel.weight\n",
            "tests/test_first.py": "from shop import weights\n\npallet = weights.weight('x')\n",
            "tests/test_second.py": "from shop import weights\n\nparcel = weights.weight('x')\n",
        },
    )
    issue = (
        "Wrong weight\n\nI ordered one on a pallet. The parcel came late.\n\n"
        "The parcel said two kilos, and the next parcel too. No parcel is that light.\n"
    )

    places = cli("brief", issue, "-w", shop, "--json").json["places"]

    assert [one["path"] for one in places[:2]] == ["shop/taking.py", "shop/giving.py"]
    assert places[0]["tests"][0] == "tests/test_second.py"


@pytest.mark.rule("UND-3", "UND-5")
def test_a_test_that_speaks_of_a_place_is_its_test_whatever_it_is_called(
    cli: Runner, shop: Path
) -> None:
    plant(
        shop,
        {
            "shop/refunds.py": "def rounded(amount):\n    return amount\n",
            "tests/test_money.py": "from shop import refunds\n\nassert refunds\n",
        },
    )

    first = cli("brief", "Refunds are rounded up", "-w", shop, "--json").json["places"][0]

    assert first["path"] == "shop/refunds.py"
    assert first["tests"][0] == "tests/test_money.py"


@pytest.mark.rule("UND-5", "INV-13")
def test_what_commits_said_of_a_file_makes_it_a_place(cli: Runner, shop: Path) -> None:
    committed(shop, "First commit")
    (shop / "shop/mail.py").write_text("def send_mail(to, text):\n    return to\n")
    committed(shop, "Greylisting: wait before the second attempt")

    place = cli("brief", "Greylisting should give up", "-w", shop, "--json").json["places"][0]

    assert place["path"] == "shop/mail.py"
    assert place["why"] == ["history", "lately"]


@pytest.mark.rule("UND-10", "UND-5")
def test_the_traceback_of_a_pasted_issue_names_the_place(cli: Runner, shop: Path) -> None:
    issue = (
        "Something is wrong on Mondays\n\n```\nTraceback (most recent call last):\n"
        '  File "/srv/www/shop/catalog.py", line 1, in list_products\nKeyError: 3\n```\n\nOS: Mac\n'
    )

    ran = cli("brief", "-", "-w", shop, "--json", stdin=issue)

    assert ran.json["places"][0]["path"] == "shop/catalog.py"


@pytest.mark.rule("UND-5")
def test_a_brief_that_finds_no_place_says_so(cli: Runner, tmp_path: Path) -> None:
    root = plant(tmp_path / "empty", {"README.md": "# Nothing\n"})

    assert cli("brief", "Add a leaderboard", "-w", root, "--json").json["places"] == []
    assert "Places: none is likely" in cli("brief", "Add a leaderboard", "-w", root).out


@pytest.mark.rule("UND-3")
def test_a_brief_on_a_screen_is_about_twenty_lines(cli: Runner, shop: Path) -> None:
    ran = cli("brief", "Round the total when a customer pays", "-w", shop)

    assert "1. shop/checkout.py" in ran.out
    assert len(ran.out.splitlines()) <= 25


@pytest.mark.rule("UND-3", "INV-11")
def test_a_brief_writes_nothing_into_the_workspace(cli: Runner, shop: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in shop.rglob("*")}

    cli("brief", "Round the total", "-w", shop)
    cli("explore", "Where is the total?", "-w", shop)

    assert {path: path.stat().st_mtime_ns for path in shop.rglob("*")} == before


@pytest.mark.rule("UND-3")
def test_what_was_decided_before_about_the_same_is_told(user: Runner, shop: Path) -> None:
    goal = "Add rate limiting to the public checkout API"
    session = user("plan", goal, "-w", shop, "--json").json["session"]

    earlier = user("brief", "Rate limiting for the checkout API", "-w", shop, "--json").json

    assert earlier["decided_before"]
    assert {entry["session"] for entry in earlier["decided_before"]} == {session}
    told = [entry["decision"] for entry in earlier["decided_before"]]
    assert all(line.endswith("(taken by plangate, nobody confirmed it)") for line in told)


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("arguments", "field"),
    [(("brief", "  "), "goal"), (("explore", ""), "question"), (("brief", "x\x07"), "goal")],
)
def test_a_goal_that_is_no_text_is_refused_by_name(
    cli: Runner, shop: Path, arguments: tuple[str, ...], field: str
) -> None:
    refused(cli(*arguments, "-w", shop), f"{field}: ", "accepted: ")


@pytest.mark.rule("INV-13")
def test_a_question_of_one_s_own_is_answered_with_lines_and_where_they_stand(
    cli: Runner, shop: Path
) -> None:
    ran = cli("explore", "Where does a customer pay by blockchain?", "-w", shop, "--json")

    assert ran.json["schema"] == "plangate.explore/1"
    found = {entry["locator"]: entry for entry in ran.json["evidence"]}
    assert found["docs/checkout.md:3"]["quote"] == "“How a customer pays.”"
    assert found["docs/checkout.md:3"]["source"] == "documentation"
    assert found["shop/checkout.py:5"]["source"] == "code"
    assert ran.json["not_found"] == ["blockchain"]


@pytest.mark.rule("INV-13", "ACT-3")
def test_what_is_quoted_holds_no_secret(cli: Runner, shop: Path) -> None:
    secret = "ghp_" + "a1B2c3D4" * 5
    plant(shop, {"shop/deploy.py": f'DEPLOY_TOKEN = "{secret}"\n'})

    ran = cli("explore", "What is the deploy token?", "-w", shop, "--json")

    assert "shop/deploy.py:1" in {entry["locator"] for entry in ran.json["evidence"]}
    assert secret not in json.dumps(ran.json)


@pytest.mark.rule("UND-5")
def test_what_a_screen_looks_like_is_a_place_only_for_a_goal_about_looks(tmp_path: Path) -> None:
    root = plant(
        tmp_path / "w",
        {
            "web/orders.css": ".orders { color: red; }\n",
            "web/orders.ts": "export function orders() { return []; }\n",
            "web/other.ts": "export const other = 1;\n",
        },
    )

    plain = plangate.brief("Sort orders by date", workspace=root)
    looks = plangate.brief("Change the color of orders", workspace=root)

    assert "web/orders.css" not in paths(plain)
    assert "web/orders.css" in paths(looks)


@pytest.mark.rule("UND-5")
def test_code_of_an_example_can_be_the_place(tmp_path: Path) -> None:
    root = plant(
        tmp_path / "w",
        {
            "app/core.py": "def start():\n    return 1\n",
            "docs/conf.py": "spelling_word_list = []\n",
        },
    )

    found = plangate.brief("Spelling of the word list is wrong", workspace=root)

    assert paths(found)[0] == "docs/conf.py"


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize("label", ["", "fix: ", "Fixes: ", "Enhancement: "])
def test_the_label_of_a_change_and_its_first_verb_are_not_looked_for(
    tmp_path: Path, label: str
) -> None:
    root = plant(
        tmp_path / "w",
        {
            "app/bulk.py": "def rename_devices(devices):\n    return devices\n",
            "app/allow.py": "def allow():\n    return 'fix enhancement allow'\n",
        },
    )

    found = plangate.brief(f"{label}Allow renaming many devices", workspace=root)

    assert paths(found) == ["app/bulk.py"]


READER: Tree = {
    "README.md": """
        # Reader

        A reader of feeds.

        ## Options

        Pass `-w` so that the browser refreshes when a page was written.
        The reader keeps no statistics of what people read.
        """,
    "reader/main.py": """
        def start():
            return parse("--paper", help="print the feed on paper with page numbers")


        def send(entry):
            return entry
        """,
    "reader/pages.py": "def write_page(page):\n    return page\n",
    "reader/entries.py": "class Entry:\n    title = ''\n",
    "tests/test_pages.py": "def test_page():\n    assert True\n",
}


def said_to_be_there(goal: str, root: Path) -> list[str]:
    found = plangate.brief(goal, workspace=root)["exists"]
    return [entry["locator"] for entry in found if entry["strength"] >= 0.75]


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize(
    ("goal", "where"),
    [
        ("Refresh the browser when a page was written", "README.md:7"),
        ("Print page numbers on paper", "reader/main.py:2"),
    ],
)
def test_a_sentence_for_people_says_that_something_is_there(
    tmp_path: Path, goal: str, where: str
) -> None:
    root = plant(tmp_path / "w", READER)

    assert said_to_be_there(goal, root) == [where]


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize(
    "goal",
    [
        "Send an entry by fax",
        "Keep statistics of what people read",
        "Add a test for writing a page",
        "fix: write the page twice",
        "Let write_page print on paper",
    ],
    ids=["means nobody knows", "denied", "about tests", "mended", "named by its name"],
)
def test_what_only_sounds_like_it_is_not_said_to_be_there(tmp_path: Path, goal: str) -> None:
    root = plant(tmp_path / "w", READER)

    assert said_to_be_there(goal, root) == []


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize(
    ("goal", "where"),
    [
        ("Keep unfinished entries out of the list", "reader/draft.py:1"),
        ("Throw away old entries after a month", "reader/prune.py:1"),
        ("Save entries to read them later", "reader/stars.py:1"),
        ("Let several people work with the same feeds", ""),
        ("Send entries by mail", ""),
    ],
)
def test_what_is_there_under_another_name_is_said(tmp_path: Path, goal: str, where: str) -> None:
    named = {
        "reader/draft.py": "class Draft:\n    text = ''\n",
        "reader/prune.py": "def prune(entries, days):\n    return entries[:days]\n",
        "reader/stars.py": "def starred(entries):\n    return entries\n",
    }
    root = plant(tmp_path / "w", {**READER, **named})

    assert said_to_be_there(goal, root) == [where] * bool(where)


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize(
    ("goal", "where"),
    [("Add a function write_page", ["reader/pages.py:1"]), ("Add a function write_feed", [])],
)
def test_a_name_somebody_wants_is_there_when_all_of_it_is(
    tmp_path: Path, goal: str, where: list[str]
) -> None:
    root = plant(tmp_path / "w", READER)

    assert said_to_be_there(goal, root) == where


PAUSING: Tree = {
    "app/views.py": """
        def pause(check):
            return stopped(check)


        def get_archived_at(self):
            return self.archived_at


        def is_exported(check):
            return bool(check.exported)
        """,
    "app/checks.py": "class Check:\n    exported = ''\n    archived_at = None\n",
    "app/errors.py": "raise Failed('cannot merge the reports of checks')\n",
    "app/words.css": ".weekly_report { color: red }\n",
}


@pytest.mark.rule("UND-4")
def test_a_handler_that_does_what_is_wanted_is_there(tmp_path: Path) -> None:
    root = plant(tmp_path / "w", {**READER, **PAUSING})

    document = plangate.brief("Let people pause a check", workspace=root)

    (first, *_) = document["exists"]
    assert (first["what"], first["locator"]) == ("the handler `pause`", "app/views.py:1")
    assert first["strength"] >= 0.75


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize(
    "goal",
    [
        "Let people pause all checks at once",
        "Automatically pause a check",
        "Pause a check after 30 days",
        "Archive checks once they have been read",
        "Export checks",
        "Merge the reports of checks",
        "Add a weekly report",
    ],
    ids=["wider", "by itself", "after a time", "accessor", "asks", "failure", "style"],
)
def test_what_is_only_alike_is_not_said_to_be_there(tmp_path: Path, goal: str) -> None:
    root = plant(tmp_path / "w", {**READER, **PAUSING})

    assert said_to_be_there(goal, root) == []


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ("## Added\n\n- Export of the sleep chart as PDF [#12]", ["CHANGELOG.md:5"]),
        ("## Fixed\n\n- Export of the sleep chart as PDF [#12]", []),
        ("## Added\n\n- Export of the sleep chart", []),
    ],
    ids=["built", "mended", "less"],
)
def test_a_list_of_changes_says_what_was_built(
    tmp_path: Path, changed: str, where: list[str]
) -> None:
    log = {"CHANGELOG.md": f"# Changes\n\n{changed}\n", "app/nap.py": "def nap():\n    return 1\n"}
    root = plant(tmp_path / "w", {**READER, **log})

    assert said_to_be_there("Export the sleep chart as PDF", root) == where


@pytest.mark.rule("UND-4", "INV-13")
def test_a_commit_says_what_was_built_while_its_file_is_there(tmp_path: Path) -> None:
    root = plant(tmp_path / "w", {"app/nap.py": "def nap():\n    return 1\n"})
    committed(root, "Export the sleep chart as PDF")
    there = said_to_be_there("Add an export of the sleep chart as PDF", root)
    (root / "app" / "nap.py").unlink()

    assert there == ["app/nap.py:1"]
    assert said_to_be_there("Add an export of the sleep chart as PDF", root) == []


@pytest.mark.rule("UND-4")
def test_a_sample_of_a_page_is_no_statement_that_something_is_there(
    cli: Runner, shop: Path
) -> None:
    (shop / "docs").mkdir(exist_ok=True)
    page = "# Plans\n\n```console\nplans/add-a-waiting-list-to-the-shop.md is written (v1)\n```\n"
    named = "\nIt is kept in plans/add-a-waiting-list-to-the-shop.md then.\n"
    (shop / "docs" / "plans.md").write_text(page + named)

    document = cli("brief", "Add a waiting list to the shop", "-w", shop, "--json").json

    assert not [entry for entry in document["exists"] if entry["strength"] >= 0.75]
    assert document["open"] == []

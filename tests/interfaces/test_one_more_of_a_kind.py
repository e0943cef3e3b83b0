"""Plans by analogy: one more of a kind takes what its nearest sibling is made of (UND-5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.adapters.trees import Tree, plant
from tests.conftest import Runner
from tests.interfaces.test_brief_command import committed

#: Enough of a file that there is something to copy.
BODY = "// " + "what this one does and how it is told apart from the others. " * 3 + "\n"

BENCH: Tree = {
    "Cargo.toml": '[package]\nname = "bench"\nversion = "1.0.0"\n',
    "README.md": "# bench\n\nResults go to CSV, JSON, Markdown or AsciiDoc files.\n",
    "src/main.rs": "fn main() {\n    run();\n}\n",
    "src/timing.rs": f"pub fn timing_results() {{}}\n{BODY}",
    "src/cli.rs": """
        pub fn arguments() -> Vec<&'static str> {
            vec![
                "--export-asciidoc",
                "--export-csv",
                "--export-json",
                "--export-markdown",
            ]
        }
        """,
    "src/export/mod.rs": """
        mod asciidoc;
        mod csv;
        mod json;
        mod markdown;

        pub fn unrelated() {}












        pub enum ExportType {
            Asciidoc,
            Csv,
            Json,
            Markdown,
        }
        """,
    "tests/exports.rs": """
        #[test]
        fn writes_asciidoc() {}
        #[test]
        fn writes_csv() {}
        #[test]
        fn writes_json() {}
        #[test]
        fn writes_markdown() {}
        """,
    **{
        f"src/export/{name}.rs": f"pub fn write_{name}(results: &str) {{}}\n{BODY}"
        for name in ("asciidoc", "csv", "json", "markdown")
    },
}
HERALD: Tree = {
    "pyproject.toml": '[project]\nname = "herald"\n[tool.pytest.ini_options]\nminversion = "8"\n',
    "herald/app.py": "def run():\n    return None\n",
    "herald/notifiers/__init__.py": """
        from herald.notifiers.discord import DiscordNotifier
        from herald.notifiers.telegram import TelegramNotifier
        from herald.notifiers.xmpp import XmppNotifier

        NOTIFIERS = [DiscordNotifier, TelegramNotifier, XmppNotifier]
        """,
    **{
        f"herald/notifiers/{name}.py": f"class {name.title()}Notifier:\n    '''{BODY}'''\n"
        for name in ("discord", "telegram", "xmpp")
    },
    **{
        f"tests/notifiers/test_{name}.py": f"def test_{name}_is_told():\n    assert '{BODY[:-1]}'\n"
        for name in ("discord", "telegram", "xmpp")
    },
}
WATCH: Tree = {
    "go.mod": "module example.org/watch\n\ngo 1.22\n",
    "main.go": "package main\n\nfunc main() {}\n",
    "alerting/config.go": """
        package alerting

        type Config struct {
            Discord  *discord.Provider
            Opsgenie *opsgenie.Provider
            Telegram *telegram.Provider
        }
        """,
    **{
        f"alerting/provider/{name}/{name}.go": f"package {name}\n\ntype Provider struct{{}}\n{BODY}"
        for name in ("discord", "opsgenie", "telegram")
    },
}
SITE: Tree = {
    "package.json": '{"name": "site", "scripts": {"test": "vitest run"}}',
    "src/app.ts": "export function app() {\n  return 1;\n}\n",
    "src/languages.ts": 'export const languages = ["de", "en", "es", "fr"];\n',
    **{
        f"src/texts/{code}.json": '{"greeting": "%s"}\n' % ("hello to everybody who is here " * 8)
        for code in ("de", "en", "es", "fr")
    },
}

LOOK: Tree = {
    "pyproject.toml": '[project]\nname = "look"\n[tool.pytest.ini_options]\nminversion = "8"\n',
    "look/options.py": """
        import argparse


        def parser():
            made = argparse.ArgumentParser()
            made.add_argument("--max-depth", type=int)
            made.add_argument("--max-count", type=int)
            made.add_argument("--follow-links", action="store_true")
            made.add_argument("--no-color", action="store_true")
            return made
        """,
    "look/walk.py": """
        def walk(folder, options):
            if options.max_depth == 0 or options.max_count == 0:
                return []
            return list_entries(folder, options.follow_links)


        def skip_hidden_entries(entries):
            return [entry for entry in entries if not entry.startswith(".")]
        """,
    "look/output.py": "def colored(text):\n    return text\n",
    "tests/test_walk.py": """
        def test_max_depth_ends_the_walk():
            assert True


        def test_max_count_ends_the_walk():
            assert True
        """,
    "README.md": "# look\n\n`--max-depth N` goes no deeper.\n`--max-count N` finds no more.\n",
}


def planned(cli: Runner, root: Path, goal: str) -> list[dict[str, Any]]:
    ran = cli("plan", goal, "-w", root, "--json")
    plan = ran.json["plan"]
    return list(plan["tasks"]) if plan else []


def files_of(tasks: list[dict[str, Any]]) -> list[str]:
    return [path for task in tasks for path in task["files"]]


@pytest.mark.rule("UND-5", "PLAN-1")
def test_one_more_format_is_a_new_file_registered_tested_and_listed_where_its_siblings_are(
    cli: Runner, tmp_path: Path
) -> None:
    bench = plant(tmp_path / "bench", BENCH)

    tasks = planned(cli, bench, "Add an option to write results as HTML")

    first, registered, tested, listed = tasks
    assert first["files"] == ["src/export/html.rs"]
    assert first["title"] == "Add an option to write results as HTML, like asciidoc.rs"
    assert set(registered["files"]) == {"src/cli.rs", "src/export/mod.rs"}
    assert (
        "`Html` beside `Asciidoc` in ExportType (src/export/mod.rs:20)" in registered["description"]
    )
    assert "`export-html`" in registered["description"]
    assert tested["files"] == ["tests/exports.rs"]
    assert listed["files"] == ["README.md"]
    assert registered["depends_on"] == [first["id"]]
    assert set(tested["depends_on"]) == {first["id"], registered["id"]}
    assert all(task["check"] for task in tasks)
    assert first["check"].startswith("the new test in exports.rs passes: `cargo test")
    assert registered["title"] == "Register HTML beside asciidoc"
    assert registered["check"].startswith("by hand: choose HTML where asciidoc can be chosen")
    assert tested["check"].startswith("the new cases fail without the change: `cargo test")
    assert not any("grep" in task["check"] for task in tasks)
    assert not any(".rs and " in task["title"] or "(" in task["title"] for task in tasks)


@pytest.mark.rule("UND-5")
def test_the_sibling_a_goal_names_is_the_one_to_copy_and_has_its_test_copied_too(
    cli: Runner, tmp_path: Path
) -> None:
    herald = plant(tmp_path / "herald", HERALD)

    tasks = planned(cli, herald, "Add a Slack notifier, like the Telegram one")

    assert tasks[0]["title"] == "Add a Slack notifier, like the Telegram one"
    assert "herald/notifiers/telegram.py" in tasks[0]["description"]
    assert files_of(tasks) == [
        "herald/notifiers/slack.py",
        "herald/notifiers/__init__.py",
        "tests/notifiers/test_slack.py",
    ]
    assert "pytest tests/notifiers/test_slack.py" in tasks[-1]["check"]


@pytest.mark.rule("UND-5")
def test_a_member_with_a_folder_of_its_own_gets_one(cli: Runner, tmp_path: Path) -> None:
    watch = plant(tmp_path / "watch", WATCH)

    tasks = planned(cli, watch, "Support PagerDuty as an alerting provider")

    assert tasks[0]["files"] == ["alerting/provider/pagerduty/pagerduty.go"]
    assert "alerting/config.go" in files_of(tasks)


@pytest.mark.rule("UND-5")
def test_a_member_called_as_its_file_would_be_is_known_by_that(cli: Runner, tmp_path: Path) -> None:
    clocks = {
        f"src/Clocks/{name}ClockConverter.cs": f"class {name}ClockConverter {{ }}\n{BODY}"
        for name in ("Danish", "French", "German")
    }
    root = plant(tmp_path / "clocks", {"src/Program.cs": "class Program { }\n", **clocks})

    tasks = planned(cli, root, "Add FrisianClockConverter")

    assert tasks[0]["files"] == ["src/Clocks/FrisianClockConverter.cs"]


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize("mark", ["'", "’"])
def test_what_something_has_is_no_member_of_those_that_begin_like_it(
    cli: Runner, tmp_path: Path, mark: str
) -> None:
    """“A container's logs” are not the next of ContainerTitle, ContainerHealth, ContainerLog."""
    parts = {
        f"web/parts/Container{name}.vue": f"<template><p>{name}</p></template>\n{BODY}"
        for name in ("Title", "Health", "Log", "Toolbar")
    }
    code = "def download_logs(container):\n    return container.logs\n"
    root = plant(tmp_path / "harbour", {"harbour/logs.py": code, **parts})

    tasks = planned(cli, root, f"Let a container{mark}s logs be downloaded as gzip")

    assert not any("ContainerS" in path for path in files_of(tasks))
    assert "harbour/logs.py" in files_of(tasks)


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    "goal",
    [
        "Add a Portuguese translation",
        "Translate the app to Portuguese",
        "translate our whole website into Portuguese",
    ],
)
def test_a_language_is_called_as_the_others_are_and_takes_what_they_take(
    goal: str, cli: Runner, tmp_path: Path
) -> None:
    site = plant(tmp_path / "site", SITE)

    text, registered = planned(cli, site, goal)

    assert text["files"] == ["src/texts/pt.json"]
    assert registered["files"] == ["src/languages.ts"]


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    "goal",
    [
        "Add a total to the CSV export",
        "Fix the CSV export of empty results",
        "Export the results as JSON",
        "Remove the Markdown export",
        "Add retries to the timing",
        "Add a column for the median to exported Markdown tables",
    ],
)
def test_what_is_wanted_of_a_member_that_is_there_makes_no_new_one(
    cli: Runner, tmp_path: Path, goal: str
) -> None:
    bench = plant(tmp_path / "bench", BENCH)

    tasks = planned(cli, bench, goal)

    made = [path for path in files_of(tasks) if not (bench / path).exists()]
    assert [path for path in made if path.startswith("src/")] == []


@pytest.mark.rule("UND-5")
def test_the_commit_that_added_the_sibling_is_cited(cli: Runner, tmp_path: Path) -> None:
    late = {path: text for path, text in HERALD.items() if "xmpp" in path or "__init__" in path}
    early = {path: text for path, text in HERALD.items() if path not in late}
    herald = plant(tmp_path / "herald", early)
    committed(herald, "Begin")
    plant(herald, late)
    committed(herald, "Add an XMPP notifier")

    tasks = planned(cli, herald, "Add a Gotify notifier")

    assert "“Add an XMPP notifier”" in tasks[0]["description"]
    assert tasks[0]["title"] == "Add a Gotify notifier, like xmpp.py"


@pytest.mark.rule("UND-3", "UND-5")
def test_the_brief_names_the_sibling_to_copy_with_its_parts(cli: Runner, tmp_path: Path) -> None:
    herald = plant(tmp_path / "herald", HERALD)

    ran = cli("brief", "Add a Slack notifier, like the Telegram one", "-w", herald, "--json")

    first = ran.json["siblings"][0]
    assert first["path"] == "herald/notifiers/telegram.py"
    assert "herald/notifiers/slack.py" in first["why"]
    assert "tests/notifiers/test_telegram.py" in first["why"]


@pytest.mark.rule("UND-7")
def test_how_one_more_is_done_is_answered_by_its_siblings(cli: Runner, tmp_path: Path) -> None:
    herald = plant(tmp_path / "herald", HERALD)

    ran = cli("plan", "Add Slack notifications as a notifier", "-w", herald, "--json")

    assert ran.json["assumptions"] == []
    assert ran.json["question"] is None


@pytest.mark.rule("UND-5")
def test_one_more_option_follows_the_trail_of_the_nearest(cli: Runner, tmp_path: Path) -> None:
    look = plant(tmp_path / "look", LOOK)

    tasks = planned(cli, look, "Add --max-size to skip hidden entries that are larger")

    declared, made = tasks[:2]
    assert declared["title"].startswith("Add --max-size beside --max-")
    assert declared["files"] == ["look/options.py", "look/walk.py"]
    assert "`max_size` beside `max_depth` in walk (look/walk.py:2)" in declared["description"]
    assert made["title"].startswith("Make --max-size skip hidden entries")
    assert made["depends_on"] == [declared["id"]]
    assert {"tests/test_walk.py", "README.md"} <= set(files_of(tasks))


@pytest.mark.rule("UND-5")
def test_an_option_of_one_command_goes_where_that_command_declares_its_own(
    cli: Runner, tmp_path: Path
) -> None:
    tally = """
        def tally_command(made):
            made.add_argument("--exact", action="store_true")
            return made


        def tally(entries):
            return len(entries)
        """
    look = plant(tmp_path / "look", {**LOOK, "look/tally.py": tally})

    tasks = planned(cli, look, "Add a --json option to look tally")

    assert tasks[0]["files"][0] == "look/tally.py"
    assert "look/options.py" not in files_of(tasks)


@pytest.mark.rule("UND-5")
def test_a_likely_file_that_only_prints_an_option_declares_none(
    cli: Runner, tmp_path: Path
) -> None:
    shown = """
        def refuse_larger_uploads(made, upload):
            made.add_argument("--shown")
            return upload.size, "larger upload refused with 413"
        """
    look = plant(tmp_path / "look", {**LOOK, "look/output.py": shown})

    tasks = planned(cli, look, "Add a --max-upload option that refuses larger uploads with 413")

    assert "look/options.py" in tasks[0]["files"]


@pytest.mark.rule("UND-5")
def test_a_block_in_an_unlikely_place_is_no_family(cli: Runner, tmp_path: Path) -> None:
    keys = """
        export function initializeKeyboardShortcuts(keyboard) {
            keyboard.on("g u", () => goToPage("unread"));
            keyboard.on("g h", () => goToPage("history"));
            keyboard.on("n", () => goToNextUnreadFeed());
        }
        """
    manifest = """
        package ui

        type webShortcut struct {
            Name string
            Address string
            Icon string
            Order int
        }
        """
    tree: Tree = {
        "go.mod": "module reader\n",
        "ui/manifest.go": manifest,
        "ui/keys.js": keys,
        "README.md": "# reader\n",
    }
    reader = plant(tmp_path / "reader", tree)

    tasks = planned(cli, reader, "Add a keyboard shortcut to jump to the next unread feed")

    assert tasks[0]["files"][0] == "ui/keys.js"
    assert "ui/manifest.go" not in files_of(tasks)


@pytest.mark.rule("UND-5")
def test_an_option_that_is_there_is_no_new_one(cli: Runner, tmp_path: Path) -> None:
    look = plant(tmp_path / "look", LOOK)

    tasks = planned(cli, look, "Let --max-depth count the folders that links lead to")

    assert not any("beside --" in task["title"] for task in tasks)


@pytest.mark.rule("UND-5")
def test_a_name_of_the_sort_of_those_that_stand_in_a_list_goes_beside_them(
    cli: Runner, tmp_path: Path
) -> None:
    server = {
        "package.json": '{"name": "server", "scripts": {"test": "vitest run"}}',
        "src/uploads.ts": """
            const shownInline = {
                "image/gif": "uploads.gif",
                "image/jpeg": "uploads.jpg",
                "image/png": "uploads.png",
            };

            export function uploads(type: string) {
                return shownInline[type];
            }
            """,
        "src/app.ts": "export function app() {\n  return 1;\n}\n",
    }
    root = plant(tmp_path / "server", server)

    tasks = planned(cli, root, "Show HEIC uploads inline")

    assert tasks[0]["title"] == "Show HEIC uploads inline, like `png`"
    assert tasks[0]["files"] == ["src/uploads.ts"]
    assert "in shownInline (src/uploads.ts:4)" in tasks[0]["description"]


@pytest.mark.rule("UND-5")
def test_why_and_like_what_one_more_is_wanted_is_told_with_it_and_is_no_work(
    cli: Runner, tmp_path: Path
) -> None:
    bench = plant(tmp_path / "bench", BENCH)
    goal = (
        "We'd like to paste results into our LaTeX pages. Support exporting the table of results "
        "as LaTeX, next to the AsciiDoc one."
    )

    tasks = planned(cli, bench, goal)

    assert [task["files"] for task in tasks] == [
        ["src/export/latex.rs"],
        ["src/export/mod.rs", "src/cli.rs"],
        ["tests/exports.rs"],
        ["README.md"],
    ]
    assert "paste results into our LaTeX pages" in tasks[0]["description"]


@pytest.mark.rule("UND-5")
def test_a_command_told_by_what_it_does_is_a_file_beside_the_others_and_registered(
    cli: Runner, tmp_path: Path
) -> None:
    names = ("add", "delete", "export", "print")
    calls = "".join(f"    root.AddCommand({name}Cmd())\n" for name in names)
    root = plant(
        tmp_path / "marks",
        {
            "go.mod": "module example.org/marks\n\ngo 1.22\n",
            "internal/cmd/root.go": f"package cmd\n\nfunc marksCmd() {{\n{calls}}}\n{BODY}",
            "internal/store.go": "package internal\n\nfunc tags() {}\n",
            **{
                f"internal/cmd/{name}.go": f"package cmd\n\nfunc {name}Cmd() {{}}\n{BODY}"
                for name in names
            },
        },
    )

    listed = planned(cli, root, "Add a command to list all tags. Similar to the export command.")
    again = planned(cli, root, "Add a command to delete unused tags")
    typed = planned(cli, root, "We want `marks convert <file.json>` that reads another export")

    assert files_of(listed)[:2] == ["internal/cmd/tags.go", "internal/cmd/root.go"]
    assert "internal/cmd/export.go to internal/cmd/tags.go" in listed[0]["description"]
    assert "The name tags is a proposal" in listed[0]["description"]
    assert "Why: " not in listed[0]["description"]
    assert "`tagsCmd` beside `exportCmd`" in listed[1]["description"]
    assert files_of(again)[:2] == ["internal/cmd/deletetags.go", "internal/cmd/root.go"]
    assert "Copy internal/cmd/delete.go" in again[0]["description"]
    assert files_of(typed)[:2] == ["internal/cmd/convert.go", "internal/cmd/root.go"]


@pytest.mark.rule("UND-5")
def test_a_member_that_names_others_of_its_sort_is_no_list_of_them(
    cli: Runner, tmp_path: Path
) -> None:
    names = 'NEAR = ["discord", "telegram", "mattermost"]'
    alone = {path: text for path, text in HERALD.items() if "__init__" not in path}
    xmpp = {"herald/notifiers/xmpp.py": f"class XmppNotifier:\n    {names}\n# {BODY}"}
    herald = plant(tmp_path / "herald", {**alone, **xmpp})

    tasks = planned(cli, herald, "Add a Slack notifier, like the XMPP one")

    assert files_of(tasks)[0] == "herald/notifiers/slack.py"
    assert "herald/notifiers/xmpp.py" not in files_of(tasks)


@pytest.mark.rule("UND-5")
def test_a_language_whose_siblings_are_listed_in_part_is_listed_too(
    cli: Runner, tmp_path: Path
) -> None:
    codes = ("bg", "cs", "da", "el", "fi", "hu", "pl", "ro", "sk", "sv", "tr", "uk")
    offered = "    ('fi', 'Finnish'),\n    ('hu', 'Hungarian'),\n    ('pl', 'Polish'),\n"
    root = plant(
        tmp_path / "gym",
        {
            "manage.py": "import sys\n",
            "gym/settings.py": f"# The languages of the web interface\nLANGUAGES = (\n{offered})\n",
            **{
                f"gym/locale/{code}/LC_MESSAGES/django.po": f'msgid "language"\n# {BODY}'
                for code in codes
            },
        },
    )

    tasks = planned(cli, root, "Add Latvian as a language of the web interface")

    assert files_of(tasks)[:2] == ["gym/locale/lv/LC_MESSAGES/django.po", "gym/settings.py"]
    assert tasks[1]["title"] == "Register Latvian beside Polish"


CLUB: Tree = {
    "pyproject.toml": '[project]\nname = "club"\n[tool.pytest.ini_options]\nminversion = "8"\n',
    "club/models/member.py": """
        class Member(models.Model):
            first_name = models.CharField()
            birth_date = models.DateField()
            home_town = models.CharField()

            def age(self):
                return today() - self.birth_date
        """,
    "club/serializers.py": """
        class MemberSerializer:
            fields = [
                "first_name",
                "birth_date",
                "home_town",
            ]
        """,
    "club/migrations/0001_begin.py": "FIELDS = ['first_name', 'birth_date', 'home_town']\n",
    "club/migrations/0002_town.py": "FIELDS = ['home_town']\n",
    "club/settings.ts": """
        export const defaultSettings = {
            showAvatars: true,
            notifyMentions: true,
            compactSidebar: false,
        };
        """,
    "club/sidebar.ts": "export function sidebar(settings) {\n  settings.compactSidebar;\n}\n",
    "club/state.py": """
        class InvoiceStatus(Enum):
            OPEN = "open"
            PAID_IN_FULL = "paid"
            WRITTEN_OFF = "written off"
        """,
    "tests/test_member.py": "def test_birth_date_is_kept():\n    assert True\n",
}


@pytest.mark.rule("UND-5")
def test_one_more_field_follows_the_trail_of_its_nearest_with_its_migration(
    cli: Runner, tmp_path: Path
) -> None:
    club = plant(tmp_path / "club", CLUB)

    declared, step, *_ = planned(cli, club, "Add a join date field to the member model")

    assert declared["title"] == "Add a join date field to the member model, like `birth_date`"
    assert declared["files"] == ["club/models/member.py", "club/serializers.py"]
    assert "`join_date` beside `birth_date`" in declared["description"]
    assert step["title"] == "Write the migration for join_date"
    assert "behind club/migrations/0002_town.py" in step["description"]
    assert step["depends_on"] == [declared["id"]]


@pytest.mark.rule("UND-5")
def test_a_setting_told_by_what_it_does_goes_beside_its_siblings_and_then_acts(
    cli: Runner, tmp_path: Path
) -> None:
    club = plant(tmp_path / "club", CLUB)

    goal = "Add a setting to hide the sidebar and the avatars of members on narrow screens"
    declared, made, *_ = planned(cli, club, goal)

    assert declared["title"] == "Add hideSidebar beside compactSidebar"
    assert "proposal" in declared["description"]
    assert made["title"].startswith("Make hideSidebar hide the sidebar")


@pytest.mark.rule("UND-5")
def test_one_more_value_stands_in_the_list_that_is_called_so_and_in_no_other(
    cli: Runner, tmp_path: Path
) -> None:
    club = plant(tmp_path / "club", CLUB)

    fitting = planned(cli, club, "Add a partly paid status for invoices")
    strange = planned(cli, club, "Add a sick leave status for members")
    there = planned(cli, club, "Add a birth date field to members")

    assert "`PARTLY_PAID` beside `PAID_IN_FULL`" in fitting[0]["description"]
    assert not any("beside" in task["title"] for task in (*strange, *there))


@pytest.mark.rule("INT-9")
def test_what_a_new_one_is_called_makes_no_goal_harder(cli: Runner, tmp_path: Path) -> None:
    herald = plant(tmp_path / "herald", HERALD)

    named = cli("plan", "Add a Replace notifier", "-w", herald, "--json")

    assert named.json["complexity"] <= 4


@pytest.mark.rule("UND-5")
def test_what_is_to_be_better_is_no_new_member(cli: Runner, tmp_path: Path) -> None:
    herald = plant(tmp_path / "herald", HERALD)

    built = planned(cli, herald, "Add a Pigeon notifier")
    better = planned(cli, herald, "Make the Slack notifier faster")

    assert any("pigeon" in path.lower() for path in files_of(built))
    made = {path for path in files_of(better) if not (herald / path).exists()}
    assert not any("notif" in path and "test" not in path for path in made)
    assert better[0]["title"].startswith("Measure ")

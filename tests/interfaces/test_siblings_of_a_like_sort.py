"""One more of a kind is made after a sibling of its own sort, or after none (UND-5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.trees import Tree, plant
from tests.conftest import Runner
from tests.interfaces.test_one_more_of_a_kind import files_of, planned

pytestmark = pytest.mark.rule("UND-5")

PYTHON = '[project]\nname = "pins"\n[tool.pytest.ini_options]\nminversion = "8"\n'
OPTIONS = """
    import click


    dry_run = click.option("-n", "--dry-run", is_flag=True, help="Change nothing")
    cache_dir = click.option("--cache-dir", type=click.Path(), help="Keep files here")
    index_url = click.option("--index-url", help="Look here", metavar="URL")
    ask_first = click.option("--ask-first", is_flag=True, help="Ask before a change")
    """
#: Two commands that take their options from one module, and a module that only sounds like one.
PINS: Tree = {
    "pyproject.toml": PYTHON,
    "pins/scripts/options.py": OPTIONS,
    "pins/scripts/sync.py": """
        import click

        from . import options


        @click.command(name="pin-sync")
        @options.dry_run
        @options.index_url
        @options.ask_first
        def cli(dry_run, index_url, ask_first):
            return install(dry_run, index_url, ask_first)
        """,
    "pins/sync.py": "def sync(wanted, there):\n    return [w for w in wanted if w not in there]\n",
    "tests/test_sync.py": "def test_dry_run_changes_nothing():\n    assert True\n",
}
#: Options of several commands in one file; the last has more than a page of them.
SERVE: Tree = {
    "pyproject.toml": PYTHON,
    "pins/cli.py": "import click\n\n\n@click.group()\ndef cli():\n    pass\n\n\n"
    '@cli.command()\n@click.option("--inspect-file", default="-")\ndef inspect(inspect_file):\n'
    "    print(inspect_file)\n\n\n"
    "@cli.command()\n"
    + "".join(
        f'@click.option(\n    "--value-{n}",\n    type=int,\n    help="{"what for, " * 30}",\n)\n'
        for n in range(14)
    )
    + '@click.option("--show-plugins", is_flag=True)\ndef serve(**options):\n'
    '    print("Serving now")\n',
    "tests/test_cli.py": "def test_show_plugins():\n    assert True\n",
}


@pytest.mark.parametrize(
    ("goal", "siblings"),
    [
        ("Add a --quick-look option to pin-sync", {"--ask-first", "--dry-run"}),
        ("Add a --report-file option to pin-sync", {"--index-url"}),
    ],
)
def test_an_option_that_commands_share_goes_where_the_shared_ones_are_declared(
    cli: Runner, tmp_path: Path, goal: str, siblings: set[str]
) -> None:
    pins = plant(tmp_path / "pins", PINS)

    first = planned(cli, pins, goal)[0]

    assert first["files"][:1] == ["pins/scripts/options.py"]
    assert "pins/scripts/sync.py" in first["files"]
    assert first["title"].rpartition(" ")[2].strip("`") in siblings


def test_a_flag_is_declared_after_a_flag_of_its_own_command(cli: Runner, tmp_path: Path) -> None:
    pins = plant(tmp_path / "pins", SERVE)

    tasks = planned(cli, pins, "Add a --quiet option to pins serve that hides what it prints")

    told = " ".join(f"{task['title']} {task['description']}" for task in tasks)
    assert files_of(tasks)[0] == "pins/cli.py"
    assert "--show-plugins" in told
    assert "--inspect-file" not in told
    assert "--value-" not in tasks[0]["title"]


#: Settings in a form of the program's own, and names that are fixed and no settings.
TABLES: Tree = {
    "pyproject.toml": PYTHON,
    "pins/app.py": """
        SETTINGS = (
            Setting("page_size", 100, "Rows of a page"),
            Setting("allow_download", True, "Let people take the file"),
            Setting("cache_seconds", 5, "How long a page is kept"),
            Setting("show_counts", True, "Count the rows"),
            Setting("upload_limit", 10, "Largest upload in MB"),
        )
        """,
    "pins/model.py": "".join(
        f"{name} = 'table'\n"
        for name in ("MODEL_TYPE", "MODEL_NAME", "ROW_TYPE", "ROW_NAME", "TABLE_TYPE", "TABLE_KEY")
    ),
    "pins/pages.py": """
        def page(settings, rows):
            if settings["allow_download"] and settings["show_counts"]:
                return rows[: settings["page_size"]]
            return rows[: settings["upload_limit"]]
        """,
    "pins/explorer.py": "def explorer(request):\n    return render('explorer', request)\n",
    "tests/test_explorer.py": "def test_explorer_is_shown():\n    assert True\n",
}


def test_a_setting_goes_beside_settings_and_not_beside_fixed_names(
    cli: Runner, tmp_path: Path
) -> None:
    tables = plant(tmp_path / "tables", TABLES)

    tasks = planned(cli, tables, "Add a setting that turns off the model explorer")

    assert tasks[0]["files"][0] == "pins/app.py"
    assert tasks[0]["title"].startswith("Add model_explorer beside ")
    assert "pins/model.py" not in files_of(tasks)


#: Files that hold several filters each, and commands of which some lie in a group.
SITE: Tree = {
    "composer.json": '{"name": "site/site"}',
    "lib/filters/date_filters.rb": "def short_date(date)\n  date.to_s\nend\n" * 8,
    "lib/filters/url_filters.rb": "def absolute_url(url)\n  url.to_s\nend\n" * 8,
    "lib/filters/group_filters.rb": "def group_by(list)\n  list.to_a\nend\n" * 8,
    "lib/filters.rb": "require 'filters/date_filters'\nrequire 'filters/url_filters'\n"
    "require 'filters/group_filters'\n\ndef number_of_words(text)\n  text.split.size\nend\n",
    "test/test_filters.rb": "def test_number_of_words\nend\n",
    **{
        f"src/Command/{name}Command.php": f"<?php\n\nclass {name}Command extends Command\n{{\n}}\n"
        + "// what it does in the program\n" * 6
        for name in ("CleanDuplicates", "ListUser", "ShowUser", "TagAll", "ReloadEntry")
    },
    **{
        f"src/Command/Import/{name}Command.php": f"<?php\n\nclass {name}Command extends Command\n"
        "{\n}\n" + "// what it does in the program\n" * 6
        for name in ("Import", "Url", "Worker")
    },
}


def test_what_stands_with_others_in_one_file_gets_no_file_of_its_own(
    cli: Runner, tmp_path: Path
) -> None:
    site = plant(tmp_path / "site", SITE)

    tasks = planned(cli, site, "Add a reading_time filter, 200 words per minute, rounded up")

    assert files_of(tasks)[0] == "lib/filters.rb"


def test_a_command_goes_into_a_group_only_where_the_goal_names_it(
    cli: Runner, tmp_path: Path
) -> None:
    site = plant(tmp_path / "site", SITE)

    plain = planned(cli, site, "Add a console command that removes tags no entry uses")

    assert plain[0]["files"] == ["src/Command/RemoveTagsCommand.php"]

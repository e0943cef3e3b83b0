"""What a goal calls by a name of its own is known by it: the file, the folder, the declaration, and
the example it gives (UND-2, UND-5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.trees import Tree, plant
from tests.conftest import Runner
from tests.interfaces.test_one_more_of_a_kind import files_of, planned

#: Channels with a folder each, a chore that is called after what it does, and one large model.
WATCH: Tree = {
    "pyproject.toml": '[project]\nname = "watch"\n[tool.pytest.ini_options]\nminversion = "8"\n',
    "watch/models.py": "".join(
        f"def last_ping_time_{n}(check):\n    # last ping time and total pings of accounts\n"
        f"    return check.pings[-{n}].time  # remove it, run it, see it\n\n\n"
        for n in range(1, 12)
    ),
    "watch/channels/pushbullet/transport.py": "def notify(check):\n    return send(check.name)\n",
    "watch/channels/pushbullet/tests/test_notify.py": "def test_notify():\n    assert True\n",
    "watch/channels/ntfy/transport.py": "def notify(check):\n"
    "    # says the last ping time and the total pings\n    return send(check.ping, check.pings)\n",
    "watch/channels/ntfy/tests/test_notify.py": "def test_last_ping_time():\n    assert True\n",
    "watch/commands/pruneusers.py": "def handle():\n    for user in idle():\n"
    "        user.delete()\n",
    "watch/tuples.py": "def Tupleize(number):\n    return {1: 'single', 2: 'double'}[number]\n",
    "watch/formats.py": "def formatted(name, text):\n    if name == '@base64':\n"
    "        return encode(text)\n    return text\n",
    "tests/test_models.py": "def test_last_ping_time():\n    assert True\n",
    **{f"watch/pages/{n}_page.py": f"def {n}_page():\n    return '{n}'\n" for n in "abcdefghijkl"},
}


@pytest.fixture
def watch(tmp_path: Path) -> Path:
    return plant(tmp_path / "watch", WATCH)


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    ("goal", "path"),
    [
        (
            "Pushbullet alerts should also say the last ping time and total pings, like ntfy does",
            "watch/channels/pushbullet/transport.py",
        ),
        (
            "Add a dry run to pruneusers so I can see which accounts would go before it is run",
            "watch/commands/pruneusers.py",
        ),
    ],
)
def test_work_begins_where_a_word_that_is_only_a_name_leads(
    cli: Runner, watch: Path, goal: str, path: str
) -> None:
    files = files_of(planned(cli, watch, goal))

    assert files[0] == path
    assert "watch/channels/ntfy/tests/test_notify.py" not in files


@pytest.mark.rule("UND-2")
@pytest.mark.parametrize(
    ("goal", "path"),
    [
        ("Tupleize should know undecuple and duodecuple for 11 and 12", "watch/tuples.py"),
        ("@base32 and @base32d formats, the same way @base64 works", "watch/formats.py"),
    ],
)
def test_a_goal_is_understood_by_the_declaration_or_the_example_it_names(
    cli: Runner, watch: Path, goal: str, path: str
) -> None:
    files = files_of(planned(cli, watch, goal))

    assert files[0] == path


@pytest.mark.rule("UND-5")
def test_what_should_have_something_new_is_where_it_begins_and_not_where_the_like_is_there(
    cli: Runner, tmp_path: Path
) -> None:
    epub = "def produce_epub(entry):\n    line = entry.published_date\n"
    csv = "def produce_csv(entry):\n    return [entry.title, entry.created_date]\n"
    tree: Tree = {
        "pyproject.toml": WATCH["pyproject.toml"],
        "watch/export.py": f"{epub}    return show(line)\n\n\n{csv}",
        "tests/test_export.py": "def test_csv_export():\n    assert True\n",
        **{path: text for path, text in WATCH.items() if path.startswith("watch/pages/")},
    }
    root = plant(tmp_path / "feeds", tree)

    first = planned(cli, root, "CSV export should also contain the published date")[0]

    assert first["files"] == ["watch/export.py"]
    assert "`produce_csv` (watch/export.py:6)" in first["description"]


@pytest.mark.rule("INT-2")
def test_a_value_that_a_function_gives_back_is_known_by_the_function(
    user: Runner, tmp_path: Path
) -> None:
    root = plant(
        tmp_path / "remote",
        {
            "Cargo.toml": '[package]\nname = "remote"\n',
            "src/config.rs": "use std::time::Duration;\n\n"
            "fn default_http_timeout() -> Duration {\n    Duration::from_secs(30)\n}\n\n"
            "#[cfg(test)]\nmod tests {\n    fn other() -> Remote {\n        Remote {\n"
            "            default_http_timeout: Duration::from_secs(30),\n        }\n    }\n}\n",
        },
    )

    told = user("plan", "Raise the default HTTP timeout to 60 seconds", "-w", root).out

    assert "src/config.rs:4" in told

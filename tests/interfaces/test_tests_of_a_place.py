"""The test a plan names is one of the file it changes: by path, by what it speaks of (UND-5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.trees import plant
from tests.conftest import Runner

pytestmark = pytest.mark.rule("UND-5")

#: Two actors, one of which streams; households and recipes behind one door.
PLAYER = {
    "pyproject.toml": '[project]\nname = "player"\nversion = "1"\n\n[tool.pytest.ini_options]\n',
    "src/player/core/actor.py": "class Core:\n    def start(self):\n        return 'playlist'\n",
    "src/player/stream/actor.py": """
        def unwrap_stream(uri, timeout):
            while timeout:
                uri = follow(uri)
            return uri


        def follow(uri):
            return uri
    """,
    "tests/core/test_actor.py": "def test_a_playlist_starts():\n    assert True\n",
    "tests/stream/test_playback.py": """
        from player.stream.actor import unwrap_stream


        def test_a_stream_is_unwrapped():
            assert unwrap_stream("a", 0)
    """,
}
KITCHEN = {
    "pyproject.toml": '[project]\nname = "kitchen"\nversion = "1"\n\n[tool.pytest.ini_options]\n',
    "app/household_controller.py": """
        def add_household(args):
            household = Household()
            household.link = args["description"]
            return household
    """,
    "app/recipe_controller.py": "def add_recipe(args):\n    return args['description']\n",
    "tests/test_api_household.py": "def test_a_household(client):\n    client.post('/household')\n",
    "tests/test_api_recipe.py": (
        "def test_recipe_creation(client):\n    client.post('/recipe', description='a link')\n"
    ),
}


def shown_in(cli: Runner, root: Path, goal: str) -> list[str]:
    tasks = cli("plan", goal, "--workspace", root, "--json").json["plan"]["tasks"]
    return [path for task in tasks for path in task["files"] if path.startswith("tests/")]


def test_a_test_in_the_folder_of_its_name_that_brings_the_file_in_comes_before_a_namesake(
    cli: Runner, tmp_path: Path
) -> None:
    goal = "The timeout of a stream is not kept when a playlist leads to another playlist"
    assert shown_in(cli, plant(tmp_path, PLAYER), goal) == ["tests/stream/test_playback.py"]


def test_a_test_called_after_the_same_thing_comes_before_one_that_sounds_like_the_goal(
    cli: Runner, tmp_path: Path
) -> None:
    goal = "The description I enter when creating a household ends up as its link"
    assert set(shown_in(cli, plant(tmp_path, KITCHEN), goal)) == {"tests/test_api_household.py"}


#: The tests of Elixir are scripts, whose files end otherwise.
NOTES = {
    "mix.exs": "defmodule Notes.MixProject do\n  use Mix.Project\nend\n",
    "lib/notes/folder.ex": """
        defmodule Notes.Folder do
          def rename_folder(folder, name), do: %{folder | name: name}
        end
    """,
    "lib/notes/clock.ex": "defmodule Notes.Clock do\n  def now, do: 0\nend\n",
    "test/notes/renaming_folders_test.exs": """
        defmodule Notes.RenamingFoldersTest do
          use ExUnit.Case

          test "a folder is renamed" do
            assert Notes.Folder.rename_folder(%{name: "a"}, "b").name == "b"
          end
        end
    """,
}


def test_a_script_of_tests_is_one_of_a_file_in_elixir(cli: Runner, tmp_path: Path) -> None:
    goal = "Renaming a folder to an empty name should be refused with a clear message"
    root = plant(tmp_path, NOTES)
    tasks = cli("plan", goal, "--workspace", root, "--complexity", "6", "--json").json["plan"]
    assert "test/notes/renaming_folders_test.exs" in [
        path for task in tasks["tasks"] for path in task["files"]
    ]

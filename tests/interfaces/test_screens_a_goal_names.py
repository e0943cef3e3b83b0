"""A goal that names a screen, a message or a page begins where those are written (UND-5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.adapters.trees import Tree, plant
from tests.conftest import Runner

pytestmark = pytest.mark.rule("UND-5")

#: The model speaks of everything; the screens are called after what they are of.
LIBRARY: Tree = {
    "Gemfile": "gem 'rails'\ngem 'rspec-rails'\n",
    "config/routes.rb": "Rails.application.routes.draw do\n  resources :loans\nend\n",
    "app/models/loan.rb": """
        class Loan < ApplicationRecord
          # a loan of a reader, and the list of loans of each reader
          scope :of_reader, ->(reader) { where(reader: reader) }

          def returned_on_list
            "the date a loan was returned, for the list of loans"
          end
        end
    """,
    "app/controllers/loans_controller.rb": """
        class LoansController < ApplicationController
          def index
            @loans = Loan.all
          end
        end
    """,
    "app/views/loans/index.html.erb": "<% @loans.each do |loan| %><%= loan.title %><% end %>\n",
    "app/views/loans/_form.html.erb": "<%= form_for @loan do |f| %><% end %>\n",
    "db/migrate/20240101_add_returned_on_to_loans.rb": """
        # the date a loan was returned, for the list of loans
        class AddReturnedOnToLoans < ActiveRecord::Migration[7.0]
          def change
            add_column :loans, :returned_on, :date
          end
        end
    """,
    "spec/models/loan_spec.rb": "describe Loan do\n  it('is lent') { expect(1).to eq(1) }\nend\n",
    "spec/controllers/loans_controller_spec.rb": """
        describe LoansController do
          it("shows the list of loans") { expect(1).to eq(1) }
        end
    """,
}
#: A client that a program writes says every word; the list is drawn elsewhere.
CONSOLE: Tree = {
    "package.json": '{"name": "console", "scripts": {"test": "vitest run"}}\n',
    "ui/client/backup-list.ts": """
        /* Code generated from the interface. Do not edit the class manually. */
        export interface BackupList {
            /** the size of each backup in the backup list */
            size: number;
            backups: Backup[];
        }
    """,
    "ui/backups/BackupList.vue": "<template><li v-for='one in all'>{{ one }}</li></template>\n",
    "ui/backups/store.ts": "export const sizes = (list) => list.map((one) => one.size)\n",
    "ui/files/upload.ts": """
        export const refuse = (file) => ({error: `File ${file.name} is over the maximum size`})
    """,
    "server/uploads.ts": """
        export function uploads(size, maximum) {
            // how large an upload may be, how much is allowed, and which file is over it
            return size <= maximum
        }
    """,
}


def tasks(cli: Runner, root: Path, goal: str) -> list[dict[str, Any]]:
    document = cli("plan", goal, "--workspace", root, "--complexity", "6", "--json").json
    return list(document["plan"]["tasks"])


def files(cli: Runner, root: Path, goal: str) -> list[str]:
    return [path for task in tasks(cli, root, goal) for path in task["files"]]


def test_what_is_to_be_seen_in_a_list_begins_at_its_template_and_names_what_answers_for_it(
    cli: Runner, tmp_path: Path
) -> None:
    goal = "Show the date a loan was returned in the list of loans"
    found = files(cli, plant(tmp_path, LIBRARY), goal)
    assert found[:2] == ["app/views/loans/index.html.erb", "app/controllers/loans_controller.rb"]


def test_what_a_list_is_asked_for_begins_at_what_answers_for_it_and_is_tested_there(
    cli: Runner, tmp_path: Path
) -> None:
    found = files(cli, plant(tmp_path, LIBRARY), "Filter the list of loans by their reader")
    assert found[0] == "app/controllers/loans_controller.rb"
    assert "spec/controllers/loans_controller_spec.rb" in found


def test_a_migration_that_ran_is_no_place_of_the_work(cli: Runner, tmp_path: Path) -> None:
    goal = "The date a loan was returned must not lie in the future"
    brief = cli("brief", goal, "--workspace", plant(tmp_path, LIBRARY), "--json").json
    assert brief["places"][0]["path"] == "app/models/loan.rb"
    assert not [one for one in brief["places"] if one["path"].startswith("db/migrate/")]


def test_what_a_program_wrote_is_no_place_of_the_work(cli: Runner, tmp_path: Path) -> None:
    root = plant(tmp_path, CONSOLE)
    goal = "Show the size of each backup in the backup list"
    brief = cli("brief", goal, "--workspace", root, "--json").json
    assert brief["places"][0]["path"] == "ui/backups/BackupList.vue"
    assert "ui/client/backup-list.ts" not in [one["path"] for one in brief["places"]]


def test_a_message_that_is_quoted_is_worked_on_where_it_is_said(
    cli: Runner, tmp_path: Path
) -> None:
    goal = 'Uploading says "File x is over the maximum size"; tell how much is allowed'
    assert files(cli, plant(tmp_path, CONSOLE), goal)[0] == "ui/files/upload.ts"


def test_the_path_of_a_page_is_no_file(cli: Runner, tmp_path: Path) -> None:
    goal = "The loans as JSON (/~loans.json) should include the reader of each loan"
    assert "loans.json" not in files(cli, plant(tmp_path, LIBRARY), goal)


#: Commands of a group, one of them a word that stands in sentences too; a page that is made.
GROUP: Tree = {
    "pyproject.toml": '[project]\nname = "till"\n[tool.pytest.ini_options]\nminversion = "8"\n',
    "scripts/pages.py": "def made():\n    return 'docs/commands.md'\n",
    "NOTES.md": "# Notes\n\nWe show what is shown; who can answer may wait, or withdraw.\n",
    "docs/commands.md": "# Commands\n\nPrinted by `scripts/pages.py` from the commands.\n"
    + "".join(
        f"\n### till {name}\n\nWhat it does.\n\n```\ntill {name}\n```\n\nMore of it.\n"
        for name in ("answer", "show", "wait", "withdraw")
    ),
    **{
        f"till/commands/questions/{name}.py": f"""
            \"\"\"The command that is called {name}.\"\"\"


            def run(call):
                question = call.question()
                return call.say("{name}", question, "of those that wait for somebody here")
        """
        for name in ("answer", "show", "wait", "withdraw")
    },
}


def test_a_command_of_a_group_is_called_after_what_is_new_and_told_where_its_siblings_are(
    cli: Runner, tmp_path: Path
) -> None:
    goal = "Add a command that lists the oldest open questions"
    made = tasks(cli, plant(tmp_path, GROUP), goal)
    assert made[0]["files"] == ["till/commands/questions/oldest.py"]
    page = next(task for task in made if "docs/commands.md" in task["files"])
    assert "docs/commands.md is made by scripts/pages.py: run it again" in page["description"]
    assert "NOTES.md" not in [path for task in made for path in task["files"]]


#: Boats and what is drawn around them; what runs before every request speaks of formats, too.
FRAMED: Tree = {
    "Gemfile": "gem 'rails'\ngem 'rspec-rails'\n",
    "config/initializers/formats.rb": """
        # formats that are for navigation on a mobile, like :mobile, are added here
        Formats.navigational = [:html, :mobile]
    """,
    "app/assets/stylesheets/mobile.scss": ".sidebar {\n  width: 100%;\n}\n",
    "app/assets/stylesheets/boats.scss": ".boat {\n  width: 50%;\n}\n",
    "app/views/layouts/_footer.html.erb": "<footer>A harbour of boats</footer>\n",
    "app/views/boats/index.html.erb": "<% @boats.each do |boat| %><%= boat.name %><% end %>\n",
    "app/models/boat.rb": "class Boat < ApplicationRecord\nend\n",
    "spec/models/boat_spec.rb": "describe Boat do\n  it('floats') { expect(1).to eq(1) }\nend\n",
}


@pytest.mark.parametrize(
    ("goal", "drawn_in"),
    [
        ("Remove the sidebar on mobile", "app/assets/stylesheets/mobile.scss"),
        ("Get rid of the footer", "app/views/layouts/_footer.html.erb"),
    ],
)
def test_what_is_taken_off_a_page_is_one_change_of_what_draws_it_and_its_test(
    goal: str, drawn_in: str, cli: Runner, tmp_path: Path
) -> None:
    change, proof = tasks(cli, plant(tmp_path, FRAMED), goal)
    assert (change["title"], change["files"]) == (goal, [drawn_in])
    assert proof["title"].startswith("Test")
    assert proof["depends_on"] == [change["id"]]


def test_a_feature_with_a_button_goes_after_who_needs_it(cli: Runner, tmp_path: Path) -> None:
    first, *_ = tasks(cli, plant(tmp_path, FRAMED), "Remove the boats feature and its button")
    assert first["title"].startswith("See who still needs")

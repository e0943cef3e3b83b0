"""Plans by tracing: one more stored value goes where one that is there goes (UND-5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.adapters.trees import Tree, plant
from tests.conftest import Runner
from tests.interfaces.test_brief_command import committed

READER: Tree = {
    "go.mod": "module example.org/reader\n\ngo 1.22\n",
    "model/feed.go": """
        package model

        type Feed struct {
            ID           int64
            Title        string
            HideGlobally bool `json:"hide_globally"`
            CheckedAt    time.Time
        }
        """,
    "model/category.go": "package model\n\ntype Category struct {\n\tID int64\n\tTitle string\n}\n",
    "database/migrations.go": """
        package database

        var steps = []string{
            `CREATE TABLE feeds (id bigserial, title text)`,
            `ALTER TABLE feeds ADD COLUMN hide_globally boolean not null default 'f'`,
        }
        """,
    "storage/feed.go": """
        package storage

        func UpdateFeed(feed *model.Feed) error {
            query := `UPDATE feeds SET title=$1, hide_globally=$2 WHERE id=$3`
            return run(query, feed.Title, feed.HideGlobally, feed.ID)
        }
        """,
    "api/feed_form.go": """
        package api

        func Merge(feed *model.Feed, form Form) {
            feed.HideGlobally = form.HideGlobally
        }
        """,
    "templates/edit_feed.html": '<input name="hide_globally" {{ .feed.HideGlobally }}>\n',
    "locale/en_US.json": '{"form.feed.hide_globally": "Hide this feed"}\n',
    "locale/de_DE.json": '{"form.feed.hide_globally": "Feed ausblenden"}\n',
    "storage/feed_test.go": """
        package storage

        func TestHideGloballyOfAFeedIsStored(t *testing.T) {
            check(t, Feed{HideGlobally: true})
        }
        """,
    "docs/api.md": "# Feeds\n\n`hide_globally` keeps a feed out of the list.\n",
    "cli/scheduler.go": """
        package cli

        func start(store *storage.Store) {
            go cleanupScheduler(store, config.Opts.CleanupFrequency())
        }

        func cleanupScheduler(store *storage.Store, frequency time.Duration) {
            for range time.Tick(frequency) {
                store.CleanOldSessions()
            }
        }
        """,
    "config/options.go": """
        package config

        func (o *Options) CleanupFrequency() time.Duration {
            return o.duration("CLEANUP_FREQUENCY")
        }
        """,
    "config/options_test.go": """
        package config

        func TestCleanupFrequencyIsRead(t *testing.T) {
            check(t, "CLEANUP_FREQUENCY")
        }
        """,
}


def planned(cli: Runner, root: Path, goal: str) -> list[dict[str, Any]]:
    plan = cli("plan", goal, "-w", root, "--json").json["plan"]
    return list(plan["tasks"]) if plan else []


def title_of(tasks: list[dict[str, Any]]) -> list[str]:
    return [task["title"] for task in tasks]


@pytest.mark.rule("UND-5", "PLAN-1")
def test_a_state_of_a_thing_is_stored_handled_shown_tested_and_told_as_one_that_is_there(
    cli: Runner, tmp_path: Path
) -> None:
    reader = plant(tmp_path / "reader", READER)

    tasks = planned(cli, reader, "Let users pin a feed to the top of the list")

    stored, handled, shown, tested, told = tasks
    assert stored["title"].startswith("Store `Pinned` of Feed, like `HideGlobally`")
    assert stored["files"] == ["model/feed.go", "storage/feed.go", "database/migrations.go"]
    assert "model/feed.go:6 in Feed" in stored["description"]
    assert "a value of the same sort (yes or no)" in stored["description"]
    assert "`Pinned` is the default" in stored["check"]
    assert "go test ./storage" in stored["check"]
    assert handled["title"] == "Let users pin a feed to the top of the list"
    assert handled["files"] == ["api/feed_form.go"]
    assert handled["check"].startswith("a new case in feed_test.go sets `Pinned`")
    assert shown["files"] == ["templates/edit_feed.html", "locale/en_US.json"]
    assert tested["files"] == ["storage/feed_test.go"]
    assert told["files"] == ["docs/api.md"]
    assert handled["depends_on"] == [stored["id"]]
    assert {task["reversibility"] for task in tasks} == {"reversible"}


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    ("goal", "title"),
    [
        ("Let users mute a feed", "Let users mute a feed"),  # more than to store it
        ("Add a rating field to feeds", "Read and write `Rating`, like `HideGlobally`"),
    ],
)
def test_what_a_value_does_is_told_in_the_goals_words_and_storing_it_is_told_once(
    cli: Runner, tmp_path: Path, goal: str, title: str
) -> None:
    reader = plant(tmp_path / "reader", READER)

    assert title_of(planned(cli, reader, goal))[1] == title


@pytest.mark.rule("UND-5")
def test_a_value_of_another_sort_is_copied_where_there_is_no_nearer_and_that_is_said(
    cli: Runner, tmp_path: Path
) -> None:
    reader = plant(tmp_path / "reader", READER)

    tasks = planned(cli, reader, "Add an expiry date to feeds")

    assert title_of(tasks)[0].startswith("Store `ExpiryDate` of Feed, like `HideGlobally`")
    assert "no value of the same sort (yes or no, wanted is date)" in tasks[0]["description"]


@pytest.mark.rule("UND-5")
def test_the_commit_that_added_the_value_to_copy_is_cited(cli: Runner, tmp_path: Path) -> None:
    reader = plant(tmp_path / "reader", dict.fromkeys(READER, "\n"))
    committed(reader, "Begin")
    plant(reader, READER)
    committed(reader, "Add hide globally to feeds")

    tasks = planned(cli, reader, "Allow muting feeds")

    assert "“Add hide globally to feeds”" in tasks[0]["description"]


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize("row", ["marks/migrations", "migrations"])
def test_a_numbered_row_of_migrations_gets_a_step_behind_its_newest(
    cli: Runner, tmp_path: Path, row: str
) -> None:
    steps: Tree = {
        "pyproject.toml": '[project]\nname = "marks"\n',
        "marks/models.py": """
            class Bookmark(models.Model):
                title = models.CharField()
                is_archived = models.BooleanField(default=False)
                url = models.CharField()
            """,
        f"{row}/0001_initial.py": "# bookmark\n",
        f"{row}/0002_bookmark_is_archived.py": "# bookmark is_archived\n",
        f"{row}/0003_tag.py": "# tag\n",
        "marks/api.py": 'FIELDS = ["bookmark", "is_archived"]\n',
        "marks/templates/bookmark.html": "{{ bookmark.is_archived }}\n",
    }
    marks = plant(tmp_path / "marks", steps)

    stored = planned(cli, marks, "Add a favourite flag to bookmarks")[0]

    assert stored["title"].startswith("Store `is_favourite` of Bookmark, like `is_archived`")
    assert stored["files"] == ["marks/models.py", row]
    assert f"the newest migration, {row}/0003_tag.py" in stored["description"]
    assert f"{row}/0002_bookmark_is_archived.py:1" in stored["description"]


@pytest.mark.rule("UND-5")
def test_what_heads_a_paragraph_of_a_docstring_is_no_value(cli: Runner, tmp_path: Path) -> None:
    told: Tree = {
        "pyproject.toml": '[project]\nname = "marks"\n',
        "marks/models.py": '''
            class Bookmark:
                """A page somebody keeps.

                Archiving: bool
                    Whether it is out of sight.
                Sharing: bool
                    Whether others see it.
                """
            ''',
        "marks/api.py": 'ARCHIVING = "bookmark archiving"\n',
        "marks/templates/bookmark.html": "{{ bookmark.archiving }}\n",
    }
    marks = plant(tmp_path / "marks", told)

    titles = title_of(planned(cli, marks, "Add a favourite flag to bookmarks"))

    assert [title for title in titles if title.startswith("Store `")] == []


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    "goal",
    [
        "Let users hide feeds globally",  # it is there
        "Add a colour to categories",  # nothing of a category goes through the layers
        "Let users pin a gadget",  # nothing is kept of gadgets
        "Fix the title of a feed",
        "Remove the title from feeds",
        "Add a search to feeds",
        "Feeds need a --limit like entries have",  # an option of a command
    ],
)
def test_what_has_no_sure_value_to_copy_is_planned_as_before(
    cli: Runner, tmp_path: Path, goal: str
) -> None:
    reader = plant(tmp_path / "reader", READER)

    titles = title_of(planned(cli, reader, goal))

    assert [title for title in titles if title.startswith("Store `")] == []


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Allow archiving feeds", "Archived"),
        ("Users should be able to mark a feed as urgent", "Urgent"),
        ("Make feeds archivable", "Archived"),
        ("Give feeds a colour", "Colour"),
        ("Let feed owners set a reminder date", "ReminderDate"),
        ("Store a note on each feed", "Note"),
        ("Add a rating field to feeds", "Rating"),
        ("Feeds need a difficulty level", "DifficultyLevel"),
    ],
)
def test_what_is_to_be_kept_of_a_thing_is_heard_in_many_ways(
    cli: Runner, tmp_path: Path, goal: str, name: str
) -> None:
    reader = plant(tmp_path / "reader", READER)

    assert title_of(planned(cli, reader, goal))[0].startswith(f"Store `{name}` of Feed")


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    "goal", ["Purge feeds that fail after 30 days", "Clean up failed feeds every night"]
)
def test_what_is_done_in_time_is_started_and_set_as_the_job_that_does_the_like(
    cli: Runner, tmp_path: Path, goal: str
) -> None:
    reader = plant(tmp_path / "reader", READER)

    tasks = planned(cli, reader, goal)

    start = next(task for task in tasks if task["title"].startswith("Start it beside"))
    assert "`cleanupScheduler`" in start["title"]
    assert start["files"] == ["cli/scheduler.go", "config/options.go"]
    assert "cli/scheduler.go:8" in start["description"]
    assert "a setting as `CleanupFrequency` is one" in start["description"]
    tested = next(task for task in tasks if task["title"].startswith("Test the job"))
    assert "config/options_test.go" in tested["files"]


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    "goal",
    [
        "Send a weekly digest of feeds",  # no job here sends anything
        "Limit the clean-up to five feeds per minute",
        "Show the feeds of each day",
        "Fix the clean-up that runs every night",
    ],
)
def test_what_no_job_here_does_the_like_of_is_started_nowhere(
    cli: Runner, tmp_path: Path, goal: str
) -> None:
    reader = plant(tmp_path / "reader", READER)

    titles = title_of(planned(cli, reader, goal))

    assert [title for title in titles if title.startswith("Start it beside")] == []


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Let me give every feed its own refresh interval", "RefreshInterval"),
        ("Feeds should have a draft state, only visible to me", "DraftState"),
        ("each feed gets a capacity", "Capacity"),
        ("Feeds should have a colour", "Colour"),
    ],
)
def test_what_a_thing_is_to_have_is_heard_however_it_is_said(
    cli: Runner, tmp_path: Path, goal: str, name: str
) -> None:
    reader = plant(tmp_path / "reader", READER)

    stored, *_ = planned(cli, reader, goal)

    assert stored["title"].startswith(f"Store `{name}` of Feed")


@pytest.mark.rule("UND-5")
def test_a_name_of_several_words_is_spelled_as_its_language_does(
    cli: Runner, tmp_path: Path
) -> None:
    shop = plant(
        tmp_path / "shop",
        {
            "package.json": '{"name": "shop", "scripts": {"test": "vitest"}}',
            "prisma/schema.prisma": "model Parcel {\n  id Int\n  weight Int\n}\n",
            "prisma/migrations/001_parcel/migration.sql": "CREATE TABLE parcel (weight int);\n",
            "src/parcel.service.ts": "export const heavy = (parcel) => parcel.weight > 20;\n",
            "src/parcel.controller.ts": "export const put = (b) => save({weight: b.weight});\n",
            "src/parcel.vue": "<template>{{ parcel.weight }}</template>\n",
        }
        | {f"src/other/page{n}.ts": f"export const page = {n};\n" for n in range(30)},
    )

    stored, *_ = planned(cli, shop, "Every parcel should have a shipping cost")

    assert stored["title"] == "Store `shipping_cost` of parcel, like `weight`"

"""Plans by following a deed: one more thing done to a thing goes where others are done (UND-5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.trees import Tree, plant
from tests.conftest import Runner
from tests.interfaces.test_one_more_value import planned, title_of

YARD: Tree = {
    "go.mod": "module example.org/yard\n\ngo 1.22\n",
    "cmd/routes.go": """
        package cmd

        func routes(r *Router) {
            r.Delete("/api/berths/:id", DeleteBerth)
            r.Put("/api/berths/:id/close", CloseBerth)
            r.Delete("/api/boats/:id", DeleteBoat)
            r.Post("/api/boats/:id/clone", CloneBoat)
            r.Post("/api/boats/:id/launch", LaunchBoat)
        }
        """,
    "cmd/berths.go": """
        package cmd

        func DeleteBerth(c *Call) error { return core.DeleteBerth(c.ID()) }

        func CloseBerth(c *Call) error { return core.CloseBerth(c.ID()) }
        """,
    "core/berths.go": """
        package core

        func DeleteBerth(id int) error { return run("delete from berths where id = ?", id) }

        func CloseBerth(id int) error { return run("update berths set closed = 1", id) }
        """,
    "cmd/boats.go": """
        package cmd

        func DeleteBoat(c *Call) error { return core.DeleteBoat(c.ID()) }

        func CloneBoat(c *Call) error { return core.CloneBoat(c.ID()) }
        """,
    "core/boats.go": """
        package core

        func DeleteBoat(id int) error { return run("delete from boats where id = ?", id) }

        func CloneBoat(id int) error { return run("insert into boats select name", id) }
        """,
    "cmd/berths_test.go": """
        package cmd

        func TestABerthIsGoneOnceDeleted(t *testing.T) { DeleteBerth(call(1)) }
        """,
    "cmd/boats_test.go": """
        package cmd

        func TestCloneBoat(t *testing.T) { CloneBoat(call(1)) }
        """,
    "frontend/views/Berths.vue": '<button @click="deleteBerth(berth.id)">Delete</button>\n',
    "frontend/views/Boats.vue": (
        '<button @click="deleteBoat(boat.id)">Delete</button>\n'
        '<button @click="cloneBoat(boat.id)">Clone</button>\n'
    ),
    "templates/mails/boat-launched.html": f"<p>A boat was launched.</p>\n{'<br>' * 60}\n",
    "templates/mails/berth-free.html": f"<p>A berth is free.</p>\n{'<br>' * 60}\n",
    "templates/mails/storm-warning.html": f"<p>A storm is near.</p>\n{'<br>' * 60}\n",
}


@pytest.mark.rule("UND-5", "PLAN-1")
def test_one_more_deed_goes_through_the_files_of_its_own_thing_and_cites_who_does_the_like(
    cli: Runner, tmp_path: Path
) -> None:
    yard = plant(tmp_path / "yard", YARD)

    work, screen, test = planned(cli, yard, "Add a way to duplicate a mooring berth")[:3]

    assert work["files"][:2] == ["cmd/berths.go", "core/berths.go"]
    assert "`DeleteBerth` (cmd/berths.go:3)" in work["description"]
    assert "as `CloneBoat` (cmd/boats.go:5) does the like" in work["description"]
    assert screen["files"] == ["frontend/views/Berths.vue"]
    assert test["files"] == ["cmd/berths_test.go"]
    assert screen["depends_on"] == [work["id"]]
    assert work["title"] == "Let people duplicate a mooring berth"
    assert work["check"] == "the new test in berths_test.go passes: `go test ./cmd`"
    assert screen["check"].startswith("by hand: choose `duplicate` for a ")
    assert test["check"] == "the new cases fail without the change: `go test ./cmd`"


@pytest.mark.rule("UND-5")
def test_what_is_wanted_for_many_at_once_follows_what_is_done_to_one(
    cli: Runner, tmp_path: Path
) -> None:
    yard = plant(tmp_path / "yard", YARD)

    work = planned(cli, yard, "Let wardens clone several boats at once")[0]

    assert "`CloneBoat` (cmd/boats.go:5)" in work["description"]
    assert work["files"] == ["cmd/boats.go", "core/boats.go", "cmd/routes.go"]


@pytest.mark.rule("UND-5")
def test_a_state_that_is_entered_for_many_at_once_is_no_value_to_be_stored(
    cli: Runner, tmp_path: Path
) -> None:
    pausing: Tree = {
        "front/views.py": """
            def pause(request, code):
                check = check_of(request, code)
                check.paused = True


            def resume(request, code):
                check = check_of(request, code)
                check.paused = False
            """,
        "front/urls.py": """
            from front import views

            check_urls = [
                path("checks/<code>/pause/", views.pause),
                path("checks/<code>/resume/", views.resume),
            ]
            """,
        "api/models.py": """
            class Check(models.Model):
                name = models.CharField(max_length=100)
                filter_body = models.BooleanField(default=False)
                paused = models.BooleanField(default=False)
            """,
        "front/tests/test_pause.py": """
            class PauseTest(TestCase):
                def test_a_check_is_paused(self):
                    self.client.post("/checks/1/pause/")
            """,
    }
    site = plant(tmp_path / "site", pausing)

    tasks = planned(cli, site, "Let users pause all checks in a project at once")

    assert tasks[0]["files"] == ["front/views.py", "front/urls.py"]
    assert tasks[1]["files"] == ["front/tests/test_pause.py"]
    assert [title for title in title_of(tasks) if title.startswith("Store `")] == []


@pytest.mark.rule("UND-5")
def test_a_deed_that_is_there_already_is_followed_by_nothing(cli: Runner, tmp_path: Path) -> None:
    yard = plant(tmp_path / "yard", YARD)

    tasks = planned(cli, yard, "Add a way to clone a boat")

    assert [title for title in title_of(tasks) if "screens" in title] == []


@pytest.mark.rule("UND-5")
def test_a_lone_template_is_no_plan_for_a_mail(cli: Runner, tmp_path: Path) -> None:
    yard = plant(tmp_path / "yard", YARD)

    tasks = planned(cli, yard, "Send a weekly digest mail to the wardens")

    assert [task for task in tasks if any("digest" in path for path in task["files"])] == []

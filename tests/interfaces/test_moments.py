"""What shall happen when something else does is worked on where that is done (UND-5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.trees import plant
from tests.conftest import Runner

pytestmark = pytest.mark.rule("UND-5")

#: The tokens are spoken of everywhere; a user is deactivated in one function.
SHOP = {
    "shop/people/state.py": """
        from shop import mail


        def welcome_user(user):
            mail.send(user, "hello")


        def deactivate_user(user):
            user.active = False
            user.save()
            mail.send(user, "you can no longer log in, and neither use the API")
    """,
    "shop/tokens/models.py": """
        class ApiToken:
            def revoke_token(self):
                self.revoked = True
    """,
    "shop/tokens/views.py": """
        from shop.tokens.models import ApiToken


        def revoke(request):
            token = ApiToken.of(request)
            return token.revoke_token()
    """,
    "shop/polls/store.ex": """
        defmodule Polls do
          def remove_deleted_polls() do
            :ok
          end

          def list_polls() do
            :deleted
          end
        end
    """,
    "shop/mail.py": "def send(user, text):\n    return text\n",
}


def where(cli: Runner, root: Path, goal: str) -> str:
    tasks = cli("plan", goal, "--workspace", root, "--json").json["plan"]["tasks"]
    return str(next(task["description"] for task in tasks if "Where:" in task["description"]))


@pytest.mark.parametrize(
    "goal",
    [
        "Deactivating a user should also revoke their API tokens",
        "When a user is deactivated, their API tokens should be revoked",
        "Deactivated users should lose their API tokens",
    ],
)
def test_a_goal_begins_at_the_function_that_does_what_it_speaks_of(
    cli: Runner, tmp_path: Path, goal: str
) -> None:
    told = where(cli, plant(tmp_path, SHOP), goal)
    assert "Where: `deactivate_user` (shop/people/state.py:8)" in told


def test_a_function_named_after_both_deeds_of_a_goal_comes_first(
    cli: Runner, tmp_path: Path
) -> None:
    told = where(cli, plant(tmp_path, SHOP), "Deleted polls should be removed after thirty days")
    assert "`remove_deleted_polls` (shop/polls/store.ex:2)" in told


def test_what_is_only_about_a_deed_is_no_place_of_it(cli: Runner, tmp_path: Path) -> None:
    files = {
        "app/limits.py": "def get_upload_size():\n    return 10\n",
        "app/files.py": "def upload(file):\n    file.store()\n",
    }
    told = where(
        cli, plant(tmp_path, files), "Uploaded files with two extensions should be rejected"
    )
    assert "`upload` (app/files.py:1)" in told


@pytest.mark.rule("UND-8")
def test_a_plan_by_rules_is_as_sure_as_the_file_it_begins_at(cli: Runner, tmp_path: Path) -> None:
    goal = "The orders should tell the total of all orders"
    alike = "def total_of_orders(orders):\n    return sum(orders)\n"
    files = {f"shop/{name}/orders.py": alike for name in ("desk", "mail", "report")}
    root = plant(tmp_path, files)
    planned = cli("plan", goal, "--workspace", root, "--json").json
    named = [path for task in planned["plan"]["tasks"] for path in task["files"]]
    first = cli("brief", goal, "--workspace", root, "--json").json["places"][0]
    assert len(named) > 1
    assert first["path"] == named[0]
    assert planned["confidence"] <= first["strength"]

"""What source shows: layout, routes, commands, settings, migrations, documents, what is alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.trees import Tree, facts, located, said

pytestmark = pytest.mark.rule("INV-3")

#: A file that serves a route about orders, and the route.
ROUTED: dict[str, tuple[Tree, list[tuple[str, str | None]]]] = {
    "Flask": (
        {
            "shop/orders.py": """
            from flask import Blueprint
            bp = Blueprint("orders", __name__, url_prefix="/api")

            @bp.route("/orders", methods=["POST"])
            def create(): ...
            """
        },
        [("POST /api/orders", "shop/orders.py:4")],
    ),
    "Flask in a docstring": (
        {"shop/orders.py": 'from flask import Flask\n"""\n@app.route("/orders")\n"""\n'},
        [],
    ),
    "FastAPI": (
        {
            "api/main.py": """
            from fastapi import APIRouter
            router = APIRouter(prefix="/orders")
            @router.get("/{id}")
            def one(id: int): ...
            """
        },
        [("GET /orders/{id}", "api/main.py:3")],
    ),
    "Django": (
        {
            "shop/urls.py": """
            from django.urls import path
            urlpatterns = [
                path("orders/<int:pk>/", views.one),
            ]
            """
        },
        [("ANY orders/<int:pk>/", "shop/urls.py:3")],
    ),
    "Express": (
        {
            "src/app.js": """
            const express = require('express')
            // app.get('/orders/old', old)
            app.get('/orders', list)
            cache.get('orders')
            """
        },
        [("GET /orders", "src/app.js:3")],
    ),
    "no Express": ({"src/app.js": "app.get('/orders', list)\n"}, []),
    "NestJS": (
        {
            "src/orders.controller.ts": """
            import { Controller, Get } from '@nestjs/common'
            @Controller('orders')
            export class OrdersController {
              @Get(':id')
              one() {}
            }
            """
        },
        [("GET /orders/:id", "src/orders.controller.ts:4")],
    ),
    "Rails": (
        {"config/routes.rb": "Rails.application.routes.draw do\n  resources :orders\nend\n"},
        [("RESOURCES /orders", "config/routes.rb:2")],
    ),
    "Spring": (
        {
            "src/main/java/shop/OrderController.java": """
            import org.springframework.web.bind.annotation.*;
            @RequestMapping("/orders")
            class OrderController {
                @GetMapping("/{id}")
                Order one() {}
            }
            """
        },
        [("GET /orders/{id}", "src/main/java/shop/OrderController.java:4")],
    ),
    "Go": (
        {"main.go": 'import "net/http"\nfunc main() { http.HandleFunc("/orders", list) }\n'},
        [("ANY /orders", "main.go:2")],
    ),
    "Gin": (
        {"main.go": 'import "github.com/gin-gonic/gin"\n\nfunc f() { r.POST("/orders", add) }\n'},
        [("POST /orders", "main.go:3")],
    ),
    "Laravel": (
        {
            "routes/api.php": "<?php\nuse Illuminate\\Support\\Facades\\Route;\n"
            "Route::get('/orders', x);\n"
        },
        [("GET /orders", "routes/api.php:3")],
    ),
    "ASP.NET": (
        {
            "OrdersController.cs": """
            [ApiController]
            [Route("api/[controller]")]
            public class OrdersController : ControllerBase {
                [HttpGet("{id}")]
                public Order One(int id) => null;
            }
            """
        },
        [("GET /api/orders/{id}", "OrdersController.cs:4")],
    ),
    "axum": (
        {"src/main.rs": 'use axum::Router;\nlet r = Router::new().route("/orders", get(list));\n'},
        [("GET /orders", "src/main.rs:2")],
    ),
    "Next.js": (
        {"package.json": '{"dependencies": {"next": "14"}}', "app/api/orders/route.ts": ""},
        [("ANY /api/orders", "app/api/orders/route.ts")],
    ),
    "a test's own": (
        {"tests/test_orders.py": 'from flask import Flask\n@app.route("/orders")\ndef f(): ...\n'},
        [],
    ),
}


@pytest.mark.parametrize(("tree", "expected"), ROUTED.values(), ids=ROUTED)
def test_routes_are_found_where_a_framework_declares_them(
    tmp_path: Path, tree: Tree, expected: list[tuple[str, str | None]]
) -> None:
    assert located(facts(tmp_path, tree, "Paginate the orders"), "route") == expected


def test_lines_are_those_of_the_file_below_a_docstring_too(tmp_path: Path) -> None:
    head = '"""About\n\naccounts.\n"""\n'
    tree = {
        "cli.py": f'{head}import argparse\nsubs.add_parser("accounts")\n',
        "app.py": f'{head}from flask import g\n@g.route("/accounts")\ndef f(): ...\n',
        "env.py": f'{head}import os\nos.environ["ACCOUNTS_URL"]\n"""\nos.environ["ACCOUNT_X"]"""\n',
    }
    found = facts(tmp_path, tree, "Add a command for accounts")
    assert located(found, "command") == [("accounts", "cli.py:6")]
    assert located(found, "route") == [("GET /accounts", "app.py:6")]
    assert located(found, "env_name") == [("ACCOUNTS_URL", "env.py:6")]


def test_a_bundle_nobody_wrote_shows_nothing(tmp_path: Path) -> None:
    route = "const e=require('express');app.get('/orders',f);"
    tree = {
        "src/bundle.js": route * 200,
        "src/app.js": "require('express')\napp.get('/orders', f)\n",
    }
    found = facts(tmp_path, tree, "Paginate the orders")
    assert located(found, "route") == [("GET /orders", "src/app.js:2")]


def test_a_common_file_name_belongs_to_the_tests_of_its_own_folder(tmp_path: Path) -> None:
    tree = {
        "shop/api/views.py": "",
        "shop/api/tests/test_views.py": "",
        "blog/tests/test_views.py": "",
    }
    found = facts(tmp_path, tree, "Cache the pages in shop/api/views.py")
    assert located(found, "test_file") == [("shop/api/views.py", "shop/api/tests/test_views.py")]


def test_what_a_parameter_is_called_makes_no_route_alike(tmp_path: Path) -> None:
    tree = {"app.py": 'from flask import g\n@g.route("/carts/<order>")\ndef f(): ...\n'}
    assert said(facts(tmp_path, tree, "Sort the orders"), "route") == []


def test_routes_that_have_nothing_to_do_with_the_goal_are_left_out(tmp_path: Path) -> None:
    tree = {"app.py": 'from flask import Flask\n@app.route("/health")\ndef f(): ...\n'}
    assert said(facts(tmp_path, tree, "Export invoices"), "route") == []
    assert said(facts(tmp_path, tree, "Add an endpoint for invoices"), "route") == ["GET /health"]


#: A file that defines a command about users, and the command.
COMMANDED: dict[str, tuple[Tree, list[tuple[str, str | None]]]] = {
    "click": (
        {
            "shop/cli.py": """
            import click

            @main.command("sync")
            @click.option("--all")
            def sync_accounts(all): ...

            @main.command()
            def list_accounts(): ...
            """
        },
        [("list-accounts", "shop/cli.py:7"), ("sync", "shop/cli.py:3")],
    ),
    "argparse": (
        {"cli.py": 'import argparse\nsubs.add_parser("accounts")\n'},
        [("accounts", "cli.py:2")],
    ),
    "Django": (
        {"shop/management/commands/purge_accounts.py": ""},
        [("purge_accounts", "shop/management/commands/purge_accounts.py")],
    ),
    "cobra": (
        {"cmd/a.go": 'import "github.com/spf13/cobra"\nvar c = cobra.Command{Use: "accounts"}\n'},
        [("accounts", "cmd/a.go:2")],
    ),
    "commander": (
        {"cli.js": "import { program } from 'commander'\nprogram.command('accounts <id>')\n"},
        [("accounts", "cli.js:2")],
    ),
    "Laravel": (
        {
            "app/A.php": "<?php\nuse Illuminate\\Console\\Command;\n"
            "$signature = 'accounts:purge {id}';\n"
        },
        [("accounts:purge", "app/A.php:3")],
    ),
}


@pytest.mark.parametrize(("tree", "expected"), COMMANDED.values(), ids=COMMANDED)
def test_commands_the_project_defines_are_found(
    tmp_path: Path, tree: Tree, expected: list[tuple[str, str | None]]
) -> None:
    goal = "Add a command that disables accounts"
    assert located(facts(tmp_path, tree, goal), "command") == expected


#: A file of migrations, and the folder with its newest.
MIGRATED: dict[str, tuple[Tree, list[tuple[str, str | None]]]] = {
    "Django": (
        {
            "shop/migrations/0009_a.py": "class Migration(migrations.Migration): ...",
            "shop/migrations/0010_b.py": "class Migration(migrations.Migration): ...",
        },
        [("shop/migrations", "shop/migrations/0010_b.py")],
    ),
    "Alembic": (
        {"alembic/versions/3f_add.py": "down_revision = None\n"},
        [("alembic/versions", "alembic/versions/3f_add.py")],
    ),
    "no Alembic": ({"app/versions/v1.py": "VERSION = 1\n"}, []),
    "Rails": (
        {"db/migrate/20240101_a.rb": "", "db/migrate/20240102_b.rb": ""},
        [("db/migrate", "db/migrate/20240102_b.rb")],
    ),
    "Flyway": (
        {
            "src/main/resources/db/migration/V2__a.sql": "",
            "src/main/resources/db/migration/V10__b.sql": "",
        },
        [("src/main/resources/db/migration", "src/main/resources/db/migration/V10__b.sql")],
    ),
    "Prisma": (
        {"prisma/migrations/20240101_init/migration.sql": ""},
        [("prisma/migrations", "prisma/migrations/20240101_init/migration.sql")],
    ),
    "knex": (
        {"migrations/20240101120000_users.js": "exports.up = () => {}\n"},
        [("migrations", "migrations/20240101120000_users.js")],
    ),
    "EF": (
        {
            "Shop/Migrations/20240101120000_Init.cs": "",
            "Shop/Migrations/20240101120000_Init.Designer.cs": "",
        },
        [("Shop/Migrations", "Shop/Migrations/20240101120000_Init.cs")],
    ),
    "Laravel": (
        {"database/migrations/2024_01_01_000000_create_users.php": ""},
        [("database/migrations", "database/migrations/2024_01_01_000000_create_users.php")],
    ),
    "SQL": ({"migrations/001_init.up.sql": ""}, [("migrations", "migrations/001_init.up.sql")]),
    "of a test": ({"tests/app/migrations/0001_a.py": "migrations.Migration"}, []),
}


@pytest.mark.parametrize(("tree", "expected"), MIGRATED.values(), ids=MIGRATED)
def test_a_migration_folder_comes_with_its_newest_migration(
    tmp_path: Path, tree: Tree, expected: list[tuple[str, str | None]]
) -> None:
    assert located(facts(tmp_path, tree), "migration_folder") == expected


#: Source roots and test folders of a tree.
LAID_OUT: dict[str, tuple[Tree, list[str], list[str]]] = {
    "src layout": (
        {
            "pyproject.toml": '[project]\nname = "my-shop"\n',
            "src/my_shop/__init__.py": "",
            "src/my_shop/sub/__init__.py": "",
            "tests/unit/test_a.py": "",
        },
        ["src/my_shop"],
        ["tests"],
    ),
    "JavaScript beside": (
        {"package.json": "{}", "src/cart.ts": "", "src/cart.test.ts": ""},
        ["src"],
        ["src"],
    ),
    "Maven": (
        {"pom.xml": "<project/>", "src/main/java/A.java": "", "src/test/java/ATest.java": ""},
        ["src/main/java"],
        ["src/test/java"],
    ),
    ".NET": (
        {
            "Shop/Shop.csproj": "<Project/>",
            "Shop.Tests/Shop.Tests.csproj": "<Project/>",
            "Shop.Tests/ATests.cs": "",
        },
        ["Shop"],
        ["Shop.Tests"],
    ),
}


@pytest.mark.parametrize(("tree", "roots", "tests"), LAID_OUT.values(), ids=LAID_OUT)
def test_source_roots_and_test_folders_are_known(
    tmp_path: Path, tree: Tree, roots: list[str], tests: list[str]
) -> None:
    found = facts(tmp_path, tree)
    assert said(found, "source_root") == roots
    assert said(found, "test_folder") == tests


@pytest.mark.parametrize(
    ("source", "test"),
    [
        ("app/limits.py", "tests/test_limits.py"),
        ("src/limits.ts", "src/limits.test.ts"),
        ("src/limits.js", "test/limits.js"),
        ("limits.go", "limits_test.go"),
        ("src/main/java/Limits.java", "src/test/java/LimitsTest.java"),
        ("Shop/Limits.cs", "Shop.Tests/LimitsTests.cs"),
        ("app/models/limits.rb", "spec/models/limits_spec.rb"),
        ("src/Limits.php", "tests/LimitsTest.php"),
    ],
)
def test_the_test_of_a_related_file_is_found_by_its_name(
    tmp_path: Path, source: str, test: str
) -> None:
    found = facts(tmp_path, {source: "", test: "", "other/limits.txt": ""}, "Raise the limits")
    assert located(found, "test_file") == [(source, test)]
    assert said(found, "related_file")[0] == source


def test_a_file_the_goal_names_comes_before_all_that_are_named_alike(tmp_path: Path) -> None:
    tree = {"app/rate_limit.py": "", "app/core/odd.py": "", "app/rate.py": ""}
    found = facts(tmp_path, tree, "Add a rate limit in app/core/odd.py")
    assert said(found, "related_file") == ["app/core/odd.py", "app/rate_limit.py", "app/rate.py"]


def test_words_for_something_being_wrong_are_about_no_file(tmp_path: Path) -> None:
    tree = {"app/failing.py": "def fail_test(): ...\n", "tests/test_x.py": "", "app/test.py": ""}
    found = facts(tmp_path, tree, "The tests are failing. Fix them.")
    assert said(found, "related_file") == []
    assert said(found, "similar_symbol") == []


def test_a_symbol_named_like_the_goal_is_shown_with_its_line(tmp_path: Path) -> None:
    tree = {
        "app/web.py": "import x\n\n\ndef limit_requests(): ...\n",
        "app/z.py": "class Other: ...\n",
    }
    found = facts(tmp_path, tree, "Limit the requests of a client")
    assert located(found, "similar_symbol") == [("function limit_requests", "app/web.py:4")]
    assert said(found, "related_file") == ["app/web.py"]


#: A settings module, and one that only sounds like it.
SETTLED: dict[str, tuple[Tree, list[str]]] = {
    "Django": ({"shop/settings.py": "INSTALLED_APPS = []\n"}, ["shop/settings.py"]),
    "pydantic": ({"app/config.py": "class Settings(BaseSettings): ...\n"}, ["app/config.py"]),
    "a config class": ({"app/config.py": "class AppConfig: ...\n"}, []),
    "Spring": ({"src/main/resources/application.yml": ""}, ["src/main/resources/application.yml"]),
    ".NET": ({"Shop/appsettings.json": "{}"}, ["Shop/appsettings.json"]),
    "Node": ({"src/config.ts": "export const key = process.env.KEY\n"}, ["src/config.ts"]),
    "a test's": ({"tests/settings.py": "INSTALLED_APPS = []\n"}, []),
}


@pytest.mark.parametrize(("tree", "expected"), SETTLED.values(), ids=SETTLED)
def test_the_settings_module_is_known_by_what_it_holds(
    tmp_path: Path, tree: Tree, expected: list[str]
) -> None:
    assert said(facts(tmp_path, tree), "settings_module") == expected


@pytest.mark.rule("ASK-14")
@pytest.mark.parametrize(
    "tree",
    [
        {".env.example": "STRIPE_KEY=sk_live_4242424242424242\n"},
        {"app.py": 'import os\nkey = os.environ["STRIPE_KEY"]\n'},
        {"src/pay.ts": "const key = process.env.STRIPE_KEY\n"},
        {"compose.yml": "services:\n  web:\n    environment:\n      - STRIPE_KEY=sk_live_4242\n"},
        {"compose.yml": "services:\n  web:\n    environment:\n      STRIPE_KEY: sk_live_4242\n"},
        {"pay.go": 'package pay\nvar key = os.Getenv("STRIPE_KEY")\n'},
    ],
)
def test_environment_variables_are_told_by_name_and_never_by_value(
    tmp_path: Path, tree: Tree
) -> None:
    found = facts(tmp_path, tree, "Charge cards with Stripe")
    assert said(found, "env_name") == ["STRIPE_KEY"]
    assert "4242" not in str(found)


def test_documents_near_the_goal_the_changelog_and_decisions_are_named(tmp_path: Path) -> None:
    tree = {
        "README.md": "",
        "CHANGELOG.md": "",
        "docs/limits.md": "",
        "docs/other.md": "",
        "docs/adr/0001-use-redis.md": "",
    }
    found = facts(tmp_path, tree, "Raise the limits")
    assert said(found, "doc_page") == ["docs/limits.md", "README.md"]
    assert said(found, "changelog") == ["CHANGELOG.md"]
    assert said(found, "decision_record") == ["docs/adr"]


# --- how sure it is that a file is meant ----------------------------------------------------------


def sureness(root: Path, tree: dict[str, str], goal: str) -> dict[str, float]:
    found = facts(root, tree, goal).evidence
    return {entry.fact: entry.confidence for entry in found if entry.kind == "related_file"}


@pytest.mark.rule("INV-3")
def test_a_file_that_carries_one_word_of_several_is_less_sure_than_one_that_carries_them(
    tmp_path: Path,
) -> None:
    tree = {
        "shop/domain.py": "",
        "shop/limits.py": "",
        "shop/rate_limit.py": "",
        "shop/orders.py": "",
        "shop/carts.py": "",
    }
    sure = sureness(tmp_path, tree, "Add a rate limit for each domain")
    assert sure["shop/rate_limit.py"] > 0.58 > sure["shop/domain.py"]
    assert next(iter(sure)) == "shop/rate_limit.py"


@pytest.mark.rule("INV-3")
def test_of_many_files_that_carry_the_same_word_none_is_the_one_that_is_meant(
    tmp_path: Path,
) -> None:
    tree = {f"paint/part{number}.py": "" for number in range(9)}
    sure = sureness(tmp_path, {**tree, "paint/__main__.py": ""}, "paint is slow on large canvases")
    assert max(sure.values()) < 0.58


@pytest.mark.rule("INV-3")
def test_a_name_with_a_capital_inside_is_not_taken_apart(tmp_path: Path) -> None:
    tree = {"shop/query.py": "", "static/jquery.js": "", "public/script.js": "", "shop/type.py": ""}
    assert sureness(tmp_path, tree, "Remove jQuery").keys() == {"static/jquery.js"}
    assert sureness(tmp_path, tree, "Move to TypeScript") == {}


@pytest.mark.rule("INV-3")
def test_two_words_of_a_name_are_found_as_one(tmp_path: Path) -> None:
    tree = {"shop/views.py": "class ChangeList:\n    pass\n", "shop/orders.py": ""}
    assert list(sureness(tmp_path, tree, "Sort the changelist")) == ["shop/views.py"]


@pytest.mark.rule("INV-3")
def test_what_was_compiled_from_a_typed_source_is_not_where_one_works(tmp_path: Path) -> None:
    tree = {"client/cart.js": "", "client/cart.d.ts": "", "src/client/cart.ts": ""}
    assert list(sureness(tmp_path, tree, "Empty the cart")) == ["src/client/cart.ts"]


@pytest.mark.rule("INV-3")
def test_the_manifest_of_the_language_most_is_written_in_comes_first(tmp_path: Path) -> None:
    tree = {
        "package.json": "{}",
        "pyproject.toml": "[project]\nname = 'shop'\n",
        "shop/a.py": "",
        "shop/b.py": "",
        "static/c.js": "",
    }
    assert said(facts(tmp_path, tree), "manifest")[0] == "pyproject.toml"


@pytest.mark.rule("INV-3")
def test_one_test_deep_in_a_tree_does_not_say_where_tests_belong(tmp_path: Path) -> None:
    tree = {"lib/view.js": "", "admin/client/app/shared/popout/test/popout.test.js": ""}
    assert said(facts(tmp_path, tree), "test_folder") == []


@pytest.mark.rule("INV-3")
def test_a_folder_called_t_holds_tests(tmp_path: Path) -> None:
    tree = {"shop/jobs.py": "", "t/unit/tasks.py": "", "t/unit/test_jobs.py": ""}
    assert said(facts(tmp_path, tree), "test_folder") == ["t"]
    assert "t/unit/tasks.py" not in sureness(tmp_path, {}, "Retry tasks")

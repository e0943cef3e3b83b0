"""Goals about what a program offers begin where siblings stand, and name the whole set (UND-5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from plangate.adapters.repo.brief.scout import Scout
from tests.adapters.trees import Tree, plant
from tests.conftest import Runner
from tests.interfaces.test_one_more_of_a_kind import files_of, planned

PYTHON = '[project]\nname = "shop"\n[tool.pytest.ini_options]\nminversion = "8"\n'

#: Options declared by a library's own form, carried by a record, completed and told in a manual.
SEEK: Tree = {
    "Cargo.toml": '[package]\nname = "seek"\nversion = "1.0.0"\n',
    "src/cli.rs": """
        use clap::Parser;

        #[derive(Parser)]
        pub struct Opts {
            /// Stop after so many results.
            #[arg(long, value_name = "count")]
            pub max_results: Option<usize>,

            #[arg(
                long,
                short = 'd'
            )]
            pub max_depth: Option<usize>,

            #[arg(long = "no-color")]
            pub without_color: bool,

            #[arg(long)]
            pub follow_links: bool,
        }
        """,
    "src/config.rs": """
        pub struct Config {
            pub max_results: Option<usize>,
            pub max_depth: Option<usize>,
            pub follow_links: bool,
        }
        """,
    "src/walk.rs": "pub fn walk_folder(entries: usize) -> usize {\n    entries\n}\n",
    "completions/_seek": "'--max-results=[so many]'\n'--max-depth=[so deep]'\n'--no-color'\n",
    "doc/seek.1": ".B --max-results\n.B --max-depth\n.B --no-color\n.B --follow-links\n",
    "tests/flags.rs": """
        #[test]
        fn max_results_ends_early() {}
        #[test]
        fn max_depth_ends_early() {}
        """,
}


@pytest.mark.rule("UND-5")
def test_an_option_is_declared_carried_completed_and_told_as_its_sibling_is(
    cli: Runner, tmp_path: Path
) -> None:
    seek = plant(tmp_path / "seek", SEEK)

    tasks = planned(cli, seek, "Add --max-size to leave out larger entries of a folder")

    assert tasks[0]["title"].startswith("Add --max-size beside --max-")
    assert tasks[0]["files"][0] == "src/cli.rs"
    whole = {"src/config.rs", "completions/_seek", "doc/seek.1", "tests/flags.rs"}
    assert whole <= set(files_of(tasks))


@pytest.mark.rule("UND-5")
def test_an_option_for_when_something_fails_is_an_option_too(cli: Runner, tmp_path: Path) -> None:
    seek = plant(tmp_path / "seek", SEEK)

    tasks = planned(cli, seek, "Add a --retry option that walks failed folders again")

    assert tasks[0]["files"][0] == "src/cli.rs"


@pytest.mark.rule("UND-5")
def test_what_a_file_declares_is_known_anew_when_it_changes(tmp_path: Path) -> None:
    others = {f"src/part{number}.rs": f"pub fn part_{number}() {{}}\n" for number in range(60)}
    seek = plant(tmp_path / "seek", {**SEEK, **others})
    goal = "Add --max-size to leave out larger entries of a folder"
    scout = Scout(tmp_path / "cache")
    first = scout.look(goal, str(seek)).kin

    (seek / "src/cli.rs").rename(seek / "src/arguments.rs")
    then = scout.look(goal, str(seek)).kin

    assert first is not None
    assert then is not None
    assert first.points[0].path == "src/cli.rs"
    assert then.points[0].path == "src/arguments.rs"


def _command(name: str, *options: str) -> str:
    flags = "".join(f'\tcmd.Flags().Int("{option}", 0, "so many")\n' for option in options)
    return (
        'package cmd\n\nimport "github.com/spf13/cobra"\n\n'
        f'func {name}Command() *cobra.Command {{\n\tcmd := &cobra.Command{{Use: "{name}"}}\n'
        f"{flags}\treturn cmd\n}}\n"
    )


VAULT: Tree = {
    "go.mod": "module example.org/vault\n\ngo 1.22\n",
    "cmd/orders_list.go": _command("list", "latest", "compact"),
    "cmd/orders_list_test.go": "package cmd\n\nfunc TestOrdersList(t *testing.T) {}\n",
    "cmd/keys_list.go": _command("list", "short"),
    "cmd/prune.go": _command("prune", "keep-last", "keep-daily", "keep-weekly", "keep-yearly"),
    "tools/release.go": _command(
        "release", "ignore-branch", "ignore-version", "ignore-date", "ignore-tests", "oldest-tag"
    ),
}


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    "goal",
    [
        "Add --oldest to `vault orders list`, the counterpart of --latest",
        "orders list should accept --oldest",
        "Support --oldest for orders list",
    ],
)
def test_an_option_of_a_command_stays_with_that_command(
    cli: Runner, tmp_path: Path, goal: str
) -> None:
    vault = plant(tmp_path / "vault", VAULT)

    ran = cli("plan", goal, "-w", vault, "--json").json

    tasks = ran["plan"]["tasks"] if ran["plan"] else []
    named = files_of(tasks) or ran["brief"]["places"][:1]
    assert named[0] == "cmd/orders_list.go"
    assert not {"cmd/keys_list.go", "cmd/prune.go", "tools/release.go"} & set(named)


SHOP: Tree = {
    "pyproject.toml": PYTHON,
    "shop/settings.py": """
        import os

        SHOP_MAIL_HOST = os.getenv("SHOP_MAIL_HOST", "localhost")
        SHOP_MAIL_TIMEOUT = int(os.getenv("SHOP_MAIL_TIMEOUT", "10"))
        SHOP_CART_LIFETIME = int(os.getenv("SHOP_CART_LIFETIME", "60"))
        SHOP_ORDER_PREFIX = os.getenv("SHOP_ORDER_PREFIX", "A")
        SHOP_STOCK_WARNING = int(os.getenv("SHOP_STOCK_WARNING", "5"))
        """,
    "shop/invoices.py": """
        def send_invoice(mail, invoice):
            for attempt in range(3):  # invoice retries
                if mail.send(invoice):
                    return True
            return False
        """,
    "shop/mail.py": "from shop.settings import SHOP_MAIL_TIMEOUT\n\nTIMEOUT = SHOP_MAIL_TIMEOUT\n",
    ".env.example": "SHOP_MAIL_HOST=\nSHOP_MAIL_TIMEOUT=\nSHOP_CART_LIFETIME=\n"
    "SHOP_ORDER_PREFIX=\n",
    "docs/settings.md": "# Settings\n\n* `SHOP_MAIL_HOST`\n* `SHOP_MAIL_TIMEOUT`\n"
    "* `SHOP_CART_LIFETIME`\n* `SHOP_ORDER_PREFIX`\n",
    "tests/test_invoices.py": "def test_an_invoice_is_sent_again():\n    assert True\n",
}


@pytest.mark.rule("UND-5")
def test_a_fixed_value_becomes_a_setting_beside_its_siblings_and_is_read_where_it_stands(
    cli: Runner, tmp_path: Path
) -> None:
    shop = plant(tmp_path / "shop", SHOP)

    tasks = planned(cli, shop, "Make the number of invoice retries configurable")

    assert tasks[0]["files"][0] == "shop/settings.py"
    assert "SHOP_NUMBER_INVOICE_RETRIES beside SHOP_" in tasks[0]["title"]
    whole = {"shop/invoices.py", ".env.example", "docs/settings.md", "tests/test_invoices.py"}
    assert whole <= set(files_of(tasks))


@pytest.mark.rule("UND-5")
def test_a_setting_that_is_to_be_followed_is_no_new_one(cli: Runner, tmp_path: Path) -> None:
    shop = plant(tmp_path / "shop", SHOP)

    tasks = planned(cli, shop, "Make the invoice retries follow my mail timeout setting")

    assert [task["title"] for task in tasks if " beside SHOP_" in task["title"]] == []


@pytest.mark.rule("UND-5")
def test_switches_of_a_build_are_no_settings_of_the_program(cli: Runner, tmp_path: Path) -> None:
    build = str(SHOP["shop/settings.py"]).replace("SHOP_", "BUILD_")
    shop = plant(tmp_path / "shop", {**SHOP, "noxfile.py": build, "shop/settings.py": "\n"})

    tasks = planned(cli, shop, "Make the number of invoice retries configurable")

    assert "noxfile.py" not in files_of(tasks)


TAGS: Tree = {
    "go.mod": "module example.org/tags\n\ngo 1.22\n",
    "api/routes.go": """
        package api

        import "net/http"

        func Routes(mux *http.ServeMux, h *Handler) {
            mux.HandleFunc("GET /v1/book-tags", h.ListBookTags)
            mux.HandleFunc("DELETE /v1/book-tags/{id}", h.RemoveBookTag)
            mux.HandleFunc("GET /v1/readers", h.ListReaders)
        }
        """,
    "api/tag_handlers.go": """
        package api

        func (h *Handler) ListBookTags(w http.ResponseWriter, r *http.Request) {
            h.store.BookTagsOfReader(r)
        }

        func (h *Handler) RemoveBookTag(w http.ResponseWriter, r *http.Request) {
            h.store.DropBookTag(r)
        }
        """,
    "storage/tags.go": """
        package storage

        func (s *Store) BookTagsOfReader(r any) []string { return nil }

        func (s *Store) DropBookTag(r any) error { return nil }
        """,
    "client/client.go": """
        package client

        func (c *Client) BookTags() { c.get("/v1/book-tags") }
        """,
    "docs/api.md": "# API\n\n`GET /v1/book-tags` lists the tags.\n",
    "screens/tags.go": 'package screens\n\nfunc TagScreen() string { return "tags of a book" }\n',
}


@pytest.mark.rule("UND-5")
def test_an_endpoint_follows_the_route_of_its_resource(cli: Runner, tmp_path: Path) -> None:
    root = plant(tmp_path / "tags", TAGS)

    tasks = planned(cli, root, "Add an API endpoint to rename a book tag")

    assert tasks[0]["title"].startswith("Add an API endpoint to rename a book tag, like ")
    assert tasks[0]["files"][0] == "api/routes.go"
    whole = {"api/tag_handlers.go", "storage/tags.go", "client/client.go", "docs/api.md"}
    assert whole <= set(files_of(tasks))


@pytest.mark.rule("UND-5")
def test_a_route_that_is_written_out_is_worked_on_where_it_is_answered(
    cli: Runner, tmp_path: Path
) -> None:
    root = plant(tmp_path / "tags", TAGS)

    ran = cli("brief", "GET /v1/book-tags should be sorted by name", "-w", root, "--json").json

    assert ran["places"][0]["path"] == "api/tag_handlers.go"


LIMITS: Tree = {
    "pyproject.toml": PYTHON,
    "shop/storage/tag.py": """
        def tag_by_title(tag, title):
            return query("select tag from tags where title = title", tag, title)


        def save_tag(tag, title):
            return query("insert into tags (tag, title)", tag, title)
        """,
    "shop/validators/tag.py": """
        def validate_tag(request):
            if not request.title:
                raise ValidationError("the title of a tag is required")
        """,
    "shop/listing.py": """
        ENTRIES_PER_PAGE = 20


        def listing(orders):
            return orders[:ENTRIES_PER_PAGE]
        """,
    "shop/orders.py": """
        class Order:
            def to_dict(self):
                return {"number": self.number}


        class Parcel:
            def size(self):
                return 20
        """,
    "shop/pages.py": "def order_page(order, date, api):\n    return order.created, date, api\n",
    "tests/test_listing.py": "def test_listing():\n    assert True\n",
}


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    ("goal", "place"),
    [
        ("Tag titles must not be longer than 80 characters", "shop/validators/tag.py"),
        ("The listing should show 50 entries per page instead of 20", "shop/listing.py"),
        ("Add the creation date to the order in the API", "shop/orders.py"),
    ],
)
def test_a_limit_a_value_and_an_answer_begin_where_they_are_held(
    cli: Runner, tmp_path: Path, goal: str, place: str
) -> None:
    shop = plant(tmp_path / "shop", LIMITS)

    ran = cli("brief", goal, "-w", shop, "--json").json

    assert ran["places"][0]["path"] == place


@pytest.mark.rule("UND-5")
def test_what_somebody_would_like_is_no_example(cli: Runner, tmp_path: Path) -> None:
    vault = plant(tmp_path / "vault", VAULT)

    tasks = planned(
        cli,
        vault,
        "I'd like to see the old ones: `vault orders list --oldest 5`, with their totals",
    )

    assert files_of(tasks)[:1] == ["cmd/orders_list.go"]

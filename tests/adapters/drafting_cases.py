"""Repositories as their facts, and goals of every kind, for the tests of drafting.

The facts are those an investigation would bring home from a small repository of each ecosystem;
nothing here is anybody's code.
"""

from __future__ import annotations

from plangate.core.model.nouns import Evidence

Facts = tuple[Evidence, ...]


def fact(kind: str, said: str, locator: str | None = None) -> Evidence:
    return Evidence(
        id=f"{kind}:{said}",
        ambiguity=None,
        source="repo_facts",
        supports=None,
        confidence=0.9,
        locator=locator or said,
        kind=kind,
        fact=said,
    )


FLASK: Facts = (
    fact("manifest", "pyproject.toml"),
    fact("lock_file", "uv.lock"),
    fact("test_command", "pytest", "pyproject.toml"),
    fact("lint_command", "ruff check", "pyproject.toml"),
    fact("related_file", "shop/orders.py"),
    fact("related_file", "shop/cart.py"),
    fact("related_file", "docs/orders.md"),
    fact("route", "GET /orders", "shop/orders.py:14"),
    fact("similar_symbol", "function limit_request_size", "shop/guards.py:5"),
    fact("test_file", "shop/cart.py", "tests/test_cart.py"),
    fact("test_file", "shop/guards.py", "tests/test_guards.py"),
    fact("test_folder", "tests"),
    fact("settings_module", "shop/settings.py"),
    fact("env_name", "SHOP_DB", ".env.example:2"),
    fact("model_file", "shop/models.py"),
    fact("migration_folder", "migrations/versions", "migrations/versions/0012_coupons.py"),
    fact("doc_page", "docs/orders.md"),
    fact("changelog", "CHANGES.md"),
    fact("ci_workflow", ".github/workflows/test.yml"),
    fact("container_file", "Dockerfile"),
    fact("job_module", "shop/tasks.py"),
    fact("command", "shop-admin", "shop/cli.py:9"),
    fact("co_change", "shop/orders.py changes with shop/models.py (8 of 12)", "shop/orders.py"),
)
EXPRESS: Facts = (
    fact("manifest", "package.json"),
    fact("lock_file", "package-lock.json"),
    fact("test_command", "npm test", "package.json"),
    fact("build_command", "npm run build", "package.json"),
    fact("related_file", "src/routes/orders.ts"),
    fact("related_file", "src/components/OrderList.tsx"),
    fact("route", "GET /api/orders", "src/routes/orders.ts:8"),
    fact("test_file", "src/routes/users.ts", "src/routes/users.test.ts"),
    fact("component_folder", "src/components"),
    fact("translation_folder", "src/locales"),
    fact("doc_page", "README.md"),
)
GO: Facts = (
    fact("manifest", "go.mod"),
    fact("test_command", "go test ./...", "go.mod"),
    fact("related_file", "internal/orders/handler.go"),
    fact("route", "GET /orders", "internal/orders/handler.go:21"),
    fact("test_file", "internal/users/store.go", "internal/users/store_test.go"),
    fact("migration_folder", "db/migrations", "db/migrations/004_users.sql"),
)
RUST: Facts = (
    fact("manifest", "Cargo.toml"),
    fact("lock_file", "Cargo.lock"),
    fact("test_command", "cargo test", "Cargo.toml"),
    fact("lint_command", "cargo clippy"),
    fact("command", "sort", "src/cli.rs:30"),
    fact("entry_point", "tally = src/main.rs", "src/main.rs"),
    fact("related_file", "src/parse.rs"),
    fact("changelog", "CHANGELOG.md"),
)
SPRING: Facts = (
    fact("manifest", "pom.xml"),
    fact("test_command", "mvn test", "pom.xml"),
    fact("related_file", "src/main/java/shop/order/OrderService.java"),
    fact("test_file", "src/main/java/shop/cart/Cart.java", "src/test/java/shop/cart/CartTest.java"),
    fact("settings_module", "src/main/resources/application.yml"),
    fact("model_file", "src/main/java/shop/order/Order.java"),
)
RAILS: Facts = (
    fact("manifest", "Gemfile"),
    fact("test_command", "bundle exec rspec", "Gemfile"),
    fact("route", "orders#index", "config/routes.rb:4"),
    fact("related_file", "app/models/order.rb"),
    fact("test_file", "app/models/user.rb", "spec/models/user_spec.rb"),
    fact("migration_folder", "db/migrate", "db/migrate/20250101120000_add_users.rb"),
)
NOTES: Facts = (fact("related_file", "notes/plan.md"), fact("doc_page", "README.md"))
NOTHING: Facts = ()

REPOSITORIES = {
    "flask": FLASK,
    "express": EXPRESS,
    "go": GO,
    "rust": RUST,
    "spring": SPRING,
    "rails": RAILS,
    "notes": NOTES,
    "nothing": NOTHING,
}

#: Goals by the kind of change they ask for; `clause` is none of the others.
GOALS: dict[str, tuple[str, ...]] = {
    "failing-tests": (
        "The tests are failing. Fix them.",
        "Fix the failing tests",
        "Make the test suite green again",
        "The tests fail on Node 22",
    ),
    "supported-versions": ("Drop support for Python 3.9", "Add support for Node 22"),
    "endpoint": (
        "Add a /health endpoint",
        "Add GET /orders/{id} to the API",
        "Expose an endpoint for order status",
    ),
    "command": ("Add a `stats` command", "Add a subcommand that lists stale branches"),
    "setting": (
        "Make the request timeout configurable",
        "Add an environment variable for the log level",
    ),
    "integration": ("Integrate with Stripe for payments", "Post a message to Slack on failure"),
    "authentication": ("Add authentication", "Require login for the admin pages"),
    "rate-limit": ("Add rate limiting to the public API", "Throttle the search API"),
    "background-job": (
        "Run the report generation in the background",
        "Add a nightly job that refreshes the figures",
    ),
    "schema-migration": (
        "Add a phone column to the customers table",
        "Drop the legacy_id column from orders",
    ),
    "data-migration": (
        "Backfill the country of existing customers",
        "Migrate all user data from MySQL to PostgreSQL",
    ),
    "data-deletion": (
        "Delete all rows from the production users table",
        "Purge all records older than two years from the events table",
    ),
    "rename": (
        "Rename the class Invoice to Bill everywhere",
        "Move utils/dates.py to core/time.py",
    ),
    "extract": ("Extract the pricing logic into its own module",),
    "refactor": ("Refactor the parser to use a state machine",),
    "replacement": ("Replace requests with httpx", "Switch from Jest to Vitest"),
    "dependency-upgrade": ("Upgrade Django to 5.2", "Update all dependencies"),
    "bug-fix": (
        "Fix the crash when the cart is empty",
        "Login fails with a 500 when the e-mail has upper case letters",
    ),
    "performance": ("Speed up the dashboard query", "The search page is too slow"),
    "security-fix": (
        "Fix the SQL injection in the search form",
        "Prevent path traversal in file downloads",
    ),
    "ci": ("Run the tests on every pull request", "Add a CI job for the linter"),
    "container-deploy": ("Add a Dockerfile", "Deploy the app to Kubernetes"),
    "documentation": ("Document the configuration options", "Update the README with install steps"),
    "test-coverage": ("Add tests for the pricing module", "Increase test coverage of app/bill.py"),
    "removal": ("Remove the legacy XML exporter", "Deprecate the v1 API"),
    "wording": ("Fix the typo in the footer", "Update the copyright year"),
    "translation": ("Translate the UI to German",),
    "release": ("Publish the package to PyPI",),
    "clause": (
        "Support Windows paths",
        "Add undo to the editor",
        "Use UTC everywhere",
        "Rotate the production API keys",
    ),
}

#: Goals of several clauses and kinds.
LONG_GOALS = (
    "Add an endpoint that lists overdue invoices with pagination and caching, then document it",
    "1. Add a column for the phone number\n2. Backfill it from the profile\n3. Drop the old column",
    "Rename the package to tally; update the README; publish the release",
    "Add login, export orders as CSV and remove the legacy importer. Do not change the schema.",
    "We run on Redis already. Cache the price list. Users complain that the shop is slow.",
    "Build a multi-tenant billing service with Stripe payments, usage metrics, a nightly invoice "
    "job, an admin dashboard, role-based access control and a migration of all existing customers",
)

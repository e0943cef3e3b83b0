"""Every plan of a session is held against its workspace (ADQ-20…26)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Runner

GOOD = """# Show the stock of each product on the product page

- [ ] Add the stock to the answer of show_product in shop/products.py, read from the Product model
- [ ] Cover show_product with a test of the stock in tests/test_products.py, sold out too
"""
ABSURD = """# Show the stock of each product on the product page

- [ ] Add the quantum flux to engine/warp.rs and align the dilithium crystals of the hull
- [ ] Cover engine/hull.rs with a test of the tachyon emitter in spec/warp_spec.rb
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    (root / "shop").mkdir(parents=True)
    (root / "tests").mkdir()
    (root / "shop" / "products.py").write_text(
        "class Product:\n    stock = 0\n\n\ndef show_product(product):\n    return product\n"
    )
    (root / "tests" / "test_products.py").write_text("def test_product():\n    assert True\n")
    (root / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
    return root


def measured(cli: Runner, shop: Path, text: str) -> dict[str, Any]:
    plan = shop.parent / "plan.md"
    plan.write_text(text)
    document = cli("adopt", plan, "--workspace", shop, "--json").json
    events = cli("show", document["session"], "--log", "--json").json["events"]
    last: dict[str, Any] = [e for e in events if e["type"] == "PlanMeasured"][-1]
    return dict(last["payload"]["telemetry"])


@pytest.mark.rule("ADQ-18", "ADQ-20", "ADQ-21", "ADQ-26", "REF-5")
def test_an_absurd_plan_of_a_session_is_thin_and_a_good_one_is_not(cli: Runner, shop: Path) -> None:
    good, absurd = measured(cli, shop, GOOD), measured(cli, shop, ABSURD)
    assert (good["is_too_thin"], absurd["is_too_thin"]) == (False, True)
    assert absurd["adequacy_score"] < good["adequacy_score"]
    assert absurd["aggregate_unresolved_risk"] > good["aggregate_unresolved_risk"]


@pytest.mark.rule("ADQ-20", "ADQ-22", "ADQ-23", "ADQ-24", "ADQ-25")
def test_a_draft_by_rules_is_measured_against_what_is_there(cli: Runner, shop: Path) -> None:
    goal = "Return the stock of a product from show_product and round its price to cents"
    document = cli("plan", goal, "--workspace", shop, "--complexity", "5", "--json").json
    assert document["plan"]["tasks"]
    events = cli("show", document["session"], "--log", "--json").json["events"]
    seen = next(at for at, event in enumerate(events) if event["type"] == "PlacesSeen")
    judged = next(at for at, event in enumerate(events) if event["type"] == "PlanMeasured")
    assert seen < judged
    assert events[judged]["payload"]["telemetry"]["is_too_thin"] is False


@pytest.mark.rule("ERR-1", "ADQ-24")
def test_a_bottomless_file_of_the_workspace_is_passed_over(cli: Runner, shop: Path) -> None:
    (shop / "package.json").write_text("[" * 100_000)
    plan = shop.parent / "plan.md"
    plan.write_text(GOOD)
    checked = cli("check", plan, "--workspace", shop, "--json")
    assert checked.code == 0, checked.err
    assert not checked.json["is_too_thin"]

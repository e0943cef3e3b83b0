"""A decision with many options on the page (SPLIT-11): one table, the same rules and events."""

from __future__ import annotations

from typing import Any

import pytest

from plangate.app.acts import scope_acts
from plangate.core.model.scope_nouns import Chain
from tests.interfaces.web.site import Site, Visitor, planner_in

pytestmark = pytest.mark.rule("SPLIT-11", "WEB-1")

OPTIONS: list[dict[str, Any]] = [
    {"key": "core", "label": "Core", "scope": "the engine itself", "cost": "3 days"},
    {"key": "old", "label": "Old core", "conflicts": ["core"]},
    {"key": "reports", "label": "Reports", "requires": ["core"]},
    {"key": "drop", "label": "Drop the legacy orders table", "scope": "rows are deleted for good"},
    {"key": "dark", "label": "Dark mode"},
]


def begun(site: Site, surface: str = "whole", options: list[dict[str, Any]] = OPTIONS) -> str:
    document = {"decision": "What ships?", "kind": "independent", "options": options}
    with planner_in(site.db) as planner:
        decision = scope_acts.read_decision({**document, "surface": surface})
        return scope_acts.start(planner, decision, str(site.project()), by="ana").id


def chain(site: Site, name: str) -> Chain:
    with planner_in(site.db) as planner:
        return scope_acts.show(planner, name).chain


def test_every_option_is_a_row_with_what_it_costs_and_needs(site: Site, visitor: Visitor) -> None:
    name = begun(site)
    page = visitor.get(f"/scopes/{name}")
    assert "0 of 5 decided" in page.words
    for text in ("Old core", "excludes core", "Reports", "needs core", "3 days"):
        assert text in page.words
    assert page.text.count('type="radio"') == 20
    assert name in visitor.get("/scopes").text


def test_rows_are_decided_in_any_order_and_clashes_are_said(site: Site, visitor: Visitor) -> None:
    name = begun(site)
    page = visitor.post(f"/scopes/{name}/rows", {"row-2": "include", "row-4": "cut"})
    assert "2 of 5 decided" in page.words
    assert "reports needs core" in page.words
    assert chain(site, name).dispositions["dark"] == "cut"
    nothing = visitor.post(f"/scopes/{name}/rows", {"row-4": "cut"})
    assert nothing.status == 400


@pytest.mark.rule("ASK-11")
def test_what_cannot_be_undone_is_included_by_its_label(site: Site, visitor: Visitor) -> None:
    name = begun(site)
    clicked = visitor.post(f"/scopes/{name}/rows", {"row-3": "include"})
    assert clicked.status == 400
    assert "is taken by typing its label" in clicked.words
    assert chain(site, name).dispositions["drop"] == "undecided"
    typed = {"row-3": "include", "label-3": "Drop the legacy orders table"}
    assert visitor.post(f"/scopes/{name}/rows", typed).status == 200
    assert chain(site, name).dispositions["drop"] == "include"


def test_the_whole_table_ships_after_its_clashes_are_settled(site: Site, visitor: Visitor) -> None:
    name = begun(site)
    rows = {"row-0": "cut", "row-1": "cut", "row-2": "include", "row-3": "defer", "row-4": "cut"}
    clash = visitor.post(f"/scopes/{name}/rows", rows)
    assert "reports needs core, which is cut. What holds?" in clash.words
    settled = visitor.post(f"/scopes/{name}/answer", {"choice": "keep core"})
    assert "What ships: core, reports ." in settled.words.replace(
        "core, reports.", "core, reports ."
    )
    shipped = visitor.post(f"/scopes/{name}/answer", {"choice": "ship"})
    assert "Shipped." in shipped.words
    assert chain(site, name).status == "shipped"
    with planner_in(site.db) as planner:
        surfaces = {
            entry.payload.partition('"surface":"')[2].partition('"')[0]
            for entry in planner.store.read(name)
            if entry.type in ("ScopeAnswered", "ScopeRowDecided")
        }
    assert surfaces == {"web"}


def test_a_chain_begun_for_a_small_surface_is_the_same_table_here(
    site: Site, visitor: Visitor
) -> None:
    name = begun(site, "capped")
    rows = {"row-0": "include", "row-1": "cut", "row-2": "include", "row-3": "cut", "row-4": "cut"}
    page = visitor.post(f"/scopes/{name}/rows", rows)
    assert "5 of 5 decided" in page.words
    assert chain(site, name).stage == "final"
    with planner_in(site.db) as planner:
        kinds = [entry.type for entry in planner.store.read(name)]
    assert kinds == ["ScopeStarted", *["ScopeAnswered"] * 5]


def test_few_options_of_a_small_surface_are_taken_together(site: Site, visitor: Visitor) -> None:
    name = begun(site, "capped", [OPTIONS[0], OPTIONS[4]])
    half = visitor.post(f"/scopes/{name}/rows", {"row-0": "include"})
    assert half.status == 400
    page = visitor.post(f"/scopes/{name}/rows", {"row-0": "include", "row-1": "defer"})
    assert "2 of 2 decided" in page.words


def test_a_row_on_hold_is_gone_on_with(site: Site, visitor: Visitor) -> None:
    name = begun(site)
    held = visitor.post(f"/scopes/{name}/rows", {"row-0": "include", "row-4": "hold"})
    assert held.status == 200
    assert chain(site, name).dispositions["core"] == "include"
    assert chain(site, name).dispositions["dark"] == "held"
    decided = visitor.post(f"/scopes/{name}/rows", {"row-4": "cut"})
    assert chain(site, name).dispositions["dark"] == "cut"
    assert decided.status == 200

"""What documentation says about readings: assertions count, mentions and denials do not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.adapters.library.librarian import Librarian
from plangate.adapters.library.statements import statements
from plangate.adapters.memory import ScriptedWeb
from plangate.adapters.minds.rules.dimension import Dimension
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.core.events.event import EvidenceGathered
from plangate.core.model.nouns import Ambiguity, Dispatch, Evidence, Interpretation, Strategy
from plangate.core.moves import Investigate
from tests.adapters.trees import Tree, plant

pytestmark = pytest.mark.rule("INV-3", "INV-11")

_GOAL = "Add rate limiting to the API"


def _dimensions(_workspace: Path) -> Sequence[Dimension]:
    return shipped_dimensions()


def _ambiguity(name: str, goal: str = _GOAL) -> Ambiguity:
    found = next(d for d in shipped_dimensions() if d.id == name).applies_to(goal)
    assert found is not None
    return found


def _look(
    root: Path,
    about: Ambiguity,
    *,
    web: ScriptedWeb | None = None,
    strategy: Strategy = "documentation",
    reads: tuple[str, ...] = (),
    seconds: float = 10.0,
) -> EvidenceGathered:
    dispatch = Dispatch("d1", "librarian", strategy, "x", (about.id,), (), seconds, reads)
    chore = Investigate(str(root), _GOAL, (about,), (dispatch,))
    return Librarian(_dimensions, web).look(chore, dispatch, lambda: seconds)


def _supported(root: Path, tree: Tree) -> list[tuple[str | None, str | None, float]]:
    found = _look(plant(root, tree), _ambiguity("rate-limit-store"))
    return [(e.supports, e.locator, e.confidence) for e in found.evidence if e.supports]


#: A page, and the reading of “where are the counters kept” it supports.
SAID: dict[str, tuple[Tree, list[tuple[str | None, str | None, float]]]] = {
    "a page asserts": (
        {"README.md": "# Shop\n\nRate limits are counted in Redis.\n"},
        [("redis", "README.md:3", 0.5)],
    ),
    "under a heading": (
        {"docs/ops.md": "# Ops\n\n## Rate limiting\n\nThe service uses Redis on port 1.\n"},
        [("redis", "docs/ops.md:5", 0.5)],
    ),
    "a decision record": (
        {
            "docs/adr/0003-limits.md": """
            # Rate limiting

            Status: accepted

            ## Considered options

            Redis, nginx, in memory.

            ## Decision

            Counters live in Redis.
            """
        },
        [("redis", "docs/adr/0003-limits.md:11", 0.7)],
    ),
    "a rejected record": (
        {"docs/adr/1.md": "# Rate limiting\n\nStatus: Rejected\n\n## Decision\n\nUse Redis.\n"},
        [],
    ),
    "a proposed record is a page": (
        {"docs/adr/1.md": "# Rate limiting\n\nStatus: proposed\n\n## Decision\n\nUse Redis.\n"},
        [("redis", "docs/adr/1.md:7", 0.5)],
    ),
    "denied": ({"README.md": "Rate limits: we do not use Redis.\n"}, []),
    "denied with a contraction": ({"README.md": "We don't use Redis for rate limits.\n"}, []),
    "no longer": ({"README.md": "The rate limiter no longer uses Redis.\n"}, []),
    "instead": (
        {"README.md": "The rate limiter uses nginx instead of Redis.\n"},
        [],
    ),
    "denied beside an assertion": (
        {"README.md": "Rate limits are counted in Redis, not in memory.\n"},
        [("redis", "README.md:1", 0.5)],
    ),
    "an option": ({"README.md": "You can use Redis for rate limits.\n"}, []),
    "a question": ({"README.md": "Are rate limits counted in Redis?\n"}, []),
    "about something else": ({"README.md": "The job queue uses Redis.\n"}, []),
    "two at once": ({"README.md": "Rate limits are kept in Redis and in memory.\n"}, []),
    "code": ({"README.md": "# Rate limits\n\n```\nwe use Redis\n```\n\n    we use Redis\n"}, []),
    "the changelog": (
        {"CHANGELOG.md": "## 2.0\n\n- Rate limits are now stored in Redis.\n"},
        [("redis", "CHANGELOG.md:3", 0.4)],
    ),
    "reStructuredText": (
        {"docs/limits.rst": "Rate limits\n===========\n\nWe keep the counters in Redis.\n"},
        [("redis", "docs/limits.rst:4", 0.5)],
    ),
    "an installed package": (
        {
            "requirements.txt": "limitsy\n",
            ".venv/lib/python3.12/site-packages/limitsy-1.0.dist-info/METADATA": (
                "Name: limitsy\nSummary: A rate limiter that stores its counters in Redis\n\nHi.\n"
            ),
        },
        [("redis", ".venv/lib/python3.12/site-packages/limitsy-1.0.dist-info/METADATA:2", 0.3)],
    ),
    "a package nobody declared": (
        {
            ".venv/lib/python3.12/site-packages/limitsy-1.0.dist-info/METADATA": (
                "Name: limitsy\nSummary: A rate limiter that stores its counters in Redis\n\nHi.\n"
            ),
        },
        [],
    ),
    "an installed npm package": (
        {
            "package.json": '{"dependencies": {"@a/limits": "1"}}',
            "node_modules/@a/limits/package.json": (
                '{"description": "A rate limiter that keeps counts in Redis."}'
            ),
        },
        [("redis", "node_modules/@a/limits/package.json:1", 0.3)],
    ),
}


@pytest.mark.parametrize(("tree", "expected"), SAID.values(), ids=SAID)
def test_documentation_supports_what_it_asserts_about_the_decision(
    tmp_path: Path, tree: Tree, expected: list[tuple[str | None, str | None, float]]
) -> None:
    assert _supported(tmp_path, tree) == expected


def test_documentation_alone_never_reaches_the_mark_of_an_inference(tmp_path: Path) -> None:
    records = {f"docs/adr/{n}.md": "# Rate limits\n\n## Decision\n\nUse Redis.\n" for n in range(9)}
    found = _supported(tmp_path, records)
    assert len(found) == 3
    assert max(worth for _, _, worth in found) < 0.75


@pytest.mark.rule("ASK-6")
def test_what_was_read_is_told_even_when_it_says_nothing(tmp_path: Path) -> None:
    found = _look(plant(tmp_path, {"README.md": "Hello.\n"}), _ambiguity("rate-limit-store"))
    assert [entry.fact for entry in found.evidence] == [
        "read 1 document for In Redis, In the process, In the gateway: 0 statements"
    ]
    assert found.exhaustion == {"investigation": ["rate-limit-store:documentation"]}


def test_a_fast_path_reads_the_named_files_and_no_other(tmp_path: Path) -> None:
    page = "Rate limits are counted in Redis.\n"
    root = plant(tmp_path, {"README.md": page, "docs/other.md": page})
    found = _look(root, _ambiguity("rate-limit-store"), reads=("docs/other.md",))
    assert found.files == ("docs/other.md",)
    assert found.calls == 0


def test_when_its_time_is_over_the_librarian_returns_what_it_has(tmp_path: Path) -> None:
    root = plant(tmp_path, {"README.md": "Rate limits are counted in Redis.\n"})
    found = _look(root, _ambiguity("rate-limit-store"), seconds=0.0)
    assert found.outcome == "partial"
    assert not [entry for entry in found.evidence if entry.supports]


def test_an_ambiguity_the_catalog_does_not_know_is_read_for_by_its_own_names(
    tmp_path: Path,
) -> None:
    readings = tuple(
        Interpretation(name.lower(), name, "x", 0.5, 0.1, "reversible")
        for name in ("Kafka", "NATS")
    )
    root = plant(tmp_path, {"README.md": "The event bus runs on Kafka. NATS is not used.\n"})
    found = _look(root, Ambiguity("event-bus", readings))
    assert [entry.supports for entry in found.evidence if entry.supports] == ["kafka"]


@pytest.mark.rule("ASK-14")
def test_a_secret_in_a_quoted_page_is_redacted(tmp_path: Path) -> None:
    key = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"
    tree = {"README.md": f"Rate limits are counted in Redis with {key} as its key.\n"}
    found = _look(plant(tmp_path, tree), _ambiguity("rate-limit-store"))
    assert [entry for entry in found.evidence if entry.supports]
    assert key not in str(found)


@pytest.mark.parametrize("place", ["a page", "an environment", "a package", "the modules"])
def test_nothing_outside_is_read_through_links(tmp_path: Path, place: str) -> None:
    said = "Summary: A rate limiter that stores its counters in Redis\n"
    info = "lib/python3.12/site-packages/limitsy-1.dist-info"
    outside = plant(
        tmp_path / "outside",
        {
            "README.md": said,
            f"env/{info}/METADATA": said,
            "modules/limitsy/README.md": said,
        },
    )
    root = plant(
        tmp_path / "own",
        {
            "requirements.txt": "limitsy\n",
            "package.json": '{"dependencies": {"limitsy": "1", "../outside/modules/limitsy": "1"}}',
        },
    )
    if place == "a page":
        (root / "README.md").symlink_to(outside / "README.md")
    elif place == "an environment":
        (root / ".venv").symlink_to(outside / "env")
    elif place == "a package":
        plant(root, {f".venv/{info}/x": "", "node_modules/x": ""})
        (root / f".venv/{info}/METADATA").symlink_to(outside / f"env/{info}/METADATA")
        (root / "node_modules/limitsy").symlink_to(outside / "modules/limitsy")
    else:
        (root / "node_modules").symlink_to(outside / "modules")
    found = _look(root, _ambiguity("rate-limit-store"))
    assert not [entry for entry in found.evidence if entry.supports]


# --- the web --------------------------------------------------------------------------------------


def _outside(web: ScriptedWeb | None) -> EvidenceGathered:
    about = _ambiguity("rate-limit-store")
    return _look(Path("/nonexistent"), about, web=web, strategy="external research")


def test_without_a_provider_nothing_outside_is_asked_and_that_is_said() -> None:
    found = _outside(None)
    assert found.evidence == ()
    assert found.limits == ("no web provider is configured: nothing outside was looked at",)


def test_what_the_web_says_is_labelled_bounded_and_supports_nothing() -> None:
    key = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"
    pages = {
        "https://example.org/a": f"Keep the counters in Redis with {key}.\x1b[2J " + "x" * 9_000,
        "javascript:alert(1)": "the rate limiter counters in Redis",
    }
    web = ScriptedWeb(pages)
    (entry,) = _outside(web).evidence
    assert isinstance(entry, Evidence)
    assert (entry.kind, entry.supports, entry.confidence) == ("external", None, 0.0)
    assert entry.fact.startswith("external, not verified: “Keep the counters in Redis with")
    assert len(entry.fact) < 300
    assert key not in str(entry)
    assert "\x1b" not in entry.fact
    assert web.queries == [
        "Where should the rate limiter keep its counters? In Redis, In the process, In the gateway"
    ]


@given(st.text(alphabet="a.#=-`\n\t *?!AB~|<([1", max_size=200))
def test_every_text_can_be_cut_into_statements_that_stand_in_it(text: str) -> None:
    lines = text.count("\n") + 1
    for statement in statements(text):
        assert 1 <= statement.line <= lines
        assert statement.text.strip()

"""Goals on small repositories, and the replies an able model gave to their exact prompts (LLM-6).

A reply is kept verbatim in tests/models/replies with the digest of the prompt it was given to; when
the prompt changes, the digest differs and the reply is no longer one to it.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

from tests.models.conftest import commit_all

ROOT = Path(__file__).parents[1] / "sets/repos"
REPLIES = Path(__file__).parent / "replies"


class Case(NamedTuple):
    """A goal in a repository of tests/sets/repos."""

    name: str
    repo: str
    goal: str


CASES: tuple[Case, ...] = (
    Case("clinic-cancel", "clinic", "Let patients cancel an appointment online"),
    Case("clinic-export", "clinic", "Export a day's appointments as CSV"),
    Case("feedpipe-retry", "feedpipe", "Retry a feed that could not be fetched"),
    Case("feedpipe-dedupe", "feedpipe", "Do not store the same entry twice"),
    Case("gauge-alert", "gauge", "Send an alert when a reading passes its limit"),
    Case("gauge-delete", "gauge", "Delete readings older than a year"),
    Case("petalshop-coupon", "petalshop", "Add discount codes to the checkout"),
    Case("petalshop-guest", "petalshop", "Allow ordering without an account"),
    Case("quillnotes-tags", "quillnotes", "Let people tag their notes and filter by tag"),
    Case("roombook-overlap", "roombook", "Refuse a booking that overlaps another one"),
    Case("tally-json", "tally", "Add a JSON output to the report command"),
    Case("parley-timeout", "parley", "Give every request a timeout"),
)


def materialise(case: Case, folder: Path) -> Path:
    """The repository of a case, with everything in its last commit."""
    root = folder / case.repo
    shutil.copytree(ROOT / case.repo, root)
    commit_all(root)
    return root

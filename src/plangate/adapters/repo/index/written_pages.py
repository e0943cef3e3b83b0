"""The pages of a workspace by what they are, found in its listing once and kept until a file
changes."""

from __future__ import annotations

import re
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.documents import is_changelog, is_page, is_record
from plangate.adapters.repo.index.index import Index, code_version

_FOR_CONTRIBUTORS = re.compile(
    r"(?:^|/)(?:contributing|agents|claude|development|hacking)[^/]*\.(?:md|mdx|rst|adoc|txt)$",
    re.IGNORECASE,
)


class Written(NamedTuple):
    """Paths in the order of the listing; one may be of several kinds."""

    pages: list[str]
    records: list[str]
    changelogs: list[str]
    for_contributors: list[str]


def written_in(workspace: Workspace, index: Index) -> Written:
    """What people read in a workspace."""

    def made() -> Written:
        kinds = (is_page, is_record, is_changelog, _FOR_CONTRIBUTORS.search)
        return Written(*([path for path in workspace.files if kind(path)] for kind in kinds))

    return Written(*index.texts.of_files(f"written {code_version()}", made))

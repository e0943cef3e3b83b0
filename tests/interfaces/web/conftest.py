"""One server for all of these tests: starting one costs a second of processor time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.interfaces.web.site import Site, Visitor, site_in


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site_in(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(scope="session")
def visitor(site: Site) -> Visitor:
    return Visitor(site.server.address).log_in(site.server.link)

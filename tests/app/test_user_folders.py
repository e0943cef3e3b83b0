"""Where a person's own files are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from plangate.user_folders import (
    cache_directory,
    config_directory,
    data_directory,
    state_directory,
)

pytestmark = pytest.mark.rule("ACT-2", "REC-1")


@pytest.mark.parametrize(
    "find", [data_directory, config_directory, cache_directory, state_directory]
)
@pytest.mark.parametrize("home", ["relative", "./home", "../.."])
def test_a_home_that_is_no_whole_path_is_none(find: object, home: str) -> None:
    """It would be wherever one stands, and mostly that is in somebody's workspace."""
    assert callable(find)
    found = find({"HOME": home}, "linux")
    assert isinstance(found, Path)
    assert found.is_absolute()
    assert home not in found.parts

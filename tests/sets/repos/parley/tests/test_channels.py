import pytest

from parley.channels import open_channel
from parley.errors import UnknownChanel


def test_an_unknown_channel_is_refused():
    with pytest.raises(UnknownChanel):
        open_channel("pigeon")

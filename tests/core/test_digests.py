"""The digest of the record is SHA-256, whichever module computes it."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.model.digests import sha256


@pytest.mark.rule("REC-1")
@given(st.text())
def test_the_digest_is_the_one_everybody_computes(text: str) -> None:
    clean = text.encode("utf-8", "replace").decode()
    assert sha256(clean) == hashlib.sha256(clean.encode()).hexdigest()

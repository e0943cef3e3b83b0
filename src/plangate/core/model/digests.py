"""SHA-256 as the record needs it, without what `hashlib` loads besides.

`hashlib` brings OpenSSL along, which is a good part of a short call's start-up. CPython's own
module computes the same digest; where there is none, `hashlib` it is.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def _algorithm() -> Any:
    for name in ("_sha2", "_sha256"):  # from Python 3.12 on, and before
        try:
            return import_module(name).sha256
        except ImportError:
            continue
    return import_module("hashlib").sha256


_sha256 = _algorithm()


def sha256(text: str) -> str:
    """The digest of a text's UTF-8, in hexadecimal."""
    return sha256_of_bytes(text.encode())


def sha256_of_bytes(content: bytes) -> str:
    """The digest of bytes, in hexadecimal."""
    digest: str = _sha256(content).hexdigest()
    return digest

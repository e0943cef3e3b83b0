"""Which model, where, and how it is to be used: one frozen value (LLM-1).

Nothing here imports a model library: a choice can be looked at, confirmed and refused without one.
"""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple
from urllib.parse import urlsplit

from plangate.core.model.errors import BadInput
from plangate.core.model.model_use import Price

_NAME = re.compile(r"([a-z][a-z0-9/_-]{0,40}):(\S{1,200})")
_ACCEPTED = "PROVIDER:NAME, for example anthropic:claude-sonnet-4-5"
_MACHINES = ("localhost", "localhost.localdomain", "ip6-localhost")


class ModelChoice(NamedTuple):
    """A model as it was chosen by a flag, the environment, settings or a session's record."""

    provider: str
    name: str
    address: str = ""
    """An OpenAI-compatible address; empty for the provider's own."""
    key: str = ""
    """For an address alone; a provider's own key is in its own variable."""
    price: Price | None = None
    seconds: int = 180
    output_tokens: int | None = None
    reasoning: str = ""
    output: str = ""
    """`tool`, `schema` or `text`; empty for what fits the address."""

    looks: bool = False
    """LLM-2: whether it also investigates."""

    @property
    def label(self) -> str:
        return f"{self.provider}:{self.name}"

    @property
    def is_local(self) -> bool:
        """LLM-7: an address on this machine needs nobody's confirmation."""
        return bool(self.address) and is_this_machine(self.address)

    @property
    def destination(self) -> str:
        """Where calls go: the provider, or the host and port of an address."""
        return urlsplit(self.address).netloc.rpartition("@")[2] if self.address else self.provider


def model_named(text: str, field: str) -> tuple[str, str]:
    """PROVIDER and NAME of a model as somebody wrote it."""
    found = _NAME.fullmatch(text.strip())
    if found is None:
        raise BadInput(field, f"{text[:80]!r} is not a model", _ACCEPTED)
    return found[1], found[2]


def checked_address(text: str, field: str) -> str:
    """An address as it may be called: http or https, no user and password in it."""
    parts = urlsplit(text.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        accepted = "http://localhost:8080/v1, or an https address without a user in it"
        raise BadInput(field, f"{text[:80]!r} is not an address", accepted)
    if parts.scheme == "http" and not is_this_machine(text):
        raise BadInput(field, "http to another machine is not encrypted", "https")
    return text.strip().rstrip("/")


def is_this_machine(address: str) -> bool:
    host = (urlsplit(address).hostname or "").lower()
    if host in _MACHINES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False

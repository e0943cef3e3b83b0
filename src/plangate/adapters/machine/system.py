"""The machine's clock and its source of ids."""

from __future__ import annotations

from datetime import UTC, datetime

#: Letters and digits nobody mistakes for one another when reading them aloud.
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


def new_id() -> str:
    """A session's id: short enough to type, long enough never to be met twice."""
    import secrets  # lazy: it brings random and hashlib, and few commands make an id

    return "".join(secrets.choice(_ALPHABET) for _ in range(8))


class LookingAgain:
    """Waiting for a change of a file: a short sleep, and whoever waits looks again."""

    EVERY = 0.2

    def wait(self, seconds: float) -> None:
        """Whatever was written meanwhile, nobody says."""
        from time import sleep

        sleep(max(0.0, min(self.EVERY, seconds)))

    def close(self) -> None:
        """There is nothing to close."""

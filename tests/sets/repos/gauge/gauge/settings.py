"""Settings from the environment, read once."""

import os
from dataclasses import dataclass, field


def _tokens() -> frozenset[str]:
    return frozenset(filter(None, os.environ.get("GAUGE_TOKENS", "").split(",")))


@dataclass(frozen=True)
class Settings:
    database: str = os.environ.get("GAUGE_DATABASE", "postgresql+psycopg://gauge@db/gauge")
    tokens: frozenset[str] = field(default_factory=_tokens)
    raw_days: int = int(os.environ.get("GAUGE_RAW_DAYS", "30"))
    hourly_days: int = int(os.environ.get("GAUGE_HOURLY_DAYS", "730"))
    webhook: str | None = os.environ.get("GAUGE_WEBHOOK")
    max_batch: int = int(os.environ.get("GAUGE_MAX_BATCH", "500"))


settings = Settings()

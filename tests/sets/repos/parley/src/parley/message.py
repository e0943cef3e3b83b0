"""One thing somebody said."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class Message:
    user: str
    text: str
    room: str = "main"
    at: datetime = field(default_factory=datetime.now)

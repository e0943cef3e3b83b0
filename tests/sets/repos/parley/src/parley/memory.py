"""What a bot remembers about a user, in a JSON file."""

import json
import os
from pathlib import Path
from typing import Any


class Memory:
    def __init__(self, path: str | Path | None = None) -> None:
        self.path = Path(path) if path else None
        self._facts: dict[str, dict[str, Any]] = {}
        if self.path and self.path.exists():
            self._facts = json.loads(self.path.read_text())

    def get(self, user: str, key: str, default: Any = None) -> Any:
        return self._facts.get(user, {}).get(key, default)

    def set(self, user: str, key: str, value: Any) -> None:
        self._facts.setdefault(user, {})[key] = value
        self._save()

    def forget(self, user: str) -> None:
        """Everything known about a user goes."""
        self._facts.pop(user, None)
        self._save()

    def _save(self) -> None:
        if self.path:
            temporary = self.path.with_suffix(".tmp")
            temporary.write_text(json.dumps(self._facts))
            os.replace(temporary, self.path)

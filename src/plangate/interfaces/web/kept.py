"""Pages that were made and still hold: a small shelf that several threads share."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The last so many values by their keys; and the packed form of bytes that are among them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._packed: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, key: Hashable) -> T | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: T) -> None:
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._most:
                self._values.popitem(last=False)

    def packed(self, plain: bytes, pack: Callable[[], bytes]) -> bytes:
        """The packed form of what is sent again and again."""
        with self._lock:
            if (found := self._packed.get(plain)) is not None:
                return found
        made = pack()
        with self._lock:
            self._packed[plain] = made
            while len(self._packed) > 16:
                self._packed.popitem(last=False)
        return made

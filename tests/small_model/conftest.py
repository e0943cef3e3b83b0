"""The small model plans as the scripted one does."""

from __future__ import annotations

from tests.models.conftest import planning

__all__ = ["planning"]

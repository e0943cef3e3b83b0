"""Plan files of other tools, read as plans (PLAN-2, ADQ-19). What a format lacks stays absent."""

from __future__ import annotations

from plangate.adapters.formats.detection import detect_and_read

__all__ = ["detect_and_read"]

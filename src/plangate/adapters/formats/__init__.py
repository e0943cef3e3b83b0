"""Plan files, ours and other tools', read as plans and written as files (PLAN-2, PLAN-4, ADQ-19).

What a format lacks stays absent.
"""

from __future__ import annotations

from plangate.adapters.formats.detection import detect_and_read

__all__ = ["detect_and_read"]

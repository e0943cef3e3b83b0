"""What a worker measures: spans and counters of OpenTelemetry, none unless set up (TEAM-6).

The package alone does nothing and sends nothing. Whoever runs a collector starts the worker under
`opentelemetry-instrument` and says where by the standard variables, `OTEL_EXPORTER_OTLP_ENDPOINT`
and its kin.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from opentelemetry import metrics, trace

_tracer = trace.get_tracer("plangate")
_meter = metrics.get_meter("plangate")
_jobs = _meter.create_counter("plangate.jobs", description="Jobs that were done, by kind")
_seconds = _meter.create_histogram("plangate.job.duration", unit="s", description="What they took")


@contextmanager
def measured(kind: str) -> Iterator[None]:
    """One job as a span, a count and a duration; no goal, name or path is in them."""
    began = perf_counter()
    with _tracer.start_as_current_span(f"plangate {kind}", attributes={"plangate.kind": kind}):
        try:
            yield
        finally:
            _jobs.add(1, {"kind": kind})
            _seconds.record(perf_counter() - began, {"kind": kind})

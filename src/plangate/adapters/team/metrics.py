"""What workers and servers measure: spans and counters of OpenTelemetry (TEAM-6).

The interface alone does nothing and sends nothing. With the kit beside it, what is measured goes
where the standard variables say (`OTEL_EXPORTER_OTLP_ENDPOINT` and its kin); under
`opentelemetry-instrument` it goes where that sends it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from time import perf_counter
from typing import Any

from opentelemetry import metrics, trace

_ASKED = "OTEL_EXPORTER_OTLP_ENDPOINT"
_ASKING = (_ASKED, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT")
_KIT = "opentelemetry-sdk opentelemetry-exporter-otlp-proto-http"

_tracer = trace.get_tracer("plangate")
_meter = metrics.get_meter("plangate")
_jobs = _meter.create_counter("plangate.jobs", description="Jobs and calls done, by kind")
_seconds = _meter.create_histogram("plangate.job.duration", unit="s", description="What they took")


def set_up(environ: Mapping[str, str]) -> str | None:
    """Send what is measured where the standard variables say; a line when that cannot be."""
    asked = next((name for name in _ASKING if environ.get(name)), None)
    is_off = environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"
    is_new = isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider)
    if asked is None or is_off or not is_new:
        return None  # nobody asked, or somebody has set it up already
    try:
        traces, meters = _traces(), _meters()
    except ImportError:
        return f"{asked} is set and nothing is sent: pip install {_KIT}"
    trace.set_tracer_provider(traces)
    metrics.set_meter_provider(meters)
    return None


def _traces() -> Any:
    provider = _part("sdk.trace", "TracerProvider")()
    exporter = _part("exporter.otlp.proto.http.trace_exporter", "OTLPSpanExporter")()
    provider.add_span_processor(_part("sdk.trace.export", "BatchSpanProcessor")(exporter))
    return provider


def _meters() -> Any:
    exporter = _part("exporter.otlp.proto.http.metric_exporter", "OTLPMetricExporter")()
    reader = _part("sdk.metrics.export", "PeriodicExportingMetricReader")(exporter)
    return _part("sdk.metrics", "MeterProvider")([reader])


def _part(module: str, name: str) -> Any:
    """A part of the kit, which is not among what plangate needs."""
    return getattr(import_module(f"opentelemetry.{module}"), name)


@contextmanager
def measured(kind: str) -> Iterator[None]:
    """One job or call as a span, a count and a duration; no goal, name or path is in them."""
    began = perf_counter()
    with _tracer.start_as_current_span(f"plangate {kind}", attributes={"plangate.kind": kind}):
        try:
            yield
        finally:
            _jobs.add(1, {"kind": kind})
            _seconds.record(perf_counter() - began, {"kind": kind})

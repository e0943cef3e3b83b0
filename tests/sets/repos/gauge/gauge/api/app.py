"""The HTTP application."""

from fastapi import FastAPI

from gauge.api import alerts, health, samples, series

app = FastAPI(title="gauge", version="0.9.0")
app.include_router(samples.router, prefix="/v1")
app.include_router(series.router, prefix="/v1")
app.include_router(alerts.router, prefix="/v1")
app.include_router(health.router)

"""Asking for numbers."""

from datetime import UTC, datetime, timedelta
from typing import Literal

from fastapi import APIRouter, Depends, HTTPException, Response
from sqlalchemy.orm import Session

from gauge.store import queries
from gauge.store.session import get_session

router = APIRouter()


@router.get("/series")
def list_series(prefix: str = "", session: Session = Depends(get_session)) -> list[str]:
    return queries.names(session, prefix)


@router.get("/series/{name}")
def show_series(
    name: str,
    hours: int = 24,
    step: Literal["raw", "hour"] = "raw",
    format: Literal["json", "csv"] = "json",
    session: Session = Depends(get_session),
):
    """The points of one series, newest last; as CSV when asked."""
    since = datetime.now(UTC) - timedelta(hours=hours)
    points = queries.points(session, name, since, step)
    if not points:
        raise HTTPException(404, "no such series, or nothing recieved yet")
    if format == "csv":
        text = "\n".join(f"{at.isoformat()},{value}" for at, value in points)
        return Response(text, media_type="text/csv")
    return [{"at": at, "value": value} for at, value in points]


@router.get("/series/{name}/percentile")
def percentile(name: str, p: float = 95, hours: int = 24, session: Session = Depends(get_session)) -> float:
    since = datetime.now(UTC) - timedelta(hours=hours)
    values = sorted(value for _, value in queries.points(session, name, since, "raw"))
    if not values:
        raise HTTPException(404)
    return values[int(len(values) * p / 100)]

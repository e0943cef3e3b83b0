"""Every question put to the database."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from gauge.store.tables import HourlyMean, Sample


def names(session: Session, prefix: str) -> list[str]:
    query = select(Sample.series).where(Sample.series.startswith(prefix)).distinct()
    return sorted(session.scalars(query))


def points(session: Session, name: str, since: datetime, step: str) -> list[tuple[datetime, float]]:
    if step == "hour":
        query = select(HourlyMean.hour, HourlyMean.mean).where(HourlyMean.series == name, HourlyMean.hour >= since)
    else:
        query = select(Sample.at, Sample.value).where(Sample.series == name, Sample.at >= since)
    return [(at, value) for at, value in session.execute(query)]

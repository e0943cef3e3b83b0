"""The nightly chore: hourly means from raw samples, then what is too old goes."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from gauge.settings import settings
from gauge.store.tables import HourlyMean, Sample


def compact(session: Session, now: datetime | None = None) -> int:
    now = now or datetime.now(UTC)
    hour = func.date_trunc("hour", Sample.at)
    means = select(Sample.series, hour, func.avg(Sample.value), func.count()).group_by(Sample.series, hour)
    for series, at, mean, count in session.execute(means):
        session.merge(HourlyMean(series=series, hour=at, mean=mean, count=count))
    return prune(session, now)


def prune(session: Session, now: datetime) -> int:
    """Delete raw samples older than GAUGE_RAW_DAYS and means older than GAUGE_HOURLY_DAYS."""
    gone = session.execute(delete(Sample).where(Sample.at < now - timedelta(days=settings.raw_days)))
    session.execute(delete(HourlyMean).where(HourlyMean.hour < now - timedelta(days=settings.hourly_days)))
    session.commit()
    return gone.rowcount

"""Looks at the newest sample of every alert's series and tells the webhook."""

from datetime import UTC, datetime, timedelta

import httpx
from sqlalchemy import select
from sqlalchemy.orm import Session

from gauge.settings import settings
from gauge.store.tables import Alert, Sample


def is_breached(alert: Alert, value: float) -> bool:
    return (alert.above is not None and value > alert.above) or (alert.below is not None and value < alert.below)


def check_alerts(session: Session) -> int:
    fired = 0
    now = datetime.now(UTC)
    for alert in session.scalars(select(Alert)):
        newest = session.scalar(
            select(Sample).where(Sample.series == alert.series).order_by(Sample.at.desc()).limit(1)
        )
        quiet = alert.last_fired and alert.last_fired > now - timedelta(minutes=alert.quiet_minutes)
        if newest is None or quiet or not is_breached(alert, newest.value):
            continue
        if settings.webhook:
            httpx.post(settings.webhook, json={"alert": alert.name, "value": newest.value})
        alert.last_fired = now
        fired += 1
    session.commit()
    return fired

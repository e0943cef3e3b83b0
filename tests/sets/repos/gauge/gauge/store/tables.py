"""Samples, hourly means, alerts."""

from datetime import datetime

from sqlalchemy import BigInteger, DateTime
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Sample(Base):
    __tablename__ = "samples"
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    series: Mapped[str] = mapped_column(index=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    value: Mapped[float]


class HourlyMean(Base):
    __tablename__ = "hourly_means"
    series: Mapped[str] = mapped_column(primary_key=True)
    hour: Mapped[datetime] = mapped_column(DateTime(timezone=True), primary_key=True)
    mean: Mapped[float]
    count: Mapped[int]


class Alert(Base):
    __tablename__ = "alerts"
    name: Mapped[str] = mapped_column(primary_key=True)
    series: Mapped[str]
    above: Mapped[float | None]
    below: Mapped[float | None]
    quiet_minutes: Mapped[int] = mapped_column(default=60)
    last_fired: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

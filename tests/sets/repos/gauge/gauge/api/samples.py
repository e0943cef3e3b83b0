"""Taking samples in."""

from datetime import UTC, datetime

from fastapi import APIRouter, Depends, HTTPException
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from gauge.api.security import writer
from gauge.settings import settings
from gauge.store.session import get_session
from gauge.store.tables import Sample

router = APIRouter()


class SampleIn(BaseModel):
    series: str = Field(pattern=r"^[a-z0-9_.]+$", max_length=120)
    value: float
    at: datetime | None = None


@router.post("/samples", status_code=202, dependencies=[Depends(writer)])
def post_samples(batch: list[SampleIn], session: Session = Depends(get_session)) -> dict[str, int]:
    if len(batch) > settings.max_batch:
        raise HTTPException(413, f"at most {settings.max_batch} samples in one request")
    now = datetime.now(UTC)
    session.add_all(Sample(series=s.series, value=s.value, at=s.at or now) for s in batch)
    session.commit()
    return {"accepted": len(batch)}

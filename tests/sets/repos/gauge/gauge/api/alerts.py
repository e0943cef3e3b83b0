"""Thresholds and who hears about them."""

from fastapi import APIRouter, Depends, HTTPException
from pydantic import BaseModel
from sqlalchemy.orm import Session

from gauge.api.security import writer
from gauge.store.session import get_session
from gauge.store.tables import Alert

router = APIRouter()


class AlertIn(BaseModel):
    series: str
    above: float | None = None
    below: float | None = None
    quiet_minutes: int = 60


@router.put("/alerts/{name}", dependencies=[Depends(writer)])
def put_alert(name: str, alert: AlertIn, session: Session = Depends(get_session)) -> AlertIn:
    session.merge(Alert(name=name, **alert.model_dump()))
    session.commit()
    return alert


@router.delete("/alerts/{name}", status_code=204, dependencies=[Depends(writer)])
def delete_alert(name: str, session: Session = Depends(get_session)) -> None:
    found = session.get(Alert, name)
    if found is None:
        raise HTTPException(404)
    session.delete(found)
    session.commit()

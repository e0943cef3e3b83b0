"""For the load balancer."""

from fastapi import APIRouter, Depends
from sqlalchemy import text
from sqlalchemy.orm import Session

from gauge.store.session import get_session

router = APIRouter()


@router.get("/healthz")
def healthz(session: Session = Depends(get_session)) -> dict[str, str]:
    session.execute(text("select 1"))
    return {"status": "ok"}

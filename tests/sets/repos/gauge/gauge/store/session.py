from collections.abc import Iterator

from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from gauge.settings import settings

engine = create_engine(settings.database, pool_size=5)


def get_session() -> Iterator[Session]:
    with Session(engine) as session:
        yield session

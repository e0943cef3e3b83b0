"""One SQLAlchemy session per request."""

from flask import Flask, current_app, g
from sqlalchemy import create_engine
from sqlalchemy.orm import Session


def init_app(app: Flask) -> None:
    app.extensions["engine"] = create_engine(app.config["DATABASE_URL"])
    app.teardown_appcontext(close)


def session() -> Session:
    if "session" not in g:
        g.session = Session(current_app.extensions["engine"])
    return g.session


def close(error: BaseException | None) -> None:
    opened = g.pop("session", None)
    if opened is not None:
        opened.rollback() if error else opened.commit()
        opened.close()

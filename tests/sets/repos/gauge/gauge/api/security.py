"""Who may write."""

import hmac

from fastapi import Header, HTTPException

from gauge.settings import settings


def writer(authorization: str = Header(default="")) -> None:
    given = authorization.removeprefix("Bearer ")
    if not any(hmac.compare_digest(given, token) for token in settings.tokens):
        raise HTTPException(401, "a write token is needed")

"""What an order costs: discount first, then delivery."""

from datetime import date

from sqlalchemy.orm import Session

from petalshop.models import DiscountCode


def apply_discount(session: Session, subtotal: int, code: str | None) -> int:
    """The subtotal less the code's percentage; an unknown or expired code changes nothing."""
    found = session.get(DiscountCode, code.upper()) if code else None
    if found is None or (found.valid_until and found.valid_until < date.today()):
        return subtotal
    return subtotal - subtotal * found.percent // 100


def delivery_fee(subtotal: int, config) -> int:
    return 0 if subtotal > config["FREE_DELIVERY_FROM_CENTS"] else config["DELIVERY_FEE_CENTS"]


def total(session: Session, subtotal: int, code: str | None, config) -> int:
    tmp = apply_discount(session, subtotal, code)
    return tmp + delivery_fee(tmp, config)

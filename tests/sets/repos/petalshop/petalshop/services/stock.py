"""How many bouquets are left."""

from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.exceptions import Conflict

from petalshop.models import CartLine, Product


def reserve(products: dict[str, Product], lines: list[CartLine]) -> None:
    for line in lines:
        if products[line.sku].stock < line.quantity:
            raise Conflict(f"only {products[line.sku].stock} of {line.sku} left")
    for line in lines:
        products[line.sku].stock -= line.quantity


def running_out(session: Session, below: int) -> list[Product]:
    return list(session.scalars(select(Product).where(Product.stock < below).order_by(Product.stock)))

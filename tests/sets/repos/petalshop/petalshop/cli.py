"""Chores for cron: python -m petalshop.cli purge-carts"""

import sys
from datetime import datetime, timedelta

from sqlalchemy import delete

from petalshop import create_app
from petalshop.db import session
from petalshop.models import Cart, CartLine


def purge_carts() -> int:
    """Forget carts nobody turned into an order within CART_LIFETIME_DAYS."""
    app = create_app()
    with app.app_context():
        limit = datetime.now() - timedelta(days=app.config["CART_LIFETIME_DAYS"])
        old = [cart.id for cart in session().query(Cart).where(Cart.created_at < limit)]
        session().execute(delete(CartLine).where(CartLine.cart_id.in_(old)))
        session().execute(delete(Cart).where(Cart.id.in_(old)))
        return len(old)


if __name__ == "__main__":
    if sys.argv[1:] == ["purge-carts"]:
        print(f"{purge_carts()} carts forgotten")
    else:
        sys.exit("usage: python -m petalshop.cli purge-carts")

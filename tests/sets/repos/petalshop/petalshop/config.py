"""Settings with their defaults; the environment overrides them."""

import os


class Defaults:
    DATABASE_URL = os.environ.get("DATABASE_URL", "postgresql+psycopg://postgres:petals@localhost/petalshop")
    SECRET_KEY = os.environ.get("SECRET_KEY", "dev")
    MAIL_HOST = os.environ.get("MAIL_HOST", "localhost")
    MAIL_PORT = int(os.environ.get("MAIL_PORT", "1025"))
    MAIL_SENDER = "orders@petalshop.example"
    LOGIN_ATTEMPTS_PER_MINUTE = 5
    LOW_STOCK_BELOW = 3
    CART_LIFETIME_DAYS = 14
    DELIVERY_FEE_CENTS = 490
    FREE_DELIVERY_FROM_CENTS = 5000

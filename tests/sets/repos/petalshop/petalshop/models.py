"""The tables as classes."""

from datetime import date, datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class Product(Base):
    __tablename__ = "products"
    sku: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    season: Mapped[str | None]
    price_cents: Mapped[int]
    stock: Mapped[int] = mapped_column(default=0)


class Cart(Base):
    __tablename__ = "carts"
    id: Mapped[str] = mapped_column(primary_key=True)
    created_at: Mapped[datetime]
    lines: Mapped[list["CartLine"]] = relationship(cascade="all, delete-orphan")


class CartLine(Base):
    __tablename__ = "cart_lines"
    cart_id: Mapped[str] = mapped_column(ForeignKey("carts.id"), primary_key=True)
    sku: Mapped[str] = mapped_column(ForeignKey("products.sku"), primary_key=True)
    quantity: Mapped[int]


class Order(Base):
    __tablename__ = "orders"
    number: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str]
    state: Mapped[str]
    total_cents: Mapped[int]
    placed_at: Mapped[datetime]
    discount_code: Mapped[str | None]
    legacy_coupon: Mapped[str | None]
    lines: Mapped[list["OrderLine"]] = relationship()


class OrderLine(Base):
    __tablename__ = "order_lines"
    order_number: Mapped[int] = mapped_column(ForeignKey("orders.number"), primary_key=True)
    sku: Mapped[str] = mapped_column(primary_key=True)
    quantity: Mapped[int]
    price_cents: Mapped[int]


class DiscountCode(Base):
    __tablename__ = "discount_codes"
    code: Mapped[str] = mapped_column(primary_key=True)
    percent: Mapped[int]
    valid_until: Mapped[date | None]

"""Placing and looking up orders."""

from datetime import datetime

from flask import Blueprint, abort, current_app, jsonify, request

from petalshop.db import session
from petalshop.models import Cart, Order, OrderLine, Product
from petalshop.services import mail, pricing, stock

blueprint = Blueprint("orders", __name__)


@blueprint.post("/orders")
def place_order():
    body = request.get_json()
    cart = session().get(Cart, body["cart_id"])
    if cart is None or not cart.lines:
        abort(400, "the cart is empty")
    products = {line.sku: session().get(Product, line.sku) for line in cart.lines}
    stock.reserve(products, cart.lines)
    subtotal = sum(products[line.sku].price_cents * line.quantity for line in cart.lines)
    total = pricing.total(session(), subtotal, body.get("discount_code"), current_app.config)
    order = Order(
        email=body["email"],
        state="placed",
        total_cents=total,
        placed_at=datetime.now(),
        discount_code=body.get("discount_code"),
    )
    order.lines = [
        OrderLine(sku=line.sku, quantity=line.quantity, price_cents=products[line.sku].price_cents)
        for line in cart.lines
    ]
    session().add(order)
    session().delete(cart)
    session().flush()
    mail.send_confirmation(order)
    return jsonify({"number": order.number, "total_cents": total}), 201


@blueprint.get("/orders/<int:number>")
def show_order(number: int):
    order = session().get(Order, number)
    if order is None:
        abort(404)
    return jsonify({"number": order.number, "state": order.state, "total_cents": order.total_cents})

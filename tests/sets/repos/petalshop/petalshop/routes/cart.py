"""Carts: made by the client, forgotten after two weeks."""

from datetime import datetime

from flask import Blueprint, abort, jsonify, request

from petalshop.db import session
from petalshop.models import Cart, CartLine, Product

blueprint = Blueprint("cart", __name__)


@blueprint.post("/cart/<cart_id>/lines")
def add_line(cart_id: str):
    body = request.get_json()
    if session().get(Product, body["sku"]) is None:
        abort(404)
    cart = session().get(Cart, cart_id) or Cart(id=cart_id, created_at=datetime.now())
    cart.lines.append(CartLine(sku=body["sku"], quantity=body.get("quantity", 1)))
    session().add(cart)
    return jsonify({"lines": len(cart.lines)}), 201

"""What staff may do: sign in, see and export orders, watch the stock."""

import csv
import io
from datetime import date

from flask import Blueprint, abort, current_app, jsonify, make_response, request
from sqlalchemy import select

from petalshop import auth
from petalshop.db import session
from petalshop.models import Order
from petalshop.services import stock

blueprint = Blueprint("admin", __name__, url_prefix="/admin")


@blueprint.post("/login")
def login():
    if auth.too_many_attempts(request.remote_addr or ""):
        abort(429)
    token = auth.sign_in(request.form["name"], request.form["password"])
    if token is None:
        abort(401)
    answer = make_response("", 204)
    answer.set_cookie(auth.COOKIE, token, httponly=True, samesite="Lax")
    return answer


@blueprint.get("/orders.csv")
@auth.staff_only
def export_orders():
    query = select(Order).order_by(Order.number)
    if since := request.args.get("since"):
        query = query.where(Order.placed_at >= date.fromisoformat(since))
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["number", "email", "state", "total_cents", "placed_at"])
    for order in session().scalars(query):
        writer.writerow([order.number, order.email, order.state, order.total_cents, order.placed_at])
    return out.getvalue(), 200, {"Content-Type": "text/csv"}


@blueprint.get("/stock/low")
@auth.staff_only
def low_stock():
    below = current_app.config["LOW_STOCK_BELOW"]
    return jsonify([product.sku for product in stock.running_out(session(), below)])

"""The public catalogue."""

from flask import Blueprint, abort, jsonify, request
from sqlalchemy import select

from petalshop.db import session
from petalshop.models import Product

blueprint = Blueprint("products", __name__)
MAX_PER_PAGE = 100


@blueprint.get("/products")
def list_products():
    page = max(int(request.args.get("page", 1)), 1)
    per_page = min(int(request.args.get("per_page", 20)), MAX_PER_PAGE)
    query = select(Product).order_by(Product.name)
    if season := request.args.get("season"):
        query = query.where(Product.season == season)
    found = session().scalars(query.offset((page - 1) * per_page).limit(per_page))
    return jsonify([as_json(product) for product in found])


@blueprint.get("/products/<sku>")
def show_product(sku: str):
    product = session().get(Product, sku)
    if product is None:
        abort(404, "no such bouqet")
    return jsonify(as_json(product))


def as_json(product: Product) -> dict:
    return {"sku": product.sku, "name": product.name, "season": product.season, "price_cents": product.price_cents}

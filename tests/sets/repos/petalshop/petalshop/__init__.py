"""The flower shop's API."""

from flask import Flask

from petalshop import auth, config, db
from petalshop.routes import admin, cart, orders, products


def create_app(settings: dict | None = None) -> Flask:
    app = Flask(__name__)
    app.config.from_object(config.Defaults)
    app.config.update(settings or {})
    db.init_app(app)
    auth.init_app(app)
    for module in (products, cart, orders, admin):
        app.register_blueprint(module.blueprint)
    return app

import pytest

from petalshop import create_app
from petalshop.models import Base, Product
from petalshop.db import session


@pytest.fixture
def app(tmp_path):
    app = create_app({"DATABASE_URL": f"sqlite:///{tmp_path}/shop.db", "TESTING": True})
    Base.metadata.create_all(app.extensions["engine"])
    with app.app_context():
        session().add(Product(sku="tulip-10", name="Ten tulips", season="spring", price_cents=1290, stock=5))
    return app


@pytest.fixture
def client(app):
    return app.test_client()

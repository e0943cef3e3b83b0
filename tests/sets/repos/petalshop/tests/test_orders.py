import pytest

from petalshop.services import mail


@pytest.fixture(autouse=True)
def sent(monkeypatch):
    out = []
    monkeypatch.setattr(mail, "send_confirmation", out.append)
    return out


def order(client, quantity=1, **more):
    client.post("/cart/c1/lines", json={"sku": "tulip-10", "quantity": quantity})
    return client.post("/orders", json={"cart_id": "c1", "email": "a@b.example", **more})


def test_an_order_costs_its_lines_and_delivery(client):
    assert order(client).json["total_cents"] == 1290 + 490


def test_more_than_there_is_cannot_be_ordered(client):
    assert order(client, quantity=6).status_code == 409

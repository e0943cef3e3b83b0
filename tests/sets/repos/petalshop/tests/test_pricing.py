from petalshop.services.pricing import delivery_fee

CONFIG = {"FREE_DELIVERY_FROM_CENTS": 5000, "DELIVERY_FEE_CENTS": 490}


def test_delivery_is_free_for_large_orders():
    assert delivery_fee(5001, CONFIG) == 0
    assert delivery_fee(100, CONFIG) == 490

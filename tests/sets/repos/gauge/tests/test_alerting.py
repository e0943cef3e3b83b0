from gauge.alerting import is_breached
from gauge.store.tables import Alert


def test_a_value_above_the_threshold_is_a_breach():
    assert is_breached(Alert(name="hot", series="temp", above=30.0), 31.0)


def test_the_threshold_itself_is_not():
    assert not is_breached(Alert(name="hot", series="temp", above=30.0), 30.0)

from gauge import compact


def test_prune_is_there():
    assert callable(compact.prune)

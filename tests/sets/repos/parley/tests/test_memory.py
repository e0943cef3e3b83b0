from parley import Memory


def test_memory_survives(tmp_path):
    Memory(tmp_path / "m.json").set("ann", "city", "Oslo")
    assert Memory(tmp_path / "m.json").get("ann", "city") == "Oslo"


def test_a_user_can_be_forgotten():
    memory = Memory()
    memory.set("ann", "city", "Oslo")
    memory.forget("ann")
    assert memory.get("ann", "city") is None

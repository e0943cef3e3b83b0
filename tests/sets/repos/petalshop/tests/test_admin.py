def test_the_export_needs_a_session(client):
    assert client.get("/admin/orders.csv").status_code == 401


def test_guessing_passwords_is_slowed_down(client):
    codes = [client.post("/admin/login", data={"name": "x", "password": "y"}).status_code for _ in range(6)]
    assert codes[-1] == 429

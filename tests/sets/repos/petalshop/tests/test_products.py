def test_the_catalogue_is_filtered_by_season(client):
    assert [p["sku"] for p in client.get("/products?season=spring").json] == ["tulip-10"]
    assert client.get("/products?season=winter").json == []


def test_an_unknown_bouquet_is_a_404(client):
    assert client.get("/products/nope").status_code == 404

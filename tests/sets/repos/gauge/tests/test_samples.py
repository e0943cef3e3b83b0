from fastapi.testclient import TestClient

from gauge.api.app import app

client = TestClient(app)


def test_samples_need_a_token():
    assert client.post("/v1/samples", json=[]).status_code == 401


def test_a_series_has_a_plain_name():
    answer = client.post("/v1/samples", json=[{"series": "Bad Name", "value": 1}], headers={"Authorization": "Bearer dev"})
    assert answer.status_code in (401, 422)

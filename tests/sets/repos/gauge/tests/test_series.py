from fastapi.testclient import TestClient

from gauge.api.app import app


def test_the_step_is_raw_or_hour():
    assert TestClient(app).get("/v1/series/cpu?step=day").status_code == 422

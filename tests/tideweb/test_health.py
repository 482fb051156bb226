import pytest
from django.test import Client


@pytest.mark.django_db
def test_says_ok_when_the_database_answers(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_refuses_other_methods(client: Client) -> None:
    assert client.post("/healthz").status_code == 405

"""A host that is nobody's is refused before any view is asked: programs are told as always."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_program_is_told_in_its_own_words(client: Client) -> None:
    answer = client.get("/api/v1/rulesets", headers={"host": "%C"})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer.json()["status"] == 400


def test_a_person_sees_a_page(client: Client) -> None:
    answer = client.get("/games/", headers={"host": "%C"})
    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("text/html")

"""The numbers for Prometheus: for its token alone, and true."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from accounts.operation import heartbeats
from games.models import Bid
from tests.games.making import bid, table_of

pytestmark = pytest.mark.django_db
TOKEN = "of-the-monitor"


def read() -> dict[str, float]:
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in families
        for sample in family.samples
    }


def test_they_say_how_the_parts_do(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    heartbeats.note(heartbeats.PULSE, timezone.now())
    game = table_of(3)[1]
    found = read()
    assert found["tideweb_part_good worker"] == 1
    assert found["tideweb_part_age_seconds worker"] < 60
    assert found["tideweb_part_waiting outbox"] > 0
    assert (found["tideweb_hands_set_aside"], found["tideweb_part_good sweep"]) == (0, 1)

    game.hands.update(failures=1, failed_with="DataError", retry_at=timezone.now())
    found = read()
    assert (found["tideweb_hands_set_aside"], found["tideweb_part_good sweep"]) == (1, 0)


def test_a_hand_waits_for_a_machine_only_once_its_own_delay_is_over(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    users, game = table_of(3)
    for user in users:
        bid(game, user)
    now = timezone.now()
    Bid.objects.update(given_at=now - timedelta(minutes=10))
    assert read()["tideweb_ready_age_seconds"] > 590
    game.hands.update(resolve_after=now - timedelta(seconds=5))
    assert 5 <= read()["tideweb_ready_age_seconds"] < 60
    game.hands.update(resolve_after=now + timedelta(minutes=5))
    assert read()["tideweb_ready_hands"] == 0


@pytest.mark.parametrize("host", ["web:8000", "127.0.0.1:8000"])
def test_each_process_is_asked_by_its_own_name_and_by_http(settings: Settings, host: str) -> None:
    settings.METRICS_TOKEN = TOKEN
    settings.ALLOWED_HOSTS = ["play.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    client = Client(headers={"host": host})
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    assert b"tideweb_database_up 1" in answer.content
    assert client.get("/metrics").status_code in {301, 400}


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer other", f"Token {TOKEN}", "Bearer é"])
def test_nobody_else_is_told_anything(settings: Settings, given: str) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert Client().get("/metrics", headers={"Authorization": given}).status_code == 404


def test_without_a_token_there_is_nothing(settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    for given in ("", "Bearer "):
        assert Client().get("/metrics", headers={"Authorization": given}).status_code == 404

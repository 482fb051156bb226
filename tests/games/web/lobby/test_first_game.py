"""From the front page to the result, without an account and without a script."""

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.models import Game
from games.web.lobby.front import Dealing
from tests.games.web.driving import answer_to_the_end, page

pytestmark = pytest.mark.django_db


def test_play_now_seats_a_guest_against_bots_and_shows_the_first_hand() -> None:
    client = Client()
    assert "Play now against bots" in page(client, "/")
    response = client.post("/play/")
    game = Game.objects.get()
    assert response["Location"] == f"/g/{game.code}/"
    text = page(client, response["Location"])
    assert "Stage 1 of 4, hand 1 of 12" in text
    assert User.objects.filter(kind=User.Kind.GUEST).count() == 1


def test_a_guest_plays_a_game_to_its_end_by_its_pages() -> None:
    client = Client()
    client.post("/play/")
    game = answer_to_the_end(client, Game.objects.get(), 12)
    text = page(client, f"/g/{game.code}/")
    assert "Points by stage" in text
    assert "won with" in text or "share the victory" in text


def test_dealing_without_end_is_slowed_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dealing, "rate", "2/hour")
    cache.clear()
    client = Client()
    assert [client.post("/play/").status_code for _ in range(3)] == [302, 302, 429]
    page = client.post("/play/")
    assert "Wait 60 minutes, then send it again." in page.content.decode()
    assert 3500 < int(page["Retry-After"]) <= 3600
    assert Game.objects.count() == 2


def test_a_guest_reads_how_to_keep_the_games() -> None:
    client = Client()
    response = client.post("/play/", follow=True)
    assert b"Tell me by e-mail" in response.content

"""Acting out of turn on the pages: asked twice, looked at once, and told to the table."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import game_secrets
from games.drawing.board_cards import boat_card_words
from games.models import Game, Peek
from tests.games.making import bid_all, fresh, hand_of, people, person, running, table_of, user_at
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db


def rowboat(seats: int = 2) -> Game:
    game = running(people(seats), ruleset="rowboat")
    while hand_of(game).phase == "moon":
        bid_all(game)
    return fresh(game)


def lit(game: Game, index: int = 0) -> None:
    client = browser(user_at(game, index))
    sent = client.post(f"/g/{game.code}/aside/", {"act": "lighthouse", "sure": "1"})
    assert sent["Location"] == f"/g/{game.code}/"


def cards_of(game: Game, seat: int) -> list[str]:
    return list(game_secrets.open_state(fresh(game)).deal.cards[seat])


def test_nothing_is_lit_by_one_press() -> None:
    game = rowboat()
    client = browser(user_at(game, 0))
    assert f"/g/{game.code}/aside/?act=lighthouse" in page(client, f"/g/{game.code}/")
    asked = page(client, f"/g/{game.code}/aside/", act="lighthouse")
    assert "It can be lit once in a game" in asked
    again = client.post(f"/g/{game.code}/aside/", {"act": "lighthouse"})
    assert again.status_code == 200
    page(client, f"/g/{game.code}/aside/", act="lighthouse", sure="1")  # a link that somebody sent
    assert not fresh(game).asides.exists()


def test_the_sand_is_turned_by_who_lit_and_shows_the_cards_until_it_is_through() -> None:
    game = rowboat()
    lit(game)
    client = browser(user_at(game, 0))
    assert "You may look at cards" in page(client, f"/g/{game.code}/")
    assert client.get(f"/g/{game.code}/peek/")["Location"] == f"/g/{game.code}/"

    assert client.post(f"/g/{game.code}/peek/")["Location"] == f"/g/{game.code}/peek/"
    shown = client.get(f"/g/{game.code}/peek/")
    text = shown.content.decode()
    assert "seconds are left" in text
    assert all(f"<title>{boat_card_words(card)}</title>" in text for card in cards_of(game, 1))
    assert shown["Refresh"].endswith("; url=../")
    assert "no-store" in shown["Cache-Control"]

    Peek.objects.update(opened_at=timezone.now() - timedelta(seconds=31))
    assert client.get(f"/g/{game.code}/peek/").status_code == 302
    assert "h-sand" not in page(client, f"/g/{game.code}/")


def test_the_others_are_told_and_see_nothing() -> None:
    game = rowboat()
    lit(game)
    browser(user_at(game, 0)).post(f"/g/{game.code}/peek/")
    joost = browser(user_at(game, 1))
    assert "Marit lit the Lighthouse" in page(joost, f"/g/{game.code}/")
    assert joost.get(f"/g/{game.code}/peek/").status_code == 302
    assert joost.post(f"/g/{game.code}/peek/").status_code == 409


def test_with_four_both_partners_may_look() -> None:
    game = rowboat(4)
    lit(game)
    for index in (0, 2):
        client = browser(user_at(game, index))
        assert "90 seconds" in page(client, f"/g/{game.code}/")
    assert "h-sand" not in page(browser(user_at(game, 1)), f"/g/{game.code}/")


def test_what_cannot_be_done_is_refused_in_words() -> None:
    game = rowboat()
    lit(game)
    client = browser(user_at(game, 0))
    again = client.post(f"/g/{game.code}/aside/", {"act": "lighthouse", "sure": "1"})
    assert again.status_code == 409
    assert "isn’t possible now" in again.content.decode()
    assert browser(person("Ute")).get(f"/g/{game.code}/aside/?act=lighthouse").status_code == 409
    assert browser().get(f"/g/{game.code}/aside/?act=lighthouse").status_code == 302


def test_a_surrender_is_offered_on_the_page_and_accepted_on_the_other() -> None:
    game = table_of(2, ruleset="turning-tides")[1]
    marit, joost = (browser(seat.user) for seat in game.seats.select_related("user"))
    assert "aside/?act=surrender" in page(marit, f"/g/{game.code}/")
    marit.post(f"/g/{game.code}/aside/", {"act": "surrender", "sure": "1"})

    text = page(joost, f"/g/{game.code}/")
    assert "aside/?act=accept" in text
    assert "aside/?act=refuse" in text
    sent = joost.post(f"/g/{game.code}/aside/", {"act": "accept", "sure": "1"}, follow=True)
    assert sent.status_code == 200
    assert fresh(game).state == Game.State.OVER

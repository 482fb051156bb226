"""A card that was sealed when the session had ended is kept, and asked for at its table."""

from __future__ import annotations

import base64

import pytest
from django.test import Client

from accounts import encryption
from games.models import Bid, Game
from games.web.hands.kept_answers import KEPT, MAX_KEPT
from tests.all_games import SMALLEST
from tests.games.making import bid, bid_all, hand_of, legal, running, table_of, user_at, users_at
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db
PAST = "so we didn’t accept it. That hand has been turned since."


@pytest.fixture
def game() -> Game:
    return table_of(3, visibility="public")[1]


def send(client: Client, game: Game, card: str) -> str:
    sent = client.post(f"/g/{game.code}/bid/", {"hand": "1", "seat": "0", "bid": card})
    assert sent.status_code == 403
    return sent.content.decode()


def sign_in(client: Client, game: Game, seat: int = 0) -> None:
    user = user_at(game, seat)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")


def chosen(text: str, card: str) -> bool:
    return any(
        "checked" in tag
        for tag in text.split("<input")
        if f'value="{card}"' in tag.split(">")[0] and 'name="bid"' in tag.split(">")[0]
    )


def test_it_waits_at_the_table_and_nothing_is_played_unconfirmed(game: Game) -> None:
    client, card = Client(), legal(game, 0)[3]
    text = send(client, game, card)
    assert "We’ve kept your choice" in text
    assert f'href="/account/login/?next=/g/{game.code}/"' in text
    assert card not in text.split("<main")[1]

    sign_in(client, game)
    text = page(client, f"/g/{game.code}/")
    assert "so it is waiting here: seal it again" in text
    assert chosen(text, card)
    assert not Bid.objects.exists()

    client.post(f"/g/{game.code}/bid/", {"hand": "1", "bid": card})
    assert Bid.objects.count() == 1
    assert "so it is waiting here" not in page(client, f"/g/{game.code}/?change=1")


def test_what_the_release_before_has_kept_waits_as_well(game: Game) -> None:
    client, card = Client(), legal(game, 0)[3]
    session = client.session
    fields = {"hand": ["1"], "seat": ["0"], "bid": [card]}
    kept = encryption.seal({"code": game.code, "fields": fields}, "kept_answer")
    session["kept_answer"] = base64.b64encode(kept).decode()
    session.save()

    sign_in(client, game)
    text = page(client, f"/g/{game.code}/")
    assert "so it is waiting here: seal it again" in text
    assert chosen(text, card)

    client.post(f"/g/{game.code}/bid/", {"hand": "1", "bid": card})
    assert "so it is waiting here" not in page(client, f"/g/{game.code}/?change=1")


@pytest.mark.parametrize("sent", [{}, {"hand": "1"}, {"hand": "1", "bid": "7" * 2001}])
def test_nothing_is_said_to_be_kept_that_is_not(game: Game, sent: dict[str, str]) -> None:
    client = Client()
    text = client.post(f"/g/{game.code}/bid/", sent).content.decode()
    assert "You are not signed in." in text
    assert "We’ve kept your choice" not in text
    assert KEPT not in client.session


def test_the_session_holds_it_sealed(game: Game) -> None:
    client, card = Client(), legal(game, 0)[3]
    send(client, game, card)
    kept = client.session[KEPT][game.code]
    assert f'"{card}"' not in kept
    assert len(kept) == len(client.session[KEPT][game.code]) > 256


def test_each_of_several_tables_keeps_its_own(game: Game) -> None:
    """As after a journey without a network, which several tables were answered on."""
    client, other = Client(), running(users_at(game))
    for each in (game, other):
        send(client, each, legal(each, 0)[3])
    sign_in(client, game)
    for each in (game, other):
        assert chosen(page(client, f"/g/{each.code}/"), legal(each, 0)[3])

    client.post(f"/g/{game.code}/bid/", {"hand": "1", "bid": legal(game, 0)[3]})
    assert "so it is waiting here" not in page(client, f"/g/{game.code}/?change=1")
    assert "so it is waiting here" in page(client, f"/g/{other.code}/")


def test_of_too_many_tables_the_last_are_kept() -> None:
    client = Client()
    codes = [f"table{number}" for number in range(MAX_KEPT + 1)]
    for code in [*codes, codes[1]]:
        client.post(f"/g/{code}/bid/", {"hand": "1", "seat": "0", "bid": "44"})
    assert list(client.session[KEPT]) == [*codes[2:], codes[1]]


def test_a_page_whose_cookies_are_gone_keeps_it_as_well(game: Game) -> None:
    client, card = Client(enforce_csrf_checks=True), legal(game, 0)[3]
    send(client, game, card)
    client.handler.enforce_csrf_checks = False
    sign_in(client, game)
    assert chosen(page(client, f"/g/{game.code}/"), card)


def test_for_a_hand_that_is_past_and_at_other_tables_it_is_not_asked(game: Game) -> None:
    client, card = Client(), legal(game, 0)[3]
    send(client, game, card)
    sign_in(client, game)
    other = running(users_at(game))
    assert "so it is waiting here" not in page(client, f"/g/{other.code}/")
    bid_all(game)
    assert hand_of(game).number == 2
    text = page(client, f"/g/{game.code}/")
    assert "so it is waiting here" not in text
    assert PAST in text
    assert PAST not in page(client, f"/g/{game.code}/")


def test_somebody_else_who_signs_in_cannot_play_it(game: Game) -> None:
    """The card of one is not among the other's: nothing is chosen in their form."""
    client, card = Client(), legal(game, 0)[3]
    send(client, game, card)
    sign_in(client, game, seat=1)
    assert not chosen(page(client, f"/g/{game.code}/"), card)
    assert not Bid.objects.exists()


def test_nor_is_told_of_it_where_both_may_answer_the_same() -> None:
    game = table_of(2, ruleset="turning-tides")[1]
    both = {*legal(game, 0)} & {*legal(game, 1)}
    told = []
    for seat in (1, 0):
        client = Client()
        send(client, game, min(both))
        sign_in(client, game, seat=seat)
        told.append("so it is waiting here" in page(client, f"/g/{game.code}/"))
    assert told == [False, True]


def test_who_signed_in_meanwhile_is_not_promised_the_card_of_another(game: Game) -> None:
    """In a tab of whoever used this browser before; its token is an old one."""
    for seat, kept in ((1, False), (0, True)):
        client = Client(enforce_csrf_checks=True)
        sign_in(client, game, seat)
        text = send(client, game, legal(game, 0)[3])
        assert "This page was out of date." in text
        assert ("We’ve kept your choice" in text) == (KEPT in client.session) == kept


@pytest.mark.parametrize("sent", [{}, {"hand": "1"}, {"hand": "x", "bid": "44"}, {"bid": "44"}])
def test_nonsense_is_kept_by_nobody(game: Game, sent: dict[str, str]) -> None:
    client = Client()
    client.post(f"/g/{game.code}/bid/", sent)
    sign_in(client, game)
    assert "so it is waiting here" not in page(client, f"/g/{game.code}/")


@pytest.mark.parametrize("ruleset", SMALLEST)
@pytest.mark.parametrize("text", ["zzz", "play", "swap a for b", "move", "-1", "9" * 99, "\u202e"])
def test_whatever_was_planted_there_the_table_still_opens(ruleset: str, text: str) -> None:
    """Another site may send this form in somebody's name."""
    game = table_of(2 if ruleset == "turning-tides" else 3, ruleset=ruleset)[1]
    client = Client()
    client.post(f"/g/{game.code}/bid/", {"hand": str(game.hand_number), "seat": "0", "bid": text})
    sign_in(client, game)
    assert "so it is waiting here" not in page(client, f"/g/{game.code}/")


def test_other_forms_without_their_token_are_refused_as_ever(game: Game) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(f"/g/{game.code}/chat/", {"text": "Hello"})
    assert answer.status_code == 403
    assert "This page is out of date" in answer.content.decode()
    assert bid(game, user_at(game, 0))
    assert page(browser(), f"/g/{game.code}/")

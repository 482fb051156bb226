"""Answering a hand on its page: what is taken, what is refused, and what was kept."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Bid, Game, Hand
from tests import ready_games
from tests.games.making import (
    bid,
    fresh,
    hand_of,
    legal,
    person,
    running,
    sealed_bid,
    settle,
)
from tests.games.web.driving import browser, choices, open_number, page

pytestmark = pytest.mark.django_db


def post(client: Client, game: Game, **data: object) -> tuple[int, str]:
    response = client.post(f"/g/{game.code}/bid/", data)
    return response.status_code, response.content.decode()


def test_the_page_offers_exactly_the_legal_answers(users: list[User], game: Game) -> None:
    text = page(browser(users[0]), f"/g/{game.code}/")
    assert choices(text) == legal(game, 0)
    assert open_number(text) == "1"


def test_a_sealed_answer_is_shown_to_its_owner_alone(users: list[User], game: Game) -> None:
    card = legal(game, 0)[5]
    client = browser(users[0])
    assert post(client, game, hand=1, bid=card)[0] == 302
    sealed = Bid.objects.get()
    mine, other = page(client, f"/g/{game.code}/"), page(browser(users[1]), f"/g/{game.code}/")
    assert f"Sealed: the {card}" in mine
    assert sealed.digest in mine
    salt = sealed_bid(game, 0).salt
    assert salt in mine
    assert salt not in other
    assert sealed.digest in other  # it tells nothing, and may be noted
    assert 'name="bid"' not in mine


def test_a_sealed_answer_can_be_changed(users: list[User], game: Game) -> None:
    client = browser(users[0])
    first, second = legal(game, 0)[:2]
    post(client, game, hand=1, bid=first)
    text = page(client, f"/g/{game.code}/", change="1")
    assert f'value="{first}" required checked' in text
    assert f"Sealed: the {first}. It counts until you seal another." in text
    post(client, game, hand=1, bid=second)
    assert Bid.objects.get().changes == 1
    assert f"Sealed: the {second}" in page(client, f"/g/{game.code}/")


def test_the_same_answer_sent_twice_is_one(users: list[User], game: Game) -> None:
    client, card = browser(users[0]), legal(game, 0)[0]
    assert [post(client, game, hand=1, bid=card)[0] for _ in range(2)] == [302, 302]
    assert Bid.objects.get().changes == 0


@pytest.mark.parametrize("turned", [False, True], ids=["being turned", "turned"])
def test_the_same_answer_sent_again_after_its_hand_was_full_is_no_refusal(
    users: list[User], game: Game, *, turned: bool
) -> None:
    """The response had got lost on its way."""
    for user in users:
        bid(game, user)
    card, other = (sealed_bid(game, seat).notation for seat in (0, 1))
    if turned:
        settle(game)
    client, sent = browser(users[0]), {"hand": 1, "ruleset": game.ruleset, "bid": card}
    response = client.post(f"/g/{game.code}/bid/", sent)
    assert response.status_code == 302
    assert response.headers["Location"].startswith(f"/g/{game.code}/#")
    assert client.post(f"/g/{game.code}/bid/", {**sent, "from": "moves"}).status_code == 302
    assert post(client, game, hand=1, bid=other)[0] == 409


def test_what_was_played_for_a_missed_hand_was_not_sealed(users: list[User], game: Game) -> None:
    for user in users:
        bid(game, user)
    Bid.objects.filter(seat__index=0).update(via=Bid.Via.DEADLINE)
    card = sealed_bid(game, 0).notation
    settle(game)
    status, text = post(browser(users[0]), game, hand=1, bid=card)
    assert status == 409
    assert "your answer was not stored" in text


@pytest.mark.parametrize(
    ("data", "status", "words"),
    [
        ({"hand": 1}, 400, "You haven’t chosen an answer."),
        ({"bid": "7"}, 400, "You haven’t chosen an answer."),
        ({"hand": "one", "bid": "7"}, 400, "You haven’t chosen an answer."),
        ({"hand": 1, "bid": "7" * 500}, 400, "You haven’t chosen an answer."),
        ({"hand": -3, "bid": "7"}, 400, "You haven’t chosen an answer."),
        ({"hand": 10**9, "bid": "7"}, 400, "You haven’t chosen an answer."),
        ({"hand": 1, "bid": "61"}, 422, "isn’t possible now"),
        ({"hand": 1, "bid": "<b>"}, 400, "We can’t read"),
        ({"hand": 2, "bid": "7"}, 409, "Hand 2 is not open yet"),
    ],
)
def test_what_cannot_be_is_refused_on_the_same_page(
    users: list[User], game: Game, data: dict[str, Any], status: int, words: str
) -> None:
    got, text = post(browser(users[0]), game, **data)
    assert got == status
    assert words in text
    assert "You haven’t sealed anything in this hand yet." in text
    assert not Bid.objects.exists()


def test_a_card_of_somebody_else_is_refused(users: list[User], game: Game) -> None:
    card = legal(game, 1)[0]
    status, text = post(browser(users[0]), game, hand=1, bid=card)
    assert status == 422
    assert "isn’t possible now" in text


def test_a_stale_hand_in_a_second_tab_says_what_counts(users: list[User], game: Game) -> None:
    for user in users:
        bid(game, user)
    settle(game)
    kept = bid(game, users[0]).bid
    status, text = post(browser(users[0]), game, hand=1, bid=legal(game, 0)[-1])
    assert status == 409
    assert "Hand 2 is open now" in text
    assert f"What you sealed still counts: the {kept}." in text


def test_a_hand_that_is_being_turned_takes_no_answer(users: list[User], game: Game) -> None:
    for user in users:
        bid(game, user)
    status, text = post(browser(users[0]), game, hand=1, bid=legal(game, 0)[-1])
    assert status == 409
    assert "too late to change" in text
    assert "the cards are being turned" in text


def test_somebody_who_looks_on_cannot_answer(game: Game) -> None:
    status, text = post(browser(person("Ute")), game, hand=1, bid="7")
    assert status == 403
    assert "You aren’t at this table." in text


def test_to_a_stranger_a_private_table_is_as_none(users: list[User]) -> None:
    table, client = running(users, visibility=Game.Visibility.LINK), browser(person("Ute"))
    for sent in ({"hand": 1, "bid": legal(table, 0)[0]}, {"hand": 1}, {}):
        status, text = post(client, table, **sent)
        table_of_none = client.post("/g/aaaaaaaaaaaa/bid/", sent)
        assert status == table_of_none.status_code == 404
        assert "There is no such table" in text
        assert "There is no such table" in table_of_none.content.decode()
    assert not Bid.objects.exists()


def test_without_signing_in_nothing_is_taken(game: Game) -> None:
    status, text = post(browser(), game, hand=1, bid="7")
    assert status == 403
    assert "You are not signed in" in text
    assert not Bid.objects.exists()


def test_two_tabs_of_one_table(users: list[User], game: Game) -> None:
    """The tab that was opened before says what counts, and what was chosen there stays chosen."""
    client, (first, second, *_more) = browser(users[0]), legal(game, 0)
    old = page(client, f"/g/{game.code}/")
    assert 'name="replaces" value="0"' in old
    assert post(client, game, hand=1, bid=first, replaces=0)[0] == 302
    status, text = post(client, game, hand=1, bid=second, replaces=0)
    assert status == 409
    assert "Another answer of yours came in the meantime" in text
    assert "What you sealed still counts" in text
    assert 'name="replaces" value="1"' in text
    assert post(client, game, hand=1, bid=second, replaces=1)[0] == 302
    assert sealed_bid(game, 0).notation == second


def test_a_finished_game_takes_no_answer(users: list[User], game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(
        state="over", outcome={"winners": [0], "scores": [3, 2, 1]}, ended_at=timezone.now()
    )
    status, text = post(browser(users[0]), game, hand=1, bid="7")
    assert status == 409
    assert "This game is over" in text


def test_the_result_is_told_after_the_last_answer(users: list[User], game: Game) -> None:
    for user in users:
        bid(game, user)
    settle(game)
    text = page(browser(users[0]), f"/g/{game.code}/")
    assert "Since you last looked" in text
    assert "Turned: Stage 1, hand 1." in text
    assert "The cards, highest first" in text
    again = page(browser(users[0]), f"/g/{game.code}/")
    assert "What happened last" in again


def test_a_waiting_page_learns_that_something_happened(users: list[User], game: Game) -> None:
    client = browser(users[0])
    bid(game, users[0])
    text = page(client, f"/g/{game.code}/")
    assert "1 of 3 has answered. We’re waiting for Joost and Aoife." in text
    path, seen = (text.split(f'{name}="')[1].split('"')[0] for name in ("data-live", "data-seen"))
    assert client.get(path, {"seen": seen}).status_code == 204
    bid(game, users[1])
    assert client.get(path, {"seen": seen}).status_code == 200
    assert "2 of 3 have answered. We’re waiting for Aoife." in page(client, f"/g/{game.code}/")


def test_a_page_that_waited_for_a_game_that_is_over_leads_to_its_end() -> None:
    game = ready_games.take("turn-the-tide", "over")
    note = {"Tideweb-Live": "running;12;"}
    answer = browser().get(f"/g/{game.code}/", headers=note).content.decode()
    assert 'id="gone-on"' in answer
    assert f'href="/g/{game.code}/"' in answer
    note["Tideweb-Live"] = "over;0;"
    answer = browser().get(f"/g/{game.code}/", headers=note).content.decode()
    assert 'id="gone-on"' not in answer


@pytest.mark.parametrize("hand", ["123456789x", "9" * 12, "-1", "²", ""])
def test_a_page_that_names_no_hand_is_answered_as_if_it_were_new(game: Game, hand: str) -> None:
    note = {"Tideweb-Live": f"running;{hand};read"}
    assert browser().get(f"/g/{game.code}/", headers=note).status_code == 200


def test_an_answer_from_the_list_of_moves_leads_back_there(users: list[User], game: Game) -> None:
    client = browser(users[0])
    data = {"hand": 1, "bid": legal(game, 0)[0], "from": "moves"}
    assert client.post(f"/g/{game.code}/bid/", data)["Location"] == "/moves/"


def test_somebody_out_of_the_stage_reads_why_nothing_is_asked(
    users: list[User], game: Game
) -> None:
    hand = hand_of(game)
    Hand.objects.filter(pk=hand.pk).update(awaiting=[1, 2])
    table = fresh(game).table
    assert table is not None
    text = page(browser(users[0]), f"/g/{game.code}/")
    assert "You are out of this stage" in text
    assert 'name="bid"' not in text

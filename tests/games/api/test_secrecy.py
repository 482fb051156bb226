"""Paired worlds: what others hold or have sealed must not show in a single byte.

The same game is asked about twice; in between, only what the observer may not know is
exchanged: cards of the other two seats, their sealed bids, the order of the deck.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import override_settings
from rest_framework.test import APIClient

from accounts.models import User
from games import game_secrets
from games.catalogue.turn_the_tide.rules.state import State, as_bids, belt_count
from games.models import Bid, Game
from tests.games.api.asking import ROOT, at, client, lasting, signed_in
from tests.games.making import begun, bid, bid_all, fresh, hand_of, legal, person
from tests.sampling import whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(users: list[User]) -> Game:
    """In the third hand; the two others have sealed their bids."""
    game = begun(users)
    for _hand in range(2):
        bid_all(game)
    for user in users[1:]:
        bid(game, user)
    return fresh(game)


def other_world(game: Game) -> None:
    """Exchanges what only seats 1 and 2, or nobody, may know."""
    state: State = game_secrets.open_state(game)
    one, two = next(
        (a, b)
        for a in state.cards[1]
        for b in state.cards[2]
        if belt_count([a, a]) == belt_count([b, b])
    )
    swap = {one: two, two: one}

    def swapped(held: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(sorted(swap.get(card, card) for card in cards)) for cards in held)

    turned = 2 * state.turn
    deck = state.deck[:turned] + tuple(reversed(state.deck[turned:]))
    held = tuple(map(as_bids, swapped(state.cards)))
    other = state._replace(held=held, sets=swapped(state.sets), deck=deck)
    assert other.cards != state.cards
    assert other.cards[0] == state.cards[0]
    table = game.table
    game_secrets.keep_state(game, other)
    assert game.table == table
    game.save()
    for seat in (1, 2):
        _change_bid(game, seat)


def _change_bid(game: Game, seat: int) -> None:
    sealed = Bid.objects.select_related("hand", "seat").get(hand=hand_of(game), seat__index=seat)
    game_secrets.seal_bid(sealed, game, game_secrets.Opened(legal(game, seat)[-1], "ff" * 16))
    sealed.save(update_fields=["sealed"])  # the receipt, which binds and hides, is public


def answers(ask: Any, game: Game, cards: list[str]) -> list[tuple[int, bytes, dict[str, str]]]:
    """Everything that the API says about a game, refusals included."""
    ways = [at(game), f"{ROOT}/games", f"{ROOT}/me", f"{ROOT}/me/moves", f"{ROOT}/me/games"]
    ways += [at(game, "log"), at(game, "record"), f"{ROOT}/games?mine=true"]
    ways += [at(game, "hands", n, *more) for n in (1, 2, 3, 4) for more in ((), ("bid",))]
    found = [ask.get(way) for way in ways]
    for number in (2, 3, 4):
        some = cards if number == 3 or whole() else cards[::6]  # the others are not open
        found += [ask.put(at(game, "hands", number, "bid"), {"bid": card}) for card in some]
    found += [ask.get(at(game, verb)) for verb in ("join", "leave")]
    found += [ask.post(at(game, verb), {}) for verb in ("join", "leave", "start")]
    return [(a.status_code, a.content, lasting(a.headers)) for a in found]


@override_settings(REST_FRAMEWORK={"DEFAULT_THROTTLE_CLASSES": []})
@pytest.mark.parametrize("observer", ["a seat", "a seat by session", "a stranger", "anybody"])
def test_nothing_that_others_hold_shows(observer: str, users: list[User], game: Game) -> None:
    clients: dict[str, Callable[[], APIClient]] = {
        "a seat": lambda: client(users[0]),
        "a seat by session": lambda: signed_in(users[0]),
        "a stranger": lambda: client(person("Wim")),
        "anybody": client,
    }
    ask = clients[observer]()
    foreign = legal(game, 1) + legal(game, 2)  # held by others in both worlds, not by whom
    cards = [*foreign, "99", "zero"]
    here = answers(ask, game, cards)
    other_world(game)

    assert answers(ask, game, cards) == here


def test_the_pair_differs_for_who_may_know(users: list[User], game: Game) -> None:
    """Proves that the test above can fail."""
    ask = client(users[1])
    here = ask.get(at(game)).content
    other_world(game)

    assert ask.get(at(game)).content != here


def test_a_sealed_bid_is_in_nobody_elses_answer(users: list[User], game: Game) -> None:
    sealed = Bid.objects.select_related("seat").filter(hand=hand_of(game))
    for ask in (client(users[0]), client()):
        text = b"".join(content for _status, content, _headers in answers(ask, game, ["99"]))
        assert game.code.encode() in text
        for hidden in sealed:
            opened = game_secrets.open_bid(hidden, game.code, 3, hidden.seat.index)
            assert opened.salt.encode() not in text

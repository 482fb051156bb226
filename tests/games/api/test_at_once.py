"""Eight clients over HTTP at the same instant: nothing is lost, nothing happens twice."""

import json
import threading
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest

from accounts.security import api_keys
from games.models import Bid, Game, Hand, LogEntry
from games.services import sweep
from games.services.lobby import tables
from tests.games.making import fresh, hand_of, legal, person, running
from tests.names import NAMES
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db(transaction=True)
Wish = tuple[str, str, str, dict[str, str]]  # token, method, way, body


def send(site: str, wish: Wish, more: Mapping[str, str]) -> tuple[int, dict[str, Any]]:
    token, method, way, body = wish
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json", **more}
    url, data = f"{site}/api/v1/games/{way}", json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def at_once(
    site: str, wishes: Sequence[Wish], more: Mapping[str, str] = MappingProxyType({})
) -> list[tuple[int, dict[str, Any]]]:
    """Sends all of them from threads that start together."""
    barrier = threading.Barrier(len(wishes))
    answers: list[Any] = [None] * len(wishes)

    def one(number: int) -> None:
        barrier.wait(10)
        answers[number] = send(site, wishes[number], more)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(len(wishes))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers


def bid_wish(token: str, game: Game, card: str) -> Wish:
    return token, "PUT", f"{game.code}/hands/{fresh(game).hand_number}/bid", {"bid": card}


def test_eight_seats_of_two_games_bid_at_the_same_instant(live_server: Any) -> None:
    users = [person(f"{name}{n}") for n in (1, 2) for name in NAMES[:4]]
    games = [running(users[:4]), running(users[4:])]
    keys = [api_keys.issue(user) for user in users]
    for number in range(1, 5):
        places = [(games[n // 4], n % 4, keys[n]) for n in range(8)]
        cards = [legal(game, seat)[0] for game, seat, _key in places]
        wishes = [bid_wish(k, g, c) for (g, _s, k), c in zip(places, cards, strict=True)]
        answers = at_once(live_server.url, wishes)

        assert [(status, text["bid"]) for status, text in answers] == [(200, c) for c in cards]
        for game in games:
            assert hand_of(game).state == Hand.State.READY
            assert Bid.objects.filter(hand=hand_of(game)).count() == 4
        assert sweep.sweep() == 2
        assert sweep.sweep() == 0
        assert [fresh(game).hand_number for game in games] == [number + 1] * 2
        told = LogEntry.objects.filter(kind="hand", hand_number=number)
        assert told.count() == 2


def test_two_clients_for_each_of_four_seats(live_server: Any) -> None:
    """Each seat sends two different cards at once: one of the two counts, and it says so."""
    users = [person(name) for name in NAMES[:4]]
    game = running(users)
    keys = [api_keys.issue(user) for user in users]
    offers = [(seat, legal(game, seat)[n]) for seat in range(4) for n in (0, 5)]
    answers = at_once(live_server.url, [bid_wish(keys[s], game, card) for s, card in offers])

    codes = Counter(text.get("code", "stored") for _status, text in answers)
    assert set(codes) <= {"stored", "hand_closed"}
    assert hand_of(game).state == Hand.State.READY
    assert sweep.sweep() == 1
    bids = Bid.objects.filter(hand__game=game, hand__number=1).select_related("seat")
    assert bids.count() == 4
    receipts = {text["digest"] for status, text in answers if status == 200}
    assert {bid.digest for bid in bids} <= receipts
    assert {(bid.seat.index, not_none(bid.opened)["notation"]) for bid in bids} <= set(offers)


def test_eight_people_run_for_one_seat(live_server: Any) -> None:
    game = tables.make_table(person("Maker"), tables.TableSettings(name="Race", seats=3, bots=1))
    keys = [api_keys.issue(person(f"Runner {n}")) for n in range(8)]
    answers = at_once(live_server.url, [(key, "POST", f"{game.code}/join", {}) for key in keys])

    assert Counter(status for status, _said in answers) == {200: 1, 409: 7}
    assert fresh(game).state == Game.State.RUNNING


def test_one_key_in_two_games_at_once_is_used_once(live_server: Any) -> None:
    users = [person(name) for name in NAMES[:3]]
    key = api_keys.issue(users[0])
    games = [running(users) for _n in range(4)]
    wishes = [bid_wish(key, game, legal(game, 0)[0]) for game in games]
    answers = at_once(live_server.url, wishes, {"Idempotency-Key": "the-same"})

    assert Counter(status for status, _said in answers) == {200: 1, 422: 3}
    assert Bid.objects.count() == 1

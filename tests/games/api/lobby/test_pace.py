"""Pace, forecast and clocks over the API."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.people import vacations
from games.models import Game
from games.services.people import vacations as away
from tests.games.api.asking import ROOT, at, client, good, problem
from tests.games.making import person, table_of

pytestmark = pytest.mark.django_db
WISH = {"ruleset": "turn-the-tide", "name": "Texel", "seats": 3}


def test_a_table_with_a_bank() -> None:
    wish = {**WISH, "hours": 36, "bank": 240, "most": 300, "weekends": False, "reliable": 80}
    made = good(client(person()).post(f"{ROOT}/games", wish), 201)
    assert made["pace"] == {"hours": 36, "bank": 240, "most": 300, "weekends": False}
    assert made["reliable"] == 80
    assert made["created_at"] < made["forecast"]["first"] < made["forecast"]["last"]
    listed = good(client().get(f"{ROOT}/games"))["games"][0]
    assert listed["pace"] == made["pace"]
    assert listed["forecast"] is not None


def test_an_open_table_that_has_not_changed_is_not_sent_again() -> None:
    """Its forecast counts from now, so it is told to the hour."""
    made = good(client(person()).post(f"{ROOT}/games", WISH), 201)
    assert {text[-7:] for text in made["forecast"].values()} == {":00:00Z"}
    for way in (f"{ROOT}/games", at(made["code"])):
        again = [asked_again(way) for _time in range(2)]  # an hour may end during one of them
        assert 304 in again, way


def asked_again(way: str) -> int:
    return client().get(way, headers={"If-None-Match": client().get(way)["ETag"]}).status_code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"bank": 240}, "bad_bank"),
        ({"bank": 0, "most": 24}, "bad_bank"),
        ({"bank": 240, "most": 239}, "bad_bank"),
        ({"bank": 240, "most": 1441}, "bad_bank"),
        ({"bank": 12, "most": 12}, "bad_bank"),
        ({"reliable": 101}, "bad_share"),
        ({"bank": -1}, "invalid"),
        ({"bank": "240"}, "invalid"),
        ({"weekends": 1}, "invalid"),
    ],
)
def test_a_pace_that_cannot_be(change: dict[str, Any], code: str) -> None:
    problem(client(person()).post(f"{ROOT}/games", {**WISH, **change}), 400, code)
    assert not Game.objects.exists()


def test_clocks_of_the_open_hand() -> None:
    users, game = table_of(3)
    today = vacations.today(users[1])
    away.book(users[1], today, today + timedelta(days=1))
    hand = good(client().get(at(game)))["open_hand"]
    still = [clock["still_until"] for clock in hand["clocks"]]
    assert [clock["seat"] for clock in hand["clocks"]] == [0, 1, 2]
    assert (still[0], still[2]) == (None, None)
    assert still[1] is not None
    assert hand["deadline"] == max(clock["deadline"] for clock in hand["clocks"])
    mine = good(client(users[0]).get(f"{ROOT}/me/moves"))["moves"][0]
    assert mine["deadline"] == hand["clocks"][0]["deadline"] < hand["deadline"]

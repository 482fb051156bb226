"""Pace, forecast, people's records and vacation over the API."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Vacation
from accounts.people import vacations
from games.models import Game
from games.services.people import vacations as away
from tests.games.api.asking import ROOT, at, client, good, problem
from tests.games.making import bid_all, person, table_of

pytestmark = pytest.mark.django_db
WISH = {"ruleset": "turn-the-tide", "name": "Texel", "seats": 3}
AWAY = f"{ROOT}/me/vacations"


def test_a_table_with_a_bank() -> None:
    wish = {**WISH, "hours": 36, "bank": 240, "most": 300, "weekends": False, "reliable": 80}
    made = good(client(person()).post(f"{ROOT}/games", wish), 201)
    assert made["pace"] == {"hours": 36, "bank": 240, "most": 300, "weekends": False}
    assert made["reliable"] == 80
    assert made["created_at"] < made["forecast"]["first"] < made["forecast"]["last"]
    listed = good(client().get(f"{ROOT}/games"))["games"][0]
    assert listed["pace"] == made["pace"]
    assert listed["forecast"] is not None


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


def test_a_persons_record() -> None:
    _users, game = table_of(3)
    for _ in range(10):
        bid_all(game)
    found = good(client().get(f"{ROOT}/people/MARIT"))
    assert found == {
        "name": "Marit",
        "kind": "person",
        "owner": None,
        "hands": 10,
        "in_time": 10,
        "share": 100,
        "median_seconds": found["median_seconds"],
        "ratings": [],
    }
    assert good(client().get(f"{ROOT}/people/{person('Wim').name}"))["share"] is None
    problem(client().get(f"{ROOT}/people/nobody"), 404, "unknown_person")


def test_quiet_hours() -> None:
    ask = client(person())
    changed = good(ask.patch(f"{ROOT}/me", {"quiet_from": "22:00", "quiet_to": "07:00"}))
    assert (changed["quiet_from"], changed["quiet_to"]) == ("22:00", "07:00")
    assert good(ask.get(f"{ROOT}/me"))["quiet_from"] == "22:00"
    for bad in ("7", "24:00", 7, "07:00:30", None):
        found = problem(ask.patch(f"{ROOT}/me", {"quiet_to": bad}), 400, "invalid")
        assert list(found["errors"]) == ["quiet_to"]
    none = good(ask.patch(f"{ROOT}/me", {"quiet_from": None, "quiet_to": None}))
    assert none["quiet_from"] is None


def test_vacation() -> None:
    user = person()
    ask = client(user)
    year = vacations.today(user).year + 1
    booked = good(ask.post(AWAY, {"first": f"{year}-03-01", "last": f"{year}-03-30"}), 201)
    assert good(ask.get(AWAY))["vacations"] == [booked]
    more = {"first": f"{year}-05-01", "last": f"{year}-05-01"}
    found = problem(ask.post(AWAY, more), 409, "vacation_too_long")
    assert (found["year"], found["left"]) == (year, 0)
    problem(ask.post(AWAY, {"first": f"{year}-03-05", "last": f"{year}-03-05"}), 409,
            "vacation_twice")  # fmt: skip
    stranger = client(person("Joost"))
    problem(stranger.delete(f"{AWAY}/{booked['id']}"), 404, "no_vacation")
    good(ask.delete(f"{AWAY}/{booked['id']}"), 204)
    assert good(ask.get(AWAY))["vacations"] == []


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        ("2020-01-01", "2020-01-02", "vacation_past"),
        ("9999-01-01", "9999-02-05", "vacation_far"),
        ("2027-02-29", "2027-03-01", "invalid"),
        ("tomorrow", "2027-03-01", "invalid"),
        (20270301, "2027-03-01", "invalid"),
        (None, None, "invalid"),
    ],
)
def test_days_that_cannot_be(first: object, last: object, code: str) -> None:
    problem(client(person()).post(AWAY, {"first": first, "last": last}), 400, code)
    assert not Vacation.objects.exists()

"""Absence, seats to take, votes and once more by the API."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games import links
from games.models import Game
from games.services.seats import absence, substitutes
from tests.games.making import fresh, people, person, running

pytestmark = pytest.mark.django_db


def ask(user: User | None, method: str, way: str, body: Any = None) -> tuple[int, Any]:
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    answer = getattr(client, method)(f"/api/v1/{way}", body or {}, format="json")
    return answer.status_code, answer.json() if answer.content else None


def test_leave_and_come_back(users: list[User], game: Game) -> None:
    way = f"games/{game.code}"
    status, table = ask(users[2], "post", f"{way}/away", {"how": "leave"})
    assert (status, table["seats"][2]["absence"]) == (200, "offered")
    assert table["voters"] == [0, 1]
    status, table = ask(users[2], "post", f"{way}/back")
    assert (status, table["seats"][2]["absence"]) == (200, "")


def test_seats_that_wait_are_open_to_all_and_show_no_card(users: list[User], game: Game) -> None:
    absence.leave(users[2], game.code)
    status, found = ask(None, "get", "seats")
    assert (status, found["next"]) == (200, None)
    seat = found["seats"][0]
    assert (seat["code"], seat["seat"], seat["before"]) == (game.code, 2, "Aoife")
    assert seat["table"] == fresh(game).table
    wim = person("Wim")
    status, table = ask(wim, "post", f"games/{game.code}/seats/2/take", {"policy": "bot"})
    assert (status, table["seat"], table["policy"]) == (200, 2, "bot")
    assert table["legal"]
    assert [held["name"] for held in table["tenures"]] == ["Aoife", "Wim"]
    assert ask(None, "get", "seats")[1]["seats"] == []


def test_whoever_has_the_link_of_a_table_is_told_why_they_get_no_seat_there() -> None:
    """Without it there is no such table."""
    game, wim = running(people(3), visibility="link"), person("Wim")
    way, link = f"games/{game.code}/seats/1/take", links.link_token(game)
    told = [ask(wim, "post", way, {"link": each})[1]["code"] for each in (link, "x", "")]
    assert told == ["not_offered", "bad_link", "unknown_game"]


def test_pages_of_seats(users: list[User]) -> None:
    """Also if somebody takes the last seat of a page before the next one is read."""
    codes: list[str] = []
    for number in range(3):
        game = running(users, name=f"Table {number}")
        absence.leave(users[2], game.code)
        codes.insert(0, game.code)
    _status, first = ask(None, "get", "seats?limit=2")
    link = APIClient().get("/api/v1/seats?limit=2")["Link"]
    substitutes.take(person("Wim"), codes[1], 2)
    _status, then = ask(None, "get", f"seats?limit=2&before={first['next']}")
    assert [seat["code"] for seat in first["seats"] + then["seats"]] == codes
    assert then["next"] is None
    assert link.endswith(f'/seats?before={first["next"]}&limit=2>; rel="next"')


def test_votes_and_going_on(users: list[User], game: Game) -> None:
    way = f"games/{game.code}"
    _status, table = ask(users[0], "post", f"{way}/votes", {"wish": "pause"})
    assert table["wishes"][0] == {"wish": "pause", "seats": [0]}
    _status, table = ask(users[0], "delete", f"{way}/votes/pause")
    assert table["wishes"][0]["seats"] == []
    for user in users:
        _status, table = ask(user, "post", f"{way}/votes", {"wish": "pause"})
    assert table["paused_at"] is not None
    _status, table = ask(users[1], "post", f"{way}/go-on")
    assert table["paused_at"] is None


def test_more_time_and_once_more(users: list[User], game: Game) -> None:
    way = f"games/{game.code}"
    assert ask(users[0], "get", way)[1]["may_extend"] is True
    assert ask(users[0], "post", f"{way}/extend", {"hand": 1})[0] == 200
    status, problem = ask(users[0], "post", f"{way}/extend", {"hand": 1})
    assert (status, problem["code"]) == (409, "extended_already")
    for user in users:
        status, table = ask(user, "post", f"{way}/votes", {"wish": "cancel"})
    assert table["state"] == "cancelled"
    again = {ask(user, "post", f"{way}/rematch")[1]["code"] for user in users}
    assert len(again) == 1


@pytest.mark.parametrize(
    ("way", "body", "code"),
    [
        ("away", {"how": "leave"}, "not_seated"),
        ("back", {}, "not_seated"),
        ("votes", {"wish": "pause"}, "not_seated"),
        ("votes", {"wish": "dance"}, "bad_wish"),
        ("go-on", {}, "not_seated"),
        ("extend", {"hand": 1}, "not_seated"),
        ("rematch", {}, "not_seated"),
        ("seats/1/take", {}, "not_offered"),
        ("seats/9/take", {}, "no_seat"),
        ("away", {"how": "dance"}, "invalid"),
    ],
)
def test_refusals(way: str, body: dict[str, Any], code: str, game: Game) -> None:
    status, problem = ask(person("Wim"), "post", f"games/{game.code}/{way}", body)
    assert status >= 400
    assert problem["code"] == code


def test_a_table_says_its_rules(users: list[User]) -> None:
    game = running(users, offer=4, extensions=False, votes=False)
    table = ask(None, "get", f"games/{game.code}")[1]
    assert (table["offer"], table["extensions"], table["votes"]) == (4, False, False)
    status, problem = ask(
        users[0],
        "post",
        "games",
        {"ruleset": "turn-the-tide", "name": "x", "seats": 4, "offer": 12},
    )
    assert (status, problem["code"]) == (400, "bad_offer")

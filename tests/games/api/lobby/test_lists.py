"""Lists: what is in them, how they go on, and that they cost the same however long."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Game
from games.services.lobby import tables
from tests.games.api.asking import ROOT, client, good, problem
from tests.games.fast_forward import fast_forward
from tests.games.making import people, person, running, table_of

pytestmark = pytest.mark.django_db
LIST = f"{ROOT}/games"


def codes(ask: APIClient, **query: Any) -> list[str]:
    return [game["code"] for game in good(ask.get(LIST, query))["games"]]


@pytest.fixture
def games() -> dict[str, Game]:
    users = people(3)
    maker = person("Maker")

    def wish(**fields: Any) -> Game:
        return tables.make_table(
            maker, tables.TableSettings(**{"name": "Texel", "seats": 3, **fields})
        )

    made = {
        "over": fast_forward(running(users)),
        "open": wish(),
        "hidden": wish(visibility="link"),
        "rowboat": wish(ruleset="rowboat", bots=1),
        "closed": wish(),
    }
    tables.leave(maker, made["closed"].code)
    made["running"] = running(users, visibility="link")
    return {name: Game.objects.get(pk=game.pk) for name, game in made.items()}


def test_a_list_holds_what_is_public_and_what_is_mine(games: dict[str, Game]) -> None:
    def named(*names: str) -> list[str]:
        return [games[name].code for name in names]

    marit = client(games["over"].seats.get(index=0).user)
    maker = client(games["open"].maker)
    assert codes(client()) == named("rowboat", "open", "over")
    assert codes(marit) == named("running", "rowboat", "open", "over")
    assert codes(marit, mine="true") == named("running", "over")
    assert codes(client(), mine="true") == []
    assert codes(maker) == named("rowboat", "hidden", "open", "over")
    assert codes(marit, state="running") == named("running")
    assert codes(client(), state="running") == []
    assert codes(maker, state="open") == named("rowboat", "hidden", "open")
    assert codes(client(), ruleset="rowboat") == named("rowboat")
    assert codes(maker, free=2) == named("hidden", "open")
    assert codes(client(), free=1, ruleset="turn-the-tide") == named("open")
    assert codes(client(), free=1, state="over") == []
    games["open"].seats.filter(index=1).update(kept_for=person("Wim"))
    assert codes(client(), free=1, ruleset="turn-the-tide") == named("open")
    assert codes(client(), free=2) == [], "a seat that is kept for somebody is not free"
    own = good(marit.get(f"{ROOT}/me/games"))["games"]
    assert [game["code"] for game in own] == named("running", "over")


def test_pages_follow_one_another_without_gap_or_repeat() -> None:
    user = person()
    made = [
        tables.make_table(user, tables.TableSettings(name=f"No {n}", seats=3, visibility=v)).code
        for n in range(6)
        for v in ("link", "public")
    ]
    ask, way, seen = client(user), f"{LIST}?limit=5&state=open", []
    while way:
        page = good(ask.get(way))
        seen += [game["code"] for game in page["games"]]
        way = page["next"]

    assert seen == made[::-1]


def test_a_game_made_meanwhile_does_not_shift_the_pages() -> None:
    user = person()
    wish = tables.TableSettings(name="Texel", seats=3)
    made = [tables.make_table(user, wish).code for _n in range(4)]
    first = good(client().get(LIST, {"limit": 2}))
    tables.make_table(user, wish)
    second = good(client().get(first["next"]))

    shown = [game["code"] for page in (first, second) for game in page["games"]]
    assert shown == made[::-1]


def test_three_games_cost_as_many_queries_as_twelve(django_assert_num_queries: Any) -> None:
    users = people(3)
    ask = client(users[0])
    for _game in range(3):
        running(users)
    codes(ask)  # the day on which a key was last used is written down once
    with django_assert_num_queries(7) as few:
        assert len(codes(ask, limit=100)) == 3
    for _game in range(9):
        running(users)
    with django_assert_num_queries(len(few)):
        assert len(codes(ask, limit=100)) == 12


def test_the_games_of_somebody_are_those_that_one_may_see() -> None:
    users, seen = table_of(3)
    hidden = running(users, visibility="link")
    running([person(name) for name in ("Wim", "Ute", "Ole")])
    ask = client(person("Eva"))
    found = good(ask.get(f"{ROOT}/games", {"player": "joost"}))["games"]
    assert [game["code"] for game in found] == [seen.code]
    own = good(client(users[0]).get(f"{ROOT}/games", {"player": "Joost"}))["games"]
    assert {game["code"] for game in own} == {seen.code, hidden.code}
    problem(ask.get(f"{ROOT}/games", {"player": "Nobody"}), 404, "unknown_person")

"""The schema says no less and no more than is so: about answers, bodies, examples and codes."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import caches

from accounts.models import User
from accounts.security import api_keys
from games.models import Game
from games.refusals import REFUSALS
from games.selectors.people import events
from tests.games.api.asking import ROOT, at, good
from tests.games.api.contract import Checking, operations, schema, validator
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import fresh, people, running, settle, user_at
from tests.sampling import few

GAMES: dict[str, dict[str, Any]] = {
    "turn-the-tide": {"seats": 3},
    "rowboat": {"seats": 2},
    "turning-tides": {"seats": 2},
}


def asking(user: User) -> Checking:
    made = Checking()
    made.credentials(HTTP_AUTHORIZATION=f"Bearer {api_keys.issue(user)}")
    return made


def created(asks: list[Checking], users: list[User], slug: str) -> Game:
    """A table that was laid and filled over the API."""
    made = good(
        asks[0].post(f"{ROOT}/games", {"ruleset": slug, "name": "Texel", **GAMES[slug]}), 201
    )
    good(asks[0].get(f"{ROOT}/games"))
    for ask in asks[1:]:
        good(ask.post(at(made["code"], "join")))
    return Game.objects.get(code=made["code"])


def answer_all(game: Game, asks: list[Checking]) -> None:
    """Everybody answers the open hand as a program does; it is turned."""
    for ask in asks:
        good(ask.get(f"{ROOT}/me/moves"))
        seen = good(ask.get(at(game)))
        if not seen["legal"]:
            continue
        way = at(game, "hands", seen["hand"], "bid")
        assert ask.put(way, {"bid": "?"}).status_code == 400
        good(ask.put(way, {"bid": seen["legal"][0]}))
        good(ask.get(way))
    settle(game)


def look_around(game: Game, ask: Checking) -> None:
    """All that can be read of a game, be it there or refused."""
    last = fresh(game).hand_number
    for way in ("log", "log?after=3&limit=2", "course", "record", "comparison", "duplicate",
                "plan", "notes", "chat", f"hands/{last}",
                f"hands/{last - 1}"):  # fmt: skip
        ask.get(f"{at(game)}/{way}")
    beginning = events.sealed((0, 0, 0), user_at(game, 0))
    for way in ("me", "me/moves", "me/games", "events",
                f"events?after={beginning}", "me/preferences", "me/wishes", "me/notices",
                "me/ignored", "me/vacations", "me/webhooks", "people/Marit",
                f"ratings?ruleset={game.ruleset}",
                f"people/Marit/ratings/{game.ruleset}", "rulesets", "seats", "leagues", "games",
                "games?state=over&limit=1", "problems", "problems/stale_hand"):  # fmt: skip
        good(ask.get(f"{ROOT}/{way}"))


def talk(game: Game, ask: Checking) -> None:
    """What is written beside the bids."""
    good(ask.put(at(game, "plan"), {"plan": "always: lowest"}))
    good(ask.post(at(game, "plan", "try"), {"plan": "always: median"}))
    ask.put(at(game, "plan"), {"plan": "always: elephant"})
    good(ask.delete(at(game, "plan")), 204)
    good(ask.post(at(game, "notes"), {"text": "A note.", "hand": 1}), 201)
    good(ask.post(at(game, "chat"), {"text": "Well played."}), 201)
    good(ask.post(at(game, "votes"), {"wish": "pause"}))
    good(ask.post(at(game, "extend"), {"hand": fresh(game).hand_number}))
    good(ask.patch(at(game, "seat"), {"policy": "median"}))


@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.parametrize("slug", few(GAMES))
def test_every_answer_of_a_played_game_fits(slug: str) -> None:
    users = people(GAMES[slug]["seats"])
    asks = [asking(user) for user in users]
    game = created(asks, users, slug)
    for _hand in range(2):
        answer_all(game, asks)
    talk(game, asks[0])
    look_around(game, asks[0])
    while fresh(game).state == Game.State.RUNNING:
        # Who always plays their first card may never end a game of Rowboat.
        fast_forward(game, to="last", choose=like_bots())
        caches["throttle"].clear()
        answer_all(game, asks)
    look_around(game, asks[0])
    assert fresh(game).state == Game.State.OVER
    good(asks[0].post(at(game, "rematch")))


def test_every_example_fits_its_shape() -> None:
    wrong = []
    for method, path, operation in operations():
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for media in (media for body in bodies for media in body.get("content", {}).values()):
            for name, example in media.get("examples", {}).items():
                errors = list(validator(media["schema"], closed=True).iter_errors(example["value"]))
                wrong += [f"{method} {path} {name}: {error.message}" for error in errors]
    assert wrong == []


def test_every_refusal_of_an_operation_is_enumerated() -> None:
    for method, path, operation in operations():
        for status, answer in operation["responses"].items():
            for media in answer.get("content", {}).values() if status >= "400" else ():
                codes = media["schema"]["properties"]["code"]["enum"]
                assert codes, (method, path)
                assert {REFUSALS[code].status for code in codes} == {int(status)}, (method, path)
                assert not validator(media["schema"]).is_valid({"code": "elephant"})


TABLE = {"ruleset": "turn-the-tide", "name": "Texel", "seats": 3}
# What the service refuses, each by the method and way that it is sent to.
REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    *(
        ("POST", "/games", TABLE | wrong)
        for wrong in (
            {"ruleset": "chess"},
            {"name": " "},
            {"name": ""},
            {"seats": 1},
            {"seats": 99},
            {"hours": 0},
            {"hours": 337},
            {"bank": 100_000, "most": 100_000},
            {"reliable": 101},
            {"delay": 61, "tells": False},
            {"offer": 999},
            {"duplicate": 5},
            {"bots": 99},
            {"chat": "elephants"},
            {"policy": "elephants"},
            {"policy": ""},
            {"options": {"a" * 41: True}},
            {"options": {"cascade": [1]}},
            {"visibility": "elephants"},
        )
    ),
    ("PATCH", "/me", {"name": " "}),
    ("PATCH", "/me", {"quiet_from": "22:00:00", "quiet_to": "07:00"}),
    ("PATCH", "/me", {"quiet_from": "22:00Z", "quiet_to": "07:00"}),
    ("PATCH", "/me", {"quiet_from": "25:00", "quiet_to": "07:00"}),
    ("PATCH", "/me/preferences", {"policy": "elephants"}),
    ("POST", "/me/webhooks", {"url": "http://example.org/"}),
    ("POST", "/me/webhooks", {"url": ""}),
    ("POST", "/me/vacations", {"first": "2026-1-1", "last": "2026-12-24"}),
    ("POST", "/games/{code}/votes", {"wish": "elephants"}),
    ("POST", "/games/{code}/chat", {"text": ""}),
    ("POST", "/games/{code}/chat", {"text": " \n"}),
    ("POST", "/games/{code}/notes", {"text": ""}),
    ("POST", "/games/{code}/notes", {"text": "a" * 70_000}),
    ("POST", "/games/{code}/asides", {"act": ""}),
    ("PATCH", "/games/{code}/seat", {"policy": "elephants"}),
    ("POST", "/games/{code}/join", {"policy": "elephants"}),
    ("POST", "/games/{code}/invitations", {"email": "nobody"}),
    ("POST", "/token", {"email": "", "password": "x"}),
]
ACCEPTED: list[dict[str, Any]] = [
    TABLE,
    {**TABLE, "options": {"cascade": True}, "hours": 336, "delay": 60, "tells": False},
    {**TABLE, "bank": 24, "most": 48, "chat": "off", "policy": "median", "duplicate": 2},
    {**TABLE, "name": " Texel ", "seats": 5, "bots": 2, "offer": 0, "entropy": ""},
]


def body_of(method: str, way: str) -> Any:
    found = schema()["paths"][f"/api/v1{way}"][method.lower()]
    return validator(found["requestBody"]["content"]["application/json"]["schema"])


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "way", "body"), REFUSED)
def test_what_is_refused_in_itself_the_schema_refuses(
    method: str, way: str, body: dict[str, Any]
) -> None:
    users = people(3)
    code = running(users).code if "{" in way else ""
    ask = getattr(asking(users[0]), method.lower())
    assert ask(f"{ROOT}{way.format(code=code)}", body).status_code in (400, 413)
    assert not body_of(method, way).is_valid(body)


@pytest.mark.django_db
@pytest.mark.parametrize("body", ACCEPTED)
def test_what_is_accepted_the_schema_accepts(body: dict[str, Any]) -> None:
    good(asking(people(1)[0]).post(f"{ROOT}/games", body), 201)
    assert body_of("POST", "/games").is_valid(body)


@pytest.mark.django_db
def test_a_token_is_taken_as_the_schema_says() -> None:
    (marit,) = people(1)
    scheme = schema()["components"]["securitySchemes"]["token"]
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    good(asking(marit).get(f"{ROOT}/me"))


def test_it_says_where_it_is_served_and_what_is_what() -> None:
    named = {tag["name"]: tag["description"] for tag in schema()["tags"]}
    used = {tag for _method, _path, operation in operations() for tag in operation["tags"]}

    assert [server["url"] for server in schema()["servers"]]
    assert used == set(named)
    assert all(named.values())

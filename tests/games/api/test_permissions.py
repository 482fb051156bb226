"""Who may do what: anonymous, stranger, seated, maker × public or by link × the state."""

import itertools
from collections.abc import Iterator

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from accounts.models import User
from games import links
from games.models import Game
from games.services.lobby import tables
from tests.games.api.asking import at, client, problem
from tests.games.fast_forward import fast_forward
from tests.games.making import legal, people, person, running
from tests.process_fixtures import again

pytestmark = pytest.mark.django_db

WHO = ("anonymous", "stranger", "seated", "maker")
WHERE = ("public", "link")
WHEN = ("open", "running", "over")
ACTIONS = {
    "look": ("get", "", None),
    "log": ("get", "/log", None),
    "record": ("get", "/record", None),
    "own bid": ("get", "/hands/1/bid", None),
    "bid": ("put", "/hands/1/bid", {"bid": "…"}),
    "join": ("post", "/join", {}),
    "leave": ("post", "/leave", {}),
    "start": ("post", "/start", {"fill_with_bots": True}),
    "invite": ("post", "/invitations", {"email": "wim@example.org"}),
    "words": ("put", "/words", {"entropy": "gulls"}),
    "policy": ("patch", "/seat", {"policy": "highest"}),
}
READS = {"look", "log", "record"}
NEVER_MIND = "already_started"
# What a person who may see the table is told, by state: who does not sit there, who does.
STRANGER: dict[str, dict[str, int | str]] = {
    "join": {"open": 200, "running": NEVER_MIND, "over": NEVER_MIND},
    "start": {"open": "not_maker", "running": NEVER_MIND, "over": NEVER_MIND},
}
SEATED: dict[str, dict[str, int | str]] = {
    "own bid": {"open": "no_hand", "running": "no_bid", "over": 200},
    "bid": {"open": "game_not_running", "running": 200, "over": "game_over"},
    "join": {"open": "already_seated", "running": NEVER_MIND, "over": NEVER_MIND},
    "leave": {"open": 204, "running": NEVER_MIND, "over": NEVER_MIND},
    "start": {"open": "not_maker", "running": NEVER_MIND, "over": NEVER_MIND},
    "invite": {"open": 201, "running": NEVER_MIND, "over": NEVER_MIND},
    "words": {"open": 200, "running": "words_fixed", "over": "words_fixed"},
    "policy": {"open": 200, "running": 200, "over": "game_over"},
}


def expected(action: str, who: str, where: str, when: str) -> int | str:
    """The status of what succeeds, or the code of what is refused."""
    if who == "anonymous" and action not in READS:
        return "not_authenticated"
    if where == "link" and who in {"anonymous", "stranger"}:
        return "unknown_game"
    if action == "record":
        return 200 if when == "over" else "record_running"
    if action in READS or (who, action, when) == ("maker", "start", "open"):
        return 200
    if who == "stranger":
        return STRANGER[action][when] if action in STRANGER else "not_seated"
    return SEATED[action][when]


def a_game(users: list[User], where: str, when: str) -> Game:
    made: Game = again(_a_game, users, where, when)
    return made


def _a_game(users: list[User], where: str, when: str) -> Game:
    if when == "open":
        game = tables.make_table(
            users[0], tables.TableSettings(name="Texel", seats=3, visibility=where)
        )
        return tables.join(users[1], game.code, link=links.link_token(game))
    game = running(users, visibility=where)
    return fast_forward(game) if when == "over" else game


def tries(ask: APIClient, game: Game, seat: int) -> Iterator[tuple[str, int | str]]:
    """Each action with what came of it, everything undone before the next."""
    card = legal(game, seat)[0] if game.state == Game.State.RUNNING else "1"
    for action, (method, way, body) in ACTIONS.items():
        if action == "bid":
            body = {"bid": card}
        with transaction.atomic():
            answer = getattr(ask, method)(at(game) + way, body)
            transaction.set_rollback(True)
        good = answer.status_code < 300
        yield action, answer.status_code if good else answer.json()["code"]
        if not good:
            problem(answer, answer.status_code, answer.json()["code"])


@pytest.mark.parametrize(("where", "when"), list(itertools.product(WHERE, WHEN)))
def test_everybody_may_do_just_what_is_his(where: str, when: str) -> None:
    users = again(people, 3)
    game = a_game(users, where, when)
    asks = {
        "anonymous": client(),
        "stranger": client(person("Wim")),
        "seated": client(users[1]),
        "maker": client(users[0]),
    }
    for who in WHO:
        found = dict(tries(asks[who], game, seat=0 if who == "maker" else 1))
        assert found == {name: expected(name, who, where, when) for name in ACTIONS}, who


@pytest.mark.parametrize("when", WHEN)
def test_the_link_lets_a_stranger_look_and_no_more(when: str) -> None:
    game = a_game(again(people, 3), "link", when)
    for ask in (client(), client(person("Wim"))):
        for way in ("", "/log"):
            answer = ask.get(at(game) + way, {"link": links.link_token(game)})
            assert answer.status_code == 200
    stranger = client(person("Ute B"))
    bid = stranger.put(at(game, "hands", 1, "bid"), {"bid": "1"})
    problem(bid, 404, "unknown_game")

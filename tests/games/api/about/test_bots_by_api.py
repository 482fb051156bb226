"""The bot of docs/bots-by-api.md is short, and plays all three games as it stands there."""

import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import Message
from http.client import IncompleteRead
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.error import HTTPError

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.security import api_keys
from games.models import Bid, Game, Hand
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import staff
from tests.all_games import SMALLEST
from tests.games.api.about.test_docs import no_throttles, sweeper
from tests.games.api.asking import ROOT
from tests.games.making import bid, bid_all, fresh, hand_of, people, running
from tests.games.services.moderation.setting import let_time_run_out

DOCS = Path(__file__).parents[4] / "docs" / "bots-by-api.md"
SEATS = SMALLEST
HANDS = 6  # of each game
__all__ = ["no_throttles"]


def program() -> str:
    (text,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    return str(text)


def client() -> str:
    """The program of docs/api.md, which plays one game."""
    text = DOCS.with_name("api.md").read_text()
    return str(re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0])


def test_it_is_short_and_needs_nothing_but_python() -> None:
    assert len([line for line in program().splitlines() if line.strip()]) < 100
    imported = set(re.findall(r"^(?:import|from) (\w+)", program(), re.MULTILINE))
    assert imported <= sys.stdlib_module_names


RESTARTING = HTTPError("", 502, "Bad Gateway", Message(), BytesIO(b"<html>"))  # by the proxy


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        (program(), [RESTARTING] * 1_100),  # more than Python can call itself
        (program(), [IncompleteRead(b"{")]),
        (client(), [RESTARTING]),
    ],
    ids=["bot, 502", "bot, half a response", "client, 502"],
)
def test_a_server_that_restarts_does_not_end_it(
    text: str, lost: list[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([*lost, BytesIO(b'{"legal": []}')])
    monkeypatch.setattr("urllib.request.urlopen", lambda *_args, **_how: raised(next(answers)))
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    made = run_code(text)["Tideweb"]("https://play.example.org", "key")
    assert made.ask("GET", "games/k7m2xq9wphdz") == {"legal": []}


def raised(found: Any) -> Any:
    if isinstance(found, Exception):
        raise found
    return found


def run_code(text: str) -> dict[str, Any]:
    made: dict[str, Any] = {"__name__": "bot"}
    exec(text, made)
    return made


@pytest.mark.parametrize("code", ["unknown_game", "not_seated", "future_hand", "game_over"])
def test_a_game_that_it_has_left_does_not_end_the_others(code: str) -> None:
    bot = run_code(program())
    gone = bot["Problem"]({"code": code, "detail": ""})
    bot["answer"](SimpleNamespace(ask=lambda *_way: raised(gone)), {"code": "k7m2xq9wphdz"})


class Stopped(Exception):
    """Instead of waiting for events."""


def inside(text: str, user: User, before_bid: Callable[[], object] = int) -> Any:
    """The `Tideweb` of a program, which asks without a network, with a key that may only play.
    `before_bid` happens just before its first bid."""
    made = run_code(text)
    key, todo = api_keys.issue(user, scopes=["play"]), [before_bid]

    def ask(method: str, way: str, body: Any = None, **headers: str) -> Any:
        if "wait=" in way:
            raise Stopped
        if method == "PUT" and todo:
            todo.pop()()
        more = {"Authorization": f"Bearer {key}", **headers}
        found = Client().generic(
            method, f"{ROOT}/{way}", json.dumps(body), "application/json", headers=more
        )
        if found.status_code >= 400:
            raise made["Problem"](found.json())
        return found.json()

    tideweb = made["Tideweb"](ROOT, key)
    tideweb.ask = ask
    return SimpleNamespace(tideweb=tideweb, **made)


@pytest.mark.django_db
def test_it_comes_back_to_a_seat_that_it_lost_to_a_bot_while_it_was_stopped() -> None:
    users = people(3)
    game = running(users, hours=1, offer=1)
    for user in users[1:]:
        bid(game, user)
    let_time_run_out(game)
    own = game.seats.get(user=users[0])
    assert own.absence
    bot = inside(program(), users[0])
    with pytest.raises(Stopped):
        bot.play(bot.tideweb, 0)
    own.refresh_from_db()
    assert not own.absence
    assert hand_of(fresh(game)).bids.get(seat=own).via == Bid.Via.API


@pytest.mark.django_db
def test_a_hand_taken_back_before_its_bid_does_not_end_the_client(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    users = people(3)
    game = running(users)
    bid_all(game)
    bid_all(fresh(game))

    def take_back() -> None:
        execution.carry_out(staff(), "take_back", game.code, CommandInput("defect", hand=1))

    def stopped(_seconds: float) -> None:
        raise Stopped

    monkeypatch.setattr(time, "sleep", stopped)
    player = inside(client(), users[0], take_back)
    with pytest.raises(Stopped):
        player.play(player.tideweb, game.code, 0)
    assert hand_of(fresh(game)).bids.get().via == Bid.Via.API


class Started(NamedTuple):
    process: subprocess.Popen[bytes]
    said: Path
    errors: Path


@contextmanager
def started(site: str, file: Path, users: list[User]) -> Iterator[list[Started]]:
    """One bot for each, with a key that may play and nothing else."""
    bots = [start(site, file, user) for user in users]
    try:
        yield bots
    finally:
        for bot in bots:
            bot.process.terminate()
            bot.process.wait(20)


def start(site: str, file: Path, user: User) -> Started:
    key = api_keys.issue(user, scopes=["play"])
    said, errors = (file.with_name(f"{user.pk} {which}") for which in ("said", "errors"))
    with said.open("w") as out, errors.open("w") as err:
        process = subprocess.Popen([sys.executable, file, site, key, "0.1"], stdout=out, stderr=err)
    return Started(process, said, errors)


def far_enough(games: list[Game]) -> bool:
    return all(g.state == Game.State.OVER or g.hand_number > HANDS for g in map(fresh, games))


def counted(games: list[Game]) -> Counter[str]:
    """What the bots print of the first hands, by what the server has of them."""
    bids = Bid.objects.filter(hand__game__in=games, hand__number__lte=HANDS, via=Bid.Via.API)
    found = bids.values_list("hand__game__ruleset", "hand__number", "opened__notation")
    return Counter(f"{slug}, hand {number}: {notation}" for slug, number, notation in found)


def printed(bots: list[Started]) -> Counter[str]:
    return Counter(line for bot in bots for line in bot.said.read_text().splitlines())


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_throttles")
def test_three_of_them_play_all_games_at_once(live_server: Any, tmp_path: Path) -> None:
    users, file = people(3), tmp_path / "bot.py"
    # A request that waits does so in a thread of this process, and may outlive the test. So they
    # ask again at once.
    waits, asks = "events?wait=25&", "events?"
    assert waits in program()
    file.write_text(program().replace(waits, asks))
    games = [running(users[:seats], ruleset=slug) for slug, seats in SEATS.items()]
    with sweeper(), started(live_server.url, file, users) as bots:
        until = time.monotonic() + 90
        # The server counts an answer before its bot can print it.
        while not (far_enough(games) and counted(games) <= printed(bots)):
            assert [bot.errors.read_text() for bot in bots if bot.process.poll() is not None] == []
            assert time.monotonic() < until, counted(games) - printed(bots)
            time.sleep(0.2)
    assert [bot.errors.read_text() for bot in bots] == ["", "", ""]
    for game in games:
        assert counted([game])
        turned = Hand.objects.filter(game=game, state=Hand.State.RESOLVED)
        assert turned.count() >= HANDS
        assert not Bid.objects.filter(hand__in=turned, missed=True).exists()
    connection.close()

"""The bot of docs/bots-by-api.md is short, and plays all three games as it stands there."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from accounts.security import api_keys
from games.models import Bid, Game, Hand
from tests.all_games import SMALLEST
from tests.games.api.about.test_docs import no_throttles, sweeper
from tests.games.making import fresh, people, running

DOCS = Path(__file__).parents[4] / "docs" / "bots-by-api.md"
SEATS = SMALLEST
HANDS = 6  # of each game
__all__ = ["no_throttles"]


def program() -> str:
    (text,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    return str(text)


def test_it_is_short_and_needs_nothing_but_python() -> None:
    assert len([line for line in program().splitlines() if line.strip()]) < 100
    imported = set(re.findall(r"^(?:import|from) (\w+)", program(), re.MULTILINE))
    assert imported <= sys.stdlib_module_names


@contextmanager
def started(site: str, file: Path, users: list[User]) -> Iterator[list[subprocess.Popen[str]]]:
    """One bot for each, with a key that may play and nothing else."""
    keys = [api_keys.issue(user, scopes=["play"]) for user in users]
    bots = [
        subprocess.Popen(
            [sys.executable, file, site, key, "0.1"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for key in keys
    ]  # fmt: skip
    try:
        yield bots
    finally:
        for bot in bots:
            bot.terminate()


def far_enough(games: list[Game]) -> bool:
    return all(g.state == Game.State.OVER or g.hand_number > HANDS for g in map(fresh, games))


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
        while not far_enough(games) and time.monotonic() < until:
            assert [bot.communicate() for bot in bots if bot.poll() is not None] == []
            time.sleep(0.2)
    told = [bot.communicate(timeout=20) for bot in bots]
    assert far_enough(games), told
    assert [errors for _said, errors in told] == ["", "", ""]
    for slug, game in zip(SEATS, games, strict=True):
        turned = Hand.objects.filter(game=game, state=Hand.State.RESOLVED)
        assert turned.count() >= HANDS
        given = Bid.objects.filter(hand__in=turned)
        assert not given.filter(missed=True).exists()
        assert given.filter(via=Bid.Via.API).exists()
        count = sum(count.count(slug) for count, _errors in told)
        assert count >= given.filter(via=Bid.Via.API).count()
    connection.close()

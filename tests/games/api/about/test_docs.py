"""docs/api.md says what is so: its table of codes, and its client, which plays whole games."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from accounts.security import api_keys
from games import selectors
from games.models import Bid, Game, Hand
from games.refusals import REFUSALS
from games.services import sweep as sweeping
from tests.games.fast_forward import fast_forward
from tests.games.making import fresh, people, running
from tideweb.throttling import PersonThrottle

DOCS = Path(__file__).parents[4] / "docs" / "api.md"


def test_the_documented_codes_are_those_that_there_are() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (.+) \|$", DOCS.read_text(), re.MULTILINE)
    documented = {(int(row[0]), code) for row in rows for code in re.findall(r"`(\w+)`", row[1])}

    assert documented == {(refusal.status, code) for code, refusal in REFUSALS.items()}


LATE = 80  # of about ninety hands: what programs finish in seconds


@contextmanager
def sweeper() -> Iterator[None]:
    """Sweeps in the background when a hand is complete, of which a worker would be told."""
    done = threading.Event()

    def sweep() -> None:
        while not done.wait(0.02):
            if Hand.objects.filter(state=Hand.State.READY).exists():
                sweeping.sweep()
        connection.close()

    thread = threading.Thread(target=sweep)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join(30)


@pytest.fixture
def no_throttles(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {"user": "100000/min"}
    monkeypatch.setattr(PersonThrottle, "THROTTLE_RATES", rates)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_throttles")
def test_four_documented_clients_play_a_game_to_its_end(live_server: Any, tmp_path: Path) -> None:
    client = tmp_path / "client.py"
    client.write_text(re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)[0])
    users = people(4)
    game = fast_forward(running(users, options={"taker_chooses": True}), to=LATE)
    assert game.state == Game.State.RUNNING
    before = game.hand_number
    with sweeper():
        players = [
            subprocess.Popen(
                [sys.executable, client, live_server.url, api_keys.issue(user), game.code, "0.2"],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for user in users
        ]
        told = [player.communicate(timeout=180) for player in players]

    assert [errors for _said, errors in told] == [""] * 4
    over = fresh(game)
    assert over.state == Game.State.OVER
    assert selectors.observations.record_of(over)["outcome"] == over.outcome
    for text, _errors in told:
        assert json.loads(text.splitlines()[-1]) == over.outcome
    bids = Bid.objects.filter(hand__game=game, hand__number__gte=before)
    given = set(bids.values_list("via", "missed"))
    assert (Bid.Via.API, False) in given
    assert given <= {(Bid.Via.API, False), (Bid.Via.FORCED, False)}  # not every deal forces one
    assert (
        sum(len(text.splitlines()) - 1 for text, _errors in told)
        == bids.filter(via=Bid.Via.API).count()
    )

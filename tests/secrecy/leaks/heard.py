"""The check for leaks that no observer sees: plays a canary in this process, and searches what it
left.
"""

import json
from typing import Any
from unittest.mock import patch

from celery import Celery
from django.test import Client

from games.models import Game
from games.services import sweep
from tests.accounts.making import member
from tests.games.making import fresh
from tests.secrecy.canary import made, play, searching
from tests.secrecy.comparing import commit


def hidden_words() -> list[str]:
    """Where hidden words of a canary occur after three hands."""
    sent: list[str] = []
    with (
        made.registered(),
        patch.object(Celery, "send_task", _noting(sent)),
        play.listening() as heard,
    ):
        game = _played()
        heard.pages |= play.looked_at(game, Client())
        hidden = searching.hidden_of(game)
        texts = {**heard.texts(), "broker": "\n".join(sent).encode()}
        stored = searching.dumped()
        guessed = searching.found_in(stored, searching.guesses(game))
        return [*searching.found_in({**texts, **stored}, hidden), *guessed]


def _played() -> Game:
    users = [member("Marit"), member("Joost")]
    game = play.created(users)
    for _hand in range(3):
        play.bid_by_page(fresh(game), users[0], 0)
        play.bid_by_api(fresh(game), users[1], 1)
        commit()
        sweep.sweep()
    play.bid_by_page(fresh(game), users[0], 0)
    commit()
    return fresh(game)


def _noting(sent: list[str]) -> Any:
    def send(_self: Any, *args: Any, **kwargs: Any) -> None:
        sent.append(json.dumps([args, kwargs], default=str))

    return send

"""Both games of Turning Tides to their ends against the bot, by the pages alone: the introduction
from its first hands to its last, the full game from its last (its phases: test_sailing_phases.py).
"""

import random
from collections import Counter

import pytest

from games.models import Game
from tests import ready_games
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import person, settle, user_at
from tests.games.web.driving import browser, page
from tests.games.web.sailing import against_bot, answer_somehow
from tests.sampling import whole

pytestmark = pytest.mark.django_db
MOST = 400
AT_FIRST = 10  # answers by pages before the rules play on to the last hand


def played_out(game: Game, seed: int) -> Counter[str]:
    """Clicks until it is over; counts what was asked."""
    user = user_at(game, 0)
    me, rng, asked = browser(user), random.Random(seed), Counter[str]()
    while settle(game).state == Game.State.RUNNING and asked.total() < MOST:
        if asked.total() == AT_FIRST and not whole():
            fast_forward(game, "last", like_bots())
        asked[answer_somehow(me, game, rng)] += 1
        if asked.total() % 5 == 0:
            page(me, "/moves/")
    text = page(me, f"/g/{game.code}/")
    assert "How it ended" in text
    assert "has won." in text or "You have won." in text
    return asked


def test_an_introduction_game_is_played_to_its_end() -> None:
    asked = played_out(against_bot(person(), introduction=True), 7)

    assert {"card", "choice"} <= set(asked)
    assert not {"exchange", "damage"} & set(asked)


def test_a_full_game_is_played_to_its_end() -> None:
    game = ready_games.take("turning-tides", "last", bots=True)
    assert played_out(game, 11)

    me = browser(user_at(game, 0))
    for number in range(1, settle(game).hand_number + 1, 7):
        page(me, f"/g/{game.code}/hand/{number}/")
        page(me, f"/g/{game.code}/replay/{number}/")
    assert game.code in page(me, f"/g/{game.code}/record.json")

"""Both games of Turning Tides, played to their ends against the bot, by the pages alone."""

import random
from collections import Counter

import pytest

from games.models import Game
from tests.games.making import person
from tests.games.web.driving import browser, page, settle
from tests.games.web.sailing import against_bot, answer_somehow

pytestmark = pytest.mark.django_db
MOST = 400


def played_out(game: Game, seed: int) -> Counter[str]:
    """Clicks until it is over; counts what was asked."""
    user = game.seats.get(index=0).user
    assert user is not None
    me, rng, asked = browser(user), random.Random(seed), Counter[str]()
    while settle(game).state == Game.State.RUNNING and asked.total() < MOST:
        asked[answer_somehow(me, game, rng)] += 1
        if asked.total() % 5 == 0:
            page(me, "/moves/")
    text = page(me, f"/g/{game.code}/")
    assert "How it ended" in text
    assert "has won." in text or "You have won." in text
    return asked


@pytest.mark.long
def test_an_introduction_game_is_played_to_its_end() -> None:
    asked = played_out(against_bot(person(), introduction=True), 7)

    assert {"card", "choice"} <= set(asked)
    assert not {"exchange", "damage"} & set(asked)


def test_a_full_game_is_played_to_its_end() -> None:
    game = against_bot(person())
    asked = played_out(game, 11)

    assert {"card", "choice", "move"} <= set(asked)
    user = game.seats.get(index=0).user
    me = browser(user)
    last = settle(game).hand_number
    for number in range(1, last + 1, 3):
        page(me, f"/g/{game.code}/hand/{number}/")
        page(me, f"/g/{game.code}/replay/{number}/")
    assert game.code in page(me, f"/g/{game.code}/record.json")

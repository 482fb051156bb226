"""Whole duplicate games, each of a person and a bot, played to their ends and compared."""

import random
from collections.abc import Callable
from functools import partial

import pytest

from games import selectors
from games.bots import choose, choose_at_random
from games.models import Game, Hand, Record
from games.selectors.results.duplicates import comparison_of
from games.services import sweep
from games.services.lobby import tables
from games.verification import all_passed, verify
from tests.games.duplicates.making import WORDS, created
from tests.games.making import bid, fresh, hand_of, legal, person
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
SHORT = {
    "rowboat": {"novice": True},
    "turning-tides": {"introduction": True, "introduction_goal": "or"},
}
MOST = 400  # hands


def play_out(game: Game, skill: Callable[..., str]) -> Game:
    """To its end; the lowest answer each time may go in circles."""
    chance = random.Random(1)
    for _hand in range(MOST):
        if (game := fresh(game)).state != Game.State.RUNNING:
            return game
        hand = hand_of(game)
        # Hands that were full as they opened: on a slow machine some are left to the next sweep.
        open_now = hand.awaiting if hand.state == Hand.State.OPEN else []
        for seat in game.seats.select_related("user").filter(index__in=open_now):
            if not_none(seat.user).is_bot:
                continue
            seen = selectors.observations.observation_for(game, seat.index)
            assert seen is not None
            bid(game, not_none(seat.user), skill(seen, legal(game, seat.index), chance))
        sweep.sweep()
    raise AssertionError(f"no end after {MOST} hands")


@pytest.mark.parametrize("slug", SHORT)
def test_it_is_compared_seat_by_seat(slug: str) -> None:
    both = created(person("Marit"), ruleset=slug, seats=2, bots=1, options=SHORT[slug])
    tables.join(person("Henning"), both[1].code, entropy=WORDS["Henning"])
    skills: tuple[Callable[..., str], ...] = (partial(choose, slug), choose_at_random)
    over = [play_out(game, skill) for game, skill in zip(both, skills, strict=True)]
    sweep.sweep()

    records = [Record.objects.get(game=game).data for game in over]
    assert all(all_passed(verify(record)) for record in records)
    shared = min(len(record["shuffles"]) for record in records)
    assert records[0]["shuffles"][:shared] == records[1]["shuffles"][:shared], "The same deals."

    scores = [not_none(fresh(game).outcome)["scores"] for game in over]
    compared = comparison_of(fresh(over[0]))
    assert list(compared.tables) == over
    for seat, row in enumerate(compared.rows):
        here, there = points = [score[seat] for score in scores]
        assert [held.mark.points for held in row] == points
        assert [held.mark.difference for held in row] == [here - there, there - here]
        assert [held.mark.place for held in row] == [1 + (here < there), 1 + (there < here)]
    if slug == "rowboat":  # the other is only won or lost, and chance may win, too
        differences = [held.mark.difference for row in compared.rows for held in row]
        assert any(differences), "One played as a bot would, the other at random."

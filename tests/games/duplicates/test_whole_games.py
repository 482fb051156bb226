"""Whole duplicate games, each of a person and a bot, played to their ends and compared."""

import random

import pytest

from games import game_secrets
from games.models import Game, Hand, Record
from games.rules.registry import ruleset
from games.selectors.results.duplicates import comparison_of
from games.services import sweep
from games.services.lobby import tables
from games.verification import all_passed, verify
from tests.games.duplicates.making import WORDS, created
from tests.games.fast_forward import Choose, fast_forward, like_bots
from tests.games.making import bid, fresh, hand_of, person
from tests.narrowing import not_none
from tests.sampling import whole

pytestmark = pytest.mark.django_db
SHORT = {
    "rowboat": {"novice": True},
    "turning-tides": {"introduction": True, "introduction_goal": "or"},
}
MOST, AT_FIRST = 400, 4  # hands


def play_out(game: Game, choose: Choose) -> Game:
    """To its end: the first hands by the services, the others (if not all are tried) by the rules.
    The lowest answer each time may go in circles."""
    for _hand in range(MOST if whole() else AT_FIRST):
        if (game := fresh(game)).state != Game.State.RUNNING:
            return game
        hand = hand_of(game)
        # Hands that were full as they opened: on a slow machine some are left to the next sweep.
        open_now = hand.awaiting if hand.state == Hand.State.OPEN else []
        for seat in game.seats.select_related("user").filter(index__in=open_now):
            if not not_none(seat.user).is_bot:
                state = game_secrets.open_state(game)
                choice = choose(ruleset(game.ruleset), state, seat.index)
                bid(game, not_none(seat.user), choice)
        sweep.sweep()
    return fast_forward(game, "over", choose)


def at_random() -> Choose:
    chance = random.Random(1)
    return lambda rules, state, seat: chance.choice(rules.ranked(state, seat))


@pytest.mark.parametrize("slug", SHORT)
def test_it_is_compared_seat_by_seat(slug: str) -> None:
    both = created(person("Marit"), ruleset=slug, seats=2, bots=1, options=SHORT[slug])
    tables.join(person("Henning"), both[1].code, entropy=WORDS["Henning"])
    over = [
        play_out(game, skill) for game, skill in zip(both, (like_bots(), at_random()), strict=True)
    ]
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

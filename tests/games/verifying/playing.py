"""Whole games through the services, quickly over: Rowboat by bots, Turning Tides by surrender."""

import random

from games import bots, selectors, vault
from games.models import Game
from games.rules.base import State
from games.services import asides, sweeping
from tests import ready
from tests.games.making import bid, bid_all, fresh, hand_of, people, running


def finished(ruleset: str) -> Game:
    """A game of this kind that is over, with its record."""
    if ruleset == "turn-the-tide":
        return ready.take("turn-the-tide")
    game = running(people(2), ruleset=ruleset)
    return _surrendered(game) if ruleset == "turning-tides" else _by_bots(game)


def _surrendered(game: Game) -> Game:
    silver, gold = (seat.user for seat in game.seats.order_by("index").select_related("user"))
    bid_all(game)
    bid_all(game)
    bid(game, silver) if 0 in hand_of(game).awaiting else bid(game, gold)
    asides.do_aside(silver, game.code, "surrender")
    asides.do_aside(gold, game.code, "accept")
    return fresh(game)


def _by_bots(game: Game) -> Game:
    chance = random.Random(4)
    while (now := fresh(game)).state == Game.State.RUNNING:
        state = vault.open_state(now)
        for seat in now.seats.filter(index__in=hand_of(now).awaiting).select_related("user"):
            bid(now, seat.user, _chosen(now, state, seat.index, chance))
        sweeping.sweep()
    return now


def _chosen(game: Game, state: State, seat: int, chance: random.Random) -> str:
    observation = vault.rules_of(game).observation(state, seat)
    return bots.choose(game.ruleset, observation, selectors.legal_for(game, seat), chance)

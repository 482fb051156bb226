"""Whole games, quickly over: Turning Tides by a surrender, which its record tells."""

from games.models import Game
from games.services.hands import asides
from tests import ready_games
from tests.games.making import bid, bid_all, fresh, hand_of, people, running, users_at


def finished(ruleset: str) -> Game:
    """A game of this kind that is over, with its record."""
    if ruleset != "turning-tides":
        return ready_games.take(ruleset)
    game = running(people(2), ruleset=ruleset)
    silver, gold = users_at(game)
    bid_all(game)
    bid_all(game)
    bid(game, silver) if 0 in hand_of(game).awaiting else bid(game, gold)
    asides.do_aside(silver, game.code, "surrender")
    asides.do_aside(gold, game.code, "accept")
    return fresh(game)

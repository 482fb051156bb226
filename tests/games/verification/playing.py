"""Whole games, quickly over: Turning Tides by a surrender, which its record tells."""

from games.models import Game
from games.services.hands import asides
from tests import ready_games
from tests.games.making import bid, bid_all, fresh, hand_of, people, running


def finished(ruleset: str) -> Game:
    """A game of this kind that is over, with its record."""
    if ruleset != "turning-tides":
        return ready_games.take(ruleset)
    game = running(people(2), ruleset=ruleset)
    silver, gold = (seat.user for seat in game.seats.order_by("index").select_related("user"))
    bid_all(game)
    bid_all(game)
    bid(game, silver) if 0 in hand_of(game).awaiting else bid(game, gold)
    asides.do_aside(silver, game.code, "surrender")
    asides.do_aside(gold, game.code, "accept")
    return fresh(game)

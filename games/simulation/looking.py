"""What somebody does who looks in: they answer the hands that wait for them, or some of them."""

import random

from accounts.models import User
from games import selectors
from games.models import Bid, Hand
from games.refusals import Refused
from games.services import play
from games.simulation.people import Person


def look(person: Person, user: User, chance: random.Random) -> int:
    """Answers what this person can decide on now; returns how many hands."""
    hands = selectors.waiting_for(user).select_related("game")
    return sum(_answer(hand, user, chance) for hand in hands if chance.random() < person.decides)


def _answer(hand: Hand, user: User, chance: random.Random) -> bool:
    game = hand.game
    seat = game.seats.get(user=user)
    bid = chance.choice(selectors.ranked_for(game, seat.index))
    try:
        play.place_bid(user, game.code, hand.number, bid, via=Bid.Via.PAGE)
    except Refused:  # what was asked for a moment ago may be over
        return False
    return True

"""What people do when they look in: they answer the hands that wait, or some of them."""

import random

from django.db.models import QuerySet

from accounts.models import User
from games import selectors
from games.models import Bid, Hand, Seat
from games.refusals import Refused
from games.services.hands import bidding
from tests.club import planning
from tests.club.people import Person


def look(person: Person, user: User, chance: random.Random, *, ahead: bool) -> int:
    """Answers what this person can decide on now; returns how many hands.

    With `ahead`, people who like plans then write one.
    """
    hands = [hand for hand in _waiting(user) if chance.random() < person.decides]
    games = [hand.game_id for hand in hands]
    own = {seat.game_id: seat for seat in Seat.objects.filter(user=user, game__in=games)}
    for hand in hands:
        seat = own[hand.game_id]
        seat.game = hand.game
        legal = selectors.observations.ranked_for(hand.game, seat.index)
        bid = chance.choice(legal)
        if _answer(hand, user, bid) and ahead and person.plans:
            planning.write(person, user, seat, [card for card in legal if card != bid], chance)
    return len(hands)


def _waiting(user: User) -> "QuerySet[Hand]":
    return selectors.lobby.lists.waiting_for(user).select_related("game")


def _answer(hand: Hand, user: User, bid: str) -> bool:
    try:
        bidding.place_bid(user, hand.game.code, hand.number, bid, via=Bid.Via.PAGE)
    except Refused:  # the question may have been answered meanwhile
        return False
    return True

"""What an answer by mail adds to `services.hands.bidding`: it counts from when it came."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games import deadlines, game_secrets
from games.models import Bid, Game, Hand
from games.services.hands import bidding
from games.services.hands.bidding import Receipt


class TooLate(Exception):
    """It came after the deadline of its seat."""


class Overtaken(Exception):
    """Its person has answered otherwise, and later, on the page or over the API."""


def place_mailed(user: User, code: str, hand_number: int, text: str, came_at: datetime) -> Receipt:
    """Seals an answer that came by mail at that moment.

    Raises `TooLate`, `Overtaken`, or `Refused` as `bidding.place_bid` does.
    """
    with transaction.atomic():
        game = game_secrets.lock_visible(code)
        seat = bidding.seat_of(game, user)
        hand = game.hands.filter(number=hand_number).first()
        if hand is not None:
            _check_time(game, hand, seat.index, came_at)
            _check_latest(hand, seat.index, came_at)
        return bidding.place_bid(user, code, hand_number, text, via=Bid.Via.MAIL, given_at=came_at)


def _check_time(game: Game, hand: Hand, seat: int, came_at: datetime) -> None:
    """The deadline itself is in time; it is the seat's own, whoever else has more."""
    open_ = game.state == Game.State.RUNNING and hand.state == Hand.State.OPEN
    if open_ and came_at > deadlines.due_for(hand, seat):
        raise TooLate


def _check_latest(hand: Hand, seat: int, came_at: datetime) -> None:
    """However late a mail is read: what its person said later, by any door, stands."""
    bid = hand.bids.filter(seat__index=seat).first()
    if bid is not None and bid.given_at > came_at:
        raise Overtaken

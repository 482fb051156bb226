"""People and tables for tests."""

from typing import Any

from accounts.models import User
from accounts.rows import Columns
from games import links, selectors
from games.models import Game, Hand
from games.rules.base import State
from games.selectors import access
from games.selectors.observations import OwnBid
from games.services import sweep
from games.services.hands import bidding, game_flow
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.names import NAMES
from tests.narrowing import not_none
from tests.process_fixtures import again

HANDS = Columns(Hand)
OPEN_HAND = f"""
    SELECT {HANDS.of("hand")} FROM games_game AS game
    JOIN games_hand AS hand ON hand.game_id = game.id AND hand.number = game.hand_number
    WHERE game.id = %(game)s
"""


def person(name: str = "Marit", **fields: Any) -> User:
    """A confirmed person; the password is the name."""
    return User.objects.create_user(f"{name.lower()}@example.org", name, name=name, **fields)


def people(count: int) -> list[User]:
    return [person(name) for name in NAMES[:count]]


def running(users: list[User], **wish: Any) -> Game:
    """A game that these people have just started, no bots in it."""
    fields = {"name": "Schiermonnikoog", "seats": len(users), **wish}
    game = tables.make_table(users[0], TableSettings(**fields))
    for user in users[1:]:
        game = tables.join(user, game.code, link=links.link_token(game))
    return fresh(game)


def table_of(count: int, **wish: Any) -> tuple[list[User], Game]:
    """As many people, and a game that they have just started: copied if there was one before.

    Not for tests of how a game is started, nor after a test has changed what it starts from.
    """
    users: list[User]
    game: Game
    users, game = again(_table, count, tuple(sorted(wish.items())))
    return users, game


def _table(count: int, wish: tuple[tuple[str, Any], ...]) -> tuple[list[User], Game]:
    users = people(count)
    return users, _begun(users, wish)


def begun(users: list[User], **wish: Any) -> Game:
    """A game that these people have just started, copied like that of `table_of`; they have to be
    made by `again`, and only one of their games can be.
    """
    game: Game = again(_begun, users, tuple(sorted(wish.items())))
    return game


def _begun(users: list[User], wish: tuple[tuple[str, Any], ...]) -> Game:
    return running(users, **dict(wish))


def fresh(game: Game) -> Game:
    """Read again, by a statement that does not have to be built each time."""
    (found,) = access.GAMES.fetch(access.SOME_GAMES, {"ids": [game.pk]})
    return found


def hand_of(game: Game) -> Hand:
    """The hand that is open, read in the same way as `fresh`."""
    (found,) = HANDS.fetch(OPEN_HAND, {"game": game.pk})
    return found


def user_at(game: Game, index: int) -> User:
    """Who sits on this seat, which must be taken."""
    return not_none(game.seats.select_related("user").get(index=index).user)


def users_at(game: Game) -> list[User]:
    """Who sits at this table, by seat; every seat must be taken."""
    seats = game.seats.select_related("user").order_by("index")
    return [not_none(seat.user) for seat in seats]


def sealed_bid(game: Game, seat: int) -> OwnBid:
    """What this seat has answered in the open hand; it must have."""
    return not_none(selectors.observations.own_bid(game, hand_of(game), seat))


def legal(game: Game, seat: int) -> list[str]:
    return selectors.observations.ranked_for(fresh(game), seat)


def bid(game: Game, user: User, text: str | None = None, **how: Any) -> bidding.Receipt:
    """Places `text`, or the lowest legal answer, in the hand that is open."""
    return _bid(fresh(game), user, text, **how)


def _bid(game: Game, user: User, text: str | None = None, **how: Any) -> bidding.Receipt:
    if text is None:
        seat = game.seats.values_list("index", flat=True).get(user=user)
        text = selectors.observations.ranked_for(game, seat)[0]
    return bidding.place_bid(user, game.code, game.hand_number, text, via="page", **how)


def bid_all(game: Game) -> None:
    """Lets everybody who owes an answer give the lowest one, and resolves the hand.

    A hand that is full as it opens (forced answers, plans) is resolved as it is.
    """
    game = fresh(game)
    hand = hand_of(game)
    if hand.state == Hand.State.OPEN:
        seats = game.seats.filter(index__in=hand.awaiting).select_related("user")
        for seat in seats.exclude(user__kind=User.Kind.BOT):
            _bid(game, not_none(seat.user))
    sweep.resolve(hand.pk)
    if not _is_running(game):
        sweep.sweep()


def settle(game: Game) -> Game:
    """Has what is ready turned as a worker does who was told of it: a whole sweep, which costs as
    much as ten bids, comes only once the game is over, for what follows from that."""
    while sweep.resolve(hand_of(game).pk):
        pass
    if not _is_running(game):
        sweep.sweep()
    return fresh(game)


def _is_running(game: Game) -> bool:
    return Game.objects.filter(pk=game.pk, state=Game.State.RUNNING).exists()


def advance(game: Game, state: State) -> None:
    """Goes on from this state of a locked game, as after a hand."""
    game_flow.advance(game, state, game_flow.seats_of(game))
    game.save()


def play_out(game: Game) -> Game:
    """Plays to the end; returns the finished game."""
    while fresh(game).state == Game.State.RUNNING:
        bid_all(game)
    return fresh(game)

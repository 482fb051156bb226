"""The demo: a person, and tables at every stage of a game, so that a newcomer sees them all.

Made once; a second run finds it and changes nothing.
"""

import random

from accounts.models import User
from accounts.people import new_accounts
from accounts.security import roles
from games import bots, game_secrets, selectors
from games.bots import levels
from games.models import Bid, Game, Hand, Seat
from games.rules.registry import ruleset
from games.services.demo import demo_club, fast_forward
from games.services.demo.fast_forward import like_bots
from games.services.hands import bidding, resolving
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings

DEMO_NAME = "Marit"
MODERATOR = "Hedda"
# Marit's open tables, each with one bot: game, name, seats and the bot's level.
BESIDE_BOTS = (
    ("turn-the-tide", "Five for Friday", 5, levels.STEADY),
    ("rowboat", "First strokes", 3, levels.GENTLE),
    ("turn-the-tide", "Deep water", 3, levels.STRONG),
)
CHANCE = random.Random(20)  # noqa: S311 (how Marit plays is no secret)


def make_demo(domain: str) -> User:
    """The demo player, with a table in each state; her address is at `domain`."""
    marit = _person(DEMO_NAME, domain, "Europe/Amsterdam")
    if not marit.seats.exists():
        people = [_person(name, domain, "Europe/Berlin") for name in demo_club.NAMES]
        demo_club.make(marit, people)
        _open_tables(marit)
        _waiting(marit, people[:2])
        _finished(marit)
        _my_move(marit)
    return marit


def make_moderator(domain: str) -> User:
    """The demo's chief of moderators, who sits at no table."""
    hedda = _person(MODERATOR, domain, "Europe/Berlin")
    if not roles.role_of(hedda):
        roles.set_role(hedda, "chief")
    return hedda


def _person(name: str, domain: str, zone: str) -> User:
    return new_accounts.make_confirmed(f"{name.lower()}@{domain}", name, zone=zone)


def _open_tables(marit: User) -> None:
    """One that starts as soon as Marit sits down with three bots, and some that she made herself,
    with a gentle, a steady and a strong bot."""
    host, *others = new_accounts.bots(3)
    table = tables.make_table(host, TableSettings(name="Terschelling", seats=4, hours=24))
    for bot in others:
        tables.join(bot, table.code)
    for slug, name, seats, level in BESIDE_BOTS:
        tables.make_table(marit, TableSettings(slug, name, seats, bots=1, level=level, hours=48))


def _waiting(marit: User, friends: list[User]) -> None:
    """Marit has sealed her card; two friends are still choosing."""
    game = tables.make_table(marit, TableSettings(name="Kitchen table", seats=3, hours=72))
    for friend in friends:
        game = tables.join(friend, game.code, policy=Seat.Policy.MEDIAN)
    _answer(game.code, marit)


def _finished(marit: User) -> None:
    game = _with_bots(marit, "Rottumeroog", 3)
    fast_forward.play_on(game, "last", like_bots())
    _play(game, marit)


def _my_move(marit: User) -> None:
    """In the second stage, so that there is something to remember."""
    game = _with_bots(marit, "Schiermonnikoog", 4)
    fast_forward.play_on(game, 15, like_bots())
    _play(game, marit, hands=1)


def _with_bots(marit: User, name: str, seats: int) -> Game:
    return tables.make_table(marit, TableSettings(name=name, seats=seats, bots=seats - 1, hours=72))


def _play(game: Game, user: User, hands: int = 100) -> None:
    """Plays on with bots' answers for this person, for that many hands or to the end. Notices are
    written."""
    for _hand in range(hands):
        game.refresh_from_db()
        if game.state != Game.State.RUNNING:
            return
        _answer(game.code, user)
        resolving.resolve_hand(game.hands.get(number=game.hand_number).pk)


def _answer(code: str, user: User) -> None:
    """Seals what a bot would play, if this person owes an answer."""
    game = Game.objects.get(code=code)
    hand = game.hands.get(number=game.hand_number)
    seat = game.seats.get(user=user)
    if hand.state == Hand.State.OPEN and seat.index in hand.awaiting:
        observation = ruleset(game.ruleset).observation(game_secrets.open_state(game), seat.index)
        legal = selectors.observations.legal_for(game, seat.index)
        notation = bots.choose(game.ruleset, observation, legal, CHANCE)
        bidding.place_bid(user, code, hand.number, notation, via=Bid.Via.PAGE)

"""Games of Turning Tides that stand at a position set up by hand: one for each phase."""

from dataclasses import replace

from accounts.models import User
from games import game_secrets
from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.rules.state import DAMAGE, EXCHANGE, State
from games.models import Game
from tests.games.making import fresh, hand_of, people
from tests.games.web.sailing import two_sail
from tests.process_fixtures import again
from tests.rules.turning_tides.positions import deck, play, position, ship

SILVER = ship(z1="x", z2="a", z4="m s", z5="s b", z6="C", z7="s b")
GOLD = ship(z3="C s", z4="s", z5="s b", z6="a", z7="x")


def stand(users: list[User], state: State) -> Game:
    """A game of these two in which the open hand is at this position."""
    return put(two_sail(users), state)


def standing(phase: str) -> tuple[list[User], Game]:
    """Two people and such a game: a copy if there was one before."""
    users: list[User]
    game: Game
    users, game = again(_standing, phase)
    return users, game


def _standing(phase: str) -> tuple[list[User], Game]:
    users = people(2)
    return users, stand(users, PHASES[phase]())


def put(game: Game, state: State) -> Game:
    """Has the hand of this game that is open stand at this position."""
    game_secrets.keep_state(game, state)
    game.save()
    game.stages.update(number=state.round)
    hand = hand_of(game)
    hand.phase = turning_tides.position(state).phase
    hand.awaiting = list(turning_tides.awaiting(state))
    hand.table = game.table
    hand.save()
    return fresh(game)


def choosing() -> State:
    """Round 2, step 9: five pairs face each other, and every card has something to do."""
    decks = (
        deck("cannon navigate swing fire", "sailor", "move", "sailor cannon swing fire"),
        deck("sailor fire", "navigate cannon move", "cannon"),
    )
    return position(SILVER, GOLD, decks=decks, round=2, turn=6, offset=9)


def firing() -> State:
    """Both Fires are up, silver's first: from 5 or from 7."""
    return play(choosing(), ("fire", "wait"))


def navigating() -> State:
    return play(replace(choosing(), pawn=1), ("navigate", "wait"))


def placing() -> State:
    """A cannon, on either side of six zones."""
    return play(choosing(), ("cannon", "wait"))


def moving() -> State:
    held = replace(choosing(), decks=(deck("move"), deck("fire")))
    return play(held, ("move", "wait"))


def promoting() -> State:
    """Silver's captain is lost; the Cannon is spent on another."""
    headless = ship(z1="x", z4="m s", z5="s b", z7="s b")
    state = replace(choosing(), ships=(headless, GOLD))
    return play(state, ("cannon", "wait"))


def exchanging() -> State:
    decks = (deck("cannon navigate move"), deck("fire"))
    return replace(choosing(), decks=decks, phase=EXCHANGE, offset=14)


def damaged(zones: int = 2) -> State:
    broken = ship(z1="x", z2="x" if zones == 2 else "", z4="m s", z5="s b", z6="C")
    return replace(choosing(), ships=(broken, GOLD), phase=DAMAGE, offset=14)


PHASES = {
    "choose": choosing,
    "fire": firing,
    "navigate": navigating,
    "cannon": placing,
    "move": moving,
    "promote": promoting,
    "exchange": exchanging,
    "damage": damaged,
}

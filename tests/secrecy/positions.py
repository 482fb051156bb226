"""Games in positions where something is hidden, created by the services."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from accounts.models import User
from games import game_secrets
from games.models import Game, Hand, SeatClock
from games.rules.registry import ruleset
from games.selectors.hands.loaded_hands import LoadedHand
from games.services.hands import asides, game_flow, plans
from games.services.lobby import invitations
from tests.games.making import (
    advance,
    bid,
    bid_all,
    fresh,
    hand_of,
    legal,
    people,
    running,
    user_at,
)
from tests.narrowing import not_none
from tests.secrecy import worlds, written

Wanted = Callable[[Any], bool]


@dataclass(frozen=True)
class Position:
    """A game and its people by seat; a seat in `looking` sees the others' cards."""

    name: str
    game: Game
    users: list[User]
    looking: tuple[int, ...] = ()


@dataclass(frozen=True)
class Recipe:
    """How to reach a position: play until `wanted`, then let `bidders` answer."""

    slug: str
    seats: int
    options: dict[str, Any]
    wanted: Wanted | None
    bidders: tuple[int, ...] = ()
    then: Callable[[Game, list[User]], None] | None = None
    looking: tuple[int, ...] = ()
    visibility: str = "link"  # of a waiting table
    tells: bool = True  # whether the table shows who has answered


def make(name: str, seed: int = 7) -> Position:
    """Creates the position of that name, with other cards for each seed."""
    recipe = RECIPES[name]
    if recipe.wanted is None:
        return _unplayed(name, recipe)
    users = people(recipe.seats)
    game = running(users, ruleset=recipe.slug, options=recipe.options, tells=recipe.tells)
    _jump(game, recipe, random.Random(f"{name} {seed}"))
    for seat in recipe.bidders:
        bid(game, users[seat], legal(game, seat)[-1])
    if recipe.then is not None:
        recipe.then(game, users)
    written.write(game, users)
    _take_time(game)
    return Position(name, fresh(game), users, recipe.looking)


def _take_time(game: Game) -> None:
    """Makes all answer times different, between people and hands, unless they are hidden."""
    if not game.shows_bids:
        return
    # None is left: the answer was given ahead, which nobody is told while the hand is open.
    for clock in SeatClock.objects.filter(hand__game=game).exclude(took_seconds=None):
        clock.took_seconds = 600 * (clock.hand.number + 5) + 77 * clock.seat.index
        clock.save(update_fields=["took_seconds"])


def _jump(game: Game, recipe: Recipe, rng: random.Random) -> None:
    """Resolves the open hand so that the wanted position follows."""
    if recipe.wanted is FIRST:
        return
    if recipe.wanted is ANY:
        bid_all(game)
        bid_all(game)
        return
    game.seats.update(ask_forced=True)  # so that the wanted hand waits for all
    rules = ruleset(recipe.slug)
    table = (recipe.seats, recipe.options)
    reached = worlds.played_until(rules, table, not_none(recipe.wanted), rng)
    with transaction.atomic():
        game = game_secrets.lock_game(pk=game.pk)
        hand = hand_of(game)
        Hand.objects.filter(pk=hand.pk).update(table=rules.observation(reached.before, None))
        game_flow._mark_resolved(
            game, LoadedHand(hand, [], {}), Hand.Trigger.BIDS, {}, reached.events
        )
        advance(game, reached.state)


def _unplayed(name: str, recipe: Recipe) -> Position:
    """A table that waits for more people: two have seats, three were invited."""
    users = people(3)
    wish = {"ruleset": recipe.slug, "seats": recipe.seats, "visibility": recipe.visibility}
    game = running(users[:2], **wish)
    for address in ("joris@example.org", "wiebke@example.org", users[2].email):
        invitations.invite(users[1], game.code, not_none(address))
    return Position(name, fresh(game), users[:2])


def ANY(_state: Any) -> bool:  # noqa: N802 - it stands among constants
    """The position after two hands."""
    return True


def FIRST(_state: Any) -> bool:  # noqa: N802 - it stands among constants
    """The start of a game, without past hands."""
    return True


def _phase(phase: str, *more: Wanted) -> Wanted:
    return lambda state: state.phase == phase and all(each(state) for each in more)


def _stage(number: int) -> Wanted:
    return lambda state: state.stage == number


def _planned(game: Game, users: list[User]) -> None:
    """Seat 1 has a plan that has answered, also in the last hand; seat 2 answers by itself."""
    plans.write(users[1], game.code, "always: highest")
    bid_all(game)
    bid(game, users[2], legal(game, 2)[0])


def _lighthouse(game: Game, users: list[User]) -> None:
    """Seat 1 plays it and looks at the cards; in Rowboat for three, nobody else may."""
    asides.do_aside(users[1], game.code, "lighthouse")
    asides.open_peek(users[1], game.code)


def _both_may_look(game: Game, users: list[User]) -> None:
    """Seat 2 plays it, so that its partner may look, too, but hasn't started."""
    asides.do_aside(users[2], game.code, "lighthouse")
    asides.open_peek(users[2], game.code)


def _resolved(game: Game, _users: list[User]) -> None:
    """The hand reached is resolved and stays secret; somebody answers the next one."""
    bid_all(game)
    hand = hand_of(game)
    bid(game, user_at(game, hand.awaiting[-1]))


def _give_up(game: Game, users: list[User]) -> None:
    """Turning Tides ends by surrender, and the record is public."""
    asides.do_aside(users[0], game.code, "surrender")
    asides.do_aside(users[1], game.code, "accept")


TIDE, BOAT, SHIPS = "turn-the-tide", "rowboat", "turning-tides"
CHOOSING = {"taker_chooses": True}

RECIPES: dict[str, Recipe] = {
    "tide: first hand": Recipe(TIDE, 4, {}, FIRST, (1,)),
    "tide: some bids are in": Recipe(TIDE, 4, {}, ANY, (1, 2)),
    "tide: third stage": Recipe(
        TIDE, 4, {}, _phase("bid", _stage(3), lambda state: state.turn == 3), (0, 3)
    ),
    "tide: who has answered stays hidden": Recipe(TIDE, 4, {}, ANY, (1, 2), tells=False),
    "tide: somebody takes": Recipe(TIDE, 3, CHOOSING, _phase("take")),
    "tide: somebody is out": Recipe(
        TIDE, 4, {}, _phase("bid", lambda state: state.out[0] and not state.out[1]), (1,)
    ),
    "tide: a plan has answered": Recipe(TIDE, 4, {}, ANY, then=_planned),
    "tide: all is in": Recipe(TIDE, 3, {}, ANY, (0, 1, 2)),
    "tide: open table": Recipe(TIDE, 4, {}, None),
    "tide: public table": Recipe(TIDE, 4, {}, None, visibility="public"),
    "boat: the Moon": Recipe(BOAT, 2, {}, _phase("moon")),
    "boat: exchange": Recipe(BOAT, 4, {}, _phase("exchange"), (0, 1)),
    "boat: given": Recipe(BOAT, 4, {}, _phase("exchange"), then=_resolved),
    "boat: bids": Recipe(
        BOAT, 4, {}, _phase("bid", lambda state: bool(state.deal.bids.count(None) == 2))
    ),
    "boat: tricks": Recipe(
        BOAT, 4, {"misplays": True}, _phase("play", lambda state: len(state.deal.tricks) > 1)
    ),
    "boat: somebody looks": Recipe(
        BOAT, 3, {}, _phase("play", lambda state: "lighthouse" in state.sides[1].left),
        then=_lighthouse, looking=(1,),
    ),
    "boat: a partner may look": Recipe(
        BOAT, 4, {}, _phase("play", lambda state: "lighthouse" in state.sides[0].left),
        then=_both_may_look, looking=(2,),
    ),
    "ships: cards are chosen": Recipe(SHIPS, 2, {}, ANY, (1,)),
    "ships: a card is carried out": Recipe(SHIPS, 2, {}, _phase("execute")),
    "ships: exchange": Recipe(SHIPS, 2, {}, _phase("exchange"), (0,)),
    "ships: damage": Recipe(
        SHIPS, 2, {},
        _phase("damage", lambda state: all(ship.destroyed for ship in state.ships)), (0,),
    ),
    "ships: stowed": Recipe(
        SHIPS,
        2,
        {},
        _phase("damage", lambda state: all(ship.destroyed for ship in state.ships)),
        then=_resolved,
    ),
    "ships: over": Recipe(SHIPS, 2, {}, ANY, then=_give_up),
}  # fmt: skip

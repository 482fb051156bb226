"""What bots answer at once, and how long a hand waits for those that search.

The search itself is in `services.hands.bot_thinking`.
"""

import random
from datetime import datetime, timedelta
from functools import cache

from django.core.cache import cache as shared

from accounts.operation import database_clock
from games import bots, game_secrets
from games.models import Game, Hand, Seat
from games.refusals import Refused
from games.rules.base import State
from games.rules.registry import ruleset
from games.services import wake_workers

CHANCE = random.SystemRandom()  # unpredictable
# How long a hand waits for bots that search before light ones answer in their place. Storing the
# answers takes time as well; together, a table goes on within two seconds.
ALONE = timedelta(seconds=1.5)
BESIDE = timedelta(seconds=60)  # while a person is thinking as well
UNABLE = "games-bots-cannot-search"  # key in the shared cache


def check_level(level: int | None) -> None:
    """Raises `Refused` for a level that no bot has."""
    if level is not None and level not in Seat.Level.values:
        known = f"1–{len(Seat.Level)}"
        raise Refused("bad_level", {"levels": Seat.Level.values}, given=level, known=known)


@cache  # each process says it once, since what it can load does not change
def note_search(works: bool) -> None:
    """Tells the web processes, which have no engine, whether bots can search here."""
    if works:
        shared.delete(UNABLE)
    else:
        shared.set(UNABLE, True, timeout=None)


def cannot_search() -> bool:
    """Whether the last worker that had to search could not load what it takes."""
    return bool(shared.get(UNABLE))


def light(game: Game, state: State, seat: int) -> str:
    """What a light bot would play on this seat, from what the page shows to it."""
    seen = game_secrets.seen(game, state, seat)
    return bots.choose(game.ruleset, seen, ruleset(game.ruleset).legal(state, seat), CHANCE)


def at_once(game: Game, state: State, seat: Seat) -> str:
    """The answer of a light bot; "" for a bot with a level, which searches.

    It does so with a single legal answer as well: one that came sooner would tell everybody that
    it had no choice. A bot that stands in for an absent player is a light one, whatever the seat's
    level.
    """
    return light(game, state, seat.index) if seat.level is None or seat.absence else ""


def due(opened_at: datetime, *, beside_people: bool) -> datetime:
    """Until when a hand waits for bots that search."""
    return opened_at + (BESIDE if beside_people else ALONE)


def wake(hand: Hand, wait: timedelta) -> None:
    """Has a worker search for the bots of a hand, and another look after `wait` whether they have
    answered."""
    wake_workers.think(hand.pk)
    wake_workers.hurry(hand.pk, after=wait.total_seconds())


def think_anew(hand: Hand, *, beside_people: bool) -> None:
    """Gives the bots that search their whole time from now on, in a hand that was opened
    elsewhere."""
    now = database_clock.now()
    hand.bots_due = due(now, beside_people=beside_people)
    hand.save(update_fields=["bots_due"])
    wake(hand, hand.bots_due - now)


def hurry(hand: Hand) -> None:
    """Gives bots that search no more than `ALONE` once the last person has answered."""
    if hand.bots_due is None or hand.state != Hand.State.OPEN:
        return
    soon = database_clock.now() + ALONE
    if hand.bots_due <= soon:
        return
    owing = hand.game.seats.select_related("user").filter(index__in=hand.awaiting)
    if all(seat.by_bot for seat in owing.exclude(pk__in=hand.bids.values("seat"))):
        hand.bots_due = soon
        hand.save(update_fields=["bots_due"])
        wake_workers.hurry(hand.pk, after=ALONE.total_seconds())

"""The other world: everything that one observer may not know is changed in a game's rows.

What stays the same, and why, is listed in `columns`.
"""

import random
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Reverse
from django.utils import timezone

from accounts import encryption
from games import game_secrets
from games.models import Bid, Game, Hand, Invitation, Peek, Plan, Seat, SeatClock
from games.plans.plan_tree import Progress
from games.rules.base import Ruleset
from games.rules.registry import ruleset
from games.visibility import GIVEN_AHEAD
from tests.games.making import fresh
from tests.secrecy import mailed, people_altered, shuffles, worlds, written
from tests.secrecy.observers import Observer
from tests.secrecy.positions import Position

SALT = "5a" * 16


class Shows(AssertionError):
    """The other world can't be stored without showing the difference."""


@dataclass
class Other:
    """What is different in the other world; `words` are hidden values of both worlds, to be
    searched for.
    """

    state: Any = None
    bids: dict[int, str] = field(default_factory=dict)  # by primary key of the bid
    words: list[str] = field(default_factory=list)


def imagine(position: Position, observer: Observer, rng: random.Random) -> Other:
    """Designs the other world, without touching a row."""
    other = Other()
    game = fresh(position.game)
    if game.state != Game.State.RUNNING:
        return other
    rules, state = ruleset(game.ruleset), game_secrets.open_state(game)
    looking = observer.seat in position.looking
    other.state = worlds.other_world(rules, state, observer.seat, rng, looking=looking)
    for bid in _foreign_bids(game, observer):
        other.bids[bid.pk] = _another(rules, other.state, bid, rng)
    other.words = _words(game, rules, (state, other.state), observer)
    return other


def _foreign_bids(game: Game, observer: Observer) -> "QuerySet[Bid]":
    """Others' sealed bids: of the open hand, and those that stay secret for good."""
    bids = Bid.objects.filter(hand__game=game, opened__isnull=True).select_related("hand", "seat")
    return bids.exclude(seat__index=observer.seat) if observer.seat is not None else bids


def _another(rules: Ruleset, state: Any, bid: Bid, rng: random.Random) -> str:
    """Another legal answer of the same seat, if there is one."""
    now = game_secrets.open_bid(bid, bid.hand.game.code, bid.hand.number, bid.seat.index).notation
    if bid.hand.state == Hand.State.RESOLVED:
        return f"{now} otherwise"
    legal = [answer for answer in rules.legal(state, bid.seat.index) if answer != now]
    return rng.choice(legal) if legal else now


def _words(game: Game, rules: Ruleset, states: tuple[Any, Any], observer: Observer) -> list[str]:
    """Answers that others could give in only one of the worlds: what a guess would try."""
    others = [seat for seat in range(game.seat_count) if seat != observer.seat]
    found = [{answer for seat in others for answer in rules.legal(state, seat)} for state in states]
    return sorted(found[0] ^ found[1])


def alter_cards(position: Position, observer: Observer, other: Other) -> None:
    """Writes only other cards and answers, in the same number of rows."""
    game = fresh(position.game)
    game_secrets.keep_state(game, other.state)
    game.save()
    for bid in _foreign_bids(game, observer).filter(pk__in=other.bids):
        game_secrets.seal_bid(bid, game, game_secrets.Opened(other.bids[bid.pk], SALT))
        bid.save()


def alter(
    position: Position, observer: Observer, other: Other, looker: Observer | None = None
) -> None:
    """Writes the other world into the rows.

    The looker's own account (by default the observer's) stays, otherwise nobody would be signed in.
    """
    game = fresh(position.game)
    _alter_deck(position, game, observer)
    if other.state is not None:
        table = game.table
        game_secrets.keep_state(game, other.state)
        if game.table != table:
            raise Shows("What everybody sees of the table is not the same.")
    game.save()
    _alter_plans(game, observer)
    written.alter_notes(game, observer.seat)
    written.alter_talk(game, observer)
    _alter_bids(game, observer, other)
    if not game.shows_bids:
        _take_back(game, observer)
    _alter_seats(game, observer)
    if not observer.is_staff and observer.seat is None:
        Invitation.objects.filter(game=game).update(email=Reverse("email"))
    people_altered.alter_people(position.users, looker or observer)


def _alter_deck(position: Position, game: Game, observer: Observer) -> None:
    """Changes the secret, the shuffles as far as the observer can't have noticed, and the link if
    the observer wasn't given it.
    """
    if game.state == Game.State.OVER:
        return
    game.sealed_secret = encryption.seal("ab" * 32, f"game:{game.code}:secret")
    game.sealed_seed = encryption.seal("ef" * 32, f"game:{game.code}:seed")
    orders = shuffles.other_shuffles(game, observer.seat, random.Random(position.name))
    if orders:
        game.sealed_shuffles = encryption.seal([*orders, [1]], f"game:{game.code}:shuffles")
    if not observer.knows_link(game):
        game.link_secret = "cd" * 16


def _alter_bids(game: Game, observer: Observer, other: Other) -> None:
    """Changes the bids. Their digests stay: they are public, and look the same whatever they commit
    to.
    """
    for bid in _foreign_bids(game, observer).filter(pk__in=other.bids):
        opened = game_secrets.Opened(other.bids[bid.pk], SALT)
        digest = bid.digest
        if not observer.is_staff and bid.hand.state == Hand.State.OPEN:
            bid.via, bid.changes = Bid.Via.MAIL, bid.changes + 3
            bid.placed_at -= timedelta(minutes=7)
            bid.given_at -= timedelta(minutes=7)
        game_secrets.seal_bid(bid, game, opened)
        bid.digest = digest
        bid.save()


def _alter_plans(game: Game, observer: Observer) -> None:
    """Removes the plans of others, with their answers, and gives a plan to those who had none."""
    others = Seat.objects.filter(game=game, user__isnull=False)
    if observer.seat is not None:
        others = others.exclude(index=observer.seat)
    bids = Bid.objects.filter(hand__game=game, seat__in=others, via__in=GIVEN_AHEAD)
    answered = bids.filter(hand__state=Hand.State.OPEN)
    clocks = SeatClock.objects.filter(hand__game=game, seat__in=answered.values("seat"))
    clocks.filter(hand__state=Hand.State.OPEN).update(answered_at=None)
    answered.delete()
    bids.update(via=Bid.Via.PAGE)
    planned = set(Plan.objects.filter(seat__game=game).values_list("seat", flat=True))
    Plan.objects.filter(seat__in=others).delete()
    for seat in others.exclude(pk__in=planned):
        plan = Plan(seat=seat, owner=seat.user)
        game_secrets.seal_plan(plan, game, "always: highest", Progress())
        plan.save()
    others.update(ask_forced=True)


def _take_back(game: Game, observer: Observer) -> None:
    """If it is hidden who has answered, removes somebody's answer; nobody becomes the last to
    answer.
    """
    gone = _foreign_bids(game, observer).filter(hand__state=Hand.State.OPEN).first()
    if gone is not None:
        SeatClock.objects.filter(hand=gone.hand, seat=gone.seat).update(
            answered_at=None, took_seconds=0
        )
        gone.delete()


def _alter_seats(game: Game, observer: Observer) -> None:
    others = Seat.objects.filter(game=game)
    if observer.seat is not None:
        others = others.exclude(index=observer.seat)
    others.update(looked_at_hand=F("looked_at_hand") + 1)
    if game.state == Game.State.OPEN:
        others.exclude(user=None).update(entropy="other words")
    if not observer.is_staff:
        others.update(policy=Seat.Policy.MEDIAN, strict_mail=True)
    clocks = SeatClock.objects.filter(hand__game=game, seat__in=others)
    # The staff are to see that a full hand is not turned for minutes, unless its table hides it.
    full = Q(hand__state=Hand.State.READY) if observer.is_staff and game.shows_bids else Q(pk=None)
    _alter_clocks(clocks.filter(full), timedelta(seconds=7))
    _alter_clocks(clocks.exclude(full), timedelta(minutes=7))
    mailed.alter(game, others.values("user"))
    Peek.objects.filter(seat__in=others).update(opened_at=timezone.now() - timedelta(seconds=3))


def _alter_clocks(clocks: "QuerySet[SeatClock]", earlier: timedelta) -> None:
    """Changes how long somebody took: in the open hand, and for which resolved hands.

    A person's answer times over all resolved hands are public.
    """
    answered = clocks.exclude(answered_at=None)
    answered.update(answered_at=F("answered_at") - earlier)
    answered.filter(counted=False).update(took_seconds=F("took_seconds") + 5)
    for user in set(answered.values_list("user", flat=True)):
        turned = list(answered.filter(user=user, counted=True).order_by("pk"))
        took = [clock.took_seconds for clock in turned]
        for clock, other in zip(turned, [*took[1:], *took[:1]], strict=True):
            SeatClock.objects.filter(pk=clock.pk).update(took_seconds=other)

"""The way in: every bid, from whatever door, is placed, resolved and expired here.

The order of steps, and why, is in docs/architecture.md: lock the game first, upsert the
bid, mark the hand READY in the same transaction when all are in; resolve later, under the
same lock, quietly doing nothing unless the hand is READY.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts.failing import once_more
from accounts.models import User
from games import conduct, vault
from games.models import Bid, Game, Hand, Seat
from games.refusals import Refused
from games.rules.base import State
from games.rules.errors import Illegal, Malformed
from games.selectors.planning import leads
from games.services import absence, ahead, clocks, course, inbox, keys, nudge, outages, policies

# Each is called with the id of a hand whose time is over, to take in what came before that.
READ_FIRST: list[Callable[[int], object]] = []


class How(NamedTuple):
    """By which door an answer came; when it was accepted, if not now; and what it replaces."""

    via: str
    given_at: datetime | None = None
    replaces: int | None = None


@dataclass(frozen=True)
class Receipt:
    """The answer to an accepted bid, for its owner alone.

    `digest` commits to game, hand, seat, `notation` and `salt` (hex; docs/fairness.md); `follow`
    is what a card is to do when its time comes, "" to be asked (docs/plans.md); `via` is the door;
    `changes` counts how often the bid was changed; it may be changed until the hand is
    resolved, at the latest at `deadline`.
    """

    code: str
    hand: int
    seat: int
    notation: str
    salt: str
    digest: str
    changes: int
    placed_at: datetime
    deadline: datetime
    via: str = ""
    follow: str = ""


def place_bid(
    user: User,
    code: str,
    hand_number: int,
    text: str,
    *,
    via: str,
    key: str | None = None,
    given_at: datetime | None = None,
    replaces: int | None = None,
) -> Receipt:
    """Seals the answer of this person's seat in the open hand; the last one counts.

    `text` is read forgivingly, and may answer the question to which a card leads as well
    (`fire from 5`).  `key` is an Idempotency-Key: the same bid sent again with it
    gets the same receipt, also after the hand was resolved.  `given_at` is when it was accepted,
    if that was not now.  `replaces` is how many answers of this seat in this hand were known to
    who gave it (`changes` + 1, 0 for none): if there are others meanwhile, one that was held up
    on its way must not replace them.  Raises `Refused`.
    """
    how = How(via, given_at, replaces)
    return once_more(partial(_place, user, code, hand_number, text, how, key))


def _place(
    user: User, code: str, hand_number: int, text: str, how: How, key: str | None
) -> Receipt:
    with transaction.atomic():
        game = vault.lock_visible(code)
        seat = seat_of(game, user)
        fingerprint = keys.fingerprint(code, hand_number, text)
        if key and (earlier := keys.find(user, key, fingerprint)):
            return Receipt(**earlier)
        if seat.absence and game.state == Game.State.RUNNING:
            absence.welcome_back(game, seat)  # whoever answers is there again
        hand = open_hand(game, hand_number)
        receipt = seal_answer(game, hand, seat, text, how)
        if key:
            keys.remember(user, key, fingerprint, receipt)
        return receipt


def seat_of(game: Game, user: User) -> Seat:
    """This person's seat.  Raises `Refused` ("not_seated", "suspended")."""
    conduct.check_may_play(user)
    seat = game.seats.filter(user=user).first()
    if seat is None:
        raise Refused("not_seated")
    seat.user = user
    return seat


def open_hand(game: Game, number: int) -> Hand:
    """The hand of that number if it takes bids now.  Raises `Refused`, naming the open one."""
    if game.state in (Game.State.OVER, Game.State.CANCELLED):
        raise Refused("game_over")
    if game.state != Game.State.RUNNING:
        raise Refused("game_not_running")
    if number != game.hand_number:
        code = "stale_hand" if number < game.hand_number else "future_hand"
        raise Refused(code, {"open": game.hand_number}, given=number, open=game.hand_number)
    hand = game.hands.get(number=number)
    if not takes_bids(game, hand):
        raise Refused("hand_closed", {"open": number})
    return hand


def takes_bids(game: Game, hand: Hand) -> bool:
    """Whether a bid may be given or changed: while the hand is open.

    Where nobody may know who has answered, a refusal must not tell that all have.
    """
    ready = hand.state == Hand.State.READY and not game.shows_bids
    return ready or hand.state == Hand.State.OPEN


def seal_answer(game: Game, hand: Hand, seat: Seat, text: str, how: How) -> Receipt:
    """Reads, checks and stores one answer, and marks the hand READY when it was the last."""
    if seat.index not in hand.awaiting:
        raise Refused("not_awaited", {"awaiting": hand.awaiting})
    notation, follow = _read(game, seat, text)
    answers = course.answers_in(hand)
    _check_replaces(game, hand, answers.get(seat.pk), notation, how.replaces)
    bid = course.store_bid(game, hand, seat, notation, how.via, answers, given_at=how.given_at)
    if leads(game, hand.phase):
        ahead.keep_follow(game, seat, follow)
    opened = vault.open_bid(bid, game.code, hand.number, seat.index)
    if course.mark_ready_when_full(hand, answers):
        nudge.resolve(hand.pk)
    return Receipt(
        code=game.code,
        hand=hand.number,
        seat=seat.index,
        notation=opened.notation,
        salt=opened.salt,
        digest=bid.digest,
        changes=bid.changes,
        placed_at=bid.placed_at,
        deadline=hand.deadline,
        via=bid.via,
        follow=follow,
    )


def _check_replaces(
    game: Game, hand: Hand, standing: Bid | None, notation: str, replaces: int | None
) -> None:
    """Raises `Refused` for an answer to a page of before the one that stands; the same one again
    changes nothing."""
    count = standing.changes + 1 if standing else 0
    if replaces is None or replaces == count:
        return
    if (
        standing
        and vault.open_bid(standing, game.code, hand.number, standing.seat.index).notation
        == notation
    ):
        return
    raise Refused("bid_changed", {"replaces": count})


def _read(game: Game, seat: Seat, text: str) -> tuple[str, str]:
    """The canonical notation, and what is to follow it ("" if nothing is said of that).

    Raises `Refused` with the legal answers of this very seat.
    """
    rules, state = vault.rules_of(game), vault.open_state(game)
    try:
        return rules.read(state, seat.index, text), ""
    except (Malformed, Illegal) as error:
        both = ahead.both(game, text)
        if both is not None and both[0] in error.legal:
            return both
        given = error.given if len(error.given) <= 40 else error.given[:40] + "…"
        legal = ", ".join(error.legal) or "—"
        raise Refused(error.code, {"legal": error.legal}, given=given, legal=legal) from None


def resolve_hand(hand_id: int, *, wait: bool = True) -> bool:
    """Plays a READY hand and opens the next; True if this call did it.

    Harmless for a hand that is not READY, and however often it runs. One that somebody else has
    locked is left alone, unless this call is to `wait` for it.
    """
    with transaction.atomic():
        hand = _locked_hand(hand_id, wait=wait)
        if hand is None or hand.state != Hand.State.READY:
            return False
        if hand.resolve_after is not None and hand.resolve_after > timezone.now():
            return False
        if takes_bids(hand.game, hand) and inbox.has_unread(hand.pk):
            inbox.have_read(hand.pk)  # it takes changes until it is turned, by mail as well
            return False
        course.resolve(hand.game, hand, Hand.Trigger.BIDS)
    return True


def close_when_full(hand_id: int) -> None:
    """Has a hand turned that was only waiting for a mail to be read."""
    with transaction.atomic():
        hand = _locked_hand(hand_id)
        if hand is None or hand.state not in (Hand.State.OPEN, Hand.State.READY):
            return
        if course.mark_ready_when_full(hand, course.answers_in(hand)):
            nudge.resolve(hand.pk)


def expire_hand(hand_id: int, now: datetime | None = None, *, wait: bool = True) -> bool:
    """Gives each seat whose own time has run out what it chose; True if there was any.

    Each such seat is counted as missed.  The hand is resolved if that makes it full; else it
    goes on waiting for the rest.  What moved to later meanwhile is left alone, also because we
    were down; while a part of the service still is, nothing that this touches expires.  Mails
    that were stored in time are read before; if one came just now, the next call does it.
    `wait` is as in `resolve_hand`.
    """
    now = now or timezone.now()
    for read in READ_FIRST:
        read(hand_id)
    with transaction.atomic():
        hand = _locked_hand(hand_id, wait=wait)
        if hand is None or hand.state != Hand.State.OPEN or hand.paused:
            return False
        if inbox.came_in_time(hand_id, min(now, hand.deadline)):
            return False
        outages.give_back(hand.game, hand, now)
        if outages.holds(hand, now):
            return False
        seats = _missing(hand.game, hand, now)
        _answer_for(hand.game, hand, seats)
        full = hand.bids.count() == len(hand.awaiting)
        if full:
            trigger = Hand.Trigger.DEADLINE if seats else Hand.Trigger.BIDS
            course.resolve(hand.game, hand, trigger)
    return full or bool(seats)


def _locked_hand(hand_id: int, *, wait: bool = True) -> Hand | None:
    """The hand, read after its game's row was locked, so that it is as it now stands."""
    try:
        game = vault.lock_game(hands=hand_id, wait=wait)
    except Game.DoesNotExist:
        return None
    if game.state != Game.State.RUNNING:
        return None
    hand = Hand.objects.select_related("stage").get(pk=hand_id)
    hand.game = game
    return hand


def _answer_for(game: Game, hand: Hand, seats: Sequence[Seat]) -> None:
    state = vault.open_state(game)
    rules = vault.rules_of(game)
    answers = course.answers_in(hand)
    for seat in seats:
        notation = _instead(game, state, seat, rules.ranked(state, seat.index))
        course.store_bid(game, hand, seat, notation, Bid.Via.DEADLINE, answers, missed=True)
        if game.shows_bids:
            course.count_misses([seat.pk])


def _instead(game: Game, state: State, seat: Seat, ranked: Sequence[str]) -> str:
    """What a seat that let its time run out has chosen for that."""
    if seat.policy == Seat.Policy.BOT:
        return course.bot_answer(game, state, seat.index)
    planned = ahead.by_plan(game, state, seat) if seat.policy == Seat.Policy.PLAN else None
    return planned or policies.choose(seat.policy, ranked)


def _missing(game: Game, hand: Hand, now: datetime) -> Sequence[Seat]:
    """The seats without an answer whose time is over: all of them at the end of the hand."""
    answered = hand.bids.values_list("seat_id", flat=True)
    owing = game.seats.select_related("user", "plan").filter(index__in=hand.awaiting)
    if hand.deadline > now:
        owing = owing.filter(pk__in=clocks.overdue(hand, now))
    return list(owing.exclude(pk__in=answered))

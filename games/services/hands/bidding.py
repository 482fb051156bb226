"""Every bid is placed here, whichever entry point it comes from.

The order of the steps, and why, is in docs/architecture.md: lock the game first, upsert the bid,
mark the hand READY in the same transaction when all bids are in. `resolving` goes on from there.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from accounts.models import User
from accounts.operation.database_errors import retried_once
from games import game_secrets, sanctions
from games.models import Bid, Game, Hand, Seat
from games.plans import vocabulary_of
from games.refusals import Refused
from games.rules.errors import Illegal, Malformed
from games.rules.registry import ruleset
from games.selectors.hands.bidding import BidContext, read_bid_context
from games.services import wake_workers
from games.services.hands import (
    auto_answers,
    bids,
    bot_answers,
    idempotency_keys,
    outages,
)
from games.services.seats import absence


class TooLate(Exception):
    """The answer was given after the seat's deadline."""


class Overtaken(Exception):
    """The person has given another answer since, on the page or over the API."""


class Acceptance(NamedTuple):
    """Through which entry point an answer came; when it was accepted, for a mail that is read only
    now; and how many answers its sender knew of."""

    via: str
    given_at: datetime | None = None
    replaces: int | None = None


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """What is returned for an accepted bid, to its owner alone; the API sends it as it is.

    `digest` commits to the code of the `game`, `hand`, `seat`, the notation of the `bid` and
    `salt` (hex; docs/fairness.md). `follow` is what a card is to do when its time comes, "" to be
    asked (docs/plans.md). `via` is the door. `changes` counts how often the bid was changed; it may
    be changed until the hand is resolved, at the latest at `deadline`.
    """

    game: str
    hand: int
    seat: int
    bid: str
    salt: str
    digest: str
    changes: int
    via: str = ""
    follow: str = ""
    placed_at: datetime
    deadline: datetime


@retried_once
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
    """Seals this person's answer in the open hand. The last answer counts.

    `text` is read leniently, and may also answer the question that a card leads to (`fire from
    5`). `key` is an Idempotency-Key: the same bid sent again with it gets the same receipt, even
    after the hand was resolved. `given_at` is when the answer was accepted, if that was earlier (a
    mail). `replaces` is how many answers of this seat in this hand the sender knew of (`changes` +
    1; 0 for none): if there are more by now, the request was delayed on its way and must not
    replace them.

    Raises `Refused`; with `given_at` also `TooLate` and `Overtaken`.
    """
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        context = read_bid_context(game, user, key)
        fingerprint = idempotency_keys.fingerprint(code, hand_number, text) if key else ""
        if context.key is not None:
            return Receipt(**idempotency_keys.earlier(context.key, fingerprint))
        if context.once_suspended:
            sanctions.check_may_play(user, given_at)
        left = context.seat.absent_since if game.state == Game.State.RUNNING else None
        if left and (given_at is None or given_at > left):  # whoever answers is there again
            context = _welcomed_back(game, user, key, context)
        hand = _accepting_hand(game, context, hand_number, given_at)
        receipt = seal_answer(game, hand, context, text, Acceptance(via, given_at, replaces))
        if key:
            idempotency_keys.remember(user, key, fingerprint, receipt)
        return receipt


def _welcomed_back(game: Game, user: User, key: str | None, before: BidContext) -> BidContext:
    """What is read for a bid, once its sender has their seat back.

    An open hand stays open for their answer, though it may be full with what they had answered
    before they left.
    """
    absence.welcome_back(game, before.seat)
    context = read_bid_context(game, user, key)
    if context.hand is not None and before.hand is not None:
        context.hand.state = before.hand.state
    return context


def seat_of(game: Game, user: User, given_at: datetime | None = None) -> Seat:
    """This person's seat; `given_at`: when they asked for something there, if earlier (a mail).
    Raises `Refused` ("not_seated", also for whoever was deleted; "suspended")."""
    sanctions.check_may_play(user, given_at)
    seat = game.seats.filter(user=user, user__is_active=True).first()
    if seat is None:
        raise Refused("not_seated")
    seat.user = user
    return seat


def _accepting_hand(
    game: Game, context: BidContext, number: int, given_at: datetime | None
) -> Hand:
    """The open hand, if this answer counts in it. Raises `Refused`, `TooLate` and `Overtaken`.

    On the page and over the API an answer counts as long as the hand is open, even after a fallback
    was played for it. A mail counts from when it came, so that is compared with the deadline.
    """
    hand = context.hand
    if game.state in Game.ENDED:
        raise Refused("game_over")
    if game.state != Game.State.RUNNING or hand is None:
        raise Refused("game_not_running")
    if number != hand.number:
        code = "stale_hand" if number < hand.number else "future_hand"
        raise Refused(code, {"open": hand.number}, given=number, open=hand.number)
    if not takes_bids(game, hand):
        raise Refused("hand_closed", {"open": number})
    if given_at is not None:
        _check_time(game, hand, context, given_at)
    if context.seat.index not in hand.awaiting:
        raise Refused("not_awaited", {"awaiting": hand.awaiting})
    return hand


def _check_time(game: Game, hand: Hand, context: BidContext, given_at: datetime) -> None:
    """Checks that an answer accepted earlier and read only now still counts.

    It must not be later than the seat's own deadline (the deadline itself is in time), unless we
    were down and the time was not given back yet; and its sender must not have given another
    answer since, through any entry point; what a bot or their plan answered overtakes nothing.
    Raises `TooLate` and `Overtaken`.
    """
    # While a game is paused, its clocks stand where they stood when that began.
    at = min(given_at, game.paused_at) if game.paused_at else given_at
    late = context.due is not None and at > context.due
    if late and not outages.excuses(game, hand, context.seat, at):
        raise TooLate
    bid = context.bid
    if bid is not None and bid.via in Bid.GIVEN and bid.given_at > given_at:
        raise Overtaken


def takes_bids(game: Game, hand: Hand) -> bool:
    """Whether bids may be given or changed: while the hand is open.

    Where nobody may know who has answered, a READY hand takes them too, because a refusal would
    show that all bids are in.
    """
    ready = hand.state == Hand.State.READY and not game.shows_bids
    return ready or hand.state == Hand.State.OPEN


def seal_answer(
    game: Game, hand: Hand, context: BidContext, text: str, accepted: Acceptance
) -> Receipt:
    """Reads, seals and stores one answer, and marks the hand READY if it was the last."""
    seat, before = context.seat, context.bid
    notation, follow = _read(game, seat, text)
    sealed = bids.seal(
        game, hand, seat, notation, accepted.via, before,
        given_at=accepted.given_at, after=context.unread_since,
    )  # fmt: skip
    leads = hand.phase in vocabulary_of(game.ruleset).leads
    if accepted.replaces is not None:
        again = sealed.same and not (leads and auto_answers.follow_kept(game, seat) != follow)
        _check_replaces(before, accepted.replaces, again=again)
    answered, unread = context.answered + (before is None), context.unread_since is not None
    # A mail that is being read still counts as unread itself: `close_when_full` comes after it.
    from_mail = accepted.given_at is not None
    last = not from_mail and bids.make_ready(hand, answered, unread=unread)
    bids.write(game, hand, sealed, last=last)
    if leads:
        auto_answers.keep_follow(game, seat, follow)
    if last and hand.resolve_after is None:
        wake_workers.resolve(hand.pk)
    if hand.bots_due is not None:
        bot_answers.hurry(hand)
    bid, opened = sealed.bid, sealed.opened
    return Receipt(
        game=game.code,
        hand=hand.number,
        seat=seat.index,
        bid=opened.notation,
        salt=opened.salt,
        digest=bid.digest,
        changes=bid.changes,
        via=str(bid.via),
        follow=follow,
        placed_at=bid.placed_at,
        deadline=hand.deadline,
    )


def _check_replaces(before: Bid | None, replaces: int, *, again: bool) -> None:
    """Raises `Refused` for a changed answer from a page that is older than the stored one; never
    for the stored one `again`."""
    count = before.changes + 1 if before else 0
    if replaces != count and not again:
        raise Refused("bid_changed", {"replaces": count})


def _read(game: Game, seat: Seat, text: str) -> tuple[str, str]:
    """The canonical notation, and what is to follow it ("" if the text does not say).

    Raises `Refused` with the legal answers of this seat.
    """
    rules, state = ruleset(game.ruleset), game_secrets.open_state(game)
    if text in rules.legal(state, seat.index):
        return text, ""
    try:
        return rules.read(state, seat.index, text), ""
    except (Malformed, Illegal) as error:
        both = auto_answers.both(game, text)
        if both is not None and both[0] in error.legal:
            return both
        code = error.code if both is None else Illegal.code
        given = error.given if len(error.given) <= 40 else error.given[:40] + "…"
        legal = ", ".join(error.legal) or "—"
        raise Refused(code, {"legal": error.legal}, given=given, legal=legal) from None

"""Reads of who has answered, as far as a table shows it, and of the receipts of its bids.

At a table that hides it (`Game.shows_bids` is off), every one of these gives the same before the
hand is resolved, whoever has answered: a seat learns only about its own bid. At any table, an
answer given in advance (by a plan, or because only one was possible) is not shown to others while
the hand is open and the seat has a clock: that it came at once would give it away. A seat whose
player has left has none; what a bot answers there is shown at once, so everything is. They extend
`games.selectors`; entry points use these and never count bids themselves.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import (
    BigIntegerField,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.utils.translation import gettext as _

from accounts.models import Notice
from games import kept_bids
from games.deadlines import clocks_of
from games.models import Bid, Game, Hand, SeatClock, VoidReceipt

UNRESOLVED = (Hand.State.OPEN, Hand.State.READY)
GIVEN_AHEAD = (Bid.Via.PLAN, Bid.Via.FORCED)
CLOCK = SeatClock.objects.filter(hand=OuterRef("hand"), seat=OuterRef("seat"), given_up=False)
OPEN_AHEAD = Q(Exists(CLOCK), via__in=GIVEN_AHEAD, hand__state=Hand.State.OPEN)


def hides(hand: Hand) -> bool:
    """Whether it must be hidden now who has answered this hand."""
    return hand.state in UNRESOLVED and not hand.game.shows_bids


def shown_state(hand: Hand) -> str:
    """The state that everybody may see. READY would show that whoever was missing has answered."""
    return Hand.State.OPEN.value if hides(hand) else hand.state


HIDDEN = Q(state__in=UNRESOLVED, game__shows_bids=False)


def in_shown_state(hands: "QuerySet[Hand]", state: str | None) -> "QuerySet[Hand]":
    """Those of these hands that everybody sees in this state."""
    if state == Hand.State.OPEN:
        return hands.filter(Q(state=state) | HIDDEN)
    return hands.filter(state=state).exclude(HIDDEN)


def shown_bids(bids: "QuerySet[Bid]") -> "QuerySet[Bid]":
    """Those of these bids that everybody may know about."""
    hidden = ~Q(hand__state=Hand.State.RESOLVED) & Q(hand__game__shows_bids=False)
    return bids.exclude(hidden).exclude(OPEN_AHEAD)


def given_words(bid: Bid) -> str:
    """How a bid was given, for moderators. Whether a plan gave it is nobody's business."""
    if bid.via in (Bid.Via.BOT, Bid.Via.DEADLINE):
        return str(Bid.Via(bid.via).label)
    return _("by the player")


def shown_notices(notices: "QuerySet[Notice]") -> "QuerySet[Notice]":
    """Without those that ask for an open answer, and letters that contain one: they are dropped
    once the answer is given, and there are none if it was given in advance. A hand that was taken
    back counts as open, because undoing that opens it again with its answers."""
    taken_back = Q(number=F("game__hand_number"), number__lt=OuterRef("of_hand"))
    hand = Hand.objects.filter(
        Q(state__in=UNRESOLVED, number=OuterRef("of_hand")) | taken_back,
        game_id=OuterRef("of_game"),
    )
    parts = _about_hands(Notice.objects.filter(digest=OuterRef("pk"))).alias(asks=_one_of(hand))
    rows = _about_hands(notices).alias(asks=_one_of(hand), part=_one_of(parts.filter(asks=1)))
    return rows.exclude(asks=1).exclude(part=1)


def _one_of(rows: "QuerySet[Any]") -> Coalesce:
    """1 if there is such a row, else 0. Looked up for each row that is read, where for an `Exists`
    PostgreSQL may read a whole table beforehand; compared with a number, rather than with null,
    because PostgreSQL guesses that few rows are null.
    """
    return Coalesce(Subquery(rows.values(one=Value(1))[:1]), 0)


KINDS_THAT_ASK = ("your_move", "reminder", "deadline_moved")


def asking_now(notices: "QuerySet[Notice]") -> "QuerySet[Notice]":
    """Those that ask for an open answer. Only a failure to deliver them may be shown
    (`games.selectors.moderation.deliverability`)."""
    hand = Hand.objects.filter(
        state__in=UNRESOLVED, game_id=OuterRef("of_game"), number=OuterRef("of_hand")
    )
    return _about_hands(notices.filter(kind__in=KINDS_THAT_ASK)).filter(Exists(hand))


def _about_hands(notices: "QuerySet[Notice]") -> "QuerySet[Notice]":
    return notices.annotate(
        of_game=Cast(KT("facts__game"), BigIntegerField()),
        of_hand=Cast(KT("facts__hand"), IntegerField()),
    )


def seats_in(hand: Hand, viewer: int | None = None) -> list[int]:
    """The seats that have answered, as far as the seat `viewer` (None: a spectator) may know."""
    return sorted(receipts_in(hand, viewer))


def receipts_in(hand: Hand, viewer: int | None = None) -> dict[int, str]:
    """The receipts of a hand's bids by seat; only the viewer's own, as long as the others are
    hidden: for good, if the hand is never resolved."""
    rows = _answers(hand)
    hidden = hand.state != Hand.State.RESOLVED and not hand.game.shows_bids
    return {seat: seal for seat, seal, shown in rows if seat == viewer or (shown and not hidden)}


def _answers(hand: Hand) -> Iterable[tuple[int, str, bool]]:
    """Seat, receipt, and whether others may know of it, for each bid in the order of seats. Uses
    what was read with the hand, if it was."""
    known = vars(hand).get("answers_in")
    if hand.kept_bids:
        known = [(bid.seat.index, bid.digest, bid.via) for bid in kept_bids.in_hand(hand)]
    if known is None:
        bids = hand.bids.order_by("seat__index")
        known = bids.values_list("seat__index", "digest", "via")
    ahead = {seat for seat, _seal, via in known if via in GIVEN_AHEAD}
    if hand.state != Hand.State.OPEN or not ahead:
        return [(seat, seal, True) for seat, seal, _via in known]
    unseen = ahead & {clock.seat.index for clock in clocks_of(hand)}
    return [(seat, seal, seat not in unseen) for seat, seal, _via in known]


def receipts_of(game: Game, numbers: Sequence[int]) -> dict[int, dict[int, str]]:
    """The receipts of resolved hands, by hand number and seat."""
    rows = Bid.objects.filter(
        hand__game=game, hand__number__in=numbers, hand__state=Hand.State.RESOLVED
    ).order_by("hand__number", "seat__index")
    found: dict[int, dict[int, str]] = {}
    for number, index, digest in rows.values_list("hand__number", "seat__index", "digest"):
        found.setdefault(number, {})[index] = digest
    for bid in kept_bids.of_game(game, numbers):
        found.setdefault(bid.hand.number, {})[bid.seat.index] = bid.digest
    return found


def found_receipt(game: Game, digest: str) -> Bid | None:
    """The bid, with its hand and seat, whose receipt starts with this; only for a game that has
    ended."""
    if not _has_ended(game):
        return None
    bids = Bid.objects.filter(hand__game=game, digest__startswith=digest)
    kept = (bid for bid in kept_bids.of_game(game) if bid.digest.startswith(digest))
    return bids.select_related("hand", "seat").first() or next(kept, None)


def found_void_receipt(game: Game, digest: str) -> VoidReceipt | None:
    """Of an answer that no longer counts, by the beginning of its receipt; only for a game that
    has ended: before, it could show who has answered."""
    if not _has_ended(game):
        return None
    return game.void_receipts.filter(digest__startswith=digest).order_by("-pk").first()


def _has_ended(game: Game) -> bool:
    return game.state in Game.ENDED

"""Compacts a finished game to its record some weeks after its end (docs/scaling.md).

Deleted is what the record contains: what a spectator saw at each hand, the bids as rows with their
seals (they become values of their hand), the clocks except what each person's public record is
computed from, reply addresses with their mails, notices, and the addresses of people who were
invited, never came and have no account. What the record should reproduce is deleted only if it
does; a game that differs from its record keeps it.
"""

from collections import defaultdict
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from accounts.notifications import retention
from accounts.operation.database_errors import run_isolated
from games import fairness, kept_bids, reliability
from games.models import (
    Bid,
    Game,
    Hand,
    InboundMail,
    PastClocks,
    Record,
    ReplyAddress,
    ReplyTopic,
    SeatClock,
)
from games.rules.errors import BadRecord
from games.rules.records import record_of, replay
from games.selectors import due
from games.selectors.hands.charts import points_of
from games.selectors.results.compacted import tables_in
from games.services.hands import charts
from games.services.mail import invitation_replies
from games.services.results import packing

BATCH_SIZE = 20
UNREAD = (InboundMail.State.NEW, InboundMail.State.HELD)


def sweep(now: datetime, limit: int = BATCH_SIZE) -> int:
    """Compacts the games that have been over long enough, the oldest first; returns how many."""
    found = due.games_to_compact(now, limit)
    return sum(run_isolated(partial(compact, pk, now), f"Compacting game {pk}") for pk in found)


def compact(game_id: int, now: datetime) -> bool:
    """Compacts one game. False if somebody else has locked it, or it is already compacted."""
    with transaction.atomic():
        rows = Game.objects.select_for_update(no_key=True, of=("self",), skip_locked=True)
        game = rows.filter(pk=game_id, compacted_at=None, closed=False).first()
        if game is None or game.state not in Game.ENDED:
            return False
        if (record := Record.objects.filter(game=game).first()) is not None:
            _drop_tables(game, record)
        _drop_bids(game)
        _drop_clocks(game)
        _drop_mails(game)
        _drop_invitations(game)
        retention.forget_about(game.pk)
        game.compacted_at = now
        game.save(update_fields=["compacted_at"])
        return True


def _drop_tables(game: Game, record: Record) -> None:
    """Empties the tables that replaying the record reproduces. The chart is stored first."""
    if not game.hands.exclude(table={}).exists():
        return  # it was compacted before
    last = game.hands.select_related("stage").filter(number=game.hand_number).first()
    if last is not None and not points_of(game):
        charts.keep_anew(game, last)
    try:
        again = tables_in(game, replay(record_of(record.data)))
    except BadRecord:
        return
    hands = game.hands.filter(state=Hand.State.RESOLVED)
    if dict(hands.values_list("number", "table")) == again:
        hands.update(table={})


def _drop_bids(game: Game) -> None:
    """Keeps the bids of a hand as values of it, if all were opened and their receipts fit."""
    hands = {hand.pk: hand for hand in game.hands.filter(state=Hand.State.RESOLVED)}
    bids: dict[int, list[Bid]] = defaultdict(list)
    for bid in Bid.objects.filter(hand__in=hands).select_related("seat"):
        bids[bid.hand_id].append(bid)
    whole = [hands[pk] for pk in bids if all(_fits(bid, hands[pk], game) for bid in bids[pk])]
    for hand in whole:
        hand.kept_bids = {str(bid.seat.index): kept_bids.entry(bid) for bid in bids[hand.pk]}
    Hand.objects.bulk_update(whole, ["kept_bids"])
    Bid.objects.filter(hand__in=whole).delete()


def _fits(bid: Bid, hand: Hand, game: Game) -> bool:
    if not bid.opened:
        return False
    return fairness.receipt(game.code, hand.number, bid.seat.index, **bid.opened) == bid.digest


def _drop_clocks(game: Game) -> None:
    """Keeps excused misses, and each person's last hands, from which their public record is
    computed. Those are deleted once later ones have replaced them, with their next game that is
    compacted."""
    for stage in game.stages.filter(packed_at=None):
        packing.pack(game, stage)
    clocks = SeatClock.objects.filter(hand__game=game)
    past = PastClocks.objects.filter(seat__game=game)
    clocks.filter(counted=False, in_time=True).delete()
    people = clocks.values_list("user_id").union(past.values_list("user_id"))
    firsts = reliability.first_that_counts({person for (person,) in people})
    for person, first in firsts.items():
        old = SeatClock.objects.filter(user=person, counted=True, pk__lt=first)
        old.exclude(hand__game__compacted_at=None).delete()
        old.filter(hand__game=game).delete()
        replaced = PastClocks.objects.filter(user=person, last__lt=first)
        replaced.exclude(seat__game__compacted_at=None).delete()
    if reliability.is_left_out(game):
        clocks.filter(counted=True).delete()
        past.delete()
    clocks.update(rule={})  # by which nothing is reckoned any more
    for each in past:
        _shorten(each, firsts.get(each.user_id, 0))


def _shorten(past: PastClocks, first: int) -> None:
    """Leaves only what the public record reads, and of that only what counts."""
    kept = [each for each in zip(past.ids, past.took, strict=True) if each[0] >= first]
    if not kept:
        past.delete()
        return
    past.ids, past.took, past.whole = [pk for pk, _ in kept], [took for _, took in kept], []
    past.save()


def _drop_mails(game: Game) -> None:
    """Deletes the reply addresses of this game with their mails, unless a mail is still unread or
    held."""
    busy = InboundMail.objects.filter(state__in=UNREAD).values("address")
    ReplyAddress.objects.filter(hand__game=game).exclude(pk__in=busy).delete()
    topics = ReplyTopic.objects.filter(game=game).exclude(address__in=busy)
    several = list(topics.values_list("address", flat=True))
    topics.delete()
    ReplyAddress.objects.filter(pk__in=several, hand=None, topics=None).delete()


def _drop_invitations(game: Game) -> None:
    """Deletes those of people who never came and have no account. A member who was invited goes on
    seeing the table."""
    asked = game.invitations.filter(accepted_by=None)
    members = User.objects.filter(email__in=asked.values("email")).values("email")
    invitation_replies.forget(asked.exclude(email__in=members))

"""A finished game compacted to its record, some weeks after its end (docs/scaling.md).

What the record tells goes: what a spectator saw at each hand, the seals of answers that were
opened, the clocks but the last that each person's public record rests on, reply addresses with
their mails, and notices.  Each is taken away only once it is found again in the record; a game that
differs from its record keeps it.
"""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.notifications import retention
from accounts.operation.database_errors import apart
from games import reliability, sealing
from games.models import Bid, Game, Hand, InboundMail, Record, ReplyAddress, ReplyTopic, SeatClock
from games.rules.errors import BadRecord
from games.rules.records import record_of, replay
from games.selectors import due
from games.selectors.hands.charts import points_of
from games.selectors.results.compacted import tables_in
from games.services.hands import charts

AT_ONCE = 20
UNREAD = (InboundMail.State.NEW, InboundMail.State.HELD)


def sweep(now: datetime, limit: int = AT_ONCE) -> int:
    """Compacts what has been over for so long, the longest over first; returns how many games."""
    found = due.games_to_compact(now, limit)
    return sum(apart(partial(compact, pk, now), f"Compacting game {pk}") for pk in found)


def compact(game_id: int, now: datetime) -> bool:
    """Everything at once; False if somebody else has the game, or it is compacted already."""
    with transaction.atomic():
        rows = Game.objects.select_for_update(no_key=True, of=("self",), skip_locked=True)
        game = rows.filter(pk=game_id, compacted_at=None, closed=False).first()
        if game is None or game.state not in (Game.State.OVER, Game.State.CANCELLED):
            return False
        if (record := Record.objects.filter(game=game).first()) is not None:
            _drop_tables(game, record)
        _drop_seals(game)
        _drop_clocks(game)
        _drop_mails(game)
        retention.forget_about(game.pk)
        game.compacted_at = now
        game.save(update_fields=["compacted_at"])
        return True


def _drop_tables(game: Game, record: Record) -> None:
    """Where the record, played through once more, shows what was kept; its course is kept first."""
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


def _drop_seals(game: Game) -> None:
    """Of answers that everybody may see; their receipts stay, and what is shown fits them."""
    bids = Bid.objects.filter(hand__game=game, opened__isnull=False).exclude(sealed=None)
    rows = bids.values_list("pk", "digest", "opened", "hand__number", "seat__index")
    fitting = [
        pk
        for pk, digest, opened, number, seat in rows
        if opened and sealing.receipt(game.code, number, seat, **opened) == digest
    ]
    Bid.objects.filter(pk__in=fitting).update(sealed=None)


def _drop_clocks(game: Game) -> None:
    """Excused misses stay, and of each person the last hands, which their public record is made of;
    those go when others have come after them, with the next game of theirs that is compacted."""
    people = set(SeatClock.objects.filter(hand__game=game).values_list("user_id", flat=True))
    SeatClock.objects.filter(hand__game=game, counted=False, in_time=True).delete()
    for person, first in reliability.first_that_counts(people).items():
        old = SeatClock.objects.filter(user=person, counted=True, pk__lt=first)
        old.exclude(hand__game__compacted_at=None).delete()
        old.filter(hand__game=game).delete()
    if reliability.is_left_out(game):
        SeatClock.objects.filter(hand__game=game, counted=True).delete()
    SeatClock.objects.filter(hand__game=game).update(
        rule={}
    )  # by which nothing is reckoned any more


def _drop_mails(game: Game) -> None:
    """Addresses to answer this game at, with what came there, unless a mail waits to be read."""
    busy = InboundMail.objects.filter(state__in=UNREAD).values("address")
    ReplyAddress.objects.filter(hand__game=game).exclude(pk__in=busy).delete()
    topics = ReplyTopic.objects.filter(game=game).exclude(address__in=busy)
    several = list(topics.values_list("address", flat=True))
    topics.delete()
    ReplyAddress.objects.filter(pk__in=several, hand=None, topics=None).delete()

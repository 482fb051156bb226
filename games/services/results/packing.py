"""Packs what is left of a stage that has been over for a week.

By then nothing asks for the single clocks of its hands any more, except the public record, exports,
and moderators who take hands back. So the clocks that stopped in time become one row of each person
(`PastClocks`), and the notices that asked for an answer go. Misses keep their clocks, because they
may be excused and are listed.
"""

from datetime import datetime, timedelta
from functools import partial

from django.db import connection, transaction

from accounts.notifications import retention
from accounts.operation import database_clock
from accounts.operation.database_errors import run_isolated
from games.models import Game, PastClocks, SeatClock, Stage
from games.selectors import due
from games.visibility import KINDS_THAT_ASK

AFTER = timedelta(days=7)
BATCH_SIZE = 50
PACK = """
    WITH gone AS (
        DELETE FROM games_seatclock AS clock USING games_hand AS hand
        WHERE hand.stage_id = %s AND clock.hand_id = hand.id AND clock.counted AND clock.in_time
        RETURNING clock.*
    )
    INSERT INTO games_pastclocks AS past (game_id, seat_id, user_id, last, ids, took, whole)
    SELECT %s, seat_id, user_id, max(id), array_agg(id ORDER BY id),
        array_agg(took_seconds ORDER BY id),
        jsonb_agg(to_jsonb(gone) - '{game_id,seat_id,user_id}'::text[] ORDER BY id)
    FROM gone GROUP BY seat_id, user_id
    ON CONFLICT (seat_id, user_id) DO UPDATE SET
        last = greatest(past.last, excluded.last), ids = past.ids || excluded.ids,
        took = past.took || excluded.took, whole = past.whole || excluded.whole
"""


def sweep(now: datetime, limit: int = BATCH_SIZE) -> int:
    """Packs the stages that have been over long enough, the oldest first; returns how many."""
    found = due.stages_to_pack(now - AFTER, limit)
    return sum(run_isolated(partial(_pack_alone, pk), f"Packing stage {pk}") for pk in found)


def _pack_alone(stage_id: int) -> bool:
    """False if somebody else has locked its game, or it is not as it was."""
    with transaction.atomic():
        rows = Game.objects.select_for_update(no_key=True, of=("self",), skip_locked=True)
        game = rows.filter(stages=stage_id).first()
        stage = Stage.objects.filter(pk=stage_id, packed_at=None).exclude(ended_at=None).first()
        if game is None or stage is None:
            return False
        pack(game, stage)
        if game.compacted_at is not None:  # by the code of before, which packed nothing
            Game.objects.filter(pk=game.pk).update(compacted_at=None)  # so it is compacted again
        return True


def pack(game: Game, stage: Stage) -> None:
    """Packs one stage of a locked game."""
    with connection.cursor() as cursor:
        cursor.execute(PACK, [stage.pk, game.pk])
    numbers = stage.hands.values_list("number", flat=True)
    retention.forget_hands(game.pk, list(numbers), KINDS_THAT_ASK)
    Stage.objects.filter(pk=stage.pk).update(packed_at=database_clock.now())


def unpack(game: Game) -> None:
    """Makes clocks again of what was packed in a locked game, for who takes hands back or moves it.

    They are the very rows that they were; the sweep packs them again.
    """
    packed = PastClocks.objects.filter(seat__game=game)
    SeatClock.objects.bulk_create(
        SeatClock(game_id=game.pk, seat_id=each.seat_id, user_id=each.user_id, **clock)
        for each in packed
        for clock in each.whole
    )
    packed.delete()
    game.stages.update(packed_at=None)

"""After a restore from a backup: says what was lost, gives time back, and holds letters.

Runs while nothing else does (docs/operating.md, Restoring). It may be interrupted and run again.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Max, Q

from accounts.models import Heartbeat, Notice, Outage
from accounts.notifications import quarantine
from accounts.operation import heartbeats
from accounts.operation.commit_horizon import empty_foreign_ids
from games import game_secrets
from games.models import Bid, Game, InboundMail, LogEntry
from games.services import lost_database, lost_wishes
from games.services.game_log import write_log
from games.services.lost_database import NOTHING, Lost
from games.services.notifications import hand_notices, reminders

WHAT = heartbeats.RESTORE


@dataclass(frozen=True)
class Restored:
    """What was done: the outage that was noted, the number of tables notified, of letters that
    are held; and, if the lost database could be read, what was lost, how many letters had been
    sent, how many mails will be read again, and how many people were erased again."""

    outage: Outage
    tables: int
    held: int
    lost: Lost = NOTHING
    left: int = 0
    mails: int = 0
    erased: int = 0


def others() -> int:
    """The number of other connections to this database. Workers, web and mail must be down."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


def replaying() -> bool:
    """Whether this database is still being restored to the chosen moment."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return bool(cursor.fetchone()[0])


def last_sign() -> datetime | None:
    """When the last thing happened that this database knows of, so about when the backup
    was made."""
    seen = (
        (Heartbeat, "at"),
        (LogEntry, "at"),
        (Bid, "placed_at"),
        (InboundMail, "received_at"),
        (Notice, "created_at"),
    )
    found = [model.objects.aggregate(last=Max(field))["last"] for model, field in seen]
    return max((at for at in found if at is not None), default=None)


def begun() -> datetime | None:
    """Since when data was lost, if an earlier run has noted that already."""
    known = Outage.objects.filter(what=WHAT, settled=False).last()
    return None if known is None else known.began


def begin(backup: datetime, now: datetime) -> Outage:
    """Notes the outage from the backup until now, once, and holds the letters that were due."""
    with transaction.atomic():
        if (known := _unfinished(backup)) is not None:
            return known
        # Heartbeats before the backup are no outage of their own; those of parts that had been
        # given up by then stay as they are.
        alive = Q(at__lt=now, at__gt=backup - heartbeats.MAX_OUTAGE)
        Heartbeat.objects.filter(alive).exclude(service=heartbeats.BACKUP).update(at=now)
        empty_foreign_ids()
        while reminders.send_due(now):  # they may have been sent before, so they are held, too
            pass
        quarantine.hold(now)
        return Outage.objects.create(what=WHAT, began=backup, ended=now)


def _unfinished(backup: datetime) -> Outage | None:
    """What an earlier run noted: until the first sweep everything is still the same restore."""
    same = Q(began=backup) | Q(settled=False, ended__gte=backup)
    return Outage.objects.filter(same, what=WHAT).order_by("pk").last()


def tell(outage: Outage, until: datetime, lost: Lost = NOTHING) -> int:
    """Tells every running table what was lost; returns how many were told."""
    running = Game.objects.filter(state=Game.State.RUNNING).order_by("pk")
    return sum(_tell(pk, outage, until, lost) for pk in running.values_list("pk", flat=True))


def _tell(pk: int, outage: Outage, until: datetime, lost: Lost) -> bool:
    """Who had answered which hand is in no log, only in the letter to each of them."""
    data = {"restore": outage.pk, "from": outage.began.isoformat(), "until": until.isoformat()}
    if pk in lost.seen:
        data["seen"] = lost.seen[pk]
    with transaction.atomic():
        game = game_secrets.lock_game(pk=pk)
        if game.log.filter(kind="restored", data__restore=outage.pk).exists():
            return False
        entry = write_log(game, "restored", data)
        game.save(update_fields=["log_length"])
        hand_notices.restored(game, entry.number, lost.bids.get(pk, {}))
        return True


def after_restore(
    backup: datetime, until: datetime, now: datetime, old: str | None = None
) -> Restored:
    """Everything at once. May be repeated. `old`: the alias of the lost database, if it can still
    be read."""
    outage = begin(backup, now)
    if old is None:
        return Restored(outage, tell(outage, until), quarantine.count())
    left = quarantine.settle_by(old)
    with transaction.atomic():
        lost_database.carry_addresses(old)
        mails = lost_database.carry_mails(old)
    with transaction.atomic():
        erased = lost_wishes.carry(old)
    lost = lost_database.compare(old)
    told = tell(outage, until, lost)
    return Restored(outage, told, quarantine.count(), lost, left, mails, erased)

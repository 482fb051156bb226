"""The receipts under idempotency keys, adjusted when a game is taken back, and when that is undone.

A receipt goes with its bid and comes back with it; for a void bid it would promise what is no
longer so.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from accounts.models import User
from games.models import Game, IdempotencyKey, SeatTenure
from games.services.hands import idempotency_keys

Kept = Mapping[str, Any]


def plain(game: Game, number: int) -> list[dict[str, Any]]:
    """Those for bids of this hand and later ones, opened, for `put_back`."""
    return [
        {
            "user": row.user_id, "key": row.key, "request": row.fingerprint,
            "at": row.created_at.isoformat(), "receipt": receipt,
        }
        for row, receipt in _since(game, number)
    ]  # fmt: skip


def take_back(game: Game, number: int) -> None:
    """The bids of this hand and later ones are void."""
    gone = [row.pk for row, _receipt in _since(game, number)]
    IdempotencyKey.objects.filter(pk__in=gone).delete()


def put_back(kept: Collection[Kept]) -> None:
    """Restores those of accounts that still exist. A key used for something else since stays so."""
    there = User.objects.filter(pk__in={each["user"] for each in kept}, is_active=True)
    active = set(there.values_list("pk", flat=True))
    rows = [_row(each) for each in kept if each["user"] in active]
    IdempotencyKey.objects.bulk_create(rows, ignore_conflicts=True)


def _row(kept: Kept) -> IdempotencyKey:
    row = IdempotencyKey(user_id=kept["user"], key=kept["key"], fingerprint=kept["request"])
    row.created_at = datetime.fromisoformat(kept["at"])
    idempotency_keys.seal(row, kept["receipt"])
    return row


def _since(game: Game, number: int) -> Iterator[tuple[IdempotencyKey, dict[str, Any]]]:
    tenures = SeatTenure.objects.filter(seat__game=game)
    for row, receipt in idempotency_keys.of_bids(game.code, tenures, since=game.created_at):
        if receipt["hand"] >= number:
            yield row, receipt

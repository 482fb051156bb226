"""The receipts of answers that are deleted, kept so that "Check this game" can say why.

Called inside a transaction that holds the game's lock.
"""

from collections.abc import Collection

from django.db.models import QuerySet

from accounts.operation import database_clock
from games.models import Bid, Game, VoidReceipt


def keep(game: Game, void: QuerySet[Bid], why: VoidReceipt.Why) -> None:
    """Stores those of these bids of a game, which are about to be deleted."""
    places = void.values_list("hand__number", "seat__index", "digest")
    now = database_clock.now()
    VoidReceipt.objects.bulk_create(
        VoidReceipt(game=game, hand_number=hand, seat_index=seat, digest=digest, why=why, at=now)
        for hand, seat, digest in places.order_by("hand__number", "seat__index")
    )


def forget(game: Game, digests: Collection[str]) -> None:
    """The bids of these receipts count again."""
    game.void_receipts.filter(digest__in=digests).delete()

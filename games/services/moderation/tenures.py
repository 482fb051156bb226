"""Who sat where and when, adjusted when a game is taken back, and when that is undone.

Whoever has a seat now plays the hands that open again, so their tenure begins with the first of
these. Whoever sat there before held only the hands that still count.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import F
from django.db.models.functions import Least

from games.models import Game, SeatTenure


def plain(game: Game) -> list[dict[str, Any]]:
    """The tenures of a game, for `put_back`."""
    rows = SeatTenure.objects.filter(seat__game=game)
    return [dict(row) for row in rows.values("pk", "from_hand", "until_hand")]


def take_back(game: Game, number: int) -> None:
    """The hands from this number on are void and will be played again."""
    held = SeatTenure.objects.filter(seat__game=game)
    held.filter(until_hand=None).update(from_hand=Least(F("from_hand"), number))
    past = held.filter(until_hand__gte=number)
    past.filter(from_hand__gte=number).update(until_hand=SeatTenure.NO_HAND)
    past.filter(from_hand__lt=number).update(until_hand=number - 1)


def came_since(game: Game, kept: Sequence[dict[str, Any]]) -> set[int]:
    """The seats (by id) to which somebody else has come since these tenures were kept."""
    held = SeatTenure.objects.filter(seat__game=game, until_hand=None)
    came = held.exclude(pk__in=[row["pk"] for row in kept])
    return set(came.values_list("seat_id", flat=True))


def put_back(game: Game, kept: Sequence[dict[str, Any]], last: int) -> None:
    """The void hands count again, up to the open one, `last`.

    Whoever came to a seat meanwhile has it from that hand on; the hands before belong to whoever
    had it then.
    """
    held, rows = SeatTenure.objects.filter(seat__game=game), {row["pk"]: row for row in kept}
    for one in held.filter(pk__in=rows):
        one.from_hand, until = rows[one.pk]["from_hand"], rows[one.pk]["until_hand"]
        if one.until_hand is not None:
            one.until_hand = one.held_until(last - 1 if until is None else until)
        one.save(update_fields=["from_hand", "until_hand"])
    came = held.exclude(pk__in=rows)
    came.update(from_hand=last)
    came.exclude(until_hand=None).update(until_hand=SeatTenure.NO_HAND)

"""Whose words for the deck a seat holds, and which they are."""

import json

from games.models import Game, Seat, SeatTenure


def same_deals(game: Game) -> list[int]:
    """The ids of the games with the same deck (the game itself, or its duplicate), in the order of
    their words."""
    if game.duplicate_id is None:
        return [game.pk]
    tables = Game.objects.filter(duplicate=game.duplicate_id, started_at__isnull=False)
    return list(tables.order_by("pk").values_list("pk", flat=True))


def first_of(seat: Seat) -> int | None:
    """Who had the seat when the cards were dealt."""
    first = SeatTenure.objects.filter(seat=seat).order_by("pk").first()
    return first.user_id if first else seat.user_id


def words_of(seat: Seat) -> str:
    """The words of whoever had the seat first, without those of the other tables that play the
    same deals; "" if they were deleted."""
    tables = same_deals(seat.game)
    if seat.entropy and len(tables) > 1:
        words: str = json.loads(seat.entropy)[tables.index(seat.game_id)]
        return words
    return seat.entropy

"""Whose words for the deck a seat holds, and which they are."""

import json
from collections import defaultdict
from collections.abc import Sequence

from games.models import Game, Seat, SeatTenure


def same_deals(game: Game) -> list[int]:
    """The ids of the games with the same deck (the game itself, or its duplicate), in the order of
    their words."""
    return deals_of([game])[game.pk]


def deals_of(games: Sequence[Game]) -> dict[int, list[int]]:
    """`same_deals` of several games, by the id of each."""
    duplicates = {game.duplicate_id for game in games} - {None}
    tables = Game.objects.filter(duplicate__in=duplicates, started_at__isnull=False)
    found: dict[int | None, list[int]] = defaultdict(list)
    for duplicate, pk in tables.order_by("pk").values_list("duplicate_id", "pk"):
        found[duplicate].append(pk)
    return {
        game.pk: [game.pk] if game.duplicate_id is None else found[game.duplicate_id]
        for game in games
    }


def first_of(seats: Sequence[Seat]) -> dict[int, int | None]:
    """Who had these seats when the cards were dealt: ids of people by the id of the seat."""
    held = SeatTenure.objects.filter(seat__in=seats).order_by("seat_id", "pk").distinct("seat_id")
    return {seat.pk: seat.user_id for seat in seats} | dict(held.values_list("seat_id", "user_id"))


def own_words(seat: Seat) -> str:
    """What the player of a seat at an open table brings; "" for none, and for a bot."""
    return "" if seat.user is not None and seat.user.is_bot else seat.entropy


def words_of(seat: Seat, tables: Sequence[int] = ()) -> str:
    """The words of whoever had the seat first, without those of the other tables that play the
    same deals (`tables`, if read already); "" if they were deleted."""
    tables = tables or same_deals(seat.game)
    if seat.entropy and len(tables) > 1 and seat.game_id in tables:  # else it never began
        words: str = json.loads(seat.entropy)[tables.index(seat.game_id)]
        return words
    return seat.entropy

"""The words that seats bring to the deck, until the game begins (docs/fairness.md, section 3)."""

import json
from collections.abc import Sequence

from games import game_secrets, sealing
from games.models import Game, Seat


def fill(tables: Sequence[Game]) -> None:
    """Settles the words of every seat at these locked tables, which begin together: the seats have
    their final numbers by now."""
    for game in tables:
        _derive(game)
    if len(tables) > 1:
        _mix(tables)


def _derive(game: Game) -> None:
    """Gives each seat without words those that follow from the secret. If the server drew them, it
    could go on until it liked the deck: it knows everything else by now."""
    secret = game_secrets.open_secret(game)
    silent = list(game.seats.filter(entropy=""))
    for seat in silent:
        seat.entropy = sealing.words_from(secret, game.code, seat.index)
    Seat.objects.bulk_update(silent, ["entropy"])


def _mix(tables: Sequence[Game]) -> None:
    """Gives each seat, as its share in the deck, the words of all who have that seat, table by
    table.

    A JSON list, so that everybody can find their own words in it.
    """
    for index in range(tables[0].seat_count):
        seats = Seat.objects.filter(game__in=tables, index=index)
        words = list(seats.order_by("game_id").values_list("entropy", flat=True))
        seats.update(entropy=json.dumps(words, ensure_ascii=False))

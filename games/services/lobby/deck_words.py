"""The words that seats bring to the deck, until the game begins (docs/fairness.md, section 3)."""

import json
from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from games import fairness, game_secrets, sanctions
from games.models import Game, Seat
from games.refusals import Refused
from games.selectors.seats.deck_words import own_words

MAX_WORDS = 64  # characters


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
    seats = game.seats.select_related("user")
    silent = [seat for seat in seats if not own_words(seat)]
    for seat in silent:
        seat.entropy = fairness.words_from(secret, game.code, seat.index)
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


def write(user: User, code: str, words: str) -> Seat:
    """Changes the words that somebody at an open table brings; "" for none. Only words that are
    written once the commitment was there prove anything. Raises `Refused`."""
    sanctions.check_may_play(user)
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        seat = game.seats.filter(user=user).first()
        if seat is None:
            raise Refused("not_seated")
        if game.state != Game.State.OPEN:
            raise Refused("unknown_game" if game.started_at is None else "words_fixed")
        bring(seat, user, words)
        seat.save(update_fields=["entropy"])
    return seat


def bring(seat: Seat, user: User, words: str) -> None:
    """Sets the words of an (unsaved) seat. Everybody reads them once the game has begun, so whoever
    is muted can bring none. Raises `Refused`."""
    seat.entropy = words.strip()[:MAX_WORDS]
    if seat.entropy:
        sanctions.check_may_write(user)

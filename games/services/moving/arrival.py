"""A game that arrives from another server and goes on here.

Its players are found by e-mail address, or get an account that they sign in to by e-mail. The time
it took to arrive is taken from nobody.
"""

import hashlib
import json
from datetime import datetime
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import Model
from django.utils.dateparse import parse_datetime

from accounts.models import FormerGuest, User
from accounts.operation import database_clock
from games import game_secrets
from games.models import Game, Hand, Seat, SeatClock
from games.rules.errors import RulesError
from games.rules.registry import ruleset
from games.services import game_log, wake_workers
from games.services.hands import bot_answers, outages
from games.services.moving import game_rows, people
from games.services.moving.departure import DIGEST_BYTES, FORMAT, NONCE_BYTES
from games.services.moving.refusal import CannotMove
from games.services.notifications import hand_notices, seat_notices
from games.services.seats import pausing

Payload = dict[str, Any]
# What was taken back, and an outage: rows of the server where that was logged.
NUMBERS = ("taken", "restore")
MISFITS = (
    AttributeError, LookupError, TypeError, ValueError, ObjectDoesNotExist, ValidationError,
    DataError, IntegrityError, RulesError,
)  # fmt: skip


def arrive(content: bytes, key: bytes) -> Game:
    """Stores the whole game, or nothing. Raises `CannotMove`."""
    payload = unpack(content, key)
    try:
        with transaction.atomic():
            game = _store(payload)
            _go_on(game, _moment(payload))
            return game
    except MISFITS as error:
        raise CannotMove(
            f"This file does not fit the rows of this server ({type(error).__name__}). Both need "
            "the same version."
        ) from None


def unpack(content: bytes, key: bytes) -> Payload:
    """The content of the file. Raises `CannotMove`."""
    if not content.startswith(FORMAT):
        raise CannotMove("This is no file of a game, or one of another version.")
    body = content[len(FORMAT) :]
    digest, sealed = body[:DIGEST_BYTES], body[DIGEST_BYTES:]
    if hashlib.sha256(sealed).digest() != digest:
        raise CannotMove("The file is cut off or damaged. Copy it once more.")
    nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    try:
        found: Payload = json.loads(AESGCM(key).decrypt(nonce, rest, FORMAT))
    except (InvalidTag, ValueError):
        raise CannotMove("This key is not the one of this file.") from None
    return found


def _moment(payload: Payload) -> datetime:
    found = parse_datetime(payload["at"])
    if found is None:
        raise ValueError(payload["at"])
    return found


def _store(payload: Payload) -> Game:
    rows = payload["rows"]
    if odd := game_rows.unknown(rows):
        raise CannotMove(f"The file is of another version: {', '.join(sorted(odd))}.")
    _check_rules(*payload["rules"])
    code = rows["Game"][0]["code"]
    if Game.objects.filter(code=code).exists():
        raise CannotMove(f"The game {code} is here already.")
    there = {int(pk): people.person(told) for pk, told in payload["people"].items()}
    FormerGuest.objects.bulk_create(
        FormerGuest(guest=there[int(guest)], user=there[user])
        for guest, user in payload["former_guests"].items()
    )
    known: dict[type[Model], dict[int, Model]] = {User: dict(there)}
    for model, _path in game_rows.MODELS:
        made = [game_rows.read(model, row, known) for row in rows[model.__name__]]
        model._default_manager.bulk_create(made)
        key = model._meta.pk.attname
        pairs = zip(rows[model.__name__], made, strict=True)
        known[model] = {row[key]: each for row, each in pairs}
    game: Any = next(iter(known[Game].values()))
    return game  # type: ignore[no-any-return]


def _check_rules(slug: str, version: int) -> None:
    known = ruleset(slug).VERSION
    if version > known:
        raise CannotMove(
            f"It is played by version {version} of its rules, and this server has version {known}. "
            "Upgrade it first."
        )


def _go_on(game: Game, since: datetime) -> None:
    """Resumes as if the game had been paused since it left, and notifies everybody who is asked.

    One that is paused stays so.
    """
    _forget_numbers(game)
    hand = game.hands.get(number=game.hand_number)
    outages.owe_nothing(hand, database_clock.now())
    state = game_secrets.open_state(game)
    for seat in ruleset(game.ruleset).awaiting(state):
        ruleset(game.ruleset).legal(state, seat)
    if game.paused_at is None:
        game.paused_at = since
        pausing.go_on(game, {"moved": True})
        hand.refresh_from_db()
        _ask(game, hand)
    else:
        game_log.write_log(game, "paused", {"moved": True})
        seat_notices.game_paused(game)
    game.save()
    wake_workers.deliver()


def _forget_numbers(game: Game) -> None:
    """Numbers of rows in its log, which are others' here."""
    for entry in game.log.filter(data__has_any_keys=NUMBERS):
        entry.data = {name: value for name, value in entry.data.items() if name not in NUMBERS}
        entry.save(update_fields=["data"])


def _ask(game: Game, hand: Hand) -> None:
    waiting = SeatClock.objects.filter(hand=hand, answered_at=None, given_up=False)
    asked = list(Seat.objects.filter(clocks__in=waiting))
    due = dict(waiting.values_list("seat_id", "deadline"))
    hand_notices.hand_opened(game, hand, asked, due)
    if hand.bots_due is not None:
        bot_answers.think_anew(hand, beside_people=bool(asked))

"""A game that leaves: written to a file, and deleted here if it is to go on only there."""

import hashlib
import json
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db import transaction

from accounts.models import FormerGuest, User
from accounts.notifications import retention
from accounts.operation import database_clock
from games import game_secrets, visibility
from games.models import Game, Hand, LeagueGame, Report
from games.services import wake_workers
from games.services.hands import outages
from games.services.mail import inbox
from games.services.moving import game_rows, people
from games.services.moving.refusal import CannotMove
from games.services.results import packing

STRANGERS = (User.Kind.GUEST, User.Kind.PROGRAM)  # whom only this server lets in
FORMAT = b"tideweb-game/1\n"
NONCE_BYTES, KEY_BYTES, DIGEST_BYTES = 12, 32, 32


class Packed(NamedTuple):
    """The file, and the key that opens it. Keep them apart."""

    content: bytes
    key: bytes


def leave(
    code: str, keep: Callable[[Packed], None], *, move: bool, with_guests: bool = False
) -> Packed:
    """Calls `keep` to store the file; with `move`, the game is deleted here once it is stored.

    Raises `CannotMove`, without `with_guests` also if somebody could not sign in elsewhere.
    """
    with transaction.atomic():
        game = _locked(code)
        if not with_guests:
            _refuse_guests(game)
        if move:
            _refuse_what_would_be_lost(game)
        _give_time_back(game)
        packing.unpack(game)
        packed = pack(_payload(game))
        if move:
            retention.withdraw(game.pk)
            game.delete()
        keep(packed)  # last, so that there is no file if anything before it fails
        return packed


def _locked(code: str) -> Game:
    try:
        game = game_secrets.lock_game(code=code)
    except Game.DoesNotExist:
        raise CannotMove(f"There is no game {code} here.") from None
    if game.state != Game.State.RUNNING:
        raise CannotMove(f"{code} is {game.state}: only a game that is played can go on elsewhere.")
    if game.duplicate_id is not None:
        raise CannotMove(f"{code} is compared with other tables here, so it has to stay.")
    if senders := inbox.people_with_unread_in(game.pk):
        for user_id in senders:
            wake_workers.read_mail(user_id)
        raise CannotMove(f"A mail to {code} waits to be read. Try again in a moment.")
    return game


def _refuse_guests(game: Game) -> None:
    stay = game.seats.filter(user__kind__in=STRANGERS, absence="").order_by("index")
    if names := ", ".join(stay.values_list("user__name", flat=True)):
        raise CannotMove(
            f"{names} could not sign in at the other server: guests have no e-mail address there, "
            "and bots that somebody wrote no owner. Ask guests to sign up here first, or repeat "
            "this with --with-guests: they then miss their hands there until a bot plays for them."
        )


def _refuse_what_would_be_lost(game: Game) -> None:
    """What refers to the game here is deleted with it."""
    if LeagueGame.objects.filter(game=game).exists():
        raise CannotMove(
            f"{game.code} counts for a league here, so it has to stay. If this server is being "
            "shut down, copy the game without --move."
        )
    if Report.objects.filter(game=game, closed_at=None).exists():
        raise CannotMove(f"A report about {game.code} is open. Close it first.")


def _give_time_back(game: Game) -> None:
    """What our outages took from the open hand; the other server knows nothing of them."""
    hand = game.hands.get(number=game.hand_number)
    if visibility.shown_state(hand) == Hand.State.OPEN:
        outages.catch_up(game, hand, database_clock.now())


def _payload(game: Game) -> dict[str, Any]:
    rows = game_rows.rows_of(game)
    rows["Game"][0]["sealed_secret"] = game_secrets.published_secret(game) or ""
    there = User.objects.in_bulk(game_rows.people_in(rows))
    signed_in = FormerGuest.objects.filter(guest__in=there)
    former_guests = dict(signed_in.values_list("guest", "user"))
    there |= User.objects.in_bulk(former_guests.values())
    return {
        "from": settings.SITE_URL,
        "at": database_clock.now(),
        "rules": [game.ruleset, game.rules_version],
        "people": {pk: people.told(user) for pk, user in there.items()},
        "former_guests": former_guests,
        "rows": rows,
    }


def pack(payload: dict[str, Any]) -> Packed:
    """Seals it with a new key. The digest tells a truncated file from a wrong key."""
    key, nonce = secrets.token_bytes(KEY_BYTES), secrets.token_bytes(NONCE_BYTES)
    text = json.dumps(payload, cls=game_rows.Encoder, separators=(",", ":")).encode()
    sealed = nonce + AESGCM(key).encrypt(nonce, text, FORMAT)
    return Packed(FORMAT + hashlib.sha256(sealed).digest() + sealed, key)

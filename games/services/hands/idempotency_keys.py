"""Idempotency keys: what is sent twice with one key takes effect once and gets the same answer.

After the IETF draft "The Idempotency-Key HTTP Header Field": a key belongs to a person, and is
refused for a different request.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from accounts import encryption
from accounts.models import User
from accounts.operation import database_clock
from accounts.rows import fetch
from games.models import Hand, IdempotencyKey, Seat, SeatTenure
from games.refusals import Refused

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


# As receipts are stored: by names from before they had those of the API.
STORED_NAMES = {"game": "code", "bid": "notation"}


def fingerprint(code: str, hand_number: int, text: str) -> str:
    """A digest of what makes two requests the same: game, hand and answer.

    Keyed with the server's secret, because in a copy of the database a plain hash of so few
    possible answers would give the answer away.
    """
    request = f"{code}\n{hand_number}\n{text}"
    return salted_hmac("games.idempotency", request, algorithm="sha256").hexdigest()


def is_used(user: User, key: str) -> bool:
    """Whether a request of this person with the key was answered already."""
    return IdempotencyKey.objects.filter(user=user, key=key).exists()


def earlier(row: IdempotencyKey, request: str) -> dict[str, Any]:
    """The receipt that was given for this key, as fields. Raises `Refused` ("key_reused")."""
    if row.fingerprint != request:
        raise Refused("key_reused")
    fields = opened(row)
    times = {name: datetime.fromisoformat(fields[name]) for name in ("placed_at", "deadline")}
    names = {name: fields.pop(stored) for name, stored in STORED_NAMES.items()}
    return fields | times | names


def remember(user: User, key: str, request: str, receipt: "DataclassInstance") -> None:
    """Stores the receipt under the key, sealed, in the caller's transaction.

    Raises `Refused` ("key_reused") if the key was used in another game at the same instant.
    """
    fields = {STORED_NAMES.get(name, name): value for name, value in asdict(receipt).items()}
    fields |= {name: fields[name].isoformat() for name in ("placed_at", "deadline")}
    row = IdempotencyKey(user=user, key=key, fingerprint=request)
    seal(row, fields)
    try:
        row.save()
    except IntegrityError:
        raise Refused("key_reused") from None


def forget(hand: Hand, seat: Seat) -> None:
    """The bid of this seat in this hand is withdrawn, so whoever gave it needs to give it anew."""
    theirs = of_bids(hand.game.code, SeatTenure.objects.filter(seat=seat), since=hand.opened_at)
    mine = [
        row.pk
        for row, receipt in theirs
        if (receipt["hand"], receipt["seat"]) == (hand.number, seat.index)
    ]
    IdempotencyKey.objects.filter(pk__in=mine).delete()


def of_bids(
    code: str, tenures: "QuerySet[SeatTenure]", *, since: datetime
) -> Iterator[tuple[IdempotencyKey, dict[str, Any]]]:
    """The receipts for bids of these people in a game from that moment on. Which bid one is for,
    only it says itself; so all of theirs are opened, of which a program may have thousands."""
    rows = IdempotencyKey.objects.filter(user__in=tenures.values("user"), created_at__gte=since)
    for row in rows.iterator():
        receipt = opened(row)
        if receipt.get("code") == code:
            yield row, receipt


def answered_once(
    user: User, key: str, wished: Mapping[str, Any], make: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """As `made_once`, for plain values instead of a name."""
    found: dict[str, Any] = json.loads(made_once(user, key, wished, lambda: json.dumps(make())))
    return found


def made_once(
    user: User,
    key: str,
    wished: Mapping[str, Any],
    make: Callable[[], str],
    within: timedelta | None = None,
) -> str:
    """The name of what `make` makes, or of what it made for this key before, `within` this time.

    Of two requests at the same instant the second is rolled back and returns what the first one
    made. Raises `Refused`: "key_reused", or what `make` raises.
    """
    request = _request(wished)
    try:
        return _made_once(user, key, request, make, within)
    except IntegrityError:
        return _made_once(user, key, request, make, within)


def _request(wished: Mapping[str, Any]) -> str:
    return fingerprint("", 0, json.dumps(wished, sort_keys=True, default=str))


def _made_once(
    user: User, key: str, request: str, make: Callable[[], str], within: timedelta | None
) -> str:
    with transaction.atomic():
        row = IdempotencyKey.objects.filter(user=user, key=key).first()
        if row and within and database_clock.now() - row.created_at > within:
            row.delete()
            row = None
        if row is None:
            name = make()
            _keep(user, key, request, name)
            return name
        if row.fingerprint != request:
            raise Refused("key_reused")
        return _made(row)


def _keep(user: User, key: str, request: str, name: str) -> None:
    sealed = encryption.seal({"made": name}, associated_data_of(user.pk, key))
    IdempotencyKey.objects.create(user=user, key=key, fingerprint=request, sealed_receipt=sealed)


def _made(row: IdempotencyKey) -> str:
    return str(opened(row)["made"])


def keep_of_guest(guest: User, key: str, name: str) -> None:
    """Stores what a stranger has made under this key, who is this guest since then: `made_once`
    finds it if their browser knows that already when it sends the same again.
    """
    _keep(guest, key, _request({}), name)


def made_by_guest(key: str, within: timedelta) -> tuple[User, str] | None:
    """The guest that a stranger with this key became, and what they made, `within` this time.

    Waits for whoever is sending the same; called inside a transaction.
    """
    fetch("SELECT pg_advisory_xact_lock(hashtext(%(key)s))", {"key": key})
    lately = database_clock.now() - within
    rows = IdempotencyKey.objects.filter(key=key, created_at__gt=lately, user__kind=User.Kind.GUEST)
    row = rows.select_related("user").first()
    return (row.user, _made(row)) if row else None


def opened(row: IdempotencyKey) -> dict[str, Any]:
    """What was answered, by the names under which it is stored."""
    fields: dict[str, Any] = encryption.unseal(
        row.sealed_receipt, associated_data_of(row.user_id, row.key)
    )
    return fields


def seal(row: IdempotencyKey, fields: Mapping[str, Any]) -> None:
    """Puts what was answered into an unsaved row."""
    row.sealed_receipt = encryption.seal(fields, associated_data_of(row.user_id, row.key))


def associated_data_of(user_id: int, key: str) -> str:
    """What the receipt of a key is sealed for."""
    return f"idempotency:{user_id}:{key}"

"""Who the people of a game are at the server where it arrives.

They are found by e-mail address, or get an account with the settings that they had. Whoever had
their data deleted stays nobody.
"""

import secrets
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User, Vacation
from accounts.operation import database_clock
from accounts.people import new_accounts
from games.services.moving.refusal import CannotMove
from games.services.people import erasure

SETTINGS = (
    "language", "zone", "quiet_from", "quiet_to", "remind_hours", "digest", "digest_hour",
    "strict_mail",
)  # fmt: skip
NAMES = 100  # tries
A_DAY = timedelta(days=1)
Told = dict[str, Any]


def told(user: User) -> Told:
    """What the other server has to know of somebody."""
    since = database_clock.now().date() - A_DAY
    away = user.vacations.filter(last__gte=since).order_by("first")
    return {
        "name": user.name,
        "kind": user.kind,
        "active": user.is_active,
        "email": None if erasure.is_nobody(user) else user.email,
        "away": list(away.values_list("first", "last")),
        **{name: getattr(user, name) for name in SETTINGS},
    }


def person(about: Told) -> User:
    """Whoever has that address here, or a new account for it. Bots are found by name."""
    found = _known(about)
    if found is not None:
        return found
    for name in _names(about["name"]):
        try:
            with transaction.atomic():
                return _made(about, name)
        except IntegrityError:  # somebody else is called that here
            continue
    raise CannotMove(f"No name is free for {about['name']} here.")


def _known(about: Told) -> User | None:
    if about["kind"] == User.Kind.BOT:
        return User.objects.filter(kind=User.Kind.BOT, name=about["name"]).first()
    found = User.objects.filter(email=about["email"] or "").first()
    return new_accounts.make_confirmed(about["email"], found.name) if found is not None else None


def _made(about: Told, name: str) -> User:
    columns = {field.name: field for field in User._meta.concrete_fields}
    settings = {each: columns[each].to_python(about[each]) for each in SETTINGS}
    if about["kind"] != User.Kind.PERSON:
        kind, active = about["kind"], about["active"]
        return User.objects.create_user(
            None, None, kind=kind, name=name, is_active=active, **settings
        )
    if about["email"] is None:
        address = erasure.nowhere(secrets.token_hex(8))
        return User.objects.create_user(address, None, name=name, is_active=False)
    user = new_accounts.make_confirmed(about["email"], name, **settings)
    Vacation.objects.bulk_create(
        Vacation(user=user, first=date.fromisoformat(first), last=date.fromisoformat(last))
        for first, last in about["away"]
    )
    return user


def _names(name: str) -> Iterator[str]:
    longest = User._meta.get_field("name").max_length or 0
    yield name
    for number in range(2, NAMES):
        yield f"{name[: longest - 4]} {number}"

"""Guests who can't come back, since no browser is signed in as them, and who took part in nothing.

Their names stay taken as long as they are stored. Whoever played, wrote or is named where others
read stays, since that belongs to others as well.
"""

from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.db import transaction
from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from accounts.models import ModerationEntry, User
from accounts.operation.database_errors import run_isolated
from accounts.staff.audit_log import about_person
from games.models import Game, Seat
from games.refusals import Refused
from games.services.lobby import tables

HOUR = 3  # UTC: it reads all guests, so not with each sweep
NONE_LEFT = "departed_guests:none_left"  # in the cache until that hour is over
KEPT_FOR = timedelta(days=30)  # from when they sat down for the first time
BATCH = 100
# Rows that nobody else reads; they go as well. All others keep a guest.
THEIR_OWN = {
    "account.EmailAddress",
    "accounts.Choice",
    "accounts.Sighting",
    "games.Ignored",
    "games.Preference",
}
# Rows that keep nobody if their table was closed before it began, and where they name it.
AT_TABLES = {"games.Game": "", "games.LogEntry": "game__", "games.Invitation": "game__"}


def purge(now: datetime) -> int:
    """Lets a batch of those who can't come back leave the tables that have not begun, and deletes a
    batch of those of whom nothing is left; returns how many. Each night, until none is left."""
    if now.hour != HOUR or cache.get(NONE_LEFT):
        return 0
    before = now - KEPT_FOR
    at_open = Seat.objects.filter(user__in=_cannot_come(before), game__state=Game.State.OPEN)
    found = list(at_open.order_by("pk").values_list("user_id", "game__code")[:BATCH])
    for pk, code in found:
        run_isolated(partial(_get_up, pk, code, before), f"Guest {pk}")
    ids = list(_without_trace(before).order_by("pk").values_list("pk", flat=True)[:BATCH])
    if len(found) < BATCH and not ids:
        cache.set(NONE_LEFT, True, 3600)
    with transaction.atomic():
        # Asked again, since somebody may just have confirmed an address; from here on nobody can.
        list(User.objects.select_for_update().filter(pk__in=ids).order_by("pk"))
        list(EmailAddress.objects.select_for_update().filter(user__in=ids).order_by("pk"))
        _all, deleted = _without_trace(before).filter(pk__in=ids).delete()
    return deleted.get(User._meta.label, 0)


def _get_up(pk: int, code: str, before: datetime) -> int:
    """Unless they have just come back, or the table has begun."""
    with transaction.atomic(), suppress(Refused):
        list(User.objects.select_for_update(no_key=True).filter(pk=pk))
        for guest in _cannot_come(before).filter(pk=pk):
            tables.leave(guest, code)
    return 0


def _cannot_come(before: datetime) -> "QuerySet[User]":
    """Guests whom no browser knows."""
    guests = User.objects.filter(kind=User.Kind.GUEST, is_active=True, date_joined__lt=before)
    known = UserSession.objects.filter(user=OuterRef("pk"))
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    return guests.exclude(Exists(known)).exclude(Exists(confirmed))


def _without_trace(before: datetime) -> "QuerySet[User]":
    about = Concat(Value(about_person("")), Cast(OuterRef("pk"), CharField()))
    found = _cannot_come(before).exclude(Exists(ModerationEntry.objects.filter(about=about)))
    relations: list[Any] = list(User._meta.get_fields(include_hidden=True))
    for relation in relations:
        if relation.auto_created and (relation.one_to_many or relation.one_to_one):
            found = found.exclude(_traces(relation))
    return found


def _traces(relation: Any) -> Q | Exists:
    """The rows of this relation that keep a guest."""
    model = relation.related_model
    label: str = model._meta.label
    if label in THEIR_OWN:
        return Q(pk__in=[])
    rows = model._base_manager.filter(**{relation.field.name: OuterRef("pk")})
    if label in AT_TABLES:
        game = AT_TABLES[label]
        closed = {f"{game}state": Game.State.CANCELLED, f"{game}started_at": None}
        rows = rows.exclude(**closed)
    return Exists(rows)

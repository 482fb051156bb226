"""The reply address of an invitation to an address without an account, and what an answer does.

The address is computed with a key, not stored, so that a letter that is held back costs as much as
one that is sent.
"""

import hmac
import re
from hashlib import sha256

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet

from accounts.email import inbound_routes
from accounts.models import Notice, User
from accounts.notifications import unsubscribe
from accounts.notifications.unsubscribe import Stop
from accounts.operation import database_clock
from accounts.people import display_names, new_accounts
from games.models import Game, Invitation, Seat

PREFIX = "in-"
LOCAL_PART = re.compile(rf"{PREFIX}([0-9]{{1,18}})-([0-9a-f]{{32}})")
TRIES = 9  # names with a number appended, before a name is made up


def address_of(invitation: Invitation) -> str:
    """The reply address of this invitation's letter."""
    return inbound_routes.address_of(f"{PREFIX}{invitation.pk}-{_key(invitation.pk)}")


def _key(pk: int) -> str:
    secret = f"games.invitation.reply{settings.SECRET_KEY}".encode()
    return hmac.new(secret, str(pk).encode(), sha256).hexdigest()[:32]


def invitation_at(address: str) -> Invitation | None:
    """The invitation with this reply address, even if it has expired."""
    found = LOCAL_PART.fullmatch(inbound_routes.local_of(address))
    if found is None:
        return None
    if not hmac.compare_digest(found[2], _key(int(found[1]))):
        return None
    return Invitation.objects.select_related("game", "sent_by").filter(pk=int(found[1])).first()


def is_open(invitation: Invitation) -> bool:
    """Whether it can still be accepted: also once whoever had accepted it has left again."""
    waits = invitation.game.state == Game.State.OPEN and seated_by(invitation) is None
    return waits and invitation.expires_at > database_clock.now()


def seated_by(invitation: Invitation) -> User | None:
    """Whoever sits at the table by this invitation; without an account, a guest by its link."""
    if invitation.accepted_by_id is None:
        return None
    held = invitation.game.seats.filter(user=invitation.accepted_by_id)
    seat = held.exclude(absence=Seat.Absence.OFFERED).select_related("user").first()
    return seat.user if seat else None


def person_of(invitation: Invitation, name: str, language: str) -> User:
    """The account of the invited person, made or confirmed now: a mail from the invited
    address to an address that only its letter names has just shown that it is theirs.

    They are called as they sign themselves, or with a number appended if that name is taken. If
    they had stopped all e-mails to that address, they get them again.
    """
    language = language or invitation.sent_by.language
    with transaction.atomic():
        unsubscribe.go_on(Stop(None, "invitation", address=invitation.email), ())
        return new_accounts.make_confirmed(
            invitation.email,
            _free_name(name, invitation.email, language),
            language=language,
            zone=invitation.sent_by.zone,
            zone_follows=True,
        )


def _free_name(name: str, email: str, language: str) -> str:
    for base in (" ".join(name.split()), email.partition("@")[0]):
        for number in range(1, TRIES + 1):
            try:
                return display_names.checked(f"{base[:26]} {number}" if number > 1 else base[:30])
            except ValidationError:
                continue
    return new_accounts.unnamed(language)


def decline(invitation: Invitation) -> None:
    """Lets the invitation expire, because somebody without an account declined it."""
    now = database_clock.now()
    Invitation.objects.filter(pk=invitation.pk, expires_at__gt=now).update(expires_at=now)


def forget(invitations: "QuerySet[Invitation]") -> None:
    """Deletes these, with the notices that hold addresses of people without an account."""
    asked = dict(invitations.values_list("pk", "email"))
    events = [f"invitation:{pk}" for pk in asked]
    letters = Notice.objects.filter(recipient=None, address__in=asked.values(), event__in=events)
    letters.delete()
    Invitation.objects.filter(pk__in=asked).delete()

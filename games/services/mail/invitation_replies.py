"""Where an invitation to an address without an account is answered, and what that brings about.

The address is keyed, not stored: a letter that is kept back must cost what one that goes costs.
"""

import hmac
import re
from hashlib import sha256

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.email import reply_domain
from accounts.models import User
from accounts.operation import database_clock
from accounts.people import display_names, new_accounts
from games.models import Invitation

PREFIX = "in-"
LOCAL_PART = re.compile(rf"{PREFIX}([0-9]{{1,18}})-([0-9a-f]{{32}})")
TRIES = 9  # names with a number behind, before a new name is made up


def written(invitation: Invitation) -> str:
    """The address that this invitation's letter is answered to."""
    return reply_domain.written(f"{PREFIX}{invitation.pk}-{_key(invitation.pk)}")


def _key(pk: int) -> str:
    secret = f"games.invitation.reply{settings.SECRET_KEY}".encode()
    return hmac.new(secret, str(pk).encode(), sha256).hexdigest()[:32]


def invitation_at(address: str) -> Invitation | None:
    """The invitation whose letter bears this address, also one that has expired."""
    found = LOCAL_PART.fullmatch(reply_domain.local_of(address))
    if found is None:
        return None
    if not hmac.compare_digest(found[2], _key(int(found[1]))):
        return None
    return Invitation.objects.select_related("game", "sent_by").filter(pk=int(found[1])).first()


def is_open(invitation: Invitation) -> bool:
    """Whether it can still be accepted."""
    return invitation.accepted_by_id is None and invitation.expires_at > database_clock.now()


def person_of(invitation: Invitation, name: str, language: str) -> User:
    """The account of who was asked: made now if there is none, since they have just shown, by a
    mail from that address to one that only its letter bears, that it is theirs.

    They are called as they write themselves, or with a number behind if that is taken.
    """
    with transaction.atomic():
        return new_accounts.make_confirmed(
            invitation.email,
            _free_name(name, invitation.email),
            language=language or invitation.sent_by.language,
            zone=invitation.sent_by.zone,
            zone_follows=True,
        )


def _free_name(name: str, email: str) -> str:
    for base in (" ".join(name.split()), email.partition("@")[0], new_accounts.UNNAMED):
        for number in range(1, TRIES + 1):
            try:
                return display_names.checked(f"{base[:26]} {number}" if number > 1 else base[:30])
            except ValidationError:
                continue
    return f"{new_accounts.UNNAMED} {_key(len(email))[:6]}"


def decline(invitation: Invitation) -> None:
    """Whoever has no account says no: the invitation lapses."""
    now = database_clock.now()
    rows = Invitation.objects.filter(pk=invitation.pk, accepted_by=None, expires_at__gt=now)
    rows.update(expires_at=now)

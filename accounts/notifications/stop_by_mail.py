"""The mailto: address of `List-Unsubscribe`: any mail to it unsubscribes, as a POST to the link
does.

The address itself is the authorisation, as the link is, and covers the same: letters of that kind
about the same table, or all of that kind. The content of the mail is ignored.

Like the link it names the person, the kind and the table, since notices are deleted long before
people stop reading their letters. Only addresses without an account are looked up by the notice.
"""

import hmac
import re
from hashlib import sha256

from django.conf import settings

from accounts.email import inbound_routes
from accounts.email.inbound_routes import Arrival
from accounts.models import Notice, User
from accounts.notifications import unsubscribe
from accounts.notifications.unsubscribe import Stop

PREFIX = "s-"
# What it stops, and its key. A Message-ID stands in letters to addresses without an account, and
# in all letters until 0.3.0.
LOCAL_PART = re.compile(rf"{PREFIX}([0-9a-f]{{32}}|[0-9]+-[a-z0-9_]+-[0-9]+)-([0-9a-f]{{16}})")
ABOUT = re.compile("|game:([0-9]+)")  # the scopes that can be written in an address
MAX_LOCAL = 64  # RFC 5321, 4.5.3.1.1


def address_of(notice: Notice) -> str:
    """The address that unsubscribes from letters such as this notice's."""
    about = ABOUT.fullmatch(notice.scope)
    if notice.recipient_id and about:
        named = _address(f"{notice.recipient_id}-{notice.kind}-{about[1] or 0}")
        if named.rindex("@") <= MAX_LOCAL:
            return named
    return _address(notice.message_id)


def _address(what: str) -> str:
    return inbound_routes.address_of(f"{PREFIX}{what}-{_key(what)}")


def _key(what: str) -> str:
    # Never change the text: letters that people have keep their addresses.
    secret = f"accounts.email.stop{settings.SECRET_KEY}".encode()
    return hmac.new(secret, what.encode(), sha256).hexdigest()[:16]


def _read(address: str) -> Stop | None:
    found = LOCAL_PART.fullmatch(inbound_routes.local_of(address))
    if found is None or not hmac.compare_digest(found[2], _key(found[1])):
        return None
    if "-" not in found[1]:
        notice = Notice.called(found[1]).select_related("recipient").first()
        return unsubscribe.of(notice) if notice else None
    person, kind, game = found[1].split("-")
    user = User.objects.filter(pk=person).first()
    return Stop(user, kind, f"game:{game}" if int(game) else "") if user else None


class Stops:
    """Takes mail for unsubscribe addresses (see `accounts.email.inbound_routes`)."""

    def knows(self, address: str) -> bool:
        """Whether one of our letters contained this address."""
        return _read(address) is not None

    def take(self, arrival: Arrival) -> None:
        """Unsubscribes. Idempotent."""
        what = _read(arrival.recipient)
        if what is not None:
            unsubscribe.stop(what)

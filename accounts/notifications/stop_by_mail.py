"""The mailto: address of `List-Unsubscribe`: any mail to it unsubscribes, as a POST to the link
does.

The address itself is the authorisation, as the link is, and covers the same: letters of that kind
about the same table, or all of that kind. The content of the mail is ignored.
"""

import hmac
import re
from hashlib import sha256

from django.conf import settings

from accounts.email import inbound_routes
from accounts.email.inbound_routes import Arrival
from accounts.models import Notice
from accounts.notifications import unsubscribe

PREFIX = "s-"
LOCAL_PART = re.compile(rf"{PREFIX}([0-9a-f]{{32}})-([0-9a-f]{{16}})")


def address_of(notice: Notice) -> str:
    """The address that unsubscribes from letters such as this notice's."""
    return inbound_routes.address_of(f"{PREFIX}{notice.message_id}-{_key(notice.message_id)}")


def _key(message_id: str) -> str:
    # Never change the text: letters that people have keep their addresses.
    secret = f"accounts.email.stop{settings.SECRET_KEY}".encode()
    return hmac.new(secret, message_id.encode(), sha256).hexdigest()[:16]


def _notice_of(address: str) -> Notice | None:
    found = LOCAL_PART.fullmatch(inbound_routes.local_of(address))
    if found is None or not hmac.compare_digest(found[2], _key(found[1])):
        return None
    return Notice.called(found[1]).select_related("recipient").first()


class Stops:
    """Takes mail for unsubscribe addresses (see `accounts.email.inbound_routes`)."""

    def knows(self, address: str) -> bool:
        """Whether one of our letters contained this address."""
        return _notice_of(address) is not None

    def take(self, arrival: Arrival) -> None:
        """Unsubscribes. Idempotent."""
        notice = _notice_of(arrival.recipient)
        if notice is not None:
            unsubscribe.stop(unsubscribe.of(notice))

"""The mailto: of `List-Unsubscribe`: a mail to it stops what its letter is, as one POST does.

Like the link it is the permission by itself, and for the same: letters of that kind about the same
table, or of that kind.  What the mail says is not read.
"""

import hmac
import re
from hashlib import sha256

from django.conf import settings

from accounts.email import reply_domain
from accounts.email.inbound_routes import Arrival
from accounts.models import Notice
from accounts.notifications import unsubscribe

PREFIX = "s-"
LOCAL_PART = re.compile(rf"{PREFIX}([0-9a-f]{{32}})-([0-9a-f]{{16}})")


def written(notice: Notice) -> str:
    """The address that stops letters such as this one."""
    return reply_domain.written(f"{PREFIX}{notice.message_id}-{_key(notice.message_id)}")


def _key(message_id: str) -> str:
    secret = f"accounts.email.stop{settings.SECRET_KEY}".encode()
    return hmac.new(secret, message_id.encode(), sha256).hexdigest()[:16]


def _notice_of(address: str) -> Notice | None:
    found = LOCAL_PART.fullmatch(reply_domain.local_of(address))
    if found is None or not hmac.compare_digest(found[2], _key(found[1])):
        return None
    return Notice.objects.select_related("recipient").filter(message_id=found[1]).first()


class Stops:
    """Takes mail for these addresses (see `accounts.email.inbound_routes`)."""

    def knows(self, address: str) -> bool:
        """Whether a letter of ours bears it."""
        return _notice_of(address) is not None

    def take(self, arrival: Arrival) -> None:
        """Stops such letters; twice is harmless."""
        notice = _notice_of(arrival.recipient)
        if notice is not None:
            unsubscribe.stop(unsubscribe.of(notice))

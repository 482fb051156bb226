"""Mail to the addresses of the site itself: stored for its operators, or answered if we know the
sender.

Mail to the address our letters are from is not stored: players who answer the wrong letter put
their cards into it, and no member of staff may see those.
"""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction

from accounts import encryption
from accounts.models import User
from accounts.notifications import outbox
from accounts.notifications.outbox import NotificationRequest
from accounts.operation import database_clock
from games.models import HouseMail, Invitation
from games.services import wake_workers
from games.services.mail import invitation_replies

KIND = "mail_house"
MAX_AN_HOUR = 300
KEPT_FOR = timedelta(days=30)
Outcome = HouseMail.Outcome


def is_flooded() -> bool:
    """Whether so much came in the last hour that more must wait at its own server."""
    since = database_clock.now() - timedelta(hours=1)
    return HouseMail.objects.filter(received_at__gt=since).count() >= MAX_AN_HOUR


def keep(local: str, identity: str, sender: str, raw: bytes) -> None:
    """Stores a mail to postmaster or abuse for the operators. The same mail again changes
    nothing."""
    value = {"sender": sender, "raw": raw.decode("latin-1")}
    HouseMail.objects.get_or_create(
        local=local,
        identity=identity,
        defaults={"sealed_raw": encryption.seal(value, associated_data_of(local, identity))},
    )


def answer(
    local: str, identity: str, user: User | None, address: str, asked: Invitation | None = None
) -> None:
    """Notes a mail to the address our letters are from, and answers it once a day: to this member,
    or to an address we have written to; to nobody else. `asked`: the invitation that it replied
    to, of which the letter tells, once a day while it is open, while they sit there, and after.
    """
    known = user is not None or Invitation.objects.filter(email=address).exclude(email="").exists()
    with transaction.atomic():
        row, first = HouseMail.objects.get_or_create(
            local=local,
            identity=identity,
            defaults={"outcome": Outcome.ANSWERED if known else Outcome.UNKNOWN},
        )
        if first and known:
            day, facts = f"house:{row.received_at:%Y-%m-%d}", {}
            if asked is not None:
                sits = invitation_replies.seated_by(asked) is not None
                day = f"{day}:{asked.pk}:{sits}:{invitation_replies.is_open(asked)}"
                facts = {"asked": asked.pk}
            request = (
                NotificationRequest(user.pk, KIND, day)
                if user
                else NotificationRequest(None, KIND, day, facts, address=address)
            )
            outbox.enqueue([request])
            wake_workers.deliver()


def note_automatic(local: str, identity: str) -> None:
    """Notes an automatic mail, which is never answered."""
    HouseMail.objects.get_or_create(
        local=local, identity=identity, defaults={"outcome": Outcome.AUTOMATIC}
    )


def associated_data_of(local: str, identity: str) -> str:
    """The context (associated data) that the text of a mail is sealed with."""
    return f"house:{local}:{identity}"


def text_of(mail: HouseMail) -> str:
    """The mail as it came, for the operators; empty once it was deleted."""
    return _opened(mail)["raw"] if mail.sealed_raw is not None else ""


def _opened(mail: HouseMail) -> dict[str, str]:
    value: dict[str, str] = encryption.unseal(
        bytes(mail.sealed_raw or b""), associated_data_of(mail.local, mail.identity)
    )
    return value


def forget_from(addresses: Collection[str]) -> None:
    """Deletes what these addresses, in small letters, sent to the operators."""
    kept = HouseMail.objects.exclude(sealed_raw=None).iterator()
    theirs = [mail.pk for mail in kept if _opened(mail)["sender"].lower() in addresses]
    HouseMail.objects.filter(pk__in=theirs).delete()


def forget_old() -> int:
    """Deletes mails older than thirty days; anybody may send many."""
    old = HouseMail.objects.filter(received_at__lt=database_clock.now() - KEPT_FOR)
    return old.delete()[0]

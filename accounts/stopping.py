"""Stopping letters: the signed addresses in them, and what they do.

A link stops one kind of letter for one person, or everything for an address without an
account.  It names rows, not addresses, so that none stands in a log of requests.
"""

from dataclasses import dataclass

from django.core import signing
from django.urls import reverse

from accounts.kinds import KINDS, Gathers, gathering
from accounts.models import Choice, Notice, Suppression, User

# Without a time: such a link is good for ever, and every retry of a mail bears the same.
SIGNER = signing.Signer(salt="accounts.stop")
DIGEST = "digest"  # a letter about several things: stopping it stops letters about each of them
ASKED = "asked"  # the reason of a suppression: its address asked for it


@dataclass(frozen=True)
class Stop:
    """What a link stops: letters of `kind` to `user`, or all letters to `address`."""

    user: User | None
    kind: str
    address: str

    @property
    def label(self) -> str:
        """What the letters are called in a sentence."""
        known = KINDS.get(self.kind)
        return str(known.label) if known else self.kind


def token(notice: Notice) -> str:
    """The secret part of the link in this notice's letter."""
    if notice.recipient_id:
        return SIGNER.sign_object(["u", notice.recipient_id, notice.kind])
    return SIGNER.sign_object(["n", notice.pk])


def address(notice: Notice) -> str:
    """The path of the page that stops letters such as this one."""
    return reverse("stop", args=[token(notice)])


def read(token: str) -> Stop | None:
    """What a link stops; None when it is not ours, or nobody is left to write to."""
    try:
        sort, key, *rest = SIGNER.unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    if sort == "u":
        user = User.objects.filter(pk=key).first()
        return Stop(user, rest[0], "") if user and rest else None
    notice = Notice.objects.filter(pk=key).exclude(address="").first()
    return Stop(None, notice.kind, notice.address) if notice else None


def stop(what: Stop) -> None:
    """Writes no more such letters; asking twice changes nothing."""
    if what.user is None:
        Suppression.objects.get_or_create(address=what.address.lower(), defaults={"reason": ASKED})
        return
    kinds = [what.kind] if what.kind != DIGEST else gathering(Gathers.HANDS, Gathers.NEWS)
    for kind in kinds:
        Choice.objects.update_or_create(
            user=what.user, kind=kind, channel="mail", defaults={"wanted": False}
        )

"""Stopping letters: the signed addresses in them, and what they do.

A link stops what its letter is: letters of its kind about the same table, or of its kind if it is
about no table; everything for an address without an account.  It names rows, not addresses, so
that none stands in a log of requests.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.core import signing
from django.db.models import QuerySet
from django.urls import reverse

from accounts.email import unasked_letters
from accounts.email.unasked_letters import ASKED
from accounts.models import Choice, Notice, Suppression, User
from accounts.notifications.channels.names import MAIL
from accounts.notifications.kinds import KINDS, Gathers, gathering

# Without a time: such a link is good for ever, and every retry of a mail bears the same.
SIGNER = signing.Signer(salt="accounts.stop")
DIGEST = "digest"  # a letter about several things: stopping it stops letters about each of them
# By the first word of what a choice is about, how that is called: the name of a table by its id.
NAMES: dict[str, Callable[[str], str]] = {}


@dataclass(frozen=True)
class Stop:
    """What a link stops: letters of `kind` to `user`, `about` one thing or (empty) all; or all
    letters to `address`."""

    user: User | None
    kind: str
    about: str = ""
    address: str = ""

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds of which no letter comes any more; none if nobody can do without them."""
        if self.kind == DIGEST:
            return gathering(Gathers.HANDS, Gathers.NEWS)
        known = KINDS.get(self.kind)
        return [self.kind] if known is None or known.optional else []

    @property
    def label(self) -> str:
        """What the letters are called in a sentence."""
        return ", ".join(str(KINDS[kind].label) if kind in KINDS else kind for kind in self.kinds)

    @property
    def where(self) -> str:
        """The name of what they are about; empty if that is everything."""
        return name_of(self.about)

    @property
    def everywhere(self) -> "Stop":
        """This kind for every table, not for one."""
        return replace(self, about="")

    def is_stopped(self) -> bool:
        """Whether no such letter comes now."""
        if self.user is None:
            return Suppression.objects.filter(address=self.address.lower()).exists()
        return not self.coming()

    def coming(self) -> list[str]:
        """The kinds of which letters come now."""
        chosen = dict(self.choices().values_list("kind", "wanted"))
        return [kind for kind in self.kinds if chosen.get(kind, self._usual(kind))]

    def _usual(self, kind: str) -> bool:
        return bool(self.about) or kind not in KINDS or KINDS[kind].usual(MAIL)

    def choices(self) -> "QuerySet[Choice]":
        """What its person has chosen of all this."""
        rows = Choice.objects.filter(user=self.user, channel=MAIL, about=self.about)
        return rows.filter(kind__in=self.kinds)


def name_of(about: str) -> str:
    """How what a choice is about is called; empty if it is about everything, or gone."""
    sort, _colon, key = about.partition(":")
    return NAMES[sort](key) if sort in NAMES else ""


def of(notice: Notice) -> Stop:
    """What the link in this notice's letter stops."""
    return Stop(notice.recipient, notice.kind, notice.scope, notice.address)


def token(notice: Notice) -> str:
    """The secret part of the link in this notice's letter."""
    if notice.recipient_id:
        about = [notice.scope] if notice.scope else []
        return SIGNER.sign_object(["u", notice.recipient_id, notice.kind, *about])
    return SIGNER.sign_object(["n", notice.pk])


def address(notice: Notice) -> str:
    """The path of the page that stops letters such as this one."""
    return reverse("stop", args=[token(notice)])


def read(token: str) -> Stop | None:
    """What a link stops; None when it is not ours, or nobody is left to write to."""
    if token.startswith(unasked_letters.MARK):
        address = unasked_letters.read(token)
        return Stop(None, "account", address=address) if address else None
    try:
        sort, key, *rest = SIGNER.unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    if sort == "u":
        user = User.objects.filter(pk=key).first()
        return Stop(user, *rest[:2]) if user and rest else None
    notice = Notice.objects.filter(pk=key).exclude(address="").first()
    return Stop(None, notice.kind, address=notice.address) if notice else None


def stop(what: Stop) -> list[str]:
    """Writes no more such letters, and returns the kinds of which some came until now; asking
    twice changes nothing."""
    if what.user is None:
        Suppression.objects.get_or_create(address=what.address.lower(), defaults={"reason": ASKED})
        return []
    stopped = what.coming()
    for kind in stopped:
        Choice.objects.update_or_create(
            user=what.user,
            kind=kind,
            channel=MAIL,
            about=what.about,
            defaults={"wanted": False},
        )
    return stopped


def go_on(what: Stop, kinds: Sequence[str]) -> None:
    """Letters of these kinds come again, as before they were stopped by this link; to an address
    all, and those that it did not ask for are counted anew."""
    if what.user is None:
        stopped = Suppression.objects.filter(address=what.address.lower(), reason=ASKED)
        stopped.delete()
        unasked_letters.forget([what.address])
        return
    rows = what.choices().filter(kind__in=kinds)
    if what.about:
        rows.delete()
    else:
        rows.update(wanted=True)

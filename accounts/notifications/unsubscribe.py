"""Unsubscribing: the signed links in letters, and what they do.

A link stops letters of the same kind about the same table; of the same kind altogether if the
letter is about no table; and everything to an address without an account. It holds ids, and such an
address only encrypted, so that none ends up in an access log.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from django.core import signing
from django.db.models import QuerySet
from django.urls import reverse

from accounts.email import unasked_letters
from accounts.email.unasked_letters import ASKED
from accounts.models import Choice, Notice, Suppression, User
from accounts.notifications.channels.names import MAIL
from accounts.notifications.kinds import KINDS, Gathers, gathering

# Without a timestamp: the link never expires, and every retry of a letter carries the same one.
SIGNER = signing.Signer(salt="accounts.stop")
HERE = "TOKEN"  # stands for the secret part while the path is looked up, once
DIGEST = "digest"  # unsubscribing from a digest stops every kind that digests gather
# Looks up the name of what a preference is about: {"game": name of the table by its id}.
NAMES: dict[str, Callable[[str], str]] = {}


@dataclass(frozen=True)
class Stop:
    """What a link stops: letters of `kind` to `user`, about one game (`about`) or all; or every
    letter to `address`.
    """

    user: User | None
    kind: str
    about: str = ""
    address: str = ""

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds this stops; empty if they can't be unsubscribed from."""
        if self.kind == DIGEST:
            return gathering(Gathers.HANDS, Gathers.NEWS)
        known = KINDS.get(self.kind)
        return [self.kind] if known is None or known.optional else []

    @property
    def label(self) -> str:
        """The names of these kinds, for use in a sentence."""
        return ", ".join(str(KINDS[kind].label) if kind in KINDS else kind for kind in self.kinds)

    @property
    def why(self) -> str:
        """When these come, if they can't be unsubscribed from: a sentence."""
        return str(KINDS[self.kind].why) if self.kind in KINDS else ""

    @property
    def where(self) -> str:
        """The name of the table; empty if it isn't about one."""
        return name_of(self.about)

    @property
    def everywhere(self) -> "Stop":
        """The same kinds for every table."""
        return replace(self, about="")

    def is_stopped(self) -> bool:
        if self.user is None:
            return unasked_letters.is_refused(self.address)
        return not self.coming()

    def coming(self) -> list[str]:
        """The kinds that are still being sent."""
        chosen = dict(self.choices().values_list("kind", "wanted"))
        return [kind for kind in self.kinds if chosen.get(kind, self._usual(kind))]

    def _usual(self, kind: str) -> bool:
        return bool(self.about) or kind not in KINDS or KINDS[kind].usual(MAIL)

    def choices(self) -> "QuerySet[Choice]":
        """The person's stored preferences for these kinds."""
        rows = Choice.objects.filter(user=self.user, channel=MAIL, about=self.about)
        return rows.filter(kind__in=self.kinds)


def name_of(about: str) -> str:
    """The name of a scope such as "game:12"; empty for the general one, or if it is gone."""
    sort, _colon, key = about.partition(":")
    return NAMES[sort](key) if sort in NAMES else ""


def of(notice: Notice) -> Stop:
    """What the link in this notice's letter stops."""
    what = Stop(notice.recipient, notice.kind, notice.scope, notice.address)
    return _by_now(what) if what.address else what


def _by_now(what: Stop) -> Stop:
    """Of somebody who has signed up since a letter to their address, the same kind; but whoever had
    stopped everything before can still undo that."""
    address = what.address.lower()
    held = {"emailaddress__email": address, "emailaddress__verified": True}
    user = User.objects.filter(email=address, is_active=True, **held).first()
    if user is None or unasked_letters.is_refused(address):
        return what
    return replace(what, user=user, address="")


def token(notice: Notice) -> str:
    """The secret part of the link in this notice's letter."""
    if notice.recipient_id:
        about = [notice.scope] if notice.scope else []
        return SIGNER.sign_object(["u", notice.recipient_id, notice.kind, *about])
    # Its number would tell of the others. What it stops, because the notice goes before the letter.
    sealed = unasked_letters.token(notice.address, notice.message_id)
    return SIGNER.sign_object(["m", notice.message_id, notice.kind, sealed])


def address(notice: Notice) -> str:
    """The path of the page that stops letters such as this one."""
    return _path().replace(HERE, token(notice))


@cache
def _path() -> str:
    return reverse("stop", args=[HERE])


def read(token: str) -> Stop | None:
    """The meaning of a token; None if it is forged, or its person no longer exists, or, in a letter
    of before that names no address, its notice.
    """
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
    old = sort == "n"  # in letters of 0.3.0
    named = Notice.objects.filter(pk=key) if old else Notice.called(key)
    notice = named.exclude(address="").first()
    if notice is not None:
        return of(notice)
    address = unasked_letters.read(rest[1]) if rest else ""
    return _by_now(Stop(None, rest[0], address=address)) if address else None


def stop(what: Stop) -> list[str]:
    """Unsubscribes; returns the kinds that were being sent until now. Idempotent."""
    if what.user is None:
        asked = {"reason": ASKED}  # also of an address that bounces: it may work again
        Suppression.objects.update_or_create(address=what.address.lower(), defaults=asked)
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
    """Undoes `stop` for these kinds. An address without an account gets everything again, and its
    count of unsolicited letters starts afresh.
    """
    if what.user is None:
        stopped = Suppression.objects.filter(address=what.address.lower(), reason=ASKED)
        stopped.delete()
        unasked_letters.forget([what.address])
        return
    rows = what.choices().filter(kind__in=set(kinds) & set(what.kinds))
    if what.about:
        rows.delete()
    else:
        rows.update(wanted=True)

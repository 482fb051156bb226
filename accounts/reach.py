"""Whether somebody may be written to, and wishes it: asked just before a letter is sent."""

import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.conf import settings
from django.utils import timezone, translation

from accounts.kinds import KINDS
from accounts.models import Choice, Notice, Suppression, User

State = Notice.State


class NotSent(Exception):
    """A notice that ends unsent: `state` says how, `reason` is a code of `accounts.fate`."""

    def __init__(self, state: str, reason: str) -> None:
        self.state, self.reason = state, reason
        super().__init__(reason)


@dataclass(frozen=True)
class Reader:
    """To whom a letter goes: `language` and `zone` are those it is written in."""

    address: str
    name: str = ""
    language: str = settings.LANGUAGE_CODE
    zone: str = "UTC"

    @contextmanager
    def at_home(self) -> Iterator[None]:
        """Their language and their clock, while a letter is composed."""
        with translation.override(self.language), timezone.override(zoneinfo.ZoneInfo(self.zone)):
            yield


def reader(notice: Notice) -> Reader:
    """Who is to read it.  Raises `NotSent` when this person may not or does not wish to."""
    if notice.kind not in KINDS:
        raise NotSent(State.DROPPED, "unknown_kind")
    found = _person(notice.recipient, notice.kind) if notice.recipient else Reader(notice.address)
    if Suppression.objects.filter(address=found.address.lower()).exists():
        raise NotSent(State.SUPPRESSED, "stopped")
    return found


def _person(user: User, kind: str) -> Reader:
    if not user.is_active:
        raise NotSent(State.SUPPRESSED, "inactive")
    if not is_confirmed(user):
        raise NotSent(State.SUPPRESSED, "unconfirmed")
    if not wishes(user, kind):
        raise NotSent(State.SUPPRESSED, "unwished")
    return Reader(user.email or "", user.name, user.language, user.zone)


def is_confirmed(user: User) -> bool:
    """Whether the person has shown that the address is theirs."""
    return (
        bool(user.email)
        and EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists()
    )


def wishes(user: User, kind: str) -> bool:
    """Their own choice, or what is usual for this kind."""
    known = KINDS[kind]
    if not known.optional:
        return True
    choice = Choice.objects.filter(user=user, kind=kind, channel="mail").first()
    return known.default if choice is None else choice.wanted

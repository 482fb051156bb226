"""Whether a notice may go to its recipient and is wanted: checked just before sending."""

import zoneinfo
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from django.conf import settings
from django.utils import timezone, translation

from accounts.models import Choice, Notice, Suppression, User
from accounts.notifications import prefetch
from accounts.notifications.channels.base import Postponed
from accounts.notifications.kinds import KINDS

if TYPE_CHECKING:
    from django.db.models import QuerySet

State = Notice.State
Choices = dict[tuple[int | None, str, str, str], bool]  # by person, kind, channel and about
DESPITE = ("reach_again",)  # goes even to suppressed addresses: it asks whether one works again
LATE, UNTRUE = "late", "untrue"


class NotSent(Exception):
    """The notice must not be sent: `state` is its final state, `reason` a code of
    `accounts.notifications.status_text`.
    """

    def __init__(self, state: str, reason: str) -> None:
        self.state, self.reason = state, reason
        super().__init__(reason)


@dataclass(frozen=True)
class Reader:
    """The recipient of a letter, with the language and time zone it is written in."""

    address: str
    name: str = ""
    language: str = settings.LANGUAGE_CODE
    zone: str = "UTC"

    @contextmanager
    def at_home(self) -> Iterator[None]:
        """Context manager: activates the reader's language and time zone."""
        try:
            zone = zoneinfo.ZoneInfo(self.zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):  # no longer known
            zone = zoneinfo.ZoneInfo("UTC")
        with translation.override(self.language), timezone.override(zone):
            yield


@dataclass(frozen=True)
class DeliveryStatus:
    """What decides whether a notice may go. `choice` is the person's preference, None if they have
    none; `stopped` is why the address is suppressed, if it is.
    """

    confirmed: bool
    choice: bool | None
    stopped: str


def delivery_statuses(notices: Sequence[Notice]) -> list[DeliveryStatus]:
    """The delivery status of each notice; three queries in total."""
    people = {notice.recipient_id for notice in notices if notice.recipient_id}
    confirmed = _confirmed(people)
    choices: Choices = {
        (choice.user_id, choice.kind, choice.channel, choice.about): choice.wanted
        for choice in Choice.objects.filter(user__in=people)
    }
    stopped = _stopped({_address(notice) for notice in notices})
    return [
        DeliveryStatus(
            (notice.recipient_id, _address(notice)) in confirmed,
            _chosen(choices, notice),
            stopped.get(_address(notice), ""),
        )
        for notice in notices
    ]


prefetch.register("delivery status", delivery_statuses)


def _chosen(choices: Choices, notice: Notice) -> bool | None:
    """The preference for this game if there is one, otherwise the general one."""
    here, everywhere = (
        choices.get((notice.recipient_id, notice.kind, notice.channel, about))
        for about in (notice.scope, "")
    )
    return everywhere if here is None else here


def _address(notice: Notice) -> str:
    return ((notice.recipient.email if notice.recipient else notice.address) or "").lower()


def _confirmed(people: Collection[int]) -> set[tuple[int | None, str]]:
    held = EmailAddress.objects.filter(user__in=people, verified=True)
    return {(user, email.lower()) for user, email in held.values_list("user_id", "email")}


def _stopped(addresses: Collection[str]) -> dict[str, str]:
    """Suppressed addresses with the reason code (`accounts.notifications.status_text`)."""
    rows = Suppression.objects.filter(address__in=addresses).values_list("address", "reason")
    return {address: "unreached" if why == "bounced" else "stopped" for address, why in rows}


def still_applies(
    notices: "QuerySet[Notice]", reason: str, read: Sequence[Notice]
) -> "QuerySet[Notice]":
    """Those of these notices to which a reason for not sending them still applies: since they were
    `read`, the deadline of one that was late may have moved, and what was untrue may be true again
    (`outbox.forget_untrue`).
    """
    if reason == LATE:
        return notices.filter(drop_after__lte=timezone.now())
    if reason == UNTRUE:
        return notices.filter(send_after__in={notice.send_after for notice in read})
    return notices


def check(notice: Notice) -> None:
    """Raises `NotSent` if it is too late, of an unknown kind, or unwanted on its channel."""
    if notice.kind not in KINDS:
        raise NotSent(State.DROPPED, "unknown_kind")
    if notice.drop_after and notice.drop_after <= timezone.now():
        raise NotSent(State.DROPPED, LATE)
    user = notice.recipient
    if user is None:
        return
    if not user.is_active:
        raise NotSent(State.SUPPRESSED, "inactive")
    status: DeliveryStatus = prefetch.found("delivery status", notice)
    if not _wished(notice.kind, notice.channel, status.choice):
        raise NotSent(State.SUPPRESSED, "unwished")


def reader(notice: Notice) -> Reader:
    """The reader of this letter. Raises `NotSent` if they can't be reached or don't want it, and
    `Postponed` if they have just got another address.
    """
    check(notice)
    user, status = notice.recipient, prefetch.found("delivery status", notice)
    if why := _out_of_reach(notice, status):
        if user is not None and not User.objects.filter(pk=user.pk, email=user.email).exists():
            raise Postponed(timezone.now())
        raise NotSent(State.SUPPRESSED, why)
    return at_home(user) if user is not None else Reader(notice.address)


def _out_of_reach(notice: Notice, status: DeliveryStatus) -> str:
    """Why nothing may go to its address; empty if it may."""
    user = notice.recipient
    if user is not None and not (user.email and status.confirmed):
        return "unconfirmed"
    return "" if notice.kind in DESPITE else status.stopped


def at_home(user: User) -> Reader:
    return Reader(user.email or "", user.name, user.language, user.zone)


def is_confirmed(user: User) -> bool:
    """Whether the person's address is confirmed."""
    return (user.pk, (user.email or "").lower()) in _confirmed([user.pk])


def wishes(user: User, kind: str, channel: str = "mail") -> bool:
    """The person's preference, or the default of this kind."""
    choice = Choice.objects.filter(user=user, kind=kind, channel=channel, about="").first()
    return _wished(kind, channel, None if choice is None else choice.wanted)


def _wished(kind: str, channel: str, choice: bool | None) -> bool:
    known = KINDS[kind]
    return not known.optional or (known.usual(channel) if choice is None else choice)

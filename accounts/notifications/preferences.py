"""Notification preferences: which kinds by which channels, reminders and digests."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Choice, User
from accounts.notifications import unsubscribe
from accounts.notifications.channels.names import CHANNELS
from accounts.notifications.kinds import KINDS, Kind
from accounts.security import own_row
from accounts.text.numbers import whole_number

MAX_REMINDER_HOURS = 168
Wished = Mapping[tuple[str, str], bool]  # by kind and channel
# The columns of a person that say when they are reminded.
REMIND = frozenset({"remind_hours", "quiet_from", "quiet_to", "zone"})
# Hooks: called with a person whose reminders are due at other times from now on.
REMINDED_OTHERWISE: list[Callable[[User], object]] = []


@dataclass(frozen=True)
class Row:
    """One kind with the person's preference for each channel."""

    kind: Kind
    wanted: dict[str, bool]


def table(user: User) -> list[Row]:
    """The person's preferences for every optional kind."""
    rows = Choice.objects.filter(user=user, about="").values_list("kind", "channel", "wanted")
    chosen = {(kind, channel): wanted for kind, channel, wanted in rows}
    return [
        Row(kind, {way: _wanted(kind, way, chosen) for way in CHANNELS})
        for kind in optional_kinds()
    ]


def _wanted(kind: Kind, way: str, chosen: Wished) -> bool:
    return way in kind.ways and chosen.get((kind.slug, way), kind.usual(way))


@dataclass(frozen=True)
class Stopped:
    """Letters of one kind that are stopped for one game; `key` undoes it (`have_again`)."""

    key: int
    label: str
    where: str


def stopped(user: User) -> list[Stopped]:
    """What this person has stopped for single tables, by the link in a letter."""
    rows = Choice.objects.filter(user=user, wanted=False).exclude(about="").order_by("pk")
    return [
        Stopped(row.pk, str(KINDS[row.kind].label), unsubscribe.name_of(row.about))
        for row in rows
        if row.kind in KINDS
    ]


def have_again(user: User, key: str) -> bool:
    """Undoes one of `stopped`; False if there is no such one (any more)."""
    rows = Choice.objects.filter(user=user, pk=whole_number(key) or 0)
    gone, _by_model = rows.exclude(about="").delete()
    return gone > 0


def optional_kinds() -> Iterable[Kind]:
    return [kind for kind in KINDS.values() if kind.optional]


def choose(user: User, wished: Wished) -> None:
    """Stores these preferences, including those equal to the default, since defaults may change.

    Raises `ValidationError` for an unknown kind or channel, and `Refused` (signed_out); nothing is
    saved then.
    """
    known = {kind.slug for kind in optional_kinds()}
    for kind, channel in wished:
        if kind not in known:
            raise ValidationError(_("There is no notice of the kind “%(kind)s”.") % {"kind": kind})
        if channel not in CHANNELS:
            raise ValidationError(_("There is no channel “%(name)s”.") % {"name": channel})
    with transaction.atomic():
        own_row.hold(user)
        Choice.objects.bulk_create(
            [
                Choice(user=user, kind=kind, channel=channel, wanted=wanted)
                for (kind, channel), wanted in wished.items()
            ],
            update_conflicts=True,
            unique_fields=["user", "kind", "channel", "about"],
            update_fields=["wanted"],
        )


def change_rhythm(user: User, *, remind_hours: int | None, digest: str, digest_hour: int) -> User:
    """Changes the time of reminders (hours before the deadline) and the digest setting.

    Raises `ValidationError` keyed by field; nothing is saved then.
    """
    if remind_hours is not None and not 1 <= remind_hours <= MAX_REMINDER_HOURS:
        message = _("From 1 to %(most)s hours; leave it empty for a fifth of the time.")
        raise ValidationError({"remind_hours": message % {"most": MAX_REMINDER_HOURS}})
    if digest not in User.Digest.values:
        raise ValidationError({"digest": _("Choose one of the three.")})
    if not 0 <= digest_hour <= 23:
        raise ValidationError({"digest_hour": _("An hour of the day, from 0 to 23.")})
    user.remind_hours, user.digest, user.digest_hour = remind_hours, digest, digest_hour
    save_own(user, ["remind_hours", "digest", "digest_hour"])
    return user


def save_own(user: User, columns: Collection[str]) -> None:
    """Saves only these columns, since others, such as a suspension, may have changed after the row
    was read. Of an account that was erased meanwhile it saves nothing, and reads what is left.

    Reminders that are planned already follow.
    """
    with transaction.atomic():
        active = User.objects.select_for_update(no_key=True).filter(is_active=True)
        before = active.filter(pk=user.pk).first()
        if before is None:
            user.refresh_from_db()
            return
        user.save(update_fields=columns)
    remind = set(columns) & REMIND  # their games are locked without the row above
    if any(getattr(before, name) != getattr(user, name) for name in remind):
        reminders_changed(user)


def reminders_changed(user: User) -> None:
    """Calls `REMINDED_OTHERWISE`, once new values of `REMIND` have been saved."""
    for hear in REMINDED_OTHERWISE:
        hear(user)

"""Whether somebody is still here, and whether moderators let them play and write; checked by the
players' commands."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from accounts.notifications import quiet_hours
from accounts.staff import audit_log
from accounts.text import date_words
from games.refusals import Refused


def hold(user: User, others: Sequence[User] = ()) -> User:
    """This person as they are now; until the transaction ends, nobody deletes their data, or those
    of `others`, or suspends them. For whoever is about to take a seat, or to keep one for others:
    call it before any game is locked, as whoever deletes them does. Raises `Refused` if that was
    done ("signed_out", of others "unknown_person")."""
    asked = {user.pk, *(other.pk for other in others)}
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=asked, is_active=True)
    held = {person.pk: person for person in rows.order_by("pk")}
    if user.pk not in held:
        raise Refused("signed_out")
    if len(held) < len(asked):
        raise Refused("unknown_person")
    return held[user.pk]


def check_may_play(user: User, given_at: datetime | None = None) -> None:
    """Raises `Refused` ("suspended"), for a program also if its owner is. What was accepted at
    `given_at` (a mail), before that began, still counts."""
    if user.suspended_until is not None and user.is_suspended:
        if given_at is not None and audit_log.suspended_after(user, given_at):
            return
        raise Refused("suspended", until=_told(user, user.suspended_until))
    if user.kind == User.Kind.PROGRAM and (owner := _owner(user)):
        check_may_play(owner)


def is_suspended(user: User) -> bool:
    """Whether moderators let them play no more for now; of a program also if its owner is."""
    owner = _owner(user) if user.kind == User.Kind.PROGRAM else None
    return user.is_suspended or (owner is not None and owner.is_suspended)


def check_may_write(user: User) -> None:
    """Raises `Refused` ("muted") if others may not read what they write; for a program also if its
    owner is muted."""
    check_may_play(user)
    if user.muted_until is not None and user.is_muted:
        raise Refused("muted", until=_told(user, user.muted_until))
    if user.kind == User.Kind.PROGRAM and (owner := _owner(user)):
        check_may_write(owner)


def _owner(program: User) -> User | None:
    """Whose bot this is; nobody's if it came with a game from another server."""
    return User.objects.filter(programs__user=program).first()


def _told(user: User, until: datetime) -> str:
    with quiet_hours.at_home(user):
        return date_words.moment(until)

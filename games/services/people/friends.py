"""Friend requests: asking, accepting, declining; and ending a friendship."""

from django.db import transaction

from accounts.models import User
from accounts.operation import database_clock
from games import sanctions
from games.models import Friendship, Ignored
from games.refusals import Refused
from games.selectors.people.friends import between
from games.services import wake_workers
from games.services.notifications import people_notices

MAX_ASKED = 50  # unanswered requests


def befriend(user: User, whom: User) -> Friendship:
    """Asks somebody, or accepts their request. The same again changes nothing. Raises `Refused`."""
    if whom.pk == user.pk or {user.kind, whom.kind} != {User.Kind.PERSON}:
        raise Refused("not_befriendable")
    with transaction.atomic():
        sanctions.check_may_write(sanctions.hold(user, [whom]))
        return _befriend(user, whom)


def _befriend(user: User, whom: User) -> Friendship:
    row = between(user, whom).select_for_update().first()
    if row is not None and row.withdrawn_at is not None and row.asked_id == user.pk:
        row.delete()
        row = None
    if row is None:
        return _ask(user, whom)
    if row.withdrawn_at is not None:
        _check_not_too_many(user)
        row.withdrawn_at = None
        row.save(update_fields=["withdrawn_at"])
        wake_workers.deliver()  # as in `_ask`, though nobody is told
    if row.asked_id == user.pk and row.accepted_at is None:
        row.accepted_at, row.declined_at = database_clock.now(), None
        row.save(update_fields=["accepted_at", "declined_at"])
        people_notices.friend_agreed(row)
        wake_workers.deliver()
    return row


def _check_not_too_many(user: User) -> None:
    asked = Friendship.objects.filter(asker=user, accepted_at=None, withdrawn_at=None)
    if asked.count() >= MAX_ASKED:
        raise Refused("too_many_asked", most=MAX_ASKED)


def _ask(user: User, whom: User) -> Friendship:
    _check_not_too_many(user)
    row = Friendship.objects.create(asker=user, asked=whom, at=database_clock.now())
    if not Ignored.objects.filter(by=whom, whom=user).exists():
        people_notices.friend_asked(row)
    wake_workers.deliver()  # in any case: whether they want to hear of it is their secret
    return row


def part(user: User, whom: User) -> None:
    """Ends a friendship, withdraws a request, or declines one, without telling anybody. One that
    was declined stays when it is withdrawn, so that asking anew doesn't ask them again."""
    with transaction.atomic():
        row = between(user, whom).select_for_update().first()
        if row is None:
            return
        if row.asked_id == user.pk and row.accepted_at is None:
            row.declined_at = row.declined_at or database_clock.now()
            row.save(update_fields=["declined_at"])
        elif row.declined_at is not None:
            row.withdrawn_at = database_clock.now()
            row.save(update_fields=["withdrawn_at"])
        else:
            row.delete()

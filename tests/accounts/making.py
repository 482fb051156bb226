"""People with a confirmed address, a plain kind of letter, and notices about nothing much."""

from collections import deque
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import Notice, User
from accounts.notifications import delivery
from accounts.notifications.channels.base import Channel
from accounts.notifications.channels.names import MAIL
from accounts.notifications.delivery import NEVER, Held
from accounts.notifications.kinds import KINDS, Kind, Letter
from accounts.notifications.outbox import NotificationRequest, enqueue
from accounts.security import roles, second_factors


def member(name: str = "Marit", *, confirmed: bool = True, **fields: Any) -> User:
    """Somebody with an address; the password is the name."""
    user = User.objects.create_user(f"{name.lower()}@example.org", name, name=name, **fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=confirmed, primary=True)
    return user


def staff(name: str = "Hedda", role: str = "chief", *, factor: bool = True, **fields: Any) -> User:
    """A member of the staff; with `factor`, an app that gives codes guards the account."""
    user = member(name, **fields)
    roles.set_role(user, role)
    if factor:
        give_factor(user)
    return user


def browser(user: User) -> Client:
    """A browser in which this person has signed in by the password."""
    made = Client()
    made.post("/account/login/", {"login": user.email, "password": user.name})
    return made


def give_factor(user: User) -> User:
    """An app that gives codes."""
    data = {"secret": second_factors.Adapter().encrypt("ORSXG5A=")}
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data=data)
    return user


def plain_letter(notice: Notice) -> Letter | None:
    """Says its fact; None when the fact is "untrue"."""
    fact = notice.facts.get("fact", "")
    if fact == "untrue":
        return None
    if fact == "broken":
        raise ZeroDivisionError(f"the {40 + 4}")
    return Letter(f"About {notice.pk}", f"It is {fact}.\n", f"<p>It is {fact}.</p>")


def claimed(later: timedelta = timedelta()) -> list[Notice]:
    """The letters that a worker claims then."""
    return delivery.claim(MAIL, timezone.now() + later)[0]


def leaves(notice: Notice, line: Channel) -> bool:
    """Sends a claimed notice and records the outcome; whether it was sent."""
    held = Held(deque([notice]))
    held.send(line, NEVER)
    held.write_down(timedelta())
    return held.sent == 1


def where_letter(notice: Notice) -> Letter:
    """Says which language and time zone are active."""
    home = f"{get_language()} {timezone.get_current_timezone_name()}"
    return Letter("Where", home, f"<p>{home}</p>")


OURS = (
    Kind("plain", "plain things", plain_letter, ways=("mail",)),
    Kind("where", "where you are", where_letter, ways=("mail",)),
)


def tell(user: User, count: int = 1, *, kind: str = "plain", **fields: Any) -> list[Notice]:
    """Enqueues so many notices for somebody."""
    KINDS.update((ours.slug, ours) for ours in OURS)
    facts = {"fact": fields.pop("fact", "so")}
    events = [f"{kind}:{Notice.objects.count()}:{number}" for number in range(count)]
    enqueue(NotificationRequest(user.pk, kind, event, facts, **fields) for event in events)
    return list(Notice.objects.filter(event__in=events).order_by("id"))

"""People's private data: addresses, passwords, letters, keys, notes."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, date, datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.db.models import F, Value
from django.db.models.functions import Concat, Reverse, Substr
from django.utils import timezone

from accounts import encryption
from accounts.email import demo_mailbox, unasked_letters
from accounts.models import (
    ApiKey,
    Bounce,
    Choice,
    Feed,
    MailboxLetter,
    Notice,
    PushDevice,
    Suppression,
    User,
    Vacation,
    Webhook,
)
from accounts.security.sessions import SessionStore
from games.models import Hand, IdempotencyKey, Preference
from games.services.people import preferences
from tests.secrecy import mailed
from tests.secrecy.observers import Observer

FAR = datetime(2199, 1, 1, tzinfo=UTC)
LETTER = b"From: play@tideweb\nSubject: %s\nMessage-ID: <%s@tideweb>\n\n%s\n"


def give_everybody_something(people: Iterable[User]) -> None:
    """Gives everybody a key, a letter, a preference, a note: the same for each, so that all can be
    altered.
    """
    for user in people:
        ApiKey.objects.get_or_create(user=user, name="own", digest=f"{user.pk:040x}")
        EmailAddress.objects.get_or_create(user=user, email=user.email, verified=True, primary=True)
        Choice.objects.get_or_create(user=user, kind="hand_resolved", defaults={"wanted": True})
        demo_mailbox.store(LETTER % (b"Hello", b"first", b"You hold the 44."), [user])
        _give_codes_and_session(user)
        _give_ways(user)
        Vacation.objects.get_or_create(user=user, first=date(2199, 7, 1), last=date(2199, 7, 9))
        preferences.change(user, policy="median", openings={"rowboat": "always: highest"})
        for hand in Hand.objects.filter(state=Hand.State.OPEN, game__seats__user=user):
            mailed.answered(user, hand)
        mailed.can_answer(user)
        IdempotencyKey.objects.get_or_create(
            user=user,
            key="once",
            fingerprint="0" * 64,
            defaults={"sealed_receipt": encryption.seal({}, f"idempotency:{user.pk}:once")},
        )


def token_of(user: User, what: str) -> str:
    """The secret token of somebody's calendar or feed URL."""
    return f"{what}-{user.pk:027d}"


def _give_ways(user: User) -> None:
    """Gives a person a push subscription, a webhook, and both secret URLs."""
    for what, name in (("calendar", "calendar"), ("atom", "feed")):
        digest = hashlib.sha256(token_of(user, name).encode()).hexdigest()
        Feed.objects.get_or_create(user=user, what=what, defaults={"digest": digest})
    PushDevice.objects.get_or_create(
        user=user, digest=f"{user.pk:064d}", defaults={"sealed": b"own", "label": "Lynx"}
    )
    Webhook.objects.get_or_create(user=user, host="own.example", defaults={"sealed": b"own"})


def _give_codes_and_session(user: User) -> None:
    if not Authenticator.objects.filter(user=user).exists():
        RecoveryCodes.activate(user)
    UserSession.objects.get_or_create(
        user=user,
        session_key=f"elsewhere{user.pk}",
        defaults={"ip": "10.1.2.3", "user_agent": "Lynx"},
    )


def alter_people(users: list[User], observer: Observer) -> None:
    """Alters all of these for everybody but the observer."""
    own = observer.user.pk if observer.user else None
    others = [user for user in users if user.pk != own]
    alter_secrets(others)
    if not observer.is_staff:
        _alter_profiles(others)
        _alter_notes(others)


def alter_secrets(others: list[User]) -> None:
    """Alters what not even staff can see."""
    ids = [user.pk for user in others]
    User.objects.filter(pk__in=ids).update(password=make_password("other"))
    ApiKey.objects.filter(user__in=ids).update(
        name="other",
        digest=Reverse("digest"),
        used_on=FAR.date(),
        scopes="read talk",
        expires_at=FAR,
    )
    IdempotencyKey.objects.filter(user__in=ids).update(
        fingerprint="f" * 64, key="twice", sealed_receipt=b"other"
    )
    Preference.objects.filter(user__in=ids).update(policy="highest", ask_forced=True)
    for user in others:
        preferences.change(user, openings={"rowboat": "always: median"})
        Authenticator.objects.filter(user=user).delete()
        RecoveryCodes.activate(user)
    for session in Session.objects.all():
        held = SessionStore(session.pk).decode(session.session_data)
        if held.get(SESSION_KEY) in list(map(str, ids)):
            Session.objects.filter(pk=session.pk).update(session_data="other")
    UserSession.objects.filter(user__in=ids).update(
        session_key=Concat(Value("x"), Substr("session_key", 2))
    )
    Feed.objects.filter(user__in=ids).update(digest=Reverse("digest"))
    PushDevice.objects.filter(user__in=ids).update(
        sealed=b"other",
        label="other",
        digest=Reverse("digest"),
        last_ok_at=timezone.now(),
        session=7,
    )
    Webhook.objects.filter(user__in=ids).update(
        sealed=b"other",
        host="other.example",
        last_error="other",
        failures=3,
        last_ok_at=timezone.now(),
        failing_since=timezone.now(),
    )
    MailboxLetter.objects.filter(recipient__in=ids).delete()
    demo_mailbox.store(LETTER % (b"Psst", b"first", b"You hold the 17."), others)
    demo_mailbox.store(LETTER % (b"Once more", b"second", b"And the 18."), others)


def _alter_profiles(others: list[User]) -> None:
    for user in others:
        address = f"other.{user.email}"
        EmailAddress.objects.filter(user=user).update(email=address, verified=False)
        User.objects.filter(pk=user.pk).update(
            email=address,
            zone="Asia/Tokyo",
            zone_follows=True,
            language="de",
            last_login=None,
            remind_hours=9,
            digest="daily",
            digest_hour=3,
            answered_at=timezone.now(),
            strict_mail=True,
            learned=["rowboat"],
            muted_until=FAR,
            suspended_until=FAR,
            paused_at=timezone.now(),
            recovered_at=timezone.now(),
        )
        Suppression.objects.get_or_create(address=address, defaults={"reason": "bounced"})
        unasked_letters.admit(address, f"other {user.pk}")


def _alter_notes(others: list[User]) -> None:
    notices = Notice.objects.filter(recipient__in=others)
    notices.update(
        state=Notice.State.FAILED,
        reason="other",
        attempts=F("attempts") + 2,
        read_at=timezone.now(),
    )
    for notice in notices.filter(bounce=None)[:2]:
        Bounce.objects.create(notice=notice, sort="hard", address="other@example.org", said="other")
    Choice.objects.filter(user__in=others).update(wanted=False)
    Vacation.objects.filter(user__in=others).update(first=date(2199, 8, 1), last=date(2199, 8, 9))
    UserSession.objects.filter(user__in=others).update(user_agent="other", ip="10.9.8.7")

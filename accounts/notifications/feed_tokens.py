"""Secret feed URLs: created, shown once, revoked. Only their digests are stored."""

import hashlib
import secrets

from django.db import transaction

from accounts.models import Feed, User
from accounts.security import own_row

BYTES = 24  # 192 bits


def make(user: User, what: str) -> str:
    """A new token; it revokes the previous one. Raises `Refused` (signed_out)."""
    token = secrets.token_urlsafe(BYTES)
    with transaction.atomic():
        own_row.hold(user)
        revoke(user, what)
        Feed.objects.create(user=user, what=what, digest=_digest(token))
    return token


def revoke(user: User, what: str) -> bool:
    """Revokes the token; False if there was none."""
    return bool(Feed.objects.filter(user=user, what=what).delete()[0])


def reader(token: str, what: str) -> User | None:
    """The owner of this token; None if it is unknown, or its owner's account is closed."""
    feed = Feed.objects.filter(digest=_digest(token), what=what).select_related("user").first()
    return feed.user if feed is not None and feed.user.is_active else None


def of(user: User) -> dict[str, Feed]:
    """The person's active feeds, keyed by `Feed.What`."""
    return {feed.what: feed for feed in Feed.objects.filter(user=user)}


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

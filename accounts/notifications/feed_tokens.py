"""Secret addresses to read from: made, told once, revoked; only digests of them are kept."""

import hashlib
import secrets

from django.db import transaction

from accounts.models import Feed, User

BYTES = 24  # 192 bits


def make(user: User, what: str) -> str:
    """A new token, in the place of an older one, which is no longer good."""
    token = secrets.token_urlsafe(BYTES)
    with transaction.atomic():
        revoke(user, what)
        Feed.objects.create(user=user, what=what, digest=_digest(token))
    return token


def revoke(user: User, what: str) -> bool:
    """Closes the address; False if there was none."""
    return bool(Feed.objects.filter(user=user, what=what).delete()[0])


def reader(token: str, what: str) -> User | None:
    """Whose address this is; None if it is nobody's, or its person may not come in."""
    feed = Feed.objects.filter(digest=_digest(token), what=what).select_related("user").first()
    return feed.user if feed is not None and feed.user.is_active else None


def of(user: User) -> dict[str, Feed]:
    """The addresses that are open, by what they show."""
    return {feed.what: feed for feed in Feed.objects.filter(user=user)}


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

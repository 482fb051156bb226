"""One-click sign-in to the demo: a signed link for each demo person."""

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User

SALT = "accounts.demo"
GOOD_FOR = 7 * 24 * 3600  # seconds


class Expired(Exception):
    """The link is genuine but has expired."""


def sign_in_link(user: User) -> str:
    """The URL that signs this demo person in, valid for a week; only with TIDEWEB_DEMO."""
    return settings.SITE_URL + reverse("demo_sign_in", args=[signing.dumps(user.pk, salt=SALT)])


def person(token: str) -> User | None:
    """The person a token signs in; None if it is forged. Raises `Expired`."""
    try:
        pk = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    except signing.SignatureExpired:
        raise Expired from None
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=pk, is_active=True, kind=User.Kind.PERSON).first()

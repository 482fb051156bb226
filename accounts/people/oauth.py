"""OAuth 2 applications: authorisation code with PKCE (RFC 6749, RFC 7636).

The protocol is allauth's identity provider, on oauthlib. Ours are only the scopes, the prefix by
which tokens can be recognised, and the limits on what a person may register. Every application is
a public client: it has no secret, and PKCE with S256 is required. Access tokens live for an hour;
refresh tokens work once (token_families). Only digests are stored.
"""

import secrets
from typing import Any
from urllib.parse import urlsplit

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client, Token
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from oauthlib.oauth2 import Server

from accounts.models import User
from accounts.people import token_families
from accounts.security import api_keys, own_row
from accounts.security.application_tokens import OFFERED
from accounts.security.scopes import SCOPES
from accounts.text import confusables

PREFIX, RENEWS = api_keys.OF_APPLICATION, f"{api_keys.PREFIX}rt_"
MAX_APPLICATIONS = 5  # per person
MAX_ADDRESSES = 5
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
GRANTS = (Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN)


class Adapter(DefaultOIDCAdapter):
    """The scopes that applications may request, and our issuer (IDP_OIDC_ADAPTER)."""

    scope_display = {scope: SCOPES[scope] for scope in OFFERED}

    def get_issuer(self) -> str:
        return str(settings.SITE_URL)


class PrefixedServer(Server):
    """oauthlib's server; its tokens have a prefix that secret scanners can recognise."""

    def __init__(self, **more: Any) -> None:
        super().__init__(
            token_families.Validator(),
            token_expires_in=settings.IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN,
            token_generator=lambda _request: PREFIX + secrets.token_hex(20),
            refresh_token_generator=lambda _request: RENEWS + secrets.token_hex(20),
            **more,
        )


def checked_address(text: str) -> str:
    """A redirect URI. Raises `ValidationError`."""
    text = text.strip()
    if len(text) > 500 or not _leads_back(text):
        raise ValidationError(
            _(
                "We can’t go back to %(given)s. Use https, or http on your own machine, "
                "without # or *."
            ),
            code="addresses",
            params={"given": text[:80]},
        )
    return text


def _leads_back(text: str) -> bool:
    if "#" in text or "*" in text or confusables.unseen(text):
        return False
    try:
        parts, _port = urlsplit(text), urlsplit(text).port
    except ValueError:  # such as [::1 without its end, or a port that is no number
        return False
    loopback = parts.scheme == "http" and parts.hostname in LOOPBACK
    web = parts.scheme == "https" and bool(parts.hostname)
    own = "." in parts.scheme  # a mobile app: org.example.app:/back (RFC 8252, 7.1)
    return loopback or web or own


def register(user: User, name: str, addresses: str) -> Client:
    """Registers an application; `addresses` are its redirect URIs. Raises `ValidationError`,
    and `Refused` (signed_out)."""
    name = name.strip()
    if not 1 <= len(name) <= api_keys.MAX_NAME_LENGTH or confusables.unseen(name):
        raise ValidationError(_("An application needs a name of 1 to 40 visible characters."))
    back = [checked_address(line) for line in addresses.split()][: MAX_ADDRESSES + 1]
    if not 1 <= len(back) <= MAX_ADDRESSES:
        raise ValidationError(_("Name one to five addresses."), code="addresses")
    with transaction.atomic():
        own_row.hold(user)
        if own(user).count() >= MAX_APPLICATIONS:
            raise ValidationError(_("You can have five applications. Remove one first."))
        made = Client(owner=user, name=name, type=Client.Type.PUBLIC)
        made.set_scopes(list(OFFERED))
        made.set_default_scopes(["read"])
        made.set_grant_types([grant.value for grant in GRANTS])
        made.set_response_types(["code"])
        made.set_redirect_uris(back)
        made.set_cors_origins([])
        made.save()
    return made


def own(user: User) -> "QuerySet[Client]":
    """The applications that this person has registered."""
    found: QuerySet[Client] = Client.objects.filter(owner=user).order_by("created_at")
    return found


def allowed_by(user: User) -> "QuerySet[Client]":
    """The applications that may currently act for this person."""
    tokens = Token.objects.valid().filter(user=user).exclude(type=token_families.SPENT)
    found: QuerySet[Client] = Client.objects.filter(pk__in=tokens.values("client")).order_by("name")
    return found


def remove(user: User, pk: str) -> bool:
    """Deletes an application with all its grants; False if it isn't theirs."""
    with transaction.atomic():
        mine = own(user).filter(pk=pk)
        list(mine.select_for_update())  # programs that are just getting tokens come first
        return bool(mine.delete()[0])


def disallow(user: User, pk: str) -> bool:
    """Revokes an application's access to this person; False if it had none."""
    with transaction.atomic():
        own_row.wait(user)
        return bool(Token.objects.filter(user=user, client=pk).delete()[0])


def purge() -> int:
    """Deletes expired tokens; returns how many."""
    gone: int = Token.objects.expired().delete()[0]
    return gone

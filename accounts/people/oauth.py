"""Applications that people let act for them: OAuth 2 authorisation code with PKCE (RFC 6749, 7636).

The protocol is the account library's (allauth's identity provider, on oauthlib); what is ours is
small: which scopes there are, that tokens can be known by their prefix, and what one person may
register.  Every application is public: it has no secret, and PKCE by S256 is not left to choice.
A token lives for an hour, and is renewed by another that is used once (token_families); only
digests are kept.
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
from accounts.people import confusables, token_families
from accounts.security import api_keys
from accounts.security.application_tokens import OFFERED
from accounts.security.scopes import SCOPES

PREFIX, RENEWS = api_keys.OF_APPLICATION, f"{api_keys.PREFIX}rt_"
MAX_APPLICATIONS = 5  # of one person
MAX_ADDRESSES = 5
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
GRANTS = (Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN)


class Adapter(DefaultOIDCAdapter):
    """Named in IDP_OIDC_ADAPTER."""

    scope_display = {scope: SCOPES[scope] for scope in OFFERED}

    def get_issuer(self) -> str:
        return str(settings.SITE_URL)


class PrefixedServer(Server):
    """oauthlib's, whose tokens have a prefix by which scanners of published code know them."""

    def __init__(self, **more: Any) -> None:
        super().__init__(
            token_families.Validator(),
            token_expires_in=settings.IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN,
            token_generator=lambda _request: PREFIX + secrets.token_hex(20),
            refresh_token_generator=lambda _request: RENEWS + secrets.token_hex(20),
            **more,
        )


def checked_address(text: str) -> str:
    """Where an application is gone back to.  Raises `ValidationError`."""
    text = text.strip()
    parts = urlsplit(text)
    loopback = parts.scheme == "http" and parts.hostname in LOOPBACK
    web = parts.scheme == "https" and bool(parts.hostname)
    own = "." in parts.scheme  # of an app on a phone, as org.example.app:/back (RFC 8252, 7.1)
    if len(text) > 500 or parts.fragment or "*" in text or not (loopback or web or own):
        raise ValidationError(
            _("We can’t go back to %(given)s. Use https, or http on your own machine."),
            params={"given": text[:80]},
        )
    return text


def register(user: User, name: str, addresses: str) -> Client:
    """A new application.  Raises `ValidationError`."""
    name = name.strip()
    if not 1 <= len(name) <= api_keys.MAX_NAME_LENGTH or confusables.unseen(name):
        raise ValidationError(_("An application needs a name of 1 to 40 characters."))
    back = [checked_address(line) for line in addresses.split()][: MAX_ADDRESSES + 1]
    if not 1 <= len(back) <= MAX_ADDRESSES:
        raise ValidationError(_("Name one to five addresses."))
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # not two at once
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
    """The applications that somebody has registered."""
    found: QuerySet[Client] = Client.objects.filter(owner=user).order_by("created_at")
    return found


def allowed_by(user: User) -> "QuerySet[Client]":
    """The applications that may act for somebody now."""
    tokens = Token.objects.valid().filter(user=user).exclude(type=token_families.SPENT)
    found: QuerySet[Client] = Client.objects.filter(pk__in=tokens.values("client")).order_by("name")
    return found


def remove(user: User, pk: str) -> bool:
    """Takes an application away, and all that was allowed to it; False if it is not theirs."""
    return bool(own(user).filter(pk=pk).delete()[0])


def disallow(user: User, pk: str) -> bool:
    """An application may act for this person no more; False if it did not."""
    return bool(Token.objects.filter(user=user, client=pk).delete()[0])


def purge() -> int:
    """Forgets tokens whose time is over; returns how many."""
    gone: int = Token.objects.expired().delete()[0]
    return gone

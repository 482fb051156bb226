"""What is stricter than in the library: where codes go, and how they and tokens end.

Refresh token rotation: using one twice revokes its whole family (RFC 9700, 4.14.2).

All tokens that stem from one consent are a family. A used refresh token is kept as spent for as
long as the family lives. If it turns up again, either a thief or the application came second, and
nobody can tell which. A family ends ninety days after the consent, however often it is refreshed;
then the application has to ask again. A code that isn't redeemed yet ends with the password and
address of whoever allowed it, as tokens do.
"""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

from allauth.idp.oidc.internal.oauthlib import authorization_codes
from allauth.idp.oidc.internal.oauthlib.request_validator import OAuthLibRequestValidator
from allauth.idp.oidc.internal.oauthlib.utils import get_validator_context
from allauth.idp.oidc.models import Client, Token
from django.conf import settings
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.models import User
from accounts.security import credential_marks

SPENT = "sp"  # our addition to the library's token types
# A program on one's own machine takes whatever port is free (RFC 8252, 7.3).
OWN_PORT = re.compile(r"\A(http://(?:127\.0\.0\.1|\[::1\])):[0-9]{1,5}(?=[/?]|\Z)")
FAMILY, UNTIL = "family", "until"  # keys in the `data` of a `Token`


class Validator(OAuthLibRequestValidator):  # type: ignore[misc]
    """The library's validator plus families. Must be called within a transaction."""

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """The very text that was registered, or another port of one's own machine."""
        registered = map(_without_own_port, request.client.get_redirect_uris())
        return _without_own_port(redirect_uri) in registered

    def save_authorization_code(
        self, client_id: str, code: dict[str, Any], request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Stores with the code by which password and address it was allowed."""
        marked = {**code, **credential_marks.of(request.user)}
        super().save_authorization_code(client_id, marked, request, *args, **kwargs)

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Refuses it after a change of them; one that is just being made is waited for. So is the
        end of the application."""
        if not super().validate_code(client_id, code, client, request, *args, **kwargs):
            return False
        stored = authorization_codes.lookup(client_id, code)
        user = User.objects.select_for_update(no_key=True).filter(pk=request.user.pk).first()
        if user is None or stored is None or not _is_there(client):
            return False
        return credential_marks.still_hold(user, stored["code"])

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Locks whose token it is, so that of two concurrent uses the second finds it spent; and so
        that whoever ends it or the application either comes first or ends the new ones as well."""
        found = Token.objects.filter(client=client).by_value(refresh_token)
        _wait(found)
        if not _is_there(client):
            return False
        if super().validate_refresh_token(refresh_token, client, request, *args, **kwargs):
            return True
        for spent in found.filter(type=SPENT):
            end(spent)
        return False

    def save_bearer_token(
        self, token: dict[str, Any], request: Any, *args: Any, **more: Any
    ) -> None:
        """Puts the new tokens into the family of the refresh token they came from."""
        old = get_validator_context().refresh_token
        family = {**_family_of(old)} if old else _new_family()
        if old is not None:
            _keep_spent(old, family)
        super().save_bearer_token(token, request, *args, **more)
        left = max(1, int((_until(family) - timezone.now()).total_seconds()))
        token["expires_in"] = min(token["expires_in"], left)
        if "refresh_expires_in" in token:
            token["refresh_expires_in"] = left
        for text in (token["access_token"], token.get("refresh_token")):
            for made in Token.objects.by_value(text).exclude(type=SPENT) if text else ():
                made.data = {**(made.data or {}), **family}
                made.expires_at = min(made.expires_at, _until(family))
                made.save(update_fields=["data", "expires_at"])

    def revoke_token(
        self, token: str, token_type_hint: str, request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Revokes the whole family (RFC 7009, 2.1)."""
        theirs = Token.objects.by_value(token).filter(client=request.client)
        _wait(theirs)
        for found in theirs:
            end(found)


def _is_there(client: Any) -> bool:
    """Whether the application is still registered; until the transaction ends, nobody removes
    it. Only once its person is locked: whoever deletes their data locks themselves first, then
    removes what they registered."""
    rows = Client.objects.select_for_update(no_key=True)
    return rows.filter(pk=client.pk).first() is not None


def _wait(tokens: Any) -> None:
    """Locks those whose tokens these are."""
    rows = User.objects.select_for_update(no_key=True).order_by("pk")
    list(rows.filter(pk__in=tokens.values("user")))


def end(token: Token) -> None:
    """Deletes the token and its family."""
    family = (token.data or {}).get(FAMILY)
    token.delete()
    if family:
        Token.objects.filter(client=token.client_id, data__family=family).delete()


def _without_own_port(uri: str) -> str:
    return OWN_PORT.sub(r"\1", uri)


def _new_family() -> dict[str, str]:
    until = timezone.now() + timedelta(seconds=settings.IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN)
    return {FAMILY: uuid4().hex, UNTIL: until.isoformat()}


def _family_of(token: Token) -> dict[str, str]:
    """The token's family; a token older than this rule starts a new one."""
    data = token.data or {}
    return {name: data[name] for name in (FAMILY, UNTIL)} if FAMILY in data else _new_family()


def _until(family: dict[str, str]) -> Any:
    return parse_datetime(family[UNTIL])


def _keep_spent(old: Token, family: dict[str, str]) -> None:
    Token.objects.create(
        type=SPENT, hash=old.hash, client=old.client, user=old.user, data=family,
        scopes=old.scopes, expires_at=_until(family),
    )  # fmt: skip

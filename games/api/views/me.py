"""The caller: profile, hands to answer, games and API keys."""

from typing import Any

from django.core.exceptions import ValidationError as BadProfile
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import ApiKey, User
from accounts.people import new_accounts
from accounts.security import api_keys
from games import selectors
from games.api import inputs, key_inputs, own_outputs
from games.api.base import BaseApiView, nothing_in, parsed, person
from games.api.schema import examples
from games.api.schema.description import WHICH, operation
from games.api.throttles import AddressThrottle, TokenThrottle
from games.refusals import Refused


class MeView(BaseApiView):
    @operation("me", own_outputs.MeOut, says="Your profile", example=examples.ME)
    def get(self, request: Request) -> Response:
        return _me(person(request))

    @operation(
        "change_me",
        own_outputs.MeOut,
        scope="account",
        says="Change your name, time zone, language or quiet hours",
        takes=inputs.ProfileIn,
        given={"zone": "Europe/Amsterdam"},
        example=examples.ME,
    )
    def patch(self, request: Request) -> Response:
        wish = parsed(inputs.ProfileIn, request)
        try:
            changed = new_accounts.change_profile(person(request), **wish)
        except BadProfile as error:
            raise exceptions.ValidationError(error.message_dict) from None
        return _me(changed)


def _me(user: User) -> Response:
    fields = ("name", "email", "kind", "zone", "language")
    data = {name: getattr(user, name) for name in fields}
    for name in ("quiet_from", "quiet_to"):
        at = getattr(user, name)
        data[name] = at.isoformat("minutes") if at else None
    return Response({**data, "moves_due": selectors.page_header.masthead(user).due})


class TokenView(BaseApiView):
    open_to_all = ("POST",)

    def get_authenticators(self) -> list[Any]:
        """Requesting a key requires a password; any other credentials are ignored."""
        if self.request is not None and self.request.method == "POST":
            return []
        return super().get_authenticators()

    def get_throttles(self) -> list[Any]:
        if self.request is not None and self.request.method == "POST":
            return [TokenThrottle(), AddressThrottle()]
        return super().get_throttles()

    @operation(
        "my_tokens",
        own_outputs.KeysOut,
        says="Your API keys without their secrets, newest first",
        example={"keys": [examples.KEY]},
    )
    def get(self, request: Request) -> Response:
        return Response({"keys": [_key(request, key) for key in api_keys.keys_of(person(request))]})

    @operation(
        "make_token",
        own_outputs.TokenOut,
        scope="",
        says="Get a new API key with e-mail address and password; other keys stay valid",
        takes=key_inputs.TokenIn,
        refusals=[
            "bad_credentials",
            "address_unconfirmed",
            "second_factor",
            "bad_key_name",
            "too_many_keys",
        ],
        anybody=True,
        given={"email": "marit@example.org", "password": "…", "name": "bot", "scopes": ["play"]},
        example={"token": "tideweb_401f7ac837da42b97f613d789819ff93537bee6a"},
    )
    def post(self, request: Request) -> Response:
        wish = parsed(key_inputs.TokenIn, request)
        return Response({"token": api_keys.sign_in(request._request, **wish)})

    @operation(
        "revoke_token",
        None,
        scope="",
        says="Revoke the key used for this request",
        status=204,
        takes=None,
        refusals=["no_key"],
    )
    def delete(self, request: Request) -> Response:
        nothing_in(request)
        _revoke(request, request.auth.pk if isinstance(request.auth, ApiKey) else None)
        return Response(status=204)


class KeyView(BaseApiView):
    @operation(
        "revoke_one_token",
        None,
        scope="account",
        says="Revoke one of your keys",
        status=204,
        takes=None,
        parameters=[WHICH],
        refusals=["no_key"],
    )
    def delete(self, request: Request, number: int) -> Response:
        nothing_in(request)
        _revoke(request, number)
        return Response(status=204)


def _revoke(request: Request, pk: int | None) -> None:
    if pk is None or not api_keys.revoke(person(request), pk):
        raise Refused("no_key")


def _key(request: Request, key: ApiKey) -> dict[str, Any]:
    return {
        "id": key.pk,
        "name": key.name,
        "created_at": key.created_at,
        "scopes": key.scopes.split(),
        "expires_at": key.expires_at,
        "used_on": key.used_on,
        "this": request.auth == key,
    }

"""API keys: getting one with a password, listing and revoking."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import ApiKey, User
from accounts.security import api_keys
from accounts.security.scopes import SCOPES
from games.api.base import BaseApiView, parsed, person
from games.api.parsing import Pick, Strict, Text, Truth, Whole
from games.api.schema.description import ID, operation
from games.api.throttles import AddressThrottle, TokenThrottle
from games.refusals import Refused


class TokenIn(Strict):
    """Your credentials, and the key you want."""

    email = Text(max_length=User._meta.get_field("email").max_length, shape={"format": "email"})
    password = Text(max_length=1024, trim_whitespace=False)
    code = Text(
        max_length=40,
        required=False,
        allow_blank=True,
        default="",
        help_text="Code of your second factor, if you have one.",
    )
    name = Text(
        max_length=api_keys.MAX_NAME_LENGTH,
        required=False,
        default="API",
        help_text="What the key is for, so that you recognise it.",
    )
    replace = Truth(
        required=False,
        default=False,
        help_text="Whether it replaces your keys of the same name: for a program that requests "
        "one each time it starts.",
    )
    scopes = serializers.ListField(
        child=Pick(list(SCOPES.items())),
        required=False,
        max_length=len(SCOPES),
        help_text="Its scopes; every key may read. By default all that you can have: `moderate` "
        "is for staff.",
    )
    days = Whole(
        min_value=1,
        max_value=api_keys.MAX_DAYS,
        required=False,
        allow_null=True,
        help_text="Days until it expires. By default never.",
    )


class TokenOut(serializers.Serializer[Any]):
    """A new API key."""

    token = serializers.CharField(help_text="Shown once; other keys stay valid.")


class KeyOut(serializers.Serializer[Any]):
    """An API key without its secret."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    created_at = serializers.DateTimeField()
    scopes = serializers.ListField(
        child=serializers.ChoiceField(list(SCOPES)), help_text="Its scopes."
    )
    expires_at = serializers.DateTimeField(allow_null=True, help_text="null: never.")
    used_on = serializers.DateField(allow_null=True, help_text="The day of its last use, in UTC.")
    this = serializers.BooleanField(help_text="Whether it made this request.")


class KeysOut(serializers.Serializer[Any]):
    """Your API keys, newest first."""

    keys = KeyOut(many=True)


KEY = {
    "id": 4,
    "name": "scoreboard",
    "created_at": "2026-11-20T18:42:00Z",
    "scopes": ["read"],
    "expires_at": "2027-02-18T18:42:00Z",
    "used_on": "2026-11-21",
    "this": True,
}


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
        KeysOut,
        says="Your API keys without their secrets, newest first",
        example={"keys": [KEY]},
    )
    def get(self, request: Request) -> Response:
        return Response({"keys": [_key(request, key) for key in api_keys.keys_of(person(request))]})

    @operation(
        "make_token",
        TokenOut,
        scope="",
        says="Get a new API key with e-mail address and password; other keys stay valid",
        takes=TokenIn,
        refusals=[
            *("bad_credentials", "address_unconfirmed", "second_factor", "bad_key_name"),
            *("invalid_scope", "too_many_keys"),
        ],
        anybody=True,
        given={"email": "marit@example.org", "password": "…", "name": "bot", "scopes": ["play"]},
        example={"token": "tideweb_401f7ac837da42b97f613d789819ff93537bee6a"},
    )
    def post(self, request: Request) -> Response:
        wish = parsed(TokenIn, request)
        return Response({"token": api_keys.sign_in(request._request, **wish)})

    @operation(
        "revoke_token",
        None,
        scope="",
        says="Revoke the key used for this request",
        refusals=["no_key"],
    )
    def delete(self, request: Request) -> None:
        _revoke(request, request.auth.pk if isinstance(request.auth, ApiKey) else None)


class KeyView(BaseApiView):
    @operation(
        "revoke_one_token",
        None,
        scope="account",
        says="Revoke one of your keys",
        parameters=[ID],
        refusals=["no_key"],
    )
    def delete(self, request: Request, number: int) -> None:
        _revoke(request, number)


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

"""The device flow (RFC 8628): a program requests a key, and a person allows it in a browser.

Fields, codes and URL-encoded bodies follow the RFC, so that existing clients work.
"""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import ApiKey
from accounts.security import api_keys, device_grants
from accounts.security.device_grants import INTERVAL, LIVES
from games.api.base import BaseApiView, parsed
from games.api.parsing import Pick, Strict, StrictForm, StrictJson, Text
from games.api.schema.description import operation
from games.api.throttles import TokenThrottle

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class DeviceCodeIn(Strict):
    """A device authorisation request (RFC 8628, 3.1)."""

    client_id = Text(
        max_length=api_keys.MAX_NAME_LENGTH,
        help_text="The name of the program, which is shown to the person who allows it.",
    )
    scope = Text(
        max_length=100,
        required=False,
        allow_blank=True,
        default="",
        help_text="Scopes, separated by spaces; every key may read.",
    )


class DeviceTokenIn(Strict):
    """A device access token request (RFC 8628, 3.4)."""

    grant_type = Pick([(DEVICE_GRANT, DEVICE_GRANT)])
    device_code = Text(max_length=100)
    client_id = Text(max_length=api_keys.MAX_NAME_LENGTH, required=False)


class DeviceCodeOut(serializers.Serializer[Any]):
    """A device authorisation response (RFC 8628, 3.2)."""

    device_code = serializers.CharField(help_text="The code to poll with.")
    user_code = serializers.CharField(help_text="The code to display.")
    verification_uri = serializers.CharField(help_text="Where to enter the code.")
    verification_uri_complete = serializers.CharField(help_text="The same with the code filled in.")
    expires_in = serializers.IntegerField(help_text="Seconds.")
    interval = serializers.IntegerField(help_text="Seconds between polls.")


class DeviceTokenOut(serializers.Serializer[Any]):
    """An access token response (RFC 6749, 5.1)."""

    access_token = serializers.CharField(help_text="Shown once.")
    token_type = serializers.ChoiceField(["Bearer"])
    scope = serializers.CharField(help_text="What was granted, perhaps less than requested.")
    expires_in = serializers.IntegerField(allow_null=True, help_text="Seconds; null: never.")


DEVICE_CODE = {
    "device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS",
    "user_code": "WDJB-MJHT",
    "verification_uri": "https://play.example.org/settings/device/",
    "verification_uri_complete": "https://play.example.org/settings/device/?code=WDJB-MJHT",
    "expires_in": 600,
    "interval": 5,
}
DEVICE_TOKEN = {
    "access_token": "tideweb_401f7ac837da42b97f613d789819ff93537bee6a",
    "token_type": "Bearer",
    "scope": "read play",
    "expires_in": None,
}


class ForPrograms(BaseApiView):
    """Open to all, since the program has no credentials yet."""

    open_to_all = ("POST",)
    authentication_classes = ()
    parser_classes = (StrictJson, StrictForm)


class DeviceCodeView(ForPrograms):
    throttle_classes = (TokenThrottle,)

    @operation(
        "device_code",
        DeviceCodeOut,
        scope="",
        says="Start the device flow: a code to show to the user, and one to poll with",
        takes=DeviceCodeIn,
        refusals=["bad_key_name", "invalid_scope"],
        anybody=True,
        given={"client_id": "Texel bot", "scope": "read play"},
        example=DEVICE_CODE,
    )
    def post(self, request: Request) -> Response:
        wish = parsed(DeviceCodeIn, request)
        begun = device_grants.begin(wish["client_id"], wish["scope"].split())
        page = settings.SITE_URL + reverse("device")
        return Response(
            {
                "device_code": begun.device_code,
                "user_code": begun.user_code,
                "verification_uri": page,
                "verification_uri_complete": f"{page}?code={begun.user_code}",
                "expires_in": LIVES,
                "interval": INTERVAL,
            }
        )


class DeviceTokenView(ForPrograms):
    @operation(
        "device_token",
        DeviceTokenOut,
        scope="",
        says="The key, once it is allowed; until then, poll every `interval` seconds",
        takes=DeviceTokenIn,
        refusals=[
            *("authorization_pending", "slow_down", "access_denied", "expired_token"),
            *("invalid_grant", "too_many_keys"),
        ],
        anybody=True,
        given={
            "grant_type": DEVICE_GRANT,
            "device_code": "GmRhmhcxhwAzkoEqiMEg",
        },
        example=DEVICE_TOKEN,
    )
    def post(self, request: Request) -> Response:
        key = device_grants.key_for(parsed(DeviceTokenIn, request)["device_code"])
        made = ApiKey.objects.get(digest=api_keys.digest(key))
        answer: dict[str, Any] = {
            "access_token": key,
            "token_type": "Bearer",
            "scope": made.scopes,
            "expires_in": None,
        }
        if made.expires_at is not None:
            answer["expires_in"] = round((made.expires_at - made.created_at).total_seconds())
        return Response(answer)

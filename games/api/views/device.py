"""The device flow (RFC 8628): a program requests a key, and a person allows it in a browser.

Fields, codes and URL-encoded bodies follow the RFC, so that existing clients work.
"""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import ApiKey
from accounts.security import api_keys, device_grants
from accounts.security.device_grants import INTERVAL, LIVES
from games.api import key_inputs, own_outputs
from games.api.base import BaseApiView, parsed
from games.api.parsing import StrictForm, StrictJson
from games.api.schema.description import operation
from games.api.throttles import TokenThrottle


class ForPrograms(BaseApiView):
    """Open to all, since the program has no credentials yet."""

    open_to_all = ("POST",)
    authentication_classes = ()
    parser_classes = (StrictJson, StrictForm)


class DeviceCodeView(ForPrograms):
    throttle_classes = (TokenThrottle,)

    @operation(
        "device_code",
        own_outputs.DeviceCodeOut,
        scope="",
        says="Start the device flow: a code to show to the user, and one to poll with",
        takes=key_inputs.DeviceCodeIn,
        refusals=["bad_key_name", "invalid_scope"],
        anybody=True,
        given={"client_id": "Texel bot", "scope": "read play"},
        example=own_outputs.DEVICE_CODE,
    )
    def post(self, request: Request) -> Response:
        wish = parsed(key_inputs.DeviceCodeIn, request)
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
        own_outputs.DeviceTokenOut,
        scope="",
        says="The key, once it is allowed; until then, poll every `interval` seconds",
        takes=key_inputs.DeviceTokenIn,
        refusals=[
            "authorization_pending",
            "slow_down",
            "access_denied",
            "expired_token",
            "invalid_grant",
            "too_many_keys",
        ],
        anybody=True,
        given={
            "grant_type": key_inputs.DEVICE_GRANT,
            "device_code": "GmRhmhcxhwAzkoEqiMEg",
        },
        example=own_outputs.DEVICE_TOKEN,
    )
    def post(self, request: Request) -> Response:
        key = device_grants.key_for(parsed(key_inputs.DeviceTokenIn, request)["device_code"])
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

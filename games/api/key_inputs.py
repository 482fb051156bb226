"""Request bodies for getting an API key."""

from rest_framework import serializers

from accounts.models import User
from accounts.security import api_keys
from accounts.security.scopes import SCOPES
from games.api.parsing import Pick, Strict, Text, Truth, Whole

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


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
        help_text="Its scopes; every key may read. By default all.",
    )
    days = Whole(
        min_value=1,
        max_value=api_keys.MAX_DAYS,
        required=False,
        allow_null=True,
        help_text="Days until it expires. By default never.",
    )


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

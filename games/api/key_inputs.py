"""What the API takes where a key is asked for."""

from rest_framework import serializers

from accounts.models import User
from accounts.security import api_keys
from accounts.security.scopes import SCOPES
from games.api.fields import Pick, Strict, Text, Truth, Whole

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class TokenIn(Strict):
    """Who I am."""

    email = Text(max_length=User._meta.get_field("email").max_length, shape={"format": "email"})
    password = Text(max_length=1024, trim_whitespace=False)
    code = Text(
        max_length=40,
        required=False,
        allow_blank=True,
        default="",
        help_text="A second factor, if you have one.",
    )
    name = Text(
        max_length=api_keys.MAX_NAME_LENGTH,
        required=False,
        default="API",
        help_text="What the key is for, so that you know it again.",
    )
    replace = Truth(
        required=False,
        default=False,
        help_text="Whether it takes the place of your keys of that name: for a program that asks "
        "for one each time it starts.",
    )
    scopes = serializers.ListField(
        child=Pick(list(SCOPES.items())),
        required=False,
        max_length=len(SCOPES),
        help_text="What it may do; every key may read. Without this, everything.",
    )
    days = Whole(
        min_value=1,
        max_value=api_keys.MAX_DAYS,
        required=False,
        allow_null=True,
        help_text="After how many days it expires. Without this, never.",
    )


class DeviceCodeIn(Strict):
    """What a program asks for (RFC 8628, 3.1)."""

    client_id = Text(
        max_length=api_keys.MAX_NAME_LENGTH,
        help_text="What the program is called; whoever allows it sees this.",
    )
    scope = Text(
        max_length=100,
        required=False,
        allow_blank=True,
        default="",
        help_text="Scopes, with blanks between them; every key may read.",
    )


class DeviceTokenIn(Strict):
    """Whether it is allowed by now (RFC 8628, 3.4)."""

    grant_type = Pick([(DEVICE_GRANT, DEVICE_GRANT)])
    device_code = Text(max_length=100)
    client_id = Text(max_length=api_keys.MAX_NAME_LENGTH, required=False)

"""What the API answers about oneself."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
from accounts.security.scopes import SCOPES
from games.api.fields import Clock
from games.models import Seat


class MeOut(serializers.Serializer[Any]):
    """You."""

    name = serializers.CharField()
    email = serializers.EmailField(allow_null=True)
    kind = serializers.ChoiceField(User.Kind.choices)
    zone = serializers.CharField()
    language = serializers.CharField()
    quiet_from = Clock(format="%H:%M", allow_null=True)
    quiet_to = Clock(format="%H:%M", allow_null=True)
    moves_due = serializers.IntegerField(help_text="Hands that wait for you.")


class PreferencesOut(serializers.Serializer[Any]):
    """How my seats are set where I sit down, and with what my plans begin."""

    policy = serializers.ChoiceField(
        Seat.Policy.choices, help_text="What is played if I miss a hand."
    )
    ask_forced = serializers.BooleanField()
    openings = serializers.DictField(child=serializers.CharField(), help_text="By game.")


class TokenOut(serializers.Serializer[Any]):
    """A new key."""

    token = serializers.CharField(help_text="Told once; the others stay good.")


class DeviceCodeOut(serializers.Serializer[Any]):
    """How a program asks for a key that somebody allows in a browser (RFC 8628, 3.2)."""

    device_code = serializers.CharField(help_text="With this it asks for its key.")
    user_code = serializers.CharField(help_text="This it shows.")
    verification_uri = serializers.CharField(help_text="Where the code is typed.")
    verification_uri_complete = serializers.CharField(help_text="The same with the code filled in.")
    expires_in = serializers.IntegerField(help_text="Seconds.")
    interval = serializers.IntegerField(help_text="Seconds between two requests for the key.")


class DeviceTokenOut(serializers.Serializer[Any]):
    """The key of a program that was allowed (RFC 6749, 5.1)."""

    access_token = serializers.CharField(help_text="Told once.")
    token_type = serializers.ChoiceField(["Bearer"])
    scope = serializers.CharField(help_text="What was allowed; it may be less than was asked for.")
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


class KeyOut(serializers.Serializer[Any]):
    """An API key, without what opens."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    created_at = serializers.DateTimeField()
    scopes = serializers.ListField(
        child=serializers.ChoiceField(list(SCOPES)), help_text="What it may do."
    )
    expires_at = serializers.DateTimeField(allow_null=True, help_text="null: never.")
    used_on = serializers.DateField(allow_null=True, help_text="The day of its last use, in UTC.")
    this = serializers.BooleanField(help_text="Whether this request was made with it.")


class KeysOut(serializers.Serializer[Any]):
    """My keys, the newest first."""

    keys = KeyOut(many=True)

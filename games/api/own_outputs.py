"""Response shapes about the caller: profile, preferences and keys."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
from accounts.security.scopes import SCOPES
from games.api.parsing import Clock
from games.models import Seat


class MeOut(serializers.Serializer[Any]):
    """Your profile and settings, and how many hands are waiting for you."""

    name = serializers.CharField()
    email = serializers.EmailField(allow_null=True)
    kind = serializers.ChoiceField(User.Kind.choices)
    zone = serializers.CharField()
    language = serializers.CharField()
    quiet_from = Clock(format="%H:%M", allow_null=True)
    quiet_to = Clock(format="%H:%M", allow_null=True)
    moves_due = serializers.IntegerField(help_text="Hands waiting for your answer.")


class PreferencesOut(serializers.Serializer[Any]):
    """Your defaults for new seats and plans."""

    policy = serializers.ChoiceField(
        Seat.Policy.choices, help_text="What is played if you miss a hand."
    )
    ask_forced = serializers.BooleanField()
    openings = serializers.DictField(
        child=serializers.CharField(), help_text="Default plans by game."
    )


class TokenOut(serializers.Serializer[Any]):
    """A new API key."""

    token = serializers.CharField(help_text="Shown once; other keys stay valid.")


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

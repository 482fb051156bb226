"""What the API answers about oneself."""

from rest_framework import serializers

from accounts.models import User
from games.api.fields import Clock
from games.models import Seat


class MeOut(serializers.Serializer):
    """You."""

    name = serializers.CharField()
    email = serializers.EmailField(allow_null=True)
    kind = serializers.ChoiceField(User.Kind.choices)
    zone = serializers.CharField()
    language = serializers.CharField()
    quiet_from = Clock(format="%H:%M", allow_null=True)
    quiet_to = Clock(format="%H:%M", allow_null=True)
    moves_due = serializers.IntegerField(help_text="Hands that wait for you.")


class PreferencesOut(serializers.Serializer):
    """How my seats are set where I sit down, and with what my plans begin."""

    policy = serializers.ChoiceField(
        Seat.Policy.choices, help_text="What is played if I miss a hand."
    )
    ask_forced = serializers.BooleanField()
    openings = serializers.DictField(child=serializers.CharField(), help_text="By game.")


class TokenOut(serializers.Serializer):
    """A new key."""

    token = serializers.CharField(help_text="Told once; the others stay good.")


class KeyOut(serializers.Serializer):
    """A key for programs, without what opens."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    created_at = serializers.DateTimeField()
    used_on = serializers.DateField(allow_null=True, help_text="The day of its last use, in UTC.")
    this = serializers.BooleanField(help_text="Whether this request was made with it.")


class KeysOut(serializers.Serializer):
    """My keys, the newest first."""

    keys = KeyOut(many=True)

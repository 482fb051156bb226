"""Response shapes about the caller: profile, preferences and keys."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
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

"""Response shapes about one's account: sessions, data export, bots and reports."""

from typing import Any

from rest_framework import serializers


class SessionOut(serializers.Serializer[Any]):
    """A browser in which you are signed in."""

    id = serializers.IntegerField()
    device = serializers.CharField(help_text="In words.")
    network = serializers.CharField(
        help_text="In words; only the first part of the address is stored."
    )
    since = serializers.DateTimeField()
    this = serializers.BooleanField(help_text="Whether it made this request.")


class SessionsOut(serializers.Serializer[Any]):
    """Your sessions, newest first."""

    sessions = SessionOut(many=True)


class BotOut(serializers.Serializer[Any]):
    """One of your bots."""

    id = serializers.IntegerField()
    name = serializers.CharField(help_text="Ends in “(bot)”.")
    created_at = serializers.DateTimeField()


class BotsOut(serializers.Serializer[Any]):
    """Your active bots."""

    bots = BotOut(many=True)


class BotKeyOut(serializers.Serializer[Any]):
    """The bot's API key, with the scopes `read`, `play`, `tables` and `talk`."""

    key = serializers.CharField()


class NewBotOut(BotOut):
    """A new bot with its key."""

    key = serializers.CharField(help_text="Shown only once.")


class DeletedOut(serializers.Serializer[Any]):
    """Confirmation that your data was deleted."""

    name = serializers.CharField(help_text="The made-up name that replaces yours.")
    remains = serializers.ListField(
        child=serializers.CharField(), help_text="What remains under that name, in words."
    )


class ExportOut(serializers.Serializer[Any]):
    """Everything stored about you, with your own sealed answers in the clear."""

    format = serializers.CharField(help_text="tideweb-person/1.")
    person = serializers.DictField()


for _name in (
    "addresses", "letters_wished", "vacations", "signed_in", "networks", "keys_for_programs",
    "bots", "applications", "applications_allowed", "second_factors", "letters", "games",
    "games_left", "notes", "said", "not_read", "invitations_sent", "reports", "ratings", "leagues",
    "rating_steps", "moderation",
):  # fmt: skip
    ExportOut._declared_fields[_name] = serializers.ListField(child=serializers.JSONField())


ExportOut._declared_fields["preferences"] = serializers.DictField()
A_KEY = "tideweb_401f7ac837da42b97f613d789819ff93537bee6a"
BOT = {"id": 5, "name": "Texel (bot)", "created_at": "2026-11-20T18:42:00Z"}
DELETED = {"name": "Former player 5f1d9c0a", "remains": ["What you played."]}
SESSION = {
    "id": 12,
    "device": "Firefox on Windows",
    "network": "in another network (198.51.100.0)",
    "since": "2026-11-20T18:42:00Z",
    "this": False,
}
EXPORT = {
    "format": "tideweb-person/1",
    "person": {"name": "Marit"},
    "preferences": {},
    **{
        name: []
        for name in ExportOut._declared_fields
        if name not in {"format", "person", "preferences"}
    },
}

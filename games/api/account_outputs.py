"""What the API answers about one's account: sessions, all that is kept, and reports."""

from typing import Any

from rest_framework import serializers

from games.models import Report


class SessionOut(serializers.Serializer[Any]):
    """A browser in which I am signed in."""

    id = serializers.IntegerField()
    device = serializers.CharField(help_text="In words.")
    network = serializers.CharField(help_text="In words; of the address the first part is kept.")
    since = serializers.DateTimeField()
    this = serializers.BooleanField(help_text="Whether this request was made by it.")


class SessionsOut(serializers.Serializer[Any]):
    """All of them, the newest first."""

    sessions = SessionOut(many=True)


class ReportOut(serializers.Serializer[Any]):
    """What I told the moderators, and their answer."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(Report.Kind.choices)
    text = serializers.CharField()
    game = serializers.CharField(allow_null=True)
    person = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.CharField(help_text="Empty before there is an answer.")
    answer = serializers.CharField()


class ReportsOut(serializers.Serializer[Any]):
    """All of mine, newest first."""

    reports = ReportOut(many=True)


class BotOut(serializers.Serializer[Any]):
    """A bot that I have made."""

    id = serializers.IntegerField()
    name = serializers.CharField(help_text="With “(bot)” behind it.")
    created_at = serializers.DateTimeField()


class BotsOut(serializers.Serializer[Any]):
    """All that play still."""

    bots = BotOut(many=True)


class BotKeyOut(serializers.Serializer[Any]):
    """By which it plays: `read`, `play`, `tables` and `talk`."""

    key = serializers.CharField()


class NewBotOut(BotOut):
    """It, and its key."""

    key = serializers.CharField(help_text="Shown this once.")


class DeletedOut(serializers.Serializer[Any]):
    """What became of me."""

    name = serializers.CharField(help_text="The made-up one that stands in place of mine.")
    remains = serializers.ListField(
        child=serializers.CharField(), help_text="What stays, under that name, in words."
    )


class ExportOut(serializers.Serializer[Any]):
    """All that is kept about me; one's own sealed answers are opened."""

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
REPORT = {
    "id": 3,
    "kind": "stuck",
    "text": "Nobody has answered for a week.",
    "game": "k7m2xq9wphdz",
    "person": None,
    "created_at": "2026-11-20T18:42:00Z",
    "closed_at": None,
    "outcome": "",
    "answer": "",
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

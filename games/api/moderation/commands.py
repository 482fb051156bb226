"""The commands of moderators (docs/moderating.md)."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.security import roles
from games.api.base import BaseApiView, parsed, person
from games.api.parsing import Pick, Strict, Text, Truth, Whole, Word
from games.api.schema.description import ENTRY, operation
from games.api.schema.fields import AnyObject, Words
from games.refusals import Refused
from games.services.moderation import execution
from games.services.moderation.command_types import REASONS, CommandInput
from games.services.moderation.commands import COMMANDS
from games.services.moderation.execution import Done, Effect

COMMAND = OpenApiParameter(
    "command",
    {"type": "string", "pattern": "^[a-z_]{1,24}$"},
    OpenApiParameter.PATH,
    description="A `slug` of the list.",
)
REFUSALS = [
    "not_allowed", "own_game", "own_person", "no_reason", "long_text", "not_in_this_state",
    "unknown_game", "unknown_person", "unknown_letter", "unknown_command", "no_miss", "no_points",
    "no_such_hand", "not_replayable", "bad_days", "nothing_to_lift", "unknown_role", "is_staff",
    "outranked", "preview_changed", "preview_gone", "queued_already", "bad_hours", "no_clock",
    "paused_already", "not_paused", "nobody_there", "absent_already", "no_seat", "person_seated",
    "person_sat_elsewhere", "person_knows_deals", "person_sees_tables", "person_suspended",
    "not_hidden", "unrated_already", "cannot_undo", "same_role", "mail_waits", "confirm_first",
]  # fmt: skip


class UndoIn(Strict):
    """The reason, which is shown to the people concerned."""

    reason = Pick(list(REASONS.items()))
    text = Text(max_length=1000, required=False, allow_blank=True)
    preview = Truth(required=False, help_text="true: only say what it would do.")
    token = Text(
        max_length=20_000,
        required=False,
        help_text="From a preview: execute only if the effect is exactly the one shown.",
    )


class CommandIn(UndoIn):
    """The target and arguments of a command; each command reads only its own fields."""

    target = Text(max_length=20, help_text="A game's code, the id of a person or e-mail, or `all`.")
    hours = Whole(min_value=1, max_value=336, required=False)
    hand = Whole(min_value=1, max_value=1_000_000, required=False)
    seat = Whole(max_value=9, required=False)
    message = Whole(min_value=1, max_value=1_000_000, required=False)
    days = Whole(min_value=1, max_value=3650, required=False)
    person = Text(max_length=30, required=False, allow_blank=True)
    role = Word([*roles.ROLES, ""], required=False, allow_blank=True)


class CommandOut(serializers.Serializer[Any]):
    """A command that you may use."""

    slug = serializers.CharField()
    title = serializers.CharField()
    hint = serializers.CharField()
    on = serializers.CharField(help_text="game, person, letter or site.")
    fields_read = Words(help_text="The fields it uses besides reason and text.")
    undoable = serializers.BooleanField()


class CommandsOut(serializers.Serializer[Any]):
    """The commands of your role, and the possible reasons."""

    commands = CommandOut(many=True)
    reasons = Words()


class SentLetterOut(serializers.Serializer[Any]):
    """An e-mail sent by the command."""

    kind = serializers.CharField()
    name = serializers.CharField()


class CommandResultOut(serializers.Serializer[Any]):
    """What was done or would be done; `entry` is its number in the log, null for a preview, which
    has a `token` instead.
    """

    entry = serializers.IntegerField(allow_null=True)
    before = AnyObject()
    after = AnyObject()
    letters = SentLetterOut(many=True)
    undoable = serializers.BooleanField()
    token = serializers.CharField(allow_blank=True)


COMMAND_LIST = {
    "commands": [
        {
            "slug": "take_back",
            "title": "Take back to a hand",
            "hint": "All bids from that hand on are void, and it opens again.",
            "on": "game",
            "fields_read": ["hand"],
            "undoable": True,
        }
    ],
    "reasons": ["asked", "outage"],
}
TAKE_BACK = {
    "target": "k7m3qphv2xwa",
    "reason": "defect",
    "text": "A card was shown too early.",
    "hand": 5,
    "preview": True,
}
TAKEN_BACK = {
    "entry": None,
    "before": {"state": "running", "hand": 9},
    "after": {"state": "running", "hand": 5},
    "letters": [{"kind": "moderated", "name": "Joost"}],
    "undoable": True,
    "token": "eyJhY3RvciI6…",
}


class CommandsView(BaseApiView):
    @operation(
        "moderation_commands",
        CommandsOut,
        scope="moderate",
        says="The commands that your moderator role may use",
        refusals=["not_allowed", "confirm_first"],
        example=COMMAND_LIST,
    )
    def get(self, request: Request) -> Response:
        user = person(request)
        if not roles.may(user, roles.HELP):
            raise Refused("not_allowed")
        mine = [command for command in COMMANDS.values() if roles.may(user, command.needs)]
        listed = [
            {
                "slug": command.slug,
                "title": str(command.label),
                "hint": str(command.hint),
                "on": command.on,
                "fields_read": list(command.fields),
                "undoable": command.undo is not None,
            }
            for command in mine
        ]
        return Response({"commands": listed, "reasons": list(REASONS)})


class CommandView(BaseApiView):
    @operation(
        "moderate",
        CommandResultOut,
        scope="moderate",
        says="Preview or execute a command",
        takes=CommandIn,
        parameters=[COMMAND],
        refusals=REFUSALS,
        given=TAKE_BACK,
        example=TAKEN_BACK,
    )
    def post(self, request: Request, command: str) -> Response:
        asked = parsed(CommandIn, request)
        action = person(request), command, asked.pop("target")
        only, token = asked.pop("preview", False), asked.pop("token", None)
        if only:
            return Response(_previewed(execution.preview(*action, CommandInput(**asked))))
        return Response(_done(execution.carry_out(*action, CommandInput(**asked), token)))


class UndoView(BaseApiView):
    @operation(
        "undo_moderation",
        CommandResultOut,
        scope="moderate",
        says="Preview or execute undoing an entry of the log",
        takes=UndoIn,
        parameters=[ENTRY],
        refusals=REFUSALS,
        given={"reason": "asked", "text": "The players want to go on."},
        example=TAKEN_BACK,
    )
    def post(self, request: Request, number: int) -> Response:
        asked = parsed(UndoIn, request)
        only, token = asked.pop("preview", False), asked.pop("token", None)
        if only:
            return Response(
                _previewed(execution.preview_undo(person(request), number, CommandInput(**asked)))
            )
        return Response(
            _done(execution.undo(person(request), number, CommandInput(**asked), token))
        )


def _previewed(effect: Effect) -> dict[str, Any]:
    return {"entry": None, **_effect(effect), "token": effect.token}


def _done(done: Done) -> dict[str, Any]:
    return {"entry": done.entry.number, **_effect(done.effect), "token": ""}


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "before": dict(effect.before),
        "after": dict(effect.after),
        "letters": [{"kind": kind, "name": name} for kind, name in effect.letters],
        "undoable": effect.undoable,
    }

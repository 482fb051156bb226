"""Export of the caller's data, and its deletion with the account."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.security import api_keys
from games.api.base import BaseApiView, parsed, person
from games.api.parsing import Strict, Text
from games.api.schema.description import operation
from games.api.schema.fields import Words
from games.api.throttles import OwnThrottle, TokenThrottle
from games.refusals import Refused
from games.selectors.people.export import everything
from games.services.people import erasure


class DeletionIn(Strict):
    """Confirmation that it is you, and that you mean it."""

    name = Text(max_length=30, help_text="Your name, as confirmation.")
    password = Text(max_length=1024, trim_whitespace=False)
    code = Text(
        max_length=40,
        required=False,
        allow_blank=True,
        default="",
        help_text="Code of your second factor, if you have one.",
    )


class DeletedOut(serializers.Serializer[Any]):
    """Confirmation that your data was deleted."""

    name = serializers.CharField(help_text="The made-up name that replaces yours.")
    remains = Words(help_text="What remains, in words.")


class ExportOut(serializers.Serializer[Any]):
    """Everything stored about you, with your own sealed answers in the clear."""

    format = serializers.CharField(help_text="tideweb-person/1.")
    person = serializers.DictField()


for _name in (
    "addresses", "addresses_stopped", "letters_wished", "vacations", "signed_in", "networks",
    "keys_for_programs", "bots", "applications", "applications_allowed", "second_factors",
    "webhooks", "browsers", "feeds", "letters", "letters_returned", "written_to_us", "games",
    "games_left", "tables_started", "tables_left", "notes", "said", "not_read", "invitations_sent",
    "invitations_received", "reports", "ratings", "leagues", "rating_steps", "moderation",
    "as_guest",
):  # fmt: skip
    ExportOut._declared_fields[_name] = serializers.ListField(child=serializers.JSONField())
for _name in ("preferences", "friends", "seats_kept"):
    ExportOut._declared_fields[_name] = serializers.DictField()

DELETED = {"name": "Former player 5f1d9c0a", "remains": ["What you played."]}
EXPORT = {
    "format": "tideweb-person/1",
    "person": {"name": "Marit"},
    "preferences": {},
    "friends": {"friends": ["Aoife"], "asking": [], "asked": []},
    "seats_kept": {"for_them": [], "by_them": []},
    **{
        name: []
        for name in ExportOut._declared_fields
        if name not in {"format", "person", "preferences", "friends", "seats_kept"}
    },
}


class ExportView(BaseApiView):
    serious = ("GET",)

    @operation(
        "export",
        ExportOut,
        scope="account",
        says="Everything stored about you",
        refusals=["confirm_first"],
        example=EXPORT,
    )
    def get(self, request: Request) -> Response:
        return Response(everything(person(request)))


class DeletionView(BaseApiView):
    def get_throttles(self) -> list[Any]:
        """Limited like the token endpoint, since it checks a password."""
        return [*super().get_throttles(), TokenThrottle(), OwnThrottle()]

    @operation(
        "delete_me",
        DeletedOut,
        scope="account",
        says="Delete your account and data for good",
        takes=DeletionIn,
        refusals=["bad_credentials", "second_factor", "is_staff", "forbidden"],
        given={"name": "Marit", "password": "…"},
        example=DELETED,
    )
    def post(self, request: Request) -> Response:
        wish, user = parsed(DeletionIn, request), person(request)
        if user.kind != User.Kind.PERSON:
            raise Refused("forbidden")
        if wish["name"] != user.name:
            message = _("Type your name exactly as it is shown here. Nothing was deleted.")
            raise exceptions.ValidationError({"name": [message]})
        api_keys.check_oneself(request._request, user, wish["password"], wish["code"])
        return Response({"name": erasure.forget(user), "remains": remains()})


def remains() -> list[str]:
    """What remains after somebody has deleted their data."""
    return [
        _("What you played, since it belongs to everybody who played."),
        _("Your seats in running games: a bot plays them until somebody takes them."),
        _("Your address stays only if you asked us never to write to it again, for that alone."),
        _("The fact that something was reported to the moderators, without words or names."),
        _("Other people’s ratings and league tables, which were worked out from yours."),
    ]

"""The browsers in which the caller is signed in."""

from typing import Any

from allauth.usersessions.models import UserSession
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people import own_sessions
from games.api.base import BaseApiView, person
from games.api.schema.description import ID, operation
from games.refusals import Refused


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


SESSION = {
    "id": 12,
    "device": "Firefox on Windows",
    "network": "in another network (198.51.100.0)",
    "since": "2026-11-20T18:42:00Z",
    "this": False,
}


class SessionsView(BaseApiView):
    @operation(
        "my_sessions",
        SessionsOut,
        scope="account",
        says="Your sessions",
        example={"sessions": [SESSION]},
    )
    def get(self, request: Request) -> Response:
        key = request._request.session.session_key or ""
        told = [
            {
                "id": each.pk,
                "device": each.device,
                "network": each.net,
                "since": each.since,
                "this": each.here,
            }
            for each in own_sessions.of(person(request), key)
        ]
        return Response({"sessions": told})


class SessionView(BaseApiView):
    serious = ("DELETE",)

    @operation(
        "end_session",
        None,
        scope="account",
        says="End a session",
        parameters=[ID],
        refusals=["no_session", "confirm_first"],
    )
    def delete(self, request: Request, number: int) -> None:
        if not own_sessions.end(UserSession.objects.filter(user=person(request), pk=number)):
            raise Refused("no_session")

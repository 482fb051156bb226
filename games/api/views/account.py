"""The caller's account: sessions, data export and deletion."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.people import own_sessions
from accounts.security import api_keys
from games.api import account_outputs as outputs
from games.api import inputs
from games.api.base import BaseApiView, nothing_in, parsed, person
from games.api.schema.description import WHICH, operation
from games.api.throttles import OwnThrottle, TokenThrottle
from games.refusals import Refused
from games.selectors.people.export import everything
from games.services.people import erasure


class SessionsView(BaseApiView):
    @operation(
        "my_sessions",
        outputs.SessionsOut,
        scope="account",
        says="Your sessions",
        example={"sessions": [outputs.SESSION]},
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
    @operation(
        "end_session",
        None,
        scope="account",
        says="End a session",
        status=204,
        parameters=[WHICH],
        refusals=["no_session"],
    )
    def delete(self, request: Request, number: int) -> Response:
        nothing_in(request)
        if not own_sessions.end(UserSession.objects.filter(user=person(request), pk=number)):
            raise Refused("no_session")
        return Response(status=204)


class ExportView(BaseApiView):
    @operation(
        "export",
        outputs.ExportOut,
        scope="account",
        says="Everything stored about you",
        example=outputs.EXPORT,
    )
    def get(self, request: Request) -> Response:
        return Response(everything(person(request)))


class DeletionView(BaseApiView):
    def get_throttles(self) -> list[Any]:
        """Limited like the token endpoint, since it checks a password."""
        return [*super().get_throttles(), TokenThrottle(), OwnThrottle()]

    @operation(
        "delete_me",
        outputs.DeletedOut,
        scope="account",
        says="Delete your account and data for good",
        takes=inputs.DeletionIn,
        refusals=["bad_credentials", "second_factor", "is_staff", "forbidden"],
        given={"name": "Marit", "password": "…"},
        example=outputs.DELETED,
    )
    def post(self, request: Request) -> Response:
        wish, user = parsed(inputs.DeletionIn, request), person(request)
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
        _("The fact that something was reported to the moderators, without words or names."),
        _("Other people’s ratings and league tables, which were worked out from yours."),
    ]

"""Invitations to an open table, by e-mail or by name."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.base import BaseApiView, parsed, person
from games.api.parsing import Strict, Text
from games.api.schema.description import operation
from games.models import Invitation
from games.services.lobby import invitations


class InviteIn(Strict):
    """Whom to invite."""

    email = Text(max_length=254, shape={"format": "email"})


class InvitationOut(serializers.Serializer[Any]):
    """An invitation that was sent."""

    email = serializers.EmailField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class InvitationsView(BaseApiView):
    @operation(
        "invite",
        InvitationOut,
        scope="tables",
        makes=True,
        says="Invite somebody to an open table by e-mail; each address only once",
        status=201,
        takes=InviteIn,
        refusals=[
            *("muted", "suspended", "not_seated", "already_started", "bad_address"),
            *("cannot_invite", "too_many_invitations"),
        ],
        given={"email": "aoife@example.org"},
    )
    def post(self, request: Request, code: str) -> Response:
        email = parsed(InviteIn, request)["email"]
        user = person(request)
        made = invitations.invite(user, code, email)
        return Response(invitation(made), 201)


class KeptSeatView(BaseApiView):
    @operation(
        "keep_seat",
        None,
        scope="tables",
        says="Invite somebody to an open table by name: a seat is reserved, and they are notified",
        refusals=[
            *("muted", "suspended", "not_seated", "already_started", "not_invitable", "table_full"),
            *("cannot_invite", "too_many_invitations", "too_many_kept"),
        ],
    )
    def put(self, request: Request, code: str, name: str) -> None:
        user, whom = person(request), selectors.access.person_named(name)
        invitations.keep_seat(user, code, whom)


def invitation(made: Invitation) -> dict[str, Any]:
    """The fields of `InvitationOut`."""
    return {"email": made.email, "created_at": made.created_at, "expires_at": made.expires_at}

"""One's account: where one is signed in, all that is kept, and having it taken away."""

from allauth.usersessions.models import UserSession
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people import places
from games.api import account_outputs as outputs
from games.api.base import BaseApiView, nothing_in, person
from games.api.schema_description import WHICH, operation
from games.refusals import Refused
from games.selectors.people.export import everything


class SessionsView(BaseApiView):
    @operation(
        "my_sessions",
        outputs.SessionsOut,
        scope="account",
        says="Where I am signed in, in words",
        example={"sessions": [outputs.SESSION]},
    )
    def get(self, request: Request) -> Response:
        key = request._request.session.session_key or ""
        told = [
            {
                "id": place.pk,
                "device": place.device,
                "network": place.net,
                "since": place.since,
                "this": place.here,
            }
            for place in places.of(person(request), key)
        ]
        return Response({"sessions": told})


class SessionView(BaseApiView):
    @operation(
        "end_session",
        None,
        scope="account",
        says="Sign out there",
        status=204,
        parameters=[WHICH],
        refusals=["no_session"],
    )
    def delete(self, request: Request, number: int) -> Response:
        nothing_in(request)
        if not places.end(UserSession.objects.filter(user=person(request), pk=number)):
            raise Refused("no_session")
        return Response(status=204)


class ExportView(BaseApiView):
    @operation(
        "export",
        outputs.ExportOut,
        scope="account",
        says="All that is kept about me",
        example=outputs.EXPORT,
    )
    def get(self, request: Request) -> Response:
        return Response(everything(person(request)))

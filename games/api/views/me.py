"""The caller: profile, hands to answer, games and API keys."""

from django.core.exceptions import ValidationError as BadProfile
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.people import new_accounts
from games import selectors
from games.api import inputs, own_outputs
from games.api.base import BaseApiView, parsed, person
from games.api.schema import examples
from games.api.schema.description import operation


class MeView(BaseApiView):
    @operation("me", own_outputs.MeOut, says="Your profile", example=examples.ME)
    def get(self, request: Request) -> Response:
        return _me(person(request))

    @operation(
        "change_me",
        own_outputs.MeOut,
        scope="account",
        says="Change your name, time zone, language or quiet hours",
        takes=inputs.ProfileIn,
        given={"zone": "Europe/Amsterdam"},
        example=examples.ME,
    )
    def patch(self, request: Request) -> Response:
        wish = parsed(inputs.ProfileIn, request)
        try:
            changed = new_accounts.change_profile(person(request), **wish)
        except BadProfile as error:
            raise exceptions.ValidationError(error.message_dict) from None
        return _me(changed)


def _me(user: User) -> Response:
    fields = ("name", "email", "kind", "zone", "language")
    data = {name: getattr(user, name) for name in fields}
    for name in ("quiet_from", "quiet_to"):
        at = getattr(user, name)
        data[name] = at.isoformat("minutes") if at else None
    return Response({**data, "moves_due": selectors.page_header.masthead(user).due})

"""The caller's own profile."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError as BadProfile
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.people import new_accounts
from games import selectors
from games.api.base import BaseApiView, parsed, person
from games.api.parsing import Clock, Pick, Strict, Text
from games.api.schema.description import operation


class ProfileIn(Strict):
    """Your name, time zone, language and quiet hours."""

    name = Text(max_length=30, required=False)
    zone = Text(max_length=40, required=False, help_text="IANA name, such as Europe/Amsterdam.")
    language = Pick(settings.LANGUAGES, required=False)
    quiet_from = Clock(required=False, allow_null=True, help_text="22:00; null for none.")
    quiet_to = Clock(required=False, allow_null=True, help_text="07:00; at most 12 hours later.")


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


ME = {
    "name": "Marit",
    "email": "marit@example.org",
    "kind": "person",
    "zone": "Europe/Amsterdam",
    "language": "nl",
    "quiet_from": "22:00",
    "quiet_to": "07:00",
    "moves_due": 2,
}


class MeView(BaseApiView):
    @operation("me", MeOut, says="Your profile", example=ME)
    def get(self, request: Request) -> Response:
        return _me(person(request))

    @operation(
        "change_me",
        MeOut,
        scope="account",
        says="Change your name, time zone, language or quiet hours",
        takes=ProfileIn,
        given={"zone": "Europe/Amsterdam"},
        example=ME,
    )
    def patch(self, request: Request) -> Response:
        wish = parsed(ProfileIn, request)
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

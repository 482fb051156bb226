"""Which notices the caller gets, and how."""

from typing import Any

from django.core.exceptions import ValidationError as BadWish
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.notifications import preferences
from games.api.base import BaseApiView, parsed, person
from games.api.parsing import Pick, Strict, Truth, Whole
from games.api.schema.description import operation


class WaysIn(Strict):
    """The channels for a kind of notice."""

    mail = Truth(required=False)
    site = Truth(required=False)
    push = Truth(required=False)
    hook = Truth(required=False)


def _kinds() -> dict[str, WaysIn]:
    return {kind.slug: WaysIn(required=False) for kind in preferences.optional_kinds()}


ChannelsIn = type("ChannelsIn", (Strict,), {**_kinds(), "__doc__": "By kind of notice."})


class NoticePreferencesIn(Strict):
    """Your notification preferences."""

    channels = ChannelsIn(required=False)
    remind_hours = Whole(
        min_value=1,
        max_value=preferences.MAX_REMINDER_HOURS,
        required=False,
        allow_null=True,
        help_text="Hours before the deadline; null: when a fifth of the time is left.",
    )
    digest = Pick(User.Digest.choices, required=False)
    digest_hour = Whole(max_value=23, required=False, help_text="For the daily digest.")


class WaysOut(serializers.Serializer[Any]):
    """The channels on which you get a kind of notice."""

    mail = serializers.BooleanField()
    site = serializers.BooleanField()
    push = serializers.BooleanField()
    hook = serializers.BooleanField()


class NoticePreferencesOut(serializers.Serializer[Any]):
    """Your notification preferences."""

    channels = serializers.DictField(child=WaysOut(), help_text="Keyed by kind of notice.")
    remind_hours = serializers.IntegerField(allow_null=True)
    digest = serializers.ChoiceField(User.Digest.choices)
    digest_hour = serializers.IntegerField()


WAYS = {"mail": True, "site": True, "push": False, "hook": True}
WISHES = {
    "channels": {"your_move": WAYS},
    "remind_hours": None,
    "digest": "hourly",
    "digest_hour": 18,
}


class NoticePreferencesView(BaseApiView):
    @operation(
        "wishes",
        NoticePreferencesOut,
        says="Your notification preferences",
        example=WISHES,
    )
    def get(self, request: Request) -> Response:
        return Response(_wishes(person(request)))

    @operation(
        "change_wishes",
        NoticePreferencesOut,
        scope="account",
        says="Change some notification preferences; omitted ones stay as they are",
        takes=NoticePreferencesIn,
        given={"channels": {"your_move": {"push": False}}, "digest": "daily", "digest_hour": 18},
        example=WISHES,
    )
    def patch(self, request: Request) -> Response:
        wish, user = dict(parsed(NoticePreferencesIn, request)), person(request)
        ways = wish.pop("channels", {})
        try:
            preferences.change_rhythm(user, **{**_rhythm(user), **wish})
        except BadWish as error:
            raise exceptions.ValidationError(error.message_dict) from None
        chosen = {(kind, way): on for kind, row in ways.items() for way, on in row.items()}
        preferences.choose(user, chosen)
        return Response(_wishes(user))


def _rhythm(user: User) -> dict[str, Any]:
    return {name: getattr(user, name) for name in ("remind_hours", "digest", "digest_hour")}


def _wishes(user: User) -> dict[str, Any]:
    return {
        "channels": {row.kind.slug: row.wanted for row in preferences.table(user)},
        **_rhythm(user),
    }

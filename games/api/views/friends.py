"""My friends: asking, saying yes or no, parting; and asking somebody to a table by name."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.base import BaseApiView, nothing_in, person, without_revealing
from games.api.schema_description import CODE, operation
from games.api.views.people import NAME
from games.services.lobby import invitations
from games.services.people import friends

STANDING = ("", "friends", "asked", "asks")


class FriendsOut(serializers.Serializer[Any]):
    """By name; nobody else is told of any of it."""

    friends = serializers.ListField(child=serializers.CharField())
    asking = serializers.ListField(
        child=serializers.CharField(), help_text="They would like to be my friends."
    )
    asked = serializers.ListField(
        child=serializers.CharField(), help_text="I asked them, and they have not said yes."
    )


class FriendOut(serializers.Serializer[Any]):
    """How the two of us stand now."""

    name = serializers.CharField()
    standing = serializers.ChoiceField(
        STANDING, help_text="`asked`: by me; `asks`: they ask me; empty: nothing."
    )


class FriendsView(BaseApiView):
    @operation(
        "friends",
        FriendsOut,
        says="My friends, who asks me, and whom I asked; nobody else sees it",
        example={"friends": ["Aoife"], "asking": ["Joost"], "asked": []},
    )
    def get(self, request: Request) -> Response:
        circle = selectors.people.friends.circle_of(person(request))
        return Response({name: [each.name for each in who] for name, who in vars(circle).items()})


class FriendView(BaseApiView):
    @operation(
        "befriend",
        FriendOut,
        scope="talk",
        says="Ask somebody to be friends, or say yes to who has asked",
        parameters=[NAME],
        refusals=["unknown_person", "not_befriendable", "too_many_asked", "muted", "suspended"],
        example={"name": "Aoife", "standing": "asked"},
    )
    def put(self, request: Request, name: str) -> Response:
        nothing_in(request)
        user, whom = person(request), selectors.access.person_named(name)
        friends.befriend(user, whom)
        standing = selectors.people.friends.standing(user, whom)
        return Response({"name": whom.name, "standing": standing})

    @operation(
        "part",
        None,
        scope="talk",
        says="End a friendship, take my question back, or say no, which nobody is told",
        status=204,
        parameters=[NAME],
        refusals=["unknown_person"],
    )
    def delete(self, request: Request, name: str) -> Response:
        nothing_in(request)
        friends.part(person(request), selectors.access.person_named(name))
        return Response(status=204)


class KeptSeatView(BaseApiView):
    @operation(
        "keep_seat",
        None,
        scope="tables",
        says="Ask somebody to an open table by name: a seat is kept for them, and they are told",
        status=204,
        parameters=[CODE, NAME],
        refusals=[
            "unknown_person",
            "muted",
            "suspended",
            "unknown_game",
            "not_seated",
            "already_started",
            "not_invitable",
            "table_full",
            "too_many_invitations",
        ],
    )
    def put(self, request: Request, code: str, name: str) -> Response:
        nothing_in(request)
        user, whom = person(request), selectors.access.person_named(name)
        without_revealing(request, code, lambda: invitations.keep_seat(user, code, whom))
        return Response(status=204)

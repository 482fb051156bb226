"""Friends: requests, accepting, declining and removing."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.base import BaseApiView, person
from games.api.schema.description import operation
from games.api.schema.fields import Words
from games.services.people import friends

STANDING = ("", "friends", "asked", "asks")


class FriendsOut(serializers.Serializer[Any]):
    """Names of friends and of pending requests; nobody else can see them."""

    friends = Words()
    asking = Words(help_text="People who have sent you a request.")
    asked = Words(help_text="People you have sent a request to.")


class FriendOut(serializers.Serializer[Any]):
    """The state of a friendship."""

    name = serializers.CharField()
    standing = serializers.ChoiceField(
        STANDING, help_text="`asked`: by you; `asks`: they ask you; empty: nothing."
    )


class FriendsView(BaseApiView):
    @operation(
        "friends",
        FriendsOut,
        says="Your friends and pending requests; nobody else can see them",
        example={"friends": ["Aoife"], "asking": ["Joost"], "asked": []},
    )
    def get(self, request: Request) -> Response:
        friendships = selectors.people.friends.friendships_of(person(request))
        return Response(
            {name: [each.name for each in who] for name, who in vars(friendships).items()}
        )


class FriendView(BaseApiView):
    @operation(
        "befriend",
        FriendOut,
        scope="talk",
        says="Send or accept a friend request",
        refusals=["not_befriendable", "too_many_asked", "muted", "suspended"],
        example={"name": "Aoife", "standing": "asked"},
    )
    def put(self, request: Request, name: str) -> Response:
        user, whom = person(request), selectors.access.person_named(name)
        friends.befriend(user, whom)
        standing = selectors.people.friends.friendship_state(user, whom)
        return Response({"name": whom.name, "standing": standing})

    @operation(
        "part",
        None,
        scope="talk",
        says="End a friendship, withdraw a request, or decline one; nobody is told",
    )
    def delete(self, request: Request, name: str) -> None:
        friends.part(person(request), selectors.access.person_named(name))

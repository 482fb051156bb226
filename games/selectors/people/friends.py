"""Friendships; each read is on behalf of one of the two people."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import Exists, JSONField, Q, QuerySet, Subquery
from django.db.models.functions import JSONObject

from accounts.models import User
from games.models import Friendship, Ignored

FriendshipState = Literal["", "friends", "asked", "asks"]


@dataclass(frozen=True)
class Friendships:
    """A person's friends and pending requests in both directions, sorted by name."""

    friends: list[User]
    asking: list[User]
    asked: list[User]


@dataclass(frozen=True)
class Relation:
    """The state of a friendship, and whether one of the two hides what the other writes."""

    state: FriendshipState
    ignores: bool


def between(one: User, other: User) -> "QuerySet[Friendship]":
    """The friendship or request between these two, in either direction."""
    pairs = Q(asker=one, asked=other) | Q(asker=other, asked=one)
    return Friendship.objects.filter(pairs)


def are_friends(one: User, other: User) -> bool:
    return between(one, other).exclude(accepted_at=None).exists()


def ignores(user: User, whom: User | None) -> bool:
    """Whether `user` hides `whom`, who must not learn it."""
    return Ignored.objects.filter(by=user, whom=whom).exists()


def hidden_among(readers: Iterable[int], whom: Iterable[int]) -> set[tuple[int, int]]:
    """Of these people by id, the pairs of who hides whom."""
    rows = Ignored.objects.filter(by__in=readers, whom__in=whom)
    return set(rows.values_list("by_id", "whom_id"))


def friends_of(user: User) -> "QuerySet[User]":
    """The person's friends, sorted by name."""
    agreed = Friendship.objects.exclude(accepted_at=None)
    # Not by "or", for which PostgreSQL would compare everybody with every friend.
    friends = (
        agreed.filter(asker=user).values("asked").union(agreed.filter(asked=user).values("asker"))
    )
    return User.objects.filter(pk__in=friends, is_active=True).order_by("name")


def friendships_of(user: User) -> Friendships:
    """Requests from people they ignore are left out; a request that was declined still looks
    pending to its sender.
    """
    open_ = Friendship.objects.filter(accepted_at=None, withdrawn_at=None)
    asking = open_.filter(asked=user, declined_at=None).exclude(asker__in=_hidden_by(user))
    return Friendships(
        list(friends_of(user)),
        _people(asking.values_list("asker", flat=True)),
        _people(open_.filter(asker=user).values_list("asked", flat=True)),
    )


def hidden_by(user: User) -> list[User]:
    """Whom this person hides, sorted by name; nobody else may learn it."""
    return _people(_hidden_by(user))


def friendship_state(user: User, whom: User) -> FriendshipState:
    """The state of their friendship, as far as `user` may know it."""
    return relation(user, whom).state


def relation(user: User, whom: User) -> Relation:
    """What is between them, as far as `user` may know it; takes one statement."""
    row = between(user, whom).values(
        found=JSONObject(
            asker="asker",
            agreed="accepted_at",
            declined="declined_at",
            withdrawn="withdrawn_at",
        )
    )[:1]
    ignored = Ignored.objects.filter(by=user, whom=whom)
    found, ignores = (
        User.objects.filter(pk=user.pk)
        .values_list(Subquery(row, output_field=JSONField()), Exists(ignored))
        .get()
    )
    return Relation(_state(user, found, ignores=ignores), ignores)


def _state(user: User, found: dict[str, Any] | None, *, ignores: bool) -> FriendshipState:
    if found is None or found["withdrawn"] is not None:
        return ""
    if found["agreed"] is not None:
        return "friends"
    if found["asker"] == user.pk:
        return "asked"
    return "" if ignores or found["declined"] is not None else "asks"


def _hidden_by(user: User) -> "QuerySet[Ignored, int]":
    return Ignored.objects.filter(by=user).values_list("whom", flat=True)


def _people(keys: "QuerySet[Friendship, int] | QuerySet[Ignored, int]") -> list[User]:
    return list(User.objects.filter(pk__in=keys, is_active=True).order_by("name"))

"""Reply addresses: made with the first letter about a hand, looked up by a digest, revoked.

The secret part has 160 random bits, so its plain SHA-256 is safe to look it up by, and a copy of
the database lets nobody answer (docs/mail.md).
"""

import base64
import hashlib
import re
import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, Q

from accounts import encryption
from accounts.email import inbound_routes
from accounts.models import User
from accounts.operation import database_clock
from games.models import Game, Hand, ReplyAddress, ReplyTopic, SeatTenure
from games.selectors import access
from games.services.mail import loaded_mails
from games.services.mail.loaded_mails import Pair

PREFIX = "re-"
TOKEN_BYTES = 20
SEVERAL = ReplyAddress.Purpose.HANDS
TABLE = ReplyAddress.Purpose.TABLE
PERSON = ReplyAddress.Purpose.PERSON
LOCAL_PART = re.compile(rf"{PREFIX}([a-z2-7]{{{TOKEN_BYTES * 8 // 5}}})")


def reply_address_for(user: User, hand: Hand) -> str:
    """Where this person's mails about the hand go: the same for every letter about it.

    Made when it is first needed; after it was revoked, the next letter gets a new one.
    """
    pair = user.pk, hand.pk
    return address_of(addresses_for([pair])[pair])


def addresses_for(asked: Sequence[Pair]) -> dict[Pair, ReplyAddress]:
    """As `reply_address_for`, the rows of many letters at once, by (person id, hand id)."""
    found = loaded_mails.addresses_in_force(asked)
    if missing := [pair for pair in dict.fromkeys(asked) if pair not in found]:
        made = loaded_mails.make_addresses({pair: _secret(*pair) for pair in missing})
        if len(made) < len(missing):  # another worker has made some of them
            made |= loaded_mails.addresses_in_force(missing)
        found |= made
    return found


def address_of_several(user: User, hands: Sequence[Hand]) -> ReplyAddress:
    """The address of a letter that asks for these hands, numbered from 1 in this order.

    The same list has the same address, so a letter that is sent again carries the same one.
    Another list has another, so the numbers of each letter keep their meaning.
    """
    numbered = [(number, hand.pk) for number, hand in enumerate(hands, start=1)]
    alike = ReplyAddress.objects.filter(user=user, purpose=SEVERAL, revoked_at=None)
    for row in alike.filter(topics__number=1, topics__hand=hands[0]).prefetch_related("topics"):
        if [(topic.number, topic.hand_id) for topic in row.topics.all()] == numbered:
            return row
    with transaction.atomic():
        row = ReplyAddress.objects.create(user=user, purpose=SEVERAL, **_fresh(user.pk, None))
        ReplyTopic.objects.bulk_create(
            ReplyTopic(address=row, number=number, game_id=hand.game_id, hand=hand)
            for number, hand in enumerate(hands, start=1)
        )
    return row


def addresses_of_tables(asked: Sequence[tuple[int, int]]) -> dict[tuple[int, int], ReplyAddress]:
    """The reply addresses of letters that ask for no hand, by (person id, game id)."""
    standing = ReplyTopic.objects.filter(
        address__purpose=TABLE,
        address__revoked_at=None,
        address__user__in={user for user, _game in asked},
        game__in={game for _user, game in asked},
    ).select_related("address")
    found = {(topic.address.user_id, topic.game_id): topic.address for topic in standing}
    for user, game in dict.fromkeys(asked):
        if (user, game) not in found:
            with transaction.atomic():
                fresh = _fresh(user, None)
                row = ReplyAddress.objects.create(user_id=user, purpose=TABLE, **fresh)
                ReplyTopic.objects.create(address=row, number=0, game_id=game)
            found[user, game] = row
    return found


def addresses_of_people(asked: Collection[int]) -> dict[int, ReplyAddress]:
    """Everybody's own address, by person id: the same until they revoke it."""
    found: dict[int, ReplyAddress] = {}
    if not asked:
        return found
    standing = ReplyAddress.objects.filter(user__in=set(asked), purpose=PERSON, revoked_at=None)
    for row in standing.order_by("-pk"):
        found[row.user_id] = row
    fresh = [
        ReplyAddress(user_id=user, purpose=PERSON, **_fresh(user, None))
        for user in sorted(set(asked) - set(found))
    ]
    return found | {row.user_id: row for row in ReplyAddress.objects.bulk_create(fresh)}


def hand_of(row: ReplyAddress) -> Hand:
    """The hand of an address about a single hand. Raises `ValueError` for any other."""
    if row.hand is None:
        raise ValueError("This address is about no single hand.")
    return row.hand


def address_of(row: ReplyAddress) -> str:
    """The address of a row, as it stands in a letter."""
    return _written(token_of(row))


def _fresh(user_id: int, hand_id: int | None) -> dict[str, Any]:
    return dict(zip(("digest", "sealed_token"), _secret(user_id, hand_id), strict=True))


def _secret(user_id: int, hand_id: int | None) -> tuple[str, bytes]:
    """A new secret part: its digest, and itself, sealed."""
    token = base64.b32encode(secrets.token_bytes(TOKEN_BYTES)).decode().lower()
    return digest(token), encryption.seal(token, associated_data_of_address(user_id, hand_id))


def token_of(row: ReplyAddress) -> str:
    """The secret part of an address."""
    token: str = encryption.unseal(
        row.sealed_token, associated_data_of_address(row.user_id, row.hand_id)
    )
    return token


def seal_token(row: ReplyAddress, token: str) -> None:
    """Stores its secret part on a row; the caller saves it."""
    row.sealed_token = encryption.seal(token, associated_data_of_address(row.user_id, row.hand_id))


def associated_data_of_address(user_id: int, hand_id: int | None) -> str:
    """The context (associated data) that the secret of an address is sealed with."""
    return f"reply:{user_id}:{hand_id}"


def digest(token: str) -> str:
    """What an address is looked up by."""
    return hashlib.sha256(token.encode()).hexdigest()


def _written(token: str) -> str:
    return inbound_routes.address_of(f"{PREFIX}{token}")


def address_named(address: str) -> ReplyAddress | None:
    """The row of an address as a mail writes it, even if it was revoked or its hand is over.

    Case does not matter: not every mail program keeps it.
    """
    found = LOCAL_PART.fullmatch(inbound_routes.local_of(address))
    if found is None:
        return None
    rows = loaded_mails.ADDRESS.fetch(loaded_mails.NAMED, {"digest": digest(found[1])})
    return rows[0] if rows else None


def address_by_link(**named: str | int) -> ReplyAddress | None:
    """The address row of a single hand, as our links name it; even if it was revoked or the hand is
    over."""
    rows = ReplyAddress.objects.select_related("user", "hand__game").exclude(hand=None)
    return rows.filter(**named).first()


def is_good(row: ReplyAddress, came_at: datetime | None = None) -> bool:
    """Whether mails to it (or the one that came then) may still act: it is not revoked, or was not
    yet, and its person is still seated in one of its open hands."""
    if row.revoked_at is not None and (came_at is None or came_at >= row.revoked_at):
        return False
    if row.hand is not None:
        return is_playable(row.user, row.hand)
    if row.purpose == PERSON:
        return True
    if row.purpose == TABLE:
        return any(concerns(row.user, game) for game in loaded_mails.tables_of(row))
    hands = (topic.hand for topic in loaded_mails.topics_of(row))
    return any(hand and is_playable(row.user, hand) for hand in hands)


def was_good(row: ReplyAddress, moment: datetime) -> bool:
    """Whether mails to an address that isn't good now could act at that moment: since then it was
    revoked, or its person was replaced, or the game began without them, or ended."""
    if row.revoked_at is not None:
        return moment < row.revoked_at
    topics = ReplyTopic.objects.filter(address=row)
    if row.purpose == TABLE and topics.filter(game__started_at__gt=moment).exists():
        return True
    about = Q(pk__in=topics.values("game"))
    if row.hand is not None:
        about = Q(pk=row.hand.game_id)
    games = Game.objects.filter(about)
    if games.filter(ended_at__gt=moment).exists():
        return True
    left = SeatTenure.objects.filter(user=row.user_id, ended_at__gt=moment)
    return left.filter(seat__game__in=games).exists()


def concerns(user: User, game: Game) -> bool:
    """Whether somebody sits at a table, or is invited to it."""
    there = game.seats.filter(Q(user=user) | Q(kept_for=user)).exists()
    return there or access.has_valid_invitation(game, user)


def is_playable(user: User, hand: Hand) -> bool:
    """Whether this person still has a seat in the game of this hand, and it can be answered."""
    asks = hand.state in (Hand.State.OPEN, Hand.State.READY)
    return asks and access.seat_of(hand.game, user) is not None


def revoke(user: User) -> None:
    """Revokes all addresses of this person.

    Their own one is made before if there is none, since it says when: hands that moderators put
    back bring addresses along.
    """
    addresses_of_people([user.pk])
    now = database_clock.now()
    ReplyAddress.objects.filter(user=user, revoked_at=None).update(revoked_at=now)


def revoke_returned(row: ReplyAddress, since: datetime) -> None:
    """Revokes an address that was away since then, if its person has revoked theirs meanwhile."""
    revoked = ReplyAddress.objects.filter(user=row.user_id, revoked_at__gte=since)
    row.revoked_at = row.revoked_at or revoked.aggregate(at=Max("revoked_at"))["at"]


def revoke_one(row: ReplyAddress) -> None:
    """Revokes one address."""
    ReplyAddress.objects.filter(pk=row.pk, revoked_at=None).update(revoked_at=database_clock.now())

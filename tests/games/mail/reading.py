"""Letters as their readers see them."""

import html
import re
from functools import partial
from typing import Any

from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications import digests, preface, render
from accounts.notifications.channels import email as mail_channel
from accounts.notifications.eligibility import Reader
from accounts.notifications.kinds import KINDS, Letter, reply_address_of
from games.models import Game, Hand
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.accounts.making import member
from tests.names import NAMES
from tests.narrowing import not_none
from tests.process_fixtures import again

# A reminder is written when its time has come, and news of each hand for who wishes it: how many
# hands before the newest one that asks they are about.
LATER = {"reminder": 0, "hand_resolved": 1}


def members(count: int = 3, **fields: Any) -> list[User]:
    """People whose addresses are confirmed."""
    return [member(name, **fields) for name in NAMES[:count]]


def started(people: list[User], **wish: Any) -> Game:
    """A game that these people have just started."""
    game = tables.make_table(
        people[0], TableSettings(**{"name": "Schiermonnikoog", "seats": len(people), **wish})
    )
    for user in people[1:]:
        game = tables.join(user, game.code)
    return Game.objects.get(pk=game.pk)


def begun(count: int = 3, **fields: Any) -> Game:
    """A game that so many members have just started: copied if there was one before."""
    game: Game = again(_begun, count, tuple(sorted(fields.items())))
    return game


def _begun(count: int, fields: tuple[tuple[str, Any], ...]) -> Game:
    return started(members(count, **dict(fields)))


def notice(user: User, kind: str) -> Notice:
    """The newest notice of that kind to this person; of those that are not written as a rule, one
    as it would be."""
    if kind in LATER:
        asked = notice(user, "your_move")
        number = asked.facts["hand"] - LATER[kind]
        hand = Hand.objects.filter(game=asked.facts["game"], number=number).first()
        return Notice.objects.get_or_create(
            recipient=user,
            kind=kind,
            event=f"hand:{hand.pk if hand else 0}:{kind}",
            defaults={"facts": {**asked.facts, "hand": number}, "drop_after": asked.drop_after},
        )[0]
    return Notice.objects.filter(recipient=user, kind=kind, channel="mail").latest("id")


def letter(user: User, kind: str) -> Letter:
    """That notice, composed as it would be sent now; it must have something to say."""
    return not_none(composed(notice(user, kind)))


def composed(notice: Notice) -> Letter | None:
    """The letter of this notice as it would be sent now, with frame and additions."""
    user = notice.recipient
    assert user is not None
    with Reader(user.email or "", user.name, user.language, user.zone).at_home():
        first = [each.words for each in preface.of(notice)]
        with (
            render.beginning_with(first, preface.blocks(notice)),
            render.replying_to(partial(reply_address_of, notice)),
            render.naming_the_way_out(notice),
        ):
            return KINDS[notice.kind].compose(notice)


def gather(user: User, *kinds: str) -> None:
    """Joins what waits for somebody, of these kinds, in one letter, at any hour of the day."""
    letters, now = Notice.objects.filter(channel="mail"), timezone.now()
    # Those of the others may be due by the hour of the day, and would be gathered with them.
    letters.exclude(recipient=user, kind__in=kinds).delete()
    letters.update(send_after=now)
    assert digests.gather(now) == 1


def mail(user: User, kind: str) -> bytes:
    """The whole mail of that notice."""
    return bytes(mail_channel.compose(notice(user, kind)).message().as_bytes())


def words(letter: Letter) -> str:
    """What the HTML says, without its tags."""
    body = letter.html.partition("<body")[2]
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", body)))

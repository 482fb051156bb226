"""Letters as their readers see them."""

import html
import re

from accounts.channels import mail as mail_channel
from accounts.kinds import KINDS, Letter
from accounts.models import Notice, User
from accounts.reach import Reader
from games.models import Game
from games.services import tables
from games.services.tables import Wish
from tests.accounts.making import member

NAMES = ("Marit", "Joost", "Aoife", "Henning", "Ute")


def members(count: int = 3, **fields: object) -> list[User]:
    """People whose addresses are confirmed."""
    return [member(name, **fields) for name in NAMES[:count]]


def started(people: list[User], **wish: object) -> Game:
    """A game that these people have just started."""
    game = tables.make_table(
        people[0], Wish(**{"name": "Schiermonnikoog", "seats": len(people), **wish})
    )
    for user in people[1:]:
        game = tables.join(user, game.code)
    return Game.objects.get(pk=game.pk)


def notice(user: User, kind: str) -> Notice:
    """The newest notice of that kind to this person."""
    return Notice.objects.filter(recipient=user, kind=kind, channel="mail").latest("id")


def letter(user: User, kind: str) -> Letter | None:
    """That notice, composed as it would be sent now."""
    return composed(notice(user, kind))


def composed(notice: Notice) -> Letter | None:
    """The letter of this notice, as it would be sent now."""
    user = notice.recipient
    assert user is not None
    with Reader(user.email or "", user.name, user.language, user.zone).at_home():
        return KINDS[notice.kind].compose(notice)


def mail(user: User, kind: str) -> bytes:
    """The whole mail of that notice."""
    return bytes(mail_channel.compose(notice(user, kind)).message().as_bytes())


def words(letter: Letter) -> str:
    """What the HTML says, without its tags."""
    body = letter.html.partition("<body")[2]
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", body)))

"""The letters about several things in one."""

from collections.abc import Iterator

from accounts.models import Choice, Notice, User
from games.models import Game
from games.services.talk import chat
from tests.accounts.making import claimed
from tests.games.mail import reading
from tests.games.mail.goldens.frame import Golden, in_each
from tests.games.mail.inbound.mailing import write
from tests.games.making import bid, bid_all, legal, settle
from tests.games.services.moderation.setting import let_time_run_out
from tests.secrecy.frozen import undone

SORT = "digests"


def letters() -> Iterator[Golden]:
    """Hands that wait; and with them, or without, what happened."""
    users = reading.members(3, zone="Europe/Amsterdam", digest=User.Digest.AT_ONCE)
    users[0].digest = User.Digest.DAILY
    users[0].save()
    first = reading.started(users)
    second = reading.started(users[:2], ruleset="turning-tides", name="Texel")
    Choice.objects.create(user=users[0], kind="chat", channel="mail", wanted=True)
    bid_all(first)
    with undone():
        yield from _gathered(users[0], "", "your_move")
    let_time_run_out(first)
    chat.say(users[1], second.code, "Psst!")
    with undone():
        yield from _gathered(users[0], "news", "missed", "chat")
    with undone():
        yield from _gathered(users[0], "both", "your_move", "missed", "chat")
    yield from _joined(first, users)


def _joined(game: Game, users: list[User]) -> Iterator[Golden]:
    """The last card of a hand came by mail; or a game has just begun."""
    Notice.objects.all().delete()
    for user in users[1:]:
        bid(game, user)
    write(game, users[0], legal(game, 0)[2])
    settle(game)
    claimed()
    yield from in_each(SORT, "digest", users[0], "hand")
    User.objects.filter(pk=users[0].pk).update(digest=User.Digest.AT_ONCE)
    reading.started(users, name="Vlieland")
    claimed()
    yield from in_each(SORT, "digest", users[0], "start")


def _gathered(reader: User, variant: str, *kinds: str) -> Iterator[Golden]:
    """These wait for the hour of the day, which has come."""
    reading.gather(reader, *kinds)
    yield from in_each(SORT, "digest", reader, variant)

"""The letters about seats and the table itself: offered, taken, paused, once more, and talk."""

from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch

from django.utils import timezone

from accounts.models import Choice, User
from games.models import Game
from games.services import restore
from games.services.lobby import invitations, rematches, tables
from games.services.lobby.tables import TableSettings
from games.services.people import friends
from games.services.results import archive, duplicates
from games.services.seats import absence, substitutes, votes
from games.services.talk import chat
from tests.games.duplicates.making import begun_anew
from tests.games.mail import reading
from tests.games.mail.goldens.frame import Golden, in_each
from tests.games.mail.goldens.playing import jump
from tests.games.making import fresh, hand_of
from tests.games.services.sitting import miss
from tests.secrecy.frozen import undone

SORT = "seats"
HOUR = timedelta(hours=1)


def letters() -> Iterator[Golden]:
    """Each from the same table, as if the others had not been."""
    with undone():
        yield from _compared()
    users = reading.members(4, zone="Europe/Amsterdam")
    game = reading.started(users[:3], hours=30)
    for tell in (
        _offered,
        _taken,
        _nothing_owed,
        _paused,
        _vote,
        _extended,
        _cancelled,
        _people,
        _talk,
        _restored,
    ):
        with undone():
            yield from tell(game, users)


def _offered(game: Game, users: list[User]) -> Iterator[Golden]:
    miss(game, 2)
    miss(game, 2)
    yield from in_each(SORT, "seat_offered", users[2])


def _taken(game: Game, users: list[User]) -> Iterator[Golden]:
    absence.leave(users[2], game.code)
    substitutes.take(users[3], game.code, 2)
    yield from in_each(SORT, "seat_taken", users[0])
    yield from in_each(SORT, "seat_taken", users[2], "from-you")
    yield from in_each(SORT, "briefing", users[3])


def _nothing_owed(game: Game, users: list[User]) -> Iterator[Golden]:
    absence.leave(users[2], game.code)
    substitutes.take(users[3], game.code, 2)
    hand = hand_of(game)
    hand.awaiting = [0, 1]
    hand.save()
    yield from in_each(SORT, "briefing", users[3], "nothing-owed")


def _paused(game: Game, users: list[User]) -> Iterator[Golden]:
    for user in users[:3]:
        votes.vote(user, game.code, "pause")
    yield from in_each(SORT, "game_paused", users[0])
    votes.go_on(users[1], game.code)
    yield from in_each(SORT, "game_resumed", users[0])


def _vote(game: Game, users: list[User]) -> Iterator[Golden]:
    votes.vote(users[1], game.code, "cancel")
    yield from in_each(SORT, "vote_asked", users[0])
    yield from in_each(SORT, "your_move", users[0], "with-a-vote")
    votes.vote(users[2], game.code, "pause")
    yield from in_each(SORT, "vote_asked", users[0], "beside-another")


def _extended(game: Game, users: list[User]) -> Iterator[Golden]:
    votes.extend(users[0], game.code, 1)
    yield from in_each(SORT, "extended", users[1])


def _cancelled(game: Game, users: list[User]) -> Iterator[Golden]:
    for user in users[:3]:
        votes.vote(user, game.code, "cancel")
    yield from in_each(SORT, "game_cancelled", users[0])
    rematches.rematch(users[0], game.code)
    yield from in_each(SORT, "rematch", users[1])


def _people(_game: Game, users: list[User]) -> Iterator[Golden]:
    table = tables.make_table(users[3], TableSettings(name="Texel", seats=3, hours=30))
    invitations.keep_seat(users[3], table.code, users[0])
    yield from in_each(SORT, "seat_kept", users[0])
    friends.befriend(users[3], users[0])
    yield from in_each(SORT, "friend_asked", users[0])
    Choice.objects.create(user=users[3], kind="friend_agreed", channel="mail", wanted=True)
    friends.befriend(users[0], users[3])
    yield from in_each(SORT, "friend_agreed", users[3])


def _talk(game: Game, users: list[User]) -> Iterator[Golden]:
    Choice.objects.create(user=users[0], kind="chat", channel="mail", wanted=True)
    chat.say(users[1], game.code, "Psst!")
    yield from in_each(SORT, "chat", users[0])
    chat.say(users[2], game.code, "Yes?")
    yield from in_each(SORT, "chat", users[0], "several")


def _restored(game: Game, users: list[User]) -> Iterator[Golden]:
    now = timezone.now()
    restore.after_restore(now - 3 * HOUR, now - HOUR, now)
    yield from in_each(SORT, "restored", users[0])


def _compared() -> Iterator[Golden]:
    """What each table played is made up: the comparison reads how it ended."""
    both, here, _there = begun_anew()
    for game in both:
        jump(fresh(game), over=True)
    with patch.object(archive, "keep_record"):
        duplicates.settle()
    yield from in_each(SORT, "comparison", here[0])

"""Talk at a table: who says, who reads, how much, and whom one need not read."""

import json
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module as migration
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Notice, User
from accounts.people import own_bots
from games import selectors
from games.models import Game, Ignored, Message, Report, Seat
from games.refusals import Refused
from games.selectors.people.export import everything
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.people import erasure
from games.services.seats import substitutes
from games.services.talk import chat, reports
from tests.accounts.making import member
from tests.games.fast_forward import fast_forward
from tests.games.making import fresh, person, running
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return [member(name) for name in ("Marit", "Joost", "Aoife")]


@pytest.fixture
def game(users: list[User]) -> Game:
    return running(users)


def heard(game: Game, viewer: User) -> list[tuple[str, str]]:
    game = selectors.access.access_game(viewer, game.code)
    return [(text.name, text.text) for text in reversed(selectors.talk.chat.talk_of(game, viewer))]


def new_to(user: User, game: Game) -> list[str]:
    """Who has said what is still new to somebody."""
    return selectors.talk.chat.unread_of([game], user).get(game.pk, [])


def refused(code: str, verb: Callable[..., object], *args: Any) -> Refused:
    with pytest.raises(Refused) as refusal:
        verb(*args)
    assert refusal.value.code == code
    return refusal.value


def test_what_was_said_from_a_seat_stays_when_the_game_begins_without_it() -> None:
    marit, joost, ute, aoife = (member(name) for name in ("Marit", "Joost", "Ute", "Aoife"))
    game = tables.make_table(marit, TableSettings(name="Texel", seats=5))
    for user in (joost, ute, aoife):
        tables.join(user, game.code)
    chat.say(joost, game.code, "I can't, after all.")
    said = Message.objects.get()
    report = reports.make(ute, Report.Kind.OTHER, "Rude.", game=game, person=None, message=said)
    tables.leave(joost, game.code)
    tables.start(marit, game.code)
    assert fresh(game).seat_count == 3
    assert heard(game, ute) == [("Joost", "I can't, after all.")]
    assert Report.objects.get(pk=report.pk).message == said
    assert new_to(aoife, game) == ["Joost"]
    assert new_to(marit, game) == ["Joost"]


def test_those_who_sit_there_say_and_read(game: Game, users: list[User]) -> None:
    chat.say(users[0], game.code, " Good\r\nluck! ")
    chat.say(users[1], game.code, "And\x00 \u202eyou.")
    assert heard(game, users[2]) == [("Marit", "Good\nluck!"), ("Joost", "And you.")]
    assert b"luck" not in bytes(not_none(Message.objects.first()).sealed)
    wim = person("Wim")
    refused("not_seated", chat.say, wim, game.code, "I look on.")
    refused("chat_of_players", heard, game, wim)


@pytest.mark.parametrize(("who", "code"), [("off", "no_chat"), ("everybody", "")])
def test_a_table_says_who_talks(users: list[User], who: str, code: str) -> None:
    game = running(users, chat=who)
    if code:
        refused(code, chat.say, users[0], game.code, "Hello.")
        refused(code, heard, game, users[0])
    else:
        chat.say(users[0], game.code, "Hello.")
        assert heard(game, person("Wim")) == [("Marit", "Hello.")]
    refused("bad_chat", tables.make_table, users[0], TableSettings(name="x", chat="loud"))


def test_what_is_refused(game: Game, users: list[User]) -> None:
    refused("empty_message", chat.say, users[0], game.code, " \n\u202e ")
    refused("long_message", chat.say, users[0], game.code, "x" * 501)
    users[0].muted_until = timezone.now() + timedelta(days=1)
    users[0].save()
    refused("muted", chat.say, users[0], game.code, "Hello.")
    assert not Message.objects.exists()


@pytest.mark.parametrize("text", ["\u200b", "\u2060 \ufeff", "\u2800", "\u3164", "\u200d\ufe0f"])
def test_what_nobody_can_see_is_no_message(game: Game, users: list[User], text: str) -> None:
    refused("empty_message", chat.say, users[0], game.code, text)
    chat.say(users[0], game.code, f"\U0001f469\u200d\U0001f33e{text}")
    assert heard(game, users[1]) == [("Marit", f"\U0001f469\u200d\U0001f33e{text}")]


def test_sent_twice_it_is_said_once_and_not_too_much_is_said(game: Game, users: list[User]) -> None:
    for number in (0, 0, *range(1, 10)):
        chat.say(users[0], game.code, f"Word {number}.")
    assert len(heard(game, users[1])) == 10
    told = refused("too_much_talk", chat.say, users[0], game.code, "And one more.")
    assert "Try again in 10 minutes." in told.message
    chat.say(users[1], game.code, "Word 9.")
    assert heard(game, users[2])[-2:] == [("Marit", "Word 9."), ("Joost", "Word 9.")]


def test_too_much_in_a_day_says_for_how_long(game: Game, users: list[User]) -> None:
    seat = game.seats.get(index=0)
    Message.objects.bulk_create(
        Message(game=game, number=number, seat=seat, author=users[0], sealed=b"")
        for number in range(1, 201)
    )
    Message.objects.update(at=timezone.now() - timedelta(hours=5))
    told = refused("too_much_talk", chat.say, users[0], game.code, "And one more.")
    assert "Try again in 19 hours." in told.message


def test_what_is_new_is_marked_until_it_is_seen(game: Game, users: list[User]) -> None:
    chat.say(users[0], game.code, "One.")
    chat.say(users[2], game.code, "Two.")
    seen = selectors.talk.chat.talk_of(selectors.access.access_game(users[1], game.code), users[1])
    assert [text.new for text in seen] == [True, True]
    seat = game.seats.get(index=1)
    chat.mark_read(seat, 1)
    game = selectors.access.access_game(users[1], game.code)
    assert [text.new for text in selectors.talk.chat.talk_of(game, users[1])] == [True, False]
    assert new_to(users[1], game) == ["Aoife"]
    mine = selectors.talk.chat.talk_of(selectors.access.access_game(users[2], game.code), users[2])
    assert [text.new for text in mine] == [False, False]


def test_it_is_paged(game: Game, users: list[User]) -> None:
    for number in range(5):
        chat.say(users[number % 2], game.code, f"Word {number}.")
    game = fresh(game)
    page = selectors.talk.chat.talk_of(game, users[0], before=4, limit=2)
    assert [text.number for text in page] == [3, 2]


def test_whom_one_does_not_read_is_left_out_and_tells_nobody(game: Game, users: list[User]) -> None:
    chat.ignore(users[1], users[0])
    chat.say(users[0], game.code, "Hey, Joost!")
    assert heard(game, users[1]) == [("Marit", "")]
    assert heard(game, users[2]) == [("Marit", "Hey, Joost!")]
    assert new_to(users[1], game) == []
    assert new_to(users[2], game) == ["Marit"]
    told = Notice.objects.filter(kind="chat").values_list("recipient__name", flat=True)
    assert set(told) == {"Aoife"}
    chat.hear_again(users[1], users[0])
    assert heard(game, users[1]) == [("Marit", "Hey, Joost!")]
    refused("not_ignorable", chat.ignore, users[1], users[1])
    Message.objects.update(hidden_at=timezone.now())
    assert new_to(users[2], game) == []


def test_who_does_not_read_somebody_does_not_read_their_bots(users: list[User]) -> None:
    """Neither those that were there, nor one made later; each can be shown again by itself."""
    first = own_bots.make(users[0], "Kees")[0].user
    chat.ignore(users[1], users[0])
    second = own_bots.make(users[0], "Klaas")[0].user
    others = own_bots.make(users[2], "Kim")[0].user
    game = running([*users[1:], first, second, others])
    for bot in (first, second, others):
        chat.say(bot, game.code, "Hey, Joost!")
    assert [text for _name, text in heard(game, users[1])] == ["", "", "Hey, Joost!"]
    assert new_to(users[1], game) == ["Kim (bot)"]
    before = list(Ignored.objects.values_list("by", "whom"))
    Ignored.objects.exclude(whom=users[0]).delete()  # as before the upgrade
    with connection.cursor() as cursor:
        cursor.execute(migration("games.migrations.0070_bots_of_hidden_people").HIDE)
    assert sorted(Ignored.objects.values_list("by", "whom")) == sorted(before)
    chat.hear_again(users[1], second)
    assert [text for _name, text in heard(game, users[1])] == ["", *["Hey, Joost!"] * 2]
    chat.hear_again(users[1], users[0])
    assert not Ignored.objects.exists()


def test_one_notice_until_one_looks_on_the_page_but_not_by_letter(
    game: Game, users: list[User]
) -> None:
    for word in ("One.", "Two."):
        chat.say(users[0], game.code, word)
    rows = Notice.objects.filter(kind="chat", recipient=users[1], channel="site")
    assert rows.count() == 1
    chat.mark_read(game.seats.get(index=1), 2)
    chat.say(users[0], game.code, "Three.")
    assert rows.count() == 2
    assert "Three" not in json.dumps(list(rows.values_list("facts", flat=True)))


def test_who_takes_a_seat_reads_the_table_and_who_left_it_no_more(
    game: Game, users: list[User]
) -> None:
    chat.say(users[0], game.code, "See you.")
    Seat.objects.filter(game=game, index=0).update(absence="offered", absent_since=timezone.now())
    new = person("Ute")
    substitutes.take(new, game.code, 0)
    assert heard(game, new) == [("Marit", "See you.")]
    assert new_to(new, game) == ["Marit"]
    refused("chat_of_players", heard, game, users[0])


def test_one_talks_before_the_start_and_after_the_end(users: list[User]) -> None:
    game = tables.make_table(users[0], TableSettings(name="Texel", seats=3))
    chat.say(users[0], game.code, "Who comes?")
    over = fast_forward(running(users))
    chat.say(users[0], over.code, "Well played.")
    assert heard(over, users[1]) == [("Marit", "Well played.")]


def test_it_is_in_the_export_and_goes_with_its_author(game: Game, users: list[User]) -> None:
    chat.say(users[0], game.code, "Mine.")
    chat.say(users[1], game.code, "Not mine.")
    chat.ignore(users[0], users[1])
    export = json.dumps(everything(users[0]), default=str)
    assert '"Mine."' in export
    assert "Not mine." not in export
    assert '"not_read": ["Joost"]' in export
    erasure.forget(users[0])
    assert heard(game, users[2]) == [("Joost", "Not mine.")]

"""What the others said comes with the next letter about the table: once, marked, and to whom it may
be told.
"""

import re

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.email.delivery_reports import Report, ReportKind
from accounts.models import Choice, Notice, User
from accounts.notifications import bounces, delivery
from accounts.notifications.channels.email import EmailChannel, compose
from accounts.notifications.eligibility import NotSent
from accounts.notifications.kinds import KINDS, Brief
from games import selectors
from games.mail.inbound import own_text
from games.models import Game, Message
from games.services.lobby import tables
from games.services.seats import absence, substitutes, votes
from games.services.talk import chat
from tests.accounts.making import member
from tests.accounts.sink import Sink
from tests.games.mail.reading import begun, gather, members, notice, started
from tests.games.making import fresh
from tests.narrowing import html_of, not_none

pytestmark = pytest.mark.django_db


class SmtpRecorder:
    """A mail server that takes everything, or nothing."""

    def __init__(self, *, up: bool = True) -> None:
        self.up = up
        self.texts: list[str] = []

    def send(self, mail: EmailMessage) -> None:
        if not self.up:
            raise ConnectionError
        self.texts.append(str(mail.body))


@pytest.fixture
def game() -> Game:
    return begun()


@pytest.fixture
def users(game: Game) -> list[User]:
    return [seat.user for seat in game.seats.order_by("index") if seat.user]


def sent(about: Notice, *, up: bool = True) -> str:
    """The text of this notice's letter, sent now; empty if the server does not take it."""
    channel, client = EmailChannel(), SmtpRecorder(up=up)
    vars(channel)["client"] = client
    try:
        channel.send(Notice.objects.get(pk=about.pk))
    except ConnectionError:
        return ""
    return client.texts[0]


def talk_in(text: str) -> list[str]:
    """The marked lines of a letter."""
    return re.findall(r"^\| (.*)$", text, re.MULTILINE)


def of_chat(user: User) -> Notice:
    return Notice.objects.filter(kind="chat", recipient=user).latest("pk")


def test_the_next_letter_tells_it_once(game: Game, users: list[User]) -> None:
    chat.say(users[1], game.code, "Well\nplayed!")
    chat.say(users[2], game.code, "Indeed.")
    chat.say(users[0], game.code, "Thank you.")
    asked = notice(users[0], "your_move")
    assert sent(asked, up=False) == ""
    text = sent(asked)
    assert talk_in(text) == ["Joost: Well played!", "Aoife: Indeed."]
    assert f"/g/{game.code}/chat/" in text
    assert talk_in(sent(asked)) == []
    chat.say(users[1], game.code, "Once more.")
    assert talk_in(sent(asked)) == ["Joost: Once more."]


def test_of_letters_that_leave_together_each_tells_what_its_own_reader_has_not_heard(
    game: Game, users: list[User], sink: Sink
) -> None:
    for user, words in ((users[1], "Psst!"), (users[2], "Hush!")):
        chat.say(user, game.code, words)
    Notice.objects.exclude(kind="your_move").delete()
    delivery.deliver()
    assert sorted(told_by(sink)) == [
        ["Aoife: Hush!"],
        ["Joost: Psst!"],
        ["Joost: Psst!", "Aoife: Hush!"],
    ]


def test_what_was_read_on_the_page_is_not_told(game: Game, users: list[User]) -> None:
    chat.say(users[1], game.code, "Psst!")
    chat.mark_read(game.seats.get(index=0), 1)
    assert talk_in(sent(notice(users[0], "your_move"))) == []


def test_who_speaks_is_still_told_what_the_others_said_before(
    game: Game, users: list[User]
) -> None:
    """Perhaps by mail, without having read it."""
    chat.say(users[1], game.code, "Shall we go on?")
    chat.say(users[0], game.code, "Good evening!")
    assert talk_in(sent(notice(users[0], "your_move"))) == ["Joost: Shall we go on?"]


def test_what_was_read_before_letters_told_it_is_not_told(game: Game, users: list[User]) -> None:
    chat.say(users[1], game.code, "Psst!")
    game.seats.update(chat_read=1, chat_told=None)
    assert talk_in(sent(notice(users[0], "your_move"))) == []


def test_a_letter_makes_nothing_read_on_the_page(game: Game, users: list[User]) -> None:
    chat.say(users[1], game.code, "Psst!")
    sent(notice(users[0], "your_move"))
    assert selectors.talk.chat.unread_of([game], users[0]) == {game.pk: ["Joost"]}


def test_hidden_messages_and_ignored_people_are_left_out(game: Game, users: list[User]) -> None:
    for user, words in ((users[1], "You fool!"), (users[2], "Psst!"), (users[1], "Sorry.")):
        chat.say(user, game.code, words)
    Message.objects.filter(number=1).update(hidden_at=fresh(game).started_at)
    chat.ignore(users[0], users[2])
    assert talk_in(sent(notice(users[0], "your_move"))) == ["Joost: Sorry."]


def test_nothing_is_told_where_the_chat_is_off(game: Game, users: list[User]) -> None:
    chat.say(users[1], game.code, "Psst!")
    Game.objects.filter(pk=game.pk).update(chat=Game.Chat.OFF)
    assert talk_in(sent(notice(users[0], "your_move"))) == []


def test_only_the_newest_are_written_out_and_none_is_long(game: Game, users: list[User]) -> None:
    for number in range(1, 7):
        chat.say(users[number % 2 + 1], game.code, f"{number} " + "fish " * 90)
    lines = talk_in(sent(notice(users[0], "your_move")))
    assert lines[0] == "1 earlier message is on the page."
    assert [line.split()[1] for line in lines if ": " in line] == list("23456")
    assert sum(map(len, lines)) < 5 * 320


def test_a_newcomer_is_told_what_is_said_from_then_on(game: Game, users: list[User]) -> None:
    chat.say(users[1], game.code, "Psst!")
    absence.leave(users[2], game.code)
    ute = member("Ute")
    substitutes.take(ute, game.code, 2)
    chat.say(users[1], game.code, "Welcome!")
    assert talk_in(sent(notice(ute, "briefing"))) == ["Joost: Welcome!"]


def test_whatever_is_said_is_no_answer_when_quoted(game: Game, users: list[User]) -> None:
    """Each line is marked; one that goes on from another cannot be an answer even without."""
    for words in ("44", "This message goes on for longer than one line, and ends with: 44"):
        chat.say(users[1], game.code, words)
    text = str(compose(notice(users[0], "your_move")).body)
    assert talk_in(text) == [
        "Joost: 44",
        "Joost: This message goes on for longer than one line, and ends with:",
        "… 44",
    ]
    assert all(own_text.is_quoted(f"| {line}") for line in talk_in(text))


def test_what_they_write_stays_text(game: Game, users: list[User]) -> None:
    chat.say(users[1], game.code, "<b>https://evil.example</b>")
    html = html_of(compose(notice(users[0], "your_move")))
    assert "&lt;b&gt;https://evil.example&lt;/b&gt;" in html
    assert 'href="https://evil' not in html


def test_a_letter_about_several_tables_names_each_by_talk_and_votes(
    users: list[User], game: Game
) -> None:
    other = started(users, name="Texel")
    gather(users[0], "your_move")
    votes.vote(users[1], other.code, "cancel")
    chat.say(users[1], game.code, "Here!")
    chat.say(users[2], other.code, "There!")
    text = sent(Notice.objects.get(kind="digest"))
    assert "| Joost asks to cancel the game. Vote at the table “Texel”.\n" in text
    assert "At the table “Schiermonnikoog”\n| Joost: Here!\n" in text
    assert "At the table “Texel”\n| Aoife: There!\nTo answer, write here:\n" in text


def test_a_letter_of_its_own_for_whom_wishes_it(game: Game, users: list[User]) -> None:
    chat.say(users[0], game.code, "Psst!")
    chat.say(users[2], game.code, "Yes?")
    about = of_chat(users[1])
    text = sent(about)
    assert "2 messages, from Marit and Aoife." in text
    assert talk_in(text) == ["Marit: Psst!", "Aoife: Yes?"]
    with pytest.raises(NotSent):
        compose(about)
    chat.say(users[0], game.code, "Hello?")
    assert of_chat(users[1]) != about


@pytest.fixture
def daily(users: list[User]) -> User:
    """Marit, who wants one e-mail a day and the chat in it."""
    User.objects.filter(pk=users[0].pk).update(digest=User.Digest.DAILY, digest_hour=8)
    Choice.objects.create(user=users[0], kind="chat", channel="mail", wanted=True)
    return users[0]


def entries_and_talk(user: User) -> tuple[list[str], list[str]]:
    """What her daily e-mail says of the chat, and what it repeats of it."""
    gather(user, "your_move", "chat")
    text = sent(Notice.objects.get(kind="digest", recipient=user))
    return re.findall(r"Schiermonnikoog: (.*(?:message|read).*)", text), talk_in(text)


def test_a_daily_letter_counts_what_it_tells(game: Game, users: list[User], daily: User) -> None:
    started(users, name="Texel")
    chat.say(users[1], game.code, "First!")
    sent(Notice.objects.get(kind="your_move", recipient=daily, facts__game=game.pk))
    chat.say(users[1], game.code, "Second!")
    assert Notice.objects.filter(kind="chat", recipient=daily).count() == 2
    assert entries_and_talk(daily) == (["A message from Joost."], ["Joost: Second!"])


def test_a_daily_letter_tells_who_has_spoken_what_they_have_not_read(
    game: Game, users: list[User], daily: User
) -> None:
    started(users, name="Texel")
    chat.say(users[1], game.code, "First!")
    chat.say(daily, game.code, "Hello, by mail.")
    assert entries_and_talk(daily) == (["A message from Joost."], ["Joost: First!"])


def test_after_a_hidden_message_the_next_one_is_told(
    game: Game, users: list[User], sink: Sink
) -> None:
    Choice.objects.create(user=users[0], kind="chat", channel="mail", wanted=True)
    for by, words in ((users[1], "You fool!"), (users[2], "Shall we pause?")):
        chat.say(by, game.code, words)
        if by == users[1]:
            Message.objects.update(hidden_at=fresh(game).started_at)
        Notice.objects.exclude(kind="chat").delete()
        Notice.objects.update(send_after=timezone.now())
        delivery.deliver()
    (mail,) = sink.mails
    assert "Shall we pause?" in str(mail)


FULL = Report(ReportKind.SOFT, "4.2.2", "Mailbox full")


def told_by(sink: Sink) -> list[list[str]]:
    """The marked lines of each letter that left."""
    texts = [not_none(mail.get_body(("plain",))).get_content() for mail in sink.mails]
    return [talk_in("\n".join(text.splitlines())) for text in texts]


def test_a_letter_that_came_back_tells_it_again(game: Game, users: list[User], sink: Sink) -> None:
    chat.say(users[1], game.code, "Shall we go on?")
    chat.say(users[0], game.code, "Good evening!")  # by mail, without having read that
    asked = Notice.objects.filter(kind="your_move", recipient=users[0])
    Notice.objects.exclude(pk__in=asked).delete()
    for _time in range(2):
        asked.update(send_after=timezone.now(), leased_until=None)
        delivery.deliver()
        bounces.record(asked.get(), FULL)
    assert told_by(sink) == [["Joost: Shall we go on?"]] * 2


@pytest.mark.parametrize("read", [False, True])
def test_a_letter_of_its_own_goes_again_unless_the_chat_was_read_meanwhile(
    game: Game, users: list[User], sink: Sink, read: bool
) -> None:
    Choice.objects.create(user=users[0], kind="chat", channel="mail", wanted=True)
    chat.say(users[1], game.code, "Psst!")
    Notice.objects.exclude(kind="chat").delete()
    delivery.deliver()
    bounces.record(of_chat(users[0]), FULL)
    if read:
        chat.mark_read(game.seats.get(index=0), 1)
    Notice.objects.update(leased_until=None)
    delivery.deliver()
    assert told_by(sink) == [["Joost: Psst!"]] * (1 if read else 2)


def test_what_was_read_before_the_letter_came_back_is_not_told_again(
    game: Game, users: list[User], sink: Sink
) -> None:
    chat.say(users[1], game.code, "Psst!")
    asked = Notice.objects.filter(kind="your_move", recipient=users[0])
    Notice.objects.exclude(pk__in=asked).delete()
    delivery.deliver()
    chat.mark_read(game.seats.get(index=0), 1)
    bounces.record(asked.get(), FULL)
    assert talk_in(sent(asked.get())) == []


def brief_of(about: Notice) -> Brief:
    (brief,) = not_none(KINDS["chat"].briefs)([about])
    return not_none(brief)


def test_a_brief_says_who_and_is_true_until_one_has_looked(game: Game, users: list[User]) -> None:
    chat.say(users[0], game.code, "Psst!")
    about = of_chat(users[1])
    brief = brief_of(about)
    assert (brief.text, brief.true) == ("Schiermonnikoog: A message from Marit.", True)
    chat.mark_read(game.seats.get(index=1), 1)
    assert not brief_of(about).true
    assert KINDS["chat"].compose(about) is None


def test_before_the_game_it_comes_with_the_first_letter() -> None:
    people = members(3)
    table = tables.make_table(people[0], tables.TableSettings(name="Texel", seats=3))
    for user in people[1:2]:
        tables.join(user, table.code)
    chat.say(people[1], table.code, "Hello!")
    tables.join(people[2], table.code)
    assert talk_in(sent(notice(people[0], "game_started"))) == ["Joost: Hello!"]

"""Letters about seats and the table itself say what is so when they go, and where to go on."""

import re

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications.kinds import KINDS, Letter
from games.mail import reply_to
from games.mail.inbound import commands
from games.mail.inbound.commands import MailCommand
from games.mail.votes import open_votes
from games.models import Game, Seat, Vote
from games.selectors.seats.occupancy import votes_asked_of
from games.services.lobby import invitations, rematches, tables
from games.services.mail import reply_addresses
from games.services.notifications import seat_notices
from games.services.seats import absence, substitutes, votes
from tests.games.mail.reading import composed, members, words
from tests.games.making import fresh, hand_of, person, running
from tests.games.services.sitting import miss
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return members(3, zone="Europe/Amsterdam")


def letter(kind: str, reader: User) -> Letter | None:
    notice = Notice.objects.get(kind=kind, recipient=reader, channel="mail")
    return KINDS[kind].compose(notice)


def sent(kind: str, reader: User) -> str:
    """The text with all that the channel adds to it."""
    found = composed(Notice.objects.get(kind=kind, recipient=reader, channel="mail"))
    assert found is not None
    return found.text


def told_to_write(kind: str, reader: User) -> list[set[MailCommand]]:
    """What the quoted words in this letter do when they come back, by language."""
    notice = Notice.objects.get(kind=kind, recipient=reader, channel="mail")
    found = []
    for reader.language, _name in settings.LANGUAGES:
        notice.recipient = reader
        text = getattr(composed(notice), "text", "")
        commands_ = map(commands.read, text.splitlines())
        assert {command.kind for command in commands_ if command} <= {MailCommand.ANSWER}
        quoted = re.findall("[“„‘](.+?)[”“’]", text.replace("\n", " ").split("====")[-1])
        wishes = {read.kind for word in quoted if (read := commands.read(word))}
        found.append(wishes - {MailCommand.HELP, MailCommand.ANSWER})  # ANSWER: no command
    return found


def said(kind: str, reader: User) -> str:
    found = letter(kind, reader)
    assert found is not None
    assert max(len(line) for line in found.text.splitlines() if "://" not in line) <= 72
    text = " ".join(found.text.split())
    for line in text.split(". ")[1:2]:
        assert line.split(" ", maxsplit=1)[0].lower() in words(found).lower()
    return text


def test_who_missed_too_much_is_told_how_to_come_back(users: list[User]) -> None:
    game = running(users)
    miss(game, 2)
    miss(game, 2)
    text = said("seat_offered", users[2])
    assert "You have missed 2 hands in a row, so a bot plays for you now" in text
    Seat.objects.filter(game=game, index=2).update(misses=0, misses_in_row=0)  # excused since
    assert "You have missed 2 hands in a row" in said("seat_offered", users[2])
    assert f"http://testserver/g/{game.code}/back/" in text
    absence.back(users[2], game.code)
    assert letter("seat_offered", users[2]) is None


def test_a_letter_that_also_tells_of_a_missed_hand_counts_it(users: list[User]) -> None:
    miss(running(users), 2)
    notice = Notice.objects.get(kind="missed", recipient=users[2], channel="mail")
    part = not_none(not_none(KINDS["missed"].part)(notice))
    assert part.lines[-1] == "You have missed 1 hand in this game."


def test_after_one_missed_hand_it_says_one(users: list[User]) -> None:
    game = running(users, offer=1)
    miss(game, 2)
    assert "You have missed 1 hand, so a bot plays for you now" in said("seat_offered", users[2])


def test_who_takes_the_seat_is_briefed_with_its_cards(users: list[User]) -> None:
    game = running(users)
    absence.leave(users[2], game.code)
    wim = person("Wim")
    substitutes.take(wim, game.code, 2)
    text = said("briefing", wim)
    assert "WELCOME TO THE TABLE, WIM" in text
    assert "you have the full time for this hand" in text
    assert "Wim has taken the seat of Aoife." in said("seat_taken", users[0])
    assert "Thank you for playing" in said("seat_taken", users[2])


@pytest.mark.parametrize("closed", [False, True])
def test_only_who_may_watch_is_led_to_the_table(users: list[User], *, closed: bool) -> None:
    game = running(users, visibility=Game.Visibility.PUBLIC if closed else Game.Visibility.LINK)
    absence.leave(users[2], game.code)
    substitutes.give_on(fresh(game), game.seats.get(index=2), person("Wim"))
    if closed:
        Game.objects.filter(pk=game.pk).update(closed=True)
    text = said("seat_taken", users[2])
    assert "Thank you for playing so far. See open tables: http://testserver/games/" in text
    assert game.code not in text
    assert f"/g/{game.code}/" in said("seat_taken", users[0])


def test_a_briefing_where_nothing_is_owed_names_the_page(users: list[User]) -> None:
    game = running(users)
    absence.leave(users[2], game.code)
    wim = person("Wim")
    substitutes.take(wim, game.code, 2)
    hand = hand_of(game)
    hand.awaiting = [0, 1]
    hand.save()
    assert f"/g/{game.code}/briefing/" in said("briefing", wim)


def test_pause_and_going_on(users: list[User]) -> None:
    game = running(users)
    for user in users:
        votes.vote(user, game.code, "pause")
    assert "The game is paused, as everybody wanted." in said("game_paused", users[0])
    votes.go_on(users[1], game.code)
    assert letter("game_paused", users[0]) is None
    text = said("game_resumed", users[0])
    assert "Joost has resumed the game." in text
    assert "You have until" in text


def test_more_time(users: list[User]) -> None:
    game = running(users, hours=30)
    votes.extend(users[0], game.code, 1)
    assert "Marit added 30 hours to this hand." in said("extended", users[1])


def test_of_several_changes_each_letter_tells_its_own(users: list[User]) -> None:
    game = running(users, hours=30)
    for user in users[:2]:
        votes.extend(user, game.code, 1)
    told = Notice.objects.filter(kind="extended", recipient=users[2], channel="mail")
    letters = [not_none(KINDS[notice.kind].compose(notice)).text for notice in told.order_by("id")]
    assert ["Marit added" in text for text in letters] == [True, False]
    assert ["Joost added" in text for text in letters] == [False, True]


def test_two_who_take_seats_are_told_of_in_a_letter_each(users: list[User]) -> None:
    game = running(users)
    for index, name in ((1, "Wim"), (2, "Ida")):
        absence.leave(users[index], game.code)
        substitutes.take(person(name), game.code, index)
    told = Notice.objects.filter(kind="seat_taken", recipient=users[0], channel="mail")
    letters = [not_none(KINDS[notice.kind].compose(notice)).text for notice in told.order_by("id")]
    assert ["Wim has taken the seat of Joost." in text for text in letters] == [True, False]
    assert ["Ida has taken the seat of Aoife." in text for text in letters] == [False, True]


def test_cancelled_and_once_more(users: list[User]) -> None:
    game = running(users)
    for user in users:
        votes.vote(user, game.code, "cancel")
    assert "The game is cancelled, as everybody wanted." in said("game_cancelled", users[2])
    again = rematches.rematch(users[0], game.code)
    assert f"/g/{again.code}/" in said("rematch", users[1])
    asked = Notice.objects.get(kind="rematch", recipient=users[1], channel="mail")
    pair = (users[1].pk, again.pk)
    of_table = reply_addresses.addresses_of_tables([pair])[pair]
    assert reply_to.back_to(asked) == reply_addresses.address_of(of_table)
    rematches.rematch(users[1], game.code)
    assert letter("rematch", users[1]) is None
    assert fresh(again).state == Game.State.OPEN


def test_the_others_are_told_of_a_vote_until_they_have_voted(users: list[User]) -> None:
    game = running(users)
    votes.vote(users[1], game.code, "cancel")
    text = said("vote_asked", users[0])
    assert "JOOST ASKS TO CANCEL THE GAME" in text
    assert "Reply with just “yes” or “no”." in text
    line = "| Joost asks to cancel the game. Reply with just “yes” or “no”.\n"
    assert line in sent("your_move", users[0])
    assert line not in sent("your_move", users[1])
    votes.vote(users[0], game.code, "cancel")
    assert letter("vote_asked", users[0]) is None
    assert line not in sent("your_move", users[0])
    assert "| Joost and Marit ask to cancel the game." in sent("your_move", users[2])


def test_what_is_a_week_old_or_at_a_finished_table_is_asked_no_more(users: list[User]) -> None:
    game = running(users)
    votes.vote(users[1], game.code, "cancel")
    people = [user.pk for user in users]
    (seat, _other) = votes_asked_of(people, [game.pk])
    assert seat.game == game
    Game.objects.update(state=Game.State.OVER)
    assert votes_asked_of(people, [game.pk]) == {}
    Game.objects.update(state=Game.State.RUNNING)
    Vote.objects.update(at=timezone.now() - Vote.LASTS)
    assert votes_asked_of(people, [game.pk]) == {}


def test_of_two_votes_each_is_agreed_to_by_its_own_word(users: list[User]) -> None:
    game = running(users)
    votes.vote(users[1], game.code, "cancel")
    votes.vote(users[2], game.code, "pause")
    text = sent("your_move", users[0])
    assert "To agree, reply with just “cancel?”." in text
    assert "Aoife asks to pause the game. To agree, reply with just “pause?”." in text
    assert "“yes”" not in text
    assert "| Aoife asks to pause the game." in sent("your_move", users[1])


def test_a_bot_in_one_s_seat_is_asked_nothing(users: list[User]) -> None:
    game = running(users)
    asked = Notice.objects.get(kind="your_move", recipient=users[0], channel="mail")
    absence.pass_to_bot(users[0], game.code)
    votes.vote(users[1], game.code, "cancel")
    assert not Notice.objects.filter(kind="vote_asked", recipient=users[0]).exists()
    assert list(open_votes(asked)) == []


def test_one_letter_a_day_for_a_wish(users: list[User]) -> None:
    game = running(users)
    for _time in range(2):
        votes.vote(users[1], game.code, "cancel")
        votes.vote(users[2], game.code, "cancel")
        votes.unvote(users[1], game.code, "cancel")
        votes.unvote(users[2], game.code, "cancel")
    told = Notice.objects.filter(kind="vote_asked", channel="mail")
    assert sorted(told.values_list("recipient__name", flat=True)) == ["Aoife", "Marit"]


def test_letters_say_which_reply_does_it(users: list[User]) -> None:
    game = running(users)
    absence.pass_to_bot(users[2], game.code)
    seat_notices.seat_offered(game, game.seats.get(index=2))
    assert told_to_write("seat_offered", users[2]) == [{MailCommand.BACK}] * 3
    for user in users[:2]:
        votes.vote(user, game.code, "pause")
    assert told_to_write("game_paused", users[0]) == [{MailCommand.RESUME}] * 3
    for user in users[:2]:
        votes.vote(user, game.code, "cancel")
    again = rematches.rematch(users[0], game.code)
    both = {MailCommand.ACCEPT, MailCommand.DECLINE}
    assert told_to_write("rematch", users[1]) == [both] * 3
    tables.join(users[1], again.code)
    table = tables.make_table(users[0], tables.TableSettings(name="Texel", seats=3))
    invitations.keep_seat(users[0], table.code, users[1])
    assert told_to_write("seat_kept", users[1]) == [both] * 3

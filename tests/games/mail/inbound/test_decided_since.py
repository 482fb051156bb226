"""What somebody decides on the page stands against an older e-mail of theirs that is read later:
leaving a seat or a table, a vote, a pause."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.mail.inbound import process
from games.models import Game, Seat, Vote
from games.selectors.seats.occupancy import votes_that_count
from games.services import sweep
from games.services.lobby import rematches, tables
from games.services.lobby.tables import TableSettings
from games.services.mail import reply_addresses
from games.services.seats import absence, votes
from tests.games.mail.inbound.at_table import ask, table_address
from tests.games.mail.inbound.mailing import a_reply, arrive, newest, stored
from tests.games.mail.reading import letter, members, words
from tests.games.making import fresh, user_at, users_at

pytestmark = pytest.mark.django_db


def work() -> None:
    """The workers wake up and do all that there is."""
    process.read_all()
    sweep.sweep()


def mails(game: Game, user: User, body: str) -> None:
    """A reply to the letter about the open hand; stored, and not read."""
    arrive(game, user, a_reply(user, body))


def test_whoever_has_left_since_is_not_brought_back_by_an_undo(game: Game, marit: User) -> None:
    mails(game, marit, "pass my turns to a bot")
    work()
    mails(game, marit, "undo")
    absence.leave(marit, game.code)
    work()
    assert game.seats.get(index=0).absence == Seat.Absence.OFFERED
    assert "that counts" in words(letter(marit, "mail_table"))


def test_whoever_has_left_since_offers_their_seat_whatever_they_had_asked_for(
    game: Game, marit: User
) -> None:
    mails(game, marit, "pass my turns to a bot")
    absence.leave(marit, game.code)
    work()
    assert game.seats.get(index=0).absence == Seat.Absence.OFFERED
    assert "that counts" in words(letter(marit, "mail_refused"))


def mails_table(game: Game, user: User, body: str) -> None:
    """A mail to the table's address; stored, and not read."""
    stored(table_address(user, game), a_reply(user, body))


def test_a_younger_vote_is_not_withdrawn_by_a_no(game: Game, marit: User) -> None:
    votes.vote(marit, game.code, "pause")
    mails_table(game, marit, "no")
    votes.vote(marit, game.code, "cancel")
    work()
    assert Vote.objects.count() == 2
    assert "that counts" in words(letter(marit, "mail_table"))


def test_a_younger_vote_is_not_withdrawn_by_an_undo(game: Game, marit: User) -> None:
    ask(marit, game, "cancel?")
    ask(marit, game, "confirm")
    mails_table(game, marit, "undo")
    votes.unvote(marit, game.code, "cancel")
    votes.vote(marit, game.code, "cancel")
    work()
    assert Vote.objects.count() == 1
    assert "that counts" in words(letter(marit, "mail_table"))


@pytest.mark.parametrize("body", ["no", "undo"])
def test_a_vote_by_mail_is_withdrawn_by_a_later_one_read_with_it(
    game: Game, marit: User, body: str
) -> None:
    ask(marit, game, "cancel?")
    mails_table(game, marit, "confirm")
    mails_table(game, marit, body)
    work()
    assert not votes_that_count(game)


def test_an_older_vote_by_mail_makes_no_newer_one_older(game: Game, marit: User) -> None:
    ask(marit, game, "cancel?")
    mails_table(game, marit, "confirm")
    votes.vote(marit, game.code, "cancel")
    before = Vote.objects.get().at
    work()
    assert newest().outcome == "done"
    assert Vote.objects.get().at == before


def all_pause(game: Game) -> None:
    for user in users_at(game):
        votes.vote(user, game.code, "pause")


def _withdraws(game: Game, marit: User) -> None:
    votes.vote(marit, game.code, "pause")
    votes.unvote(marit, game.code, "pause")


def _leaves_and_returns(game: Game, marit: User) -> None:
    votes.vote(marit, game.code, "pause")
    absence.leave(marit, game.code)
    absence.back(marit, game.code)


def _ends_the_pause(game: Game, marit: User) -> None:
    all_pause(game)
    votes.go_on(marit, game.code)


@pytest.mark.parametrize("decides", [_withdraws, _leaves_and_returns, _ends_the_pause])
def test_a_vote_that_has_ended_since_does_not_come_back(
    game: Game, marit: User, decides: Callable[[Game, User], None]
) -> None:
    ask(marit, game, "pause?")
    mails_table(game, marit, "confirm")
    decides(game, marit)
    work()
    assert not votes_that_count(game)
    assert "that counts" in words(letter(marit, "mail_table"))
    ask(marit, game, "pause?")
    ask(marit, game, "confirm")
    assert votes_that_count(game).get().seat.user == marit


def test_whoever_ends_a_pause_has_decided_against_what_they_mailed_in_it(
    game: Game, marit: User
) -> None:
    ask(marit, game, "pause?")
    all_pause(game)
    mails_table(game, marit, "confirm")
    votes.go_on(marit, game.code)
    work()
    assert not votes_that_count(game)


def test_a_younger_pause_is_not_ended(game: Game, marit: User) -> None:
    all_pause(game)
    ask(marit, game, "resume")
    mails_table(game, marit, "confirm")
    votes.go_on(user_at(game, 1), game.code)
    all_pause(game)
    work()
    assert fresh(game).paused_at
    assert "that counts" in words(letter(marit, "mail_table"))


def mails_home(user: User, body: str) -> None:
    """A mail to one's own address; stored, and not read."""
    row = reply_addresses.addresses_of_people([user.pk])[user.pk]
    stored(reply_addresses.address_of(row), a_reply(user, body))


def test_whoever_has_left_an_open_table_since_is_not_seated_again() -> None:
    aoife, marit, _joost = members(3)
    table = tables.make_table(aoife, TableSettings(name="Texel", seats=3))
    mails_home(marit, "join Texel")
    tables.join(marit, table.code)
    tables.leave(marit, table.code)
    work()
    assert not table.seats.filter(user=marit).exists()
    assert "that counts" in words(letter(marit, "mail_table"))


def test_whoever_has_left_the_next_game_since_is_not_seated_again(game: Game, marit: User) -> None:
    for user in users_at(game):
        votes.vote(user, game.code, "cancel")
    again = rematches.rematch(user_at(game, 1), game.code)
    mails_table(game, marit, "rematch")
    rematches.rematch(marit, game.code)
    tables.leave(marit, again.code)
    work()
    assert not again.seats.filter(user=marit).exists()
    assert "that counts" in words(letter(marit, "mail_table"))


def test_whoever_has_made_the_next_game_and_left_it_since_makes_no_other(
    game: Game, marit: User
) -> None:
    for user in users_at(game):
        votes.vote(user, game.code, "cancel")
    mails_table(game, marit, "rematch")
    tables.leave(marit, rematches.rematch(marit, game.code).code)
    before = Game.objects.count()
    work()
    assert Game.objects.count() == before
    assert "that counts" in words(letter(marit, "mail_table"))
    mails_table(game, marit, "rematch")
    work()
    assert Game.objects.get(rematch_of=game).seats.filter(user=marit).exists()


def test_whoever_takes_back_to_join_by_mail_may_join_by_a_later_one() -> None:
    aoife, marit, _joost = members(3)
    table = tables.make_table(aoife, TableSettings(name="Texel", seats=3))
    for body in ("join Texel", "undo", "join Texel"):
        mails_home(marit, body)
    work()
    assert table.log.filter(kind="left").exists()
    assert table.seats.filter(user=marit).exists()

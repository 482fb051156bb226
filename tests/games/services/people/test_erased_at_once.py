"""Somebody is erased while something of theirs is on its way, or others need the same games."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.db import OperationalError, connection, transaction
from django.test import Client

from accounts.models import Choice, FormerGuest, User
from accounts.notifications import preferences
from accounts.people import new_accounts
from accounts.people import vacations as days
from games import game_secrets, links
from games.models import Friendship, Game, Ignored, Message, Opening, Report, Seat
from games.refusals import Refused
from games.services import sweep
from games.services.demo.fast_forward import like_bots, play_on
from games.services.hands import bidding, plans
from games.services.lobby import invitations, matching, rematches, tables
from games.services.lobby.tables import TableSettings
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.people import erasure, friends
from games.services.people import preferences as preferring
from games.services.people import vacations as away
from games.services.results import leagues
from games.services.seats import absence, guest_seats, substitutes, votes
from games.services.talk import chat, reports
from tests.accounts.making import member, staff
from tests.accounts.people.test_signing_up import code_in_letter
from tests.games.leagues.test_seasons import league
from tests.games.making import legal, people, person, running
from tests.games.services.crossing import Beside, crossed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]
DAY = timedelta(days=1)
PUBLIC = TableSettings(name="Texel", seats=3, visibility="public")
Command = Callable[[User, Game], object]
AT_THEIR_TABLE: dict[str, Command] = {
    "answer": lambda user, game: bidding.place_bid(
        user, game.code, 1, legal(game, 0)[0], via="api"
    ),
    "plan": lambda user, game: plans.write(user, game.code, "next: highest", now=True),
    "back": lambda user, game: absence.back(user, game.code),
    "vote": lambda user, game: votes.vote(user, game.code, "pause"),
    "chat": lambda user, game: chat.say(user, game.code, "hello"),
}
TO_A_SEAT: dict[str, Command] = {
    "join": lambda user, game: tables.join(user, game.code, link=links.link_token(game)),
    "find": lambda user, _game: matching.find(user, PUBLIC),
    "make": lambda user, _game: tables.make_table(user, PUBLIC),
}


def as_they_are_erased(user: User, job: Callable[[User], object]) -> object:
    """What comes of a job that has read this person before they were erased, and waits for that."""
    stale = User.objects.get(pk=user.pk)
    with transaction.atomic():
        erasure.forget(user)
        beside = Beside(lambda: job(stale))
        beside.until_it_waits()
    return beside.result()


def erased_at_once(user: User) -> None:
    """As by moderators: all their games are locked before they leave any."""
    with transaction.atomic():
        erasure.forget_locked(User.objects.select_for_update(no_key=True).get(pk=user.pk))


def code_of(came: object) -> str:
    assert isinstance(came, Refused), came
    return came.code


@pytest.mark.parametrize("on_its_way", AT_THEIR_TABLE)
def test_whoever_was_erased_does_nothing_more_at_their_table(on_its_way: str) -> None:
    users = people(3)
    game = running(users, chat="players")
    command = AT_THEIR_TABLE[on_its_way]
    came = as_they_are_erased(users[0], lambda user: command(user, game))

    assert code_of(came) == "not_seated"
    assert game.seats.get(index=0).absence
    assert not Message.objects.exists()


@pytest.mark.parametrize("on_its_way", TO_A_SEAT)
def test_whoever_was_erased_sits_down_nowhere(on_its_way: str) -> None:
    marit, wim = people(2)
    game = tables.make_table(marit, PUBLIC)
    command = TO_A_SEAT[on_its_way]
    came = as_they_are_erased(wim, lambda user: command(user, game))

    assert code_of(came) == "signed_out"
    assert not Seat.objects.filter(user=wim.pk).exists()


def test_whoever_was_erased_takes_no_seat_over() -> None:
    users = people(3)
    game, wim = running(users), person("Wim")
    absence.leave(users[1], game.code)
    came = as_they_are_erased(wim, lambda user: substitutes.take(user, game.code, 1))

    assert code_of(came) == "signed_out"
    assert game.seats.get(index=1).user == users[1]


def test_moderators_give_no_seat_to_whoever_was_erased() -> None:
    game, wim, hedda = running(people(3)), person("Wim"), staff("Hedda")
    given = CommandInput("absent", seat=1, person=wim.name)
    came = as_they_are_erased(
        wim, lambda _user: execution.carry_out(hedda, "replace", game.code, given)
    )
    assert code_of(came) == "unknown_person"
    assert not Seat.objects.filter(user=wim.pk).exists()


@pytest.mark.parametrize("new", [False, True], ids=["open", "new"])
def test_no_seat_is_kept_for_whoever_was_erased(new: bool) -> None:
    marit, wim = people(2)
    game = tables.make_table(marit, PUBLIC)

    def keep(user: User) -> Game:
        if new:
            return tables.make_table(marit, PUBLIC, asked=[user])
        return invitations.keep_seat(marit, game.code, user)

    assert code_of(as_they_are_erased(wim, keep)) == "unknown_person"
    assert not Seat.objects.filter(kept_for=wim.pk).exists()


def test_whoever_was_erased_asks_nobody_to_be_friends_and_is_asked_by_nobody() -> None:
    marit, wim, aoife = people(3)
    came = as_they_are_erased(wim, lambda user: friends.befriend(user, marit))
    assert code_of(came) == "signed_out"
    came = as_they_are_erased(aoife, lambda user: friends.befriend(marit, user))
    assert code_of(came) == "unknown_person"
    assert not Friendship.objects.exists()


def test_whoever_was_erased_reports_nothing_more() -> None:
    (wim,) = people(1)
    came = as_they_are_erased(
        wim, lambda user: reports.make(user, "stuck", "It stands.", game=None, person=None)
    )
    assert code_of(came) == "signed_out"
    assert not Report.objects.exists()


def test_whoever_was_erased_hides_nobody_and_is_hidden_by_nobody() -> None:
    marit, wim, aoife = people(3)
    came = as_they_are_erased(wim, lambda user: chat.ignore(user, marit))
    assert code_of(came) == "signed_out"
    came = as_they_are_erased(aoife, lambda user: chat.ignore(marit, user))
    assert code_of(came) == "unknown_person"
    assert not Ignored.objects.exists()


def test_whoever_was_erased_takes_over_nothing_of_the_guest_they_were() -> None:
    marit, wim = people(2)
    guest = new_accounts.make_guest(name="Gast Eins")
    Ignored.objects.create(by=guest, whom=marit)
    Report.objects.create(reporter=guest, kind="stuck", text="It stands.")
    came = as_they_are_erased(wim, lambda user: guest_seats.bring(guest, user))
    assert code_of(came) == "signed_out"
    assert not Ignored.objects.filter(by=wim.pk).exists()
    assert not Report.objects.filter(reporter=wim.pk).exists()


def test_whoever_was_erased_prefers_nothing_more() -> None:
    marit, wim = people(2)
    plan = {"turn-the-tide": "always: lowest"}
    came = as_they_are_erased(marit, lambda user: preferring.change(user, openings=plan))
    assert code_of(came) == "signed_out"
    letters = {("mail_receipt", "mail"): True}
    came = as_they_are_erased(wim, lambda user: preferences.choose(user, letters))
    assert code_of(came) == "signed_out"
    assert not Opening.objects.exists()
    assert not Choice.objects.exists()


def test_whoever_was_erased_plays_no_rematch() -> None:
    users = people(3)
    game = play_on(running(users), "over", like_bots())
    came = as_they_are_erased(users[0], lambda user: rematches.rematch(user, game.code))

    assert code_of(came) == "signed_out"
    assert not Game.objects.filter(rematch_of=game).exists()


def test_whoever_was_erased_signs_up_for_no_season() -> None:
    wim = person("Wim")
    slug = league().slug
    sweep.sweep()
    came = as_they_are_erased(wim, lambda user: leagues.join(user, slug))

    assert code_of(came) == "signed_out"
    assert not wim.league_entries.exists()


@pytest.mark.parametrize("how", ["link", "code", "form"])
def test_no_address_comes_back(how: str) -> None:
    """By the link or the code in a letter, or when another one is entered on the page."""
    marit = member(confirmed=how != "code")
    new = EmailAddress(user=marit, email="marit@new.example")
    browser = Client()
    if how == "link":
        new.save()
        path, form = f"/account/confirm-email/{EmailConfirmationHMAC(new).key}/", {}
    elif how == "code":
        browser.post("/account/login/code/", {"email": marit.email})
        path, form = "/account/login/code/confirm/", {"code": code_in_letter()}
    else:
        browser.post("/account/login/", {"login": marit.email, "password": marit.name})
        path, form = "/account/email/", {"action_add": "", "email": new.email}
    as_they_are_erased(marit, lambda _user: browser.post(path, form))

    assert not EmailAddress.objects.filter(user=marit).exists()
    assert erasure.is_nobody(User.objects.get(pk=marit.pk))


def test_a_former_guest_is_erased_while_another_at_their_tables_goes_on_vacation() -> None:
    """Joost sits with both: with Marit, and in a later game with the guest whom she was."""
    marit, joost, aoife = people(3)
    running([marit, joost, aoife])
    guest = new_accounts.make_guest(name="Gast Eins")
    running([joost, guest, aoife])
    FormerGuest.objects.create(guest=guest, user=marit)
    today = days.today(joost)
    came = crossed(lambda: erased_at_once(marit), lambda: away.book(joost, today, today + DAY))
    assert not [each for each in came if isinstance(each, Exception)]


def test_two_are_erased_who_sat_at_the_same_tables() -> None:
    """Joost has left the game that still runs."""
    marit, joost, aoife, ute = people(4)
    play_on(running([marit, joost, aoife]), "over", like_bots())
    now = running([marit, joost, aoife])
    absence.leave(joost, now.code)
    substitutes.take(ute, now.code, 1)
    came = crossed(lambda: erased_at_once(marit), lambda: erased_at_once(joost))
    assert not [each for each in came if isinstance(each, Exception)]


def test_who_could_not_leave_a_table_can_come_back_to_the_others_or_ask_again() -> None:
    users = people(3)
    left, held = running(users), running(users)

    def impatient() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '50ms'")
        erasure.forget(users[0])

    with transaction.atomic():
        game_secrets.lock_game(pk=held.pk)
        came = Beside(impatient).result()
    assert isinstance(came, OperationalError)
    assert User.objects.get(pk=users[0].pk).name == users[0].name
    assert absence.back(users[0], left.code).seats.get(user=users[0]).absence == ""

    erasure.forget(users[0])
    assert erasure.is_nobody(User.objects.get(pk=users[0].pk))
    seats = Seat.objects.filter(user=users[0]).values_list("absence", flat=True)
    assert list(seats) == [Seat.Absence.OFFERED] * 2


def test_who_comes_back_to_a_table_while_they_leave_the_others_leaves_it_again() -> None:
    users = people(3)
    first, second = running(users), running(users)
    with transaction.atomic():
        game_secrets.lock_game(pk=second.pk)
        erased = Beside(lambda: erasure.forget(users[0]))
        erased.until_it_waits()
        back = Beside(lambda: absence.back(users[0], first.code))
        assert not isinstance(back.result(), Exception)
    assert not isinstance(erased.result(), Exception)
    assert Seat.objects.get(game=first, user=users[0]).absence == Seat.Absence.OFFERED

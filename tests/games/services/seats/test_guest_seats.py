"""A guest's seats go on to the account that they sign in to, or others may take them."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from accounts.people.new_accounts import make_guest
from games import reliability
from games.models import Game, Ignored, LogEntry, Seat, SeatClock, SeatTenure, Vote
from games.selectors.results.placings import holders
from games.selectors.talk.reports import reports_of
from games.services import sweep
from games.services.lobby import rematches, tables
from games.services.lobby.tables import TableSettings
from games.services.seats import absence, guest_seats, substitutes, votes
from games.services.talk import chat, reports
from games.verification import all_passed, verify
from tests.accounts.making import staff
from tests.games.fast_forward import fast_forward
from tests.games.making import bid, fresh, hand_of, legal, people, person, running
from tests.games.services.sitting import entries, seat
from tests.process_fixtures import again

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return again(people, 2)


@pytest.fixture
def guest() -> User:
    return make_guest(name="Kaatje")


@pytest.fixture
def ute() -> User:
    return person("Ute")


@pytest.fixture
def game(users: list[User], guest: User) -> Game:
    """The guest sits on seat 2."""
    return running([*users, guest])


def refusals(guest: User, user: User) -> list[str]:
    brought = guest_seats.bring(guest, user)
    return [each.refused.code if each.refused else "" for each in brought]


def test_the_account_plays_on_with_a_full_clock_and_answers_anew(
    game: Game, users: list[User], guest: User, ute: User
) -> None:
    tables.set_policy(guest, game.code, "highest")
    bid(game, guest, legal(game, 2)[7])
    opened = hand_of(game).opened_at
    assert refusals(guest, ute) == [""]
    held = seat(game, 2)
    assert (held.user, held.absence, held.policy) == (ute, "", "highest")
    assert not hand_of(game).bids.exists(), "what the guest has sealed isn't the account's"
    assert hand_of(game).clocks.get(user=ute).deadline >= opened + timedelta(hours=24)
    assert list(SeatClock.objects.filter(user=guest).values_list("given_up", flat=True)) == [True]
    for user in (ute, *users):
        bid(game, user)
    sweep.sweep()
    assert fresh(game).hand_number == 2


def test_the_table_is_told_and_nothing_else_happens_to_it(
    game: Game, users: list[User], guest: User, ute: User
) -> None:
    before = game.log.count()
    guest_seats.bring(guest, ute)
    assert entries(game, "taken") == [{"seat": 2, "name": "Ute", "before": "Kaatje"}]
    assert game.log.count() == before + 1
    told = Notice.objects.filter(kind__in=("seat_taken", "briefing"))
    assert set(told.values_list("recipient__name", "kind")) == {
        (users[0].name, "seat_taken"),
        (users[1].name, "seat_taken"),
        ("Ute", "briefing"),
    }


def test_the_seat_counts_for_nobody_and_the_record_is_sound(
    game: Game, guest: User, ute: User
) -> None:
    guest_seats.bring(guest, ute)
    rows = SeatTenure.objects.filter(seat__game=game, seat__index=2).order_by("pk")
    assert list(rows.values_list("user__name", "until_hand", "substitute")) == [
        ("Kaatje", 0, False),
        ("Ute", None, True),
    ]
    fast_forward(game)
    done = fresh(game)
    assert {guest.pk, ute.pk}.isdisjoint(holders(done))
    assert all_passed(verify(done.record.data))


def test_with_bots_alone_the_game_goes_on_without_a_pause(guest: User, ute: User) -> None:
    game = tables.play_now(guest)
    guest_seats.bring(guest, ute)
    game = fresh(game)
    assert (game.paused_at, game.maker) == (None, ute)
    assert game.seats.get(user=ute).absence == ""
    assert not game.log.filter(kind__in=("paused", "resumed")).exists()


def test_a_seat_left_to_a_bot_is_played_again(game: Game, guest: User, ute: User) -> None:
    absence.pass_to_bot(guest, game.code)
    assert refusals(guest, ute) == [""]
    assert (seat(game, 2).user, seat(game, 2).absence) == (ute, "")


def test_a_seat_that_the_guest_had_left_stays_offered(game: Game, guest: User, ute: User) -> None:
    absence.leave(guest, game.code)
    assert refusals(guest, ute) == []
    assert (seat(game, 2).user, seat(game, 2).absence) == (guest, Seat.Absence.OFFERED)


def test_a_vote_of_the_guest_is_no_vote_of_the_account(game: Game, guest: User, ute: User) -> None:
    votes.vote(guest, game.code, Vote.Wish.PAUSE)
    guest_seats.bring(guest, ute)
    assert not Vote.objects.filter(game=game).exists()


def test_whoever_sits_there_already_gets_no_second_seat(
    game: Game, users: list[User], guest: User
) -> None:
    assert refusals(guest, users[0]) == ["already_seated"]
    assert (seat(game, 2).user, seat(game, 2).absence) == (guest, Seat.Absence.OFFERED)
    assert hand_of(game).bids.filter(seat__index=2).exists(), "a bot answers, nobody waits"


def test_whoever_knows_the_cards_of_another_seat_may_not_have_this_one(
    game: Game, users: list[User], guest: User, ute: User
) -> None:
    absence.leave(users[1], game.code)
    substitutes.take(ute, game.code, 1)
    absence.leave(ute, game.code)
    substitutes.take(person("Wim"), game.code, 1)
    assert refusals(guest, ute) == ["sat_elsewhere"]
    assert seat(game, 2).absence == Seat.Absence.OFFERED


@pytest.mark.parametrize("who", ["guest", "account"])
def test_the_suspended_take_nothing_along(game: Game, guest: User, ute: User, who: str) -> None:
    held = guest if who == "guest" else ute
    held.suspended_until = timezone.now() + timedelta(days=1)
    held.save()
    assert refusals(guest, ute) == ["suspended"]
    assert (seat(game, 2).user, seat(game, 2).absence) == (guest, Seat.Absence.OFFERED)


def test_a_table_that_asks_for_more_hands_in_time_is_not_entered_so(
    users: list[User], guest: User, ute: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = running([*users, guest], reliable=90)
    monkeypatch.setattr(reliability.Habits, "share", property(lambda _habits: 50))
    assert refusals(guest, ute) == ["not_reliable"]
    assert seat(game, 2).absence == Seat.Absence.OFFERED


# ------------------------------------------------------------------ before the game


def waiting(maker: User, guest: User, **wish: Any) -> Game:
    fields = {"name": "Texel", "seats": 4, "visibility": "public", **wish}
    game = tables.make_table(maker, TableSettings(**fields))
    return tables.join(guest, game.code, entropy="my own words")


def test_at_an_open_table_the_account_sits_in_place_of_the_guest(
    users: list[User], guest: User, ute: User
) -> None:
    game = waiting(users[0], guest)
    assert refusals(guest, ute) == [""]
    held = game.seats.get(user=ute)
    assert (held.index, held.entropy) == (1, "my own words")
    assert not game.seats.filter(user=guest).exists()
    last = list(LogEntry.objects.filter(game=game).order_by("number"))[-2:]
    assert [(entry.kind, entry.person) for entry in last] == [("left", guest), ("joined", ute)]
    tables.join(users[1], game.code)
    tables.join(person("Wim"), game.code)
    assert fresh(game).state == Game.State.RUNNING


def test_a_seat_kept_for_the_account_is_free_then(
    users: list[User], guest: User, ute: User
) -> None:
    game = waiting(users[0], guest)
    game.seats.filter(index=3).update(kept_for=ute)
    guest_seats.bring(guest, ute)
    assert not game.seats.filter(kept_for=ute).exists()


def test_whoever_waits_at_the_table_already_keeps_one_seat(users: list[User], guest: User) -> None:
    game = waiting(users[0], guest)
    assert refusals(guest, users[0]) == ["already_seated"]
    assert list(game.seats.exclude(user=None).values_list("user__name", flat=True)) == [
        users[0].name
    ]
    assert fresh(game).state == Game.State.OPEN


def test_what_is_over_stays_with_the_guest(game: Game, guest: User, ute: User) -> None:
    fast_forward(game)
    assert fresh(game).state == Game.State.OVER
    assert guest_seats.bring(guest, ute) == []
    assert seat(game, 2).user == guest


def rematch_of(game: Game, users: list[User], guest: User) -> Game:
    """Where the first of them sits; a seat each is kept for the other and the guest."""
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER, outcome={"winners": [0]})
    table = rematches.rematch(users[0], game.code)
    table.seats.filter(user=None).exclude(kept_for=users[1]).update(kept_for=guest)
    return table


def test_a_seat_kept_for_the_guest_is_kept_for_the_account(
    game: Game, users: list[User], guest: User, ute: User
) -> None:
    table = rematch_of(game, users, guest)
    assert refusals(guest, ute) == []
    kept = table.seats.exclude(kept_for=None).values_list("kept_for__name", flat=True)
    assert set(kept) == {users[1].name, "Ute"}


@pytest.mark.parametrize("whose", ["the one who sits there", "one who has a kept seat"])
def test_a_seat_kept_for_the_guest_is_free_if_the_account_has_one(
    game: Game, users: list[User], guest: User, whose: str
) -> None:
    table = rematch_of(game, users, guest)
    guest_seats.bring(guest, users[whose == "one who has a kept seat"])
    assert table.seats.filter(user=None, kept_for=None).count() == 1
    assert table.seats.filter(kept_for=users[1]).count() == 1


def test_whoever_hid_the_guest_at_the_table_hides_the_account_and_the_guests_choices_stay(
    game: Game, users: list[User], guest: User, ute: User
) -> None:
    """Nobody else learns by what they hide that the two are one."""
    marit, joost = users
    for by in (marit, ute, person("Wim")):
        chat.ignore(by, guest)
    for by, whom in ((guest, joost), (guest, ute), (ute, joost)):
        chat.ignore(by, whom)
    for _again in range(2):
        guest_seats.bring(guest, ute)
    hidden = Ignored.objects.exclude(by=guest).exclude(whom=guest).order_by("by__name")
    assert list(hidden.values_list("by__name", "whom__name")) == [
        ("Marit", "Ute"),
        ("Ute", "Joost"),
    ]


def test_a_report_of_the_guest_is_answered_to_the_account(
    game: Game, guest: User, ute: User
) -> None:
    report = reports.make(guest, "conduct", "He was rude.", game=game, person=None)
    guest_seats.bring(guest, ute)
    assert reports_of(ute) == [report]
    reports.close(staff("Hedda", "moderator"), report.pk, "acted", "He was warned.")
    assert Notice.objects.filter(recipient=ute, kind="report_answered").exists()

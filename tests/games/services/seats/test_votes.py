"""Pause, cancel, go on, more time: by whom, when, and what the clocks do."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Notice, User
from accounts.notifications import delivery
from games import selectors
from games.models import Game, Hand, SeatClock, Vote
from games.refusals import Refused
from games.selectors import page_header
from games.selectors.seats.occupancy import votes_that_count
from games.services import sweep, wake_workers
from games.services.hands import resolving
from games.services.notifications import reminders
from games.services.seats import absence, pausing, substitutes, votes
from tests.accounts.sink import listening
from tests.games.mail.reading import begun
from tests.games.making import (
    bid,
    bid_all,
    fresh,
    hand_of,
    legal,
    person,
    running,
    table_of,
    users_at,
)
from tests.games.services.sitting import at_once, entries, miss
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def pause(game: Game, users: list[User]) -> None:
    for user in users:
        votes.vote(user, game.code, "pause")


def long_ago(game: Game, ago: timedelta) -> None:
    """Lets the game have been paused, and its hand opened, so much earlier."""
    at = not_none(fresh(game).paused_at) - ago
    Game.objects.filter(pk=game.pk).update(paused_at=at)
    game.hands.filter(number=1).update(opened_at=at - HOUR)
    for clock in SeatClock.objects.filter(hand__game=game):
        clock.rule["opened"] = (at - HOUR).isoformat()
        clock.deadline = at + 23 * HOUR
        clock.save()
    Hand.objects.filter(game=game).update(deadline=at + 23 * HOUR)


def test_all_must_wish_it() -> None:
    users, game = table_of(3)
    pause(game, users[:2])
    assert fresh(game).paused_at is None
    votes.vote(users[2], game.code, "pause")
    assert fresh(game).paused_at is not None
    assert entries(game, "paused") == [{"why": "all"}]
    assert Notice.objects.filter(channel="mail", kind="game_paused").count() == 3
    assert not votes_that_count(game)
    votes.vote(users[2], game.code, "pause")
    assert len(entries(game, "paused")) == 1


def test_a_wish_may_be_taken_back_and_fades() -> None:
    users, game = table_of(3)
    pause(game, users[:2])
    votes.unvote(users[0], game.code, "pause")
    votes.unvote(users[0], game.code, "pause")
    votes.vote(users[2], game.code, "pause")
    assert fresh(game).paused_at is None
    Vote.objects.update(at=timezone.now() - Vote.LASTS - HOUR)
    votes.vote(users[0], game.code, "pause")
    assert pausing.wished(game, "pause") == {0}


def test_going_on_where_nothing_is_paused_leaves_the_wishes_for_a_pause() -> None:
    users, game = table_of(3)
    votes.vote(users[0], game.code, "pause")
    votes.go_on(users[1], game.code)
    assert pausing.wished(game, "pause") == {0}


def test_an_older_mail_that_withdraws_it_again_brings_back_none_from_before() -> None:
    users, game = table_of(3)
    votes.vote(users[0], game.code, "pause")
    no, yes = timezone.now(), timezone.now()
    votes.unvote(users[0], game.code, "pause")
    votes.unvote(users[0], game.code, "pause", given_at=no)
    with pytest.raises(Refused, match="changed_since"):
        votes.vote(users[0], game.code, "pause", given_at=yes)
    assert not votes_that_count(game)


def test_one_that_has_only_faded_is_renewed_by_a_mail_from_before() -> None:
    users, game = table_of(3)
    votes.vote(users[0], game.code, "pause")
    Vote.objects.update(at=timezone.now() - Vote.LASTS - 2 * HOUR)
    votes.vote(users[0], game.code, "pause", given_at=timezone.now() - 3 * HOUR)
    assert pausing.wished(game, "pause") == {0}


def test_a_younger_one_stays_when_a_mail_from_before_is_read() -> None:
    users, game = table_of(3)
    before = timezone.now() - HOUR
    votes.vote(users[0], game.code, "pause")
    votes.vote(users[0], game.code, "pause", given_at=before)
    assert not_none(Vote.objects.get().at) > before


def test_nobody_is_asked_for_a_vote_that_was_withdrawn() -> None:
    users, game = table_of(3)
    before = page_header.masthead(users[1]).unread
    votes.vote(users[0], game.code, "pause")
    assert page_header.masthead(users[1]).unread == before + 1
    votes.vote(users[1], game.code, "pause")
    assert page_header.masthead(users[1]).unread == before
    votes.unvote(users[1], game.code, "pause")
    assert page_header.masthead(users[1]).unread == before + 1
    votes.unvote(users[0], game.code, "pause")
    assert page_header.masthead(users[1]).unread == before


def test_who_was_not_asked_since_a_wish_was_taken_back_is_asked_by_the_next(
    settings: Settings,
) -> None:
    game = begun()
    users = users_at(game)
    votes.vote(users[0], game.code, "pause")
    votes.unvote(users[0], game.code, "pause")
    with listening(settings) as sink:
        delivery.deliver()
        votes.vote(users[1], game.code, "pause")
        delivery.deliver()
        letters = len(sink.mails)
        votes.unvote(users[1], game.code, "pause")
        votes.vote(users[1], game.code, "pause")
        delivery.deliver()
    asked = Notice.objects.filter(kind="vote_asked", state=Notice.State.SENT)
    assert {each.recipient for each in asked} == {users[0], users[2]}
    assert len(sink.mails) == letters, "each is asked once"


def test_bots_and_seats_that_bots_play_have_no_voice() -> None:
    users, game = table_of(3, seats=4, bots=1)
    absence.pass_to_bot(users[2], game.code)
    with pytest.raises(Refused, match="absent"):
        votes.vote(users[2], game.code, "pause")
    pause(game, users[:2])
    assert fresh(game).paused_at is not None


def test_who_leaves_no_longer_stands_against_it() -> None:
    users, game = table_of(3)
    pause(game, users[:2])
    absence.leave(users[2], game.code)
    assert fresh(game).paused_at is not None


def test_while_paused_nothing_runs_out_and_answers_are_taken() -> None:
    users, game = table_of(3)
    pause(game, users)
    long_ago(game, 100 * HOUR)
    hand = hand_of(game)
    assert hand.deadline < timezone.now()
    assert selectors.due.overdue_hands(timezone.now(), 10) == []
    assert sweep.sweep() == 0
    assert resolving.expire_hand(hand.pk) is False
    for user in users:
        bid(game, user)
    assert hand_of(game).state == Hand.State.OPEN
    assert sweep.sweep() == 0
    bid(game, users[0], legal(game, 0)[3])

    votes.go_on(users[1], game.code)
    assert hand_of(game).state == Hand.State.READY
    sweep.sweep()
    assert fresh(game).hand_number == 2


def test_clocks_get_back_what_they_had_left() -> None:
    users, game = table_of(3)
    pause(game, users)
    assert not SeatClock.objects.exclude(remind_at=None).exists()
    long_ago(game, 100 * HOUR)
    bid(game, users[0])
    votes.go_on(users[1], game.code)
    votes.go_on(users[2], game.code)

    hand = hand_of(game)
    clock = hand.clocks.get(user=users[2])
    left = clock.deadline - timezone.now()
    assert 22 * HOUR < left <= 23 * HOUR
    assert hand.deadline == clock.deadline
    assert not hand.paused
    assert not hand.clocks.filter(paused=True).exists()
    assert entries(game, "resumed") == [{"seat": 1, "name": "Joost"}]
    reminded = hand.clocks.filter(remind_at__gt=timezone.now())
    assert set(reminded.values_list("user__name", flat=True)) == {"Joost", "Aoife"}


@pytest.mark.parametrize(("begun", "stays"), [
    ({}, False),
    ({"leased_until": timezone.now() - HOUR}, False),
    ({"leased_until": timezone.now() + HOUR}, True),
    ({"unsure_at": timezone.now() - HOUR}, True),
])  # fmt: skip
def test_a_pause_takes_back_only_reminders_that_nobody_can_have(
    begun: dict[str, Any], stays: bool
) -> None:
    users, game = table_of(3)
    SeatClock.objects.filter(user=users[0]).update(remind_at=timezone.now())
    assert reminders.send_due(timezone.now()) == 1
    reminder = Notice.objects.filter(kind="reminder", channel="mail")
    assert reminder.update(**begun or {"leased_until": None}) == 1
    pause(game, users)
    assert reminder.exists() == stays


def test_time_of_a_pause_is_not_charged_to_a_bank() -> None:
    users, game = table_of(3, hours=12, bank=48, most=48)
    pause(game, users)
    long_ago(game, 100 * HOUR)
    bid(game, users[0])
    assert not_none(game.seats.get(index=0).bank_seconds) // 3600 in (46, 47)


def test_cancelling_ends_it_without_a_result() -> None:
    users, game = table_of(3)
    for user in users:
        votes.vote(user, game.code, "cancel")
    ended = fresh(game)
    assert (ended.state, ended.outcome) == (Game.State.CANCELLED, None)
    assert hand_of(game).state == Hand.State.VOID
    assert not SeatClock.objects.exists()
    assert entries(game, "cancelled") == [{"why": "all"}]
    assert Notice.objects.filter(channel="mail", kind="game_cancelled").count() == 3
    assert sweep.sweep() == 0
    with pytest.raises(Refused, match="game_over"):
        bid(game, users[0], "44")
    with pytest.raises(Refused, match="game_over"):
        votes.vote(users[0], game.code, "cancel")
    assert selectors.access.access_game(users[0], game.code) == game


def test_a_table_may_have_no_votes_and_there_is_nothing_else_to_vote_for() -> None:
    users, game = table_of(3, votes=False)
    with pytest.raises(Refused, match="no_votes"):
        votes.vote(users[0], game.code, "pause")
    with pytest.raises(Refused, match="bad_wish"):
        votes.vote(users[0], game.code, "dance")
    with pytest.raises(Refused, match="not_seated"):
        votes.vote(person("Wim"), game.code, "pause")


def test_each_seat_gives_a_hand_more_time_once() -> None:
    users, game = table_of(3, hours=30)
    before = hand_of(game)
    bid(game, users[1])
    votes.extend(users[0], game.code, 1)

    after = hand_of(game)
    assert after.deadline == before.deadline + 30 * HOUR
    ends = dict(after.clocks.values_list("user__name", "deadline"))
    assert ends["Marit"] == ends["Aoife"] == before.deadline + 30 * HOUR
    assert entries(game, "extended") == [{"seat": 0, "name": "Marit", "hours": 30}]
    told = Notice.objects.filter(channel="mail", kind="extended").values_list(
        "recipient__name", flat=True
    )
    assert set(told) == {"Joost", "Aoife"}
    asked = Notice.objects.get(kind="your_move", recipient=users[2])
    assert asked.drop_after == ends["Aoife"]
    with pytest.raises(Refused, match="extended_already"):
        votes.extend(users[0], game.code, 1)
    votes.extend(users[2], game.code, 1)
    assert hand_of(game).deadline == before.deadline + 60 * HOUR


def test_an_extension_is_of_the_hand_that_was_meant_and_of_tables_that_have_it() -> None:
    users, game = table_of(3)
    bid_all(game)
    with pytest.raises(Refused, match="not_that_hand"):
        votes.extend(users[0], game.code, 1)
    strict = running(people_of("Uwe", "Jan", "Ida"), extensions=False)
    with pytest.raises(Refused, match="no_extensions"):
        votes.extend(not_none(strict.maker), strict.code, 1)


def test_an_extension_fills_no_bank() -> None:
    users, game = table_of(3, hours=12, bank=48, most=72)
    votes.extend(users[0], game.code, 1)
    bid(game, users[0])
    assert not_none(game.seats.get(index=0).bank_seconds) <= 48 * 3600


def people_of(*names: str) -> list[User]:
    return [person(name) for name in names]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", range(4))
def test_the_last_vote_and_the_deadline_in_the_same_second(
    turn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either the miss came first and the next hand stands still, or this one does."""
    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)
    users, game = table_of(3)
    bid(game, users[0])
    bid(game, users[1])
    pause(game, users[:2])
    hand = hand_of(game)
    past = timezone.now() - timedelta(seconds=1)
    hand.clocks.update(deadline=past)
    Hand.objects.filter(pk=hand.pk).update(deadline=past)
    found = at_once(lambda: votes.vote(users[2], game.code, "pause"), sweep.sweep, sweep.sweep)

    assert not [one for one in found if isinstance(one, Exception)]
    missed = game.seats.get(index=2).misses
    assert (missed, fresh(game).hand_number) in ((0, 1), (1, 2))
    assert fresh(game).paused_at is not None
    assert hand_of(game).paused
    assert not hand_of(game).clocks.filter(paused=False).exists()
    assert len(entries(game, "paused")) == 1


@pytest.mark.django_db(transaction=True)
def test_all_votes_at_once_pause_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)
    users, game = table_of(4)
    at_once(*(lambda user=user: votes.vote(user, game.code, "pause") for user in users))
    assert len(entries(game, "paused")) == 1
    assert not votes_that_count(game)


def test_the_vote_of_whoever_missed_is_not_the_vote_of_whoever_takes_the_seat() -> None:
    users, game = table_of(3)
    votes.vote(users[2], game.code, "cancel")
    for _hand in range(2):
        miss(game, 2)
    substitutes.take(person("Wim"), game.code, 2)
    for user in users[:2]:
        votes.vote(user, game.code, "cancel")
    assert fresh(game).state == Game.State.RUNNING


@pytest.mark.parametrize("wish", ["pause", "cancel"])
def test_what_all_want_who_are_left_happens_once_a_bot_has_the_last_seat(wish: str) -> None:
    users, game = table_of(3)
    for user in users[:2]:
        votes.vote(user, game.code, wish)
    for _hand in range(2):
        miss(game, 2)
    game = fresh(game)
    assert (game.paused_at is not None, game.state) == (
        (True, Game.State.RUNNING) if wish == "pause" else (False, Game.State.CANCELLED)
    )

"""Whoever is suspended can't answer: what asks them for something waits until they can."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications import delivery, due_notices
from games.models import Game, SeatClock
from games.selectors import backlog
from games.services import sweep, wake_workers
from games.services.demo.fast_forward import like_bots, play_on
from games.services.lobby import invitations, rematches, tables
from games.services.lobby.tables import TableSettings
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.people import friends
from games.services.seats import votes
from tests.accounts.making import staff
from tests.games.mail.reading import begun
from tests.games.making import hand_of, user_at
from tests.games.services.sitting import miss

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
A_WEEK = timedelta(days=7)


@pytest.fixture
def game() -> Game:
    return begun()


@pytest.fixture
def marit(game: Game) -> User:
    return user_at(game, 0)


def suspend(user: User, days: int = 3) -> int:
    chief = staff("Hedda", "chief")
    done = execution.carry_out(chief, "suspend", str(user.pk), CommandInput("unfair", days=days))
    return done.entry.number


def is_over(user: User) -> None:
    User.objects.filter(pk=user.pk).update(suspended_until=timezone.now() - timedelta(seconds=1))


def sent_to(user: User) -> list[str]:
    """The kinds of all letters that have gone to this person once everything is due."""
    Notice.objects.filter(state="queued").update(send_after=timezone.now())
    delivery.deliver()
    gone = Notice.objects.filter(recipient=user, channel="mail", state="sent")
    return [notice.kind for notice in gone.exclude(kind="digest").order_by("pk")]


def vote(game: Game) -> None:
    votes.vote(user_at(game, 1), game.code, "pause")


def invite(game: Game) -> None:
    joost = user_at(game, 1)
    table = tables.make_table(joost, TableSettings(name="Texel", seats=3))
    invitations.invite(joost, table.code, user_at(game, 0).email or "")


def keep_seat(game: Game) -> None:
    joost = user_at(game, 1)
    table = tables.make_table(joost, TableSettings(name="Texel", seats=3))
    invitations.keep_seat(joost, table.code, user_at(game, 0))


def ask_for_a_rematch(game: Game) -> None:
    over = play_on(game, "over", like_bots())
    rematches.rematch(user_at(over, 1), over.code)


def befriend(game: Game) -> None:
    friends.befriend(user_at(game, 1), user_at(game, 0))


def remind(game: Game) -> None:
    SeatClock.objects.filter(hand=hand_of(game)).update(remind_at=timezone.now())
    sweep.sweep()


ASKING: dict[str, Callable[[Game], object]] = {
    "vote_asked": vote, "invitation": invite, "reminder": remind, "seat_kept": keep_seat,
    "friend_asked": befriend, "rematch": ask_for_a_rematch,
}  # fmt: skip


@pytest.mark.parametrize("kind", ASKING)
def test_what_asks_waits_until_it_is_over(game: Game, marit: User, kind: str) -> None:
    assert sent_to(marit) == ["game_started", "your_move"]
    suspend(marit)
    ASKING[kind](game)
    told = sent_to(marit)[2:]
    assert kind not in told
    assert "from_staff" in told
    is_over(marit)
    assert kind in sent_to(marit)[2:]


def test_news_does_not_wait_and_asks_for_nothing(game: Game, marit: User) -> None:
    sent_to(marit)
    suspend(marit)
    mail.outbox.clear()
    miss(game, 0)
    assert sent_to(marit)[2:] == ["from_staff", "missed"]
    told = [letter.body for letter in mail.outbox if str(marit.email) in letter.to[0]]
    assert ["YOUR TIME RAN OUT IN HAND 1" in body for body in told] == [False, True]
    assert not [body for body in told if "You can answer" in body or "/answer/" in body]


def test_what_is_too_late_by_then_is_dropped(game: Game, marit: User) -> None:
    suspend(marit)
    sent_to(marit)
    SeatClock.objects.filter(hand=hand_of(game)).update(deadline=timezone.now())
    asked = Notice.objects.filter(recipient=marit, kind="your_move")
    asked.update(drop_after=timezone.now())
    sent_to(marit)
    assert [(each.state, each.reason) for each in asked] == [("dropped", "late")]


@pytest.mark.parametrize("how", ["lift", "undo"])
def test_if_moderators_end_it_it_goes_at_once(
    game: Game, marit: User, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[str] = []
    entry = suspend(marit)
    assert "your_move" not in sent_to(marit)
    monkeypatch.setattr(wake_workers, "wake", lambda task, *_given: woken.append(task))
    if how == "lift":
        execution.carry_out(staff("Chris", "chief"), how, str(marit.pk), CommandInput("asked"))
    else:
        execution.undo(staff("Chris", "chief"), entry, CommandInput("asked"))
    assert {wake_workers.LETTERS, wake_workers.EXTERNAL} <= set(woken)
    assert "your_move" in sent_to(marit)


@pytest.mark.parametrize("channel", ["push", "hook"])
def test_it_waits_on_every_channel(game: Game, marit: User, channel: str) -> None:
    asked = Notice.objects.filter(recipient=marit, kind="your_move")
    asked.update(channel=channel, send_after=timezone.now())
    suspend(marit)
    assert not due_notices.due(channel, timezone.now(), 9)
    is_over(marit)
    assert [each.pk for each in due_notices.due(channel, timezone.now(), 9)] == [asked.get().pk]


def test_the_others_at_the_table_get_theirs(game: Game, marit: User) -> None:
    suspend(marit)
    sent_to(marit)
    waiting = Notice.objects.filter(state="queued").exclude(kind="digest")
    assert set(waiting.values_list("recipient", flat=True)) == {marit.pk}
    assert "your_move" in sent_to(user_at(game, 1))


def test_of_a_hand_that_they_are_asked_about_afterwards_nobody_reminds_them(
    game: Game, marit: User
) -> None:
    """Both would come at the same moment."""
    suspend(marit)
    sent_to(marit)
    remind(game)
    reminded = Notice.objects.filter(kind="reminder")
    assert marit.pk not in reminded.values_list("recipient", flat=True)
    assert len(reminded) == 2
    is_over(marit)
    assert "your_move" in sent_to(marit)


def waiting(now: datetime) -> datetime | None:
    found = backlog.outbox(now).get("mail")
    return found.oldest if found else None


def test_it_is_no_backlog_of_ours_before(game: Game, marit: User) -> None:
    suspend(marit)
    sent_to(marit)
    now, ends = timezone.now(), timezone.now() + HOUR
    asked = Notice.objects.filter(recipient=marit, kind="your_move")
    asked.update(send_after=now - HOUR)
    User.objects.filter(pk=marit.pk).update(suspended_until=ends)
    assert waiting(now) is None
    assert waiting(ends + HOUR) == ends
    too_late = now + HOUR / 2
    asked.update(drop_after=too_late)
    assert waiting(ends) == too_late
    asked.update(drop_after=None)
    assert waiting(now) == now - HOUR

"""Who is woken by a hand that was turned: nobody for what its worker does itself."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from accounts.models import Choice, Notice, User, Webhook
from accounts.notifications import outbox
from accounts.notifications.channels.names import MAIL
from accounts.notifications.sender_thread import POSTMAN
from games import tasks
from games.models import Game
from games.services import wake_workers
from tests.games.making import bid, hand_of, table_of, users_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
Committed = Callable[..., AbstractContextManager[list[Callable[[], object]]]]


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the broker is told, and when the thread for letters is woken."""
    heard: list[str] = []
    monkeypatch.setattr(wake_workers, "_publish", lambda task, *_how: heard.append(task))
    monkeypatch.setattr("django.db.close_old_connections", lambda: None)  # it is the test's own
    monkeypatch.setattr(POSTMAN, "go", lambda: heard.append("letters go"))
    outbox.has_external()  # an earlier test may have enqueued some and woken nobody
    return heard


@pytest.fixture
def game() -> Game:
    game = table_of(3)[1]
    for seat in game.seats.select_related("user"):
        bid(game, not_none(seat.user))
    return game


def test_a_worker_that_turns_a_hand_sends_its_letters_itself(
    game: Game, done: list[str], django_capture_on_commit_callbacks: Committed
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        tasks.resolve_hand.apply(args=(hand_of(game).pk,))
    assert hand_of(game).number == 2
    assert done == ["letters go"]


def test_whoever_is_no_worker_asks_one(
    game: Game, done: list[str], django_capture_on_commit_callbacks: Committed
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        tasks.resolve_hand(hand_of(game).pk)
    assert done == [wake_workers.LETTERS]


def test_webhooks_are_called_where_there_are_any(
    game: Game, done: list[str], django_capture_on_commit_callbacks: Committed
) -> None:
    Webhook.objects.create(user=not_none(game.maker), host="example.org", sealed=b"")
    with django_capture_on_commit_callbacks(execute=True):
        tasks.resolve_hand.apply(args=(hand_of(game).pk,))
    assert done == ["letters go", wake_workers.EXTERNAL]


def test_what_each_person_wishes_of_this_table_counts_when_it_is_turned(game: Game) -> None:
    stopped, elsewhere, gone = [user.pk for user in users_at(game)]
    for user, about in ((stopped, game.pk), (elsewhere, game.pk + 1)):
        Choice.objects.create(
            user_id=user, kind="your_move", channel=MAIL, about=f"game:{about}", wanted=False
        )
    User.objects.filter(pk=gone).update(is_active=False)
    Notice.objects.all().delete()
    tasks.resolve_hand(hand_of(game).pk)
    letters = Notice.objects.filter(kind="your_move", channel=MAIL)
    assert [notice.recipient_id for notice in letters] == [elsewhere]
    assert not Notice.objects.filter(recipient=gone).exists()

"""A hand that fails harms itself only: the others go on, and it is tried again, later and later."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, connections, transaction
from django.utils import timezone

from games import game_secrets, tasks
from games.models import Game, Hand, SeatClock
from games.selectors.due import set_aside
from games.services import sweep
from games.services.hands import resolving
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.making import bid, fresh, hand_of, person, table_of
from tests.narrowing import not_none
from tests.sampling import whole

pytestmark = pytest.mark.django_db
MANY = 50 if whole() else 16


def stray_row(hand: Hand) -> None:
    """The next hand is there already: an IntegrityError."""
    Hand.objects.create(
        game=hand.game, stage=hand.stage, number=hand.number + 1, phase="card", awaiting=[],
        deadline=hand.deadline, table={}, state=Hand.State.VOID,
    )  # fmt: skip


def no_state(hand: Hand) -> None:
    """What was sealed cannot be opened: no error of the database."""
    Game.objects.filter(pk=hand.game_id).update(sealed_state=b"rubbish")


def too_large(hand: Hand) -> None:
    """The next number does not fit into its column: a DataError."""
    Hand.objects.filter(pk=hand.pk).update(number=2**31 - 1)
    Game.objects.filter(pk=hand.game_id).update(hand_number=2**31 - 1)


FAULTS: list[Callable[[Hand], None]] = [stray_row, no_state, too_large]


def overdue(count: int) -> list[Hand]:
    """So many tables with a hand whose time is over, half of them with all cards in."""
    hands = []
    for number in range(count):
        user = person(f"Marit{number}")
        game = tables.make_table(user, TableSettings(name=f"Table {number}", seats=3, bots=2))
        if number % 2:
            bid(game, user)
        hands.append(hand_of(game))
    past = timezone.now() - timedelta(minutes=1)
    SeatClock.objects.update(deadline=past)
    Hand.objects.update(deadline=past)
    return hands


def test_of_many_hands_any_may_fail_and_all_others_are_settled_in_one_sweep() -> None:
    hands = overdue(MANY)
    for seed in range(3):
        chance = random.Random(seed)
        broken = set(chance.sample([hand.pk for hand in hands], chance.randint(1, MANY - 1)))
        with transaction.atomic():
            for hand in hands:
                if hand.pk in broken:
                    chance.choice(FAULTS)(hand)
            sweep.sweep()
            left = Hand.objects.filter(pk__in=[hand.pk for hand in hands]).exclude(
                state=Hand.State.RESOLVED
            )
            assert {hand.pk for hand in left} == broken
            assert {hand.pk for hand in set_aside()} == broken
            transaction.set_rollback(True)


def test_it_is_tried_again_later_and_later_and_goes_on_once_it_can() -> None:
    hand = overdue(1)[0]
    state = fresh(hand.game).sealed_state
    no_state(hand)
    waits = []
    for _time in range(9):
        Hand.objects.update(retry_at=None)
        sweep.sweep()
        hand.refresh_from_db()
        waits.append(round((not_none(hand.retry_at) - timezone.now()) / timedelta(minutes=1)))
        sweep.sweep()  # it is not its time yet
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert (hand.failures, hand.failed_with) == (9, "CannotOpen")

    Game.objects.filter(pk=hand.game_id).update(sealed_state=state)
    Hand.objects.update(retry_at=timezone.now())
    assert sweep.sweep() == 1
    assert not set_aside().exists()


def test_a_worker_that_was_told_of_it_keeps_its_failure_as_well() -> None:
    game = table_of(3)[1]
    for seat in game.seats.select_related("user"):
        bid(game, not_none(seat.user))
    no_state(hand_of(game))
    assert not sweep.resolve(hand_of(game).pk)
    assert [hand.failures for hand in set_aside()] == [1]


def test_where_the_database_is_away_nothing_is_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = overdue(1)[0]

    def gone(*_: object, **__: object) -> bool:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(resolving, "expire_hand", gone)
    with pytest.raises(OperationalError):
        sweep.sweep()
    hand.refresh_from_db()
    assert hand.failures == 0


@pytest.mark.django_db(transaction=True)
def test_a_table_that_somebody_else_has_locked_is_left_to_him() -> None:
    locked, free = overdue(2)

    def sweep_elsewhere() -> int:
        try:
            return sweep.sweep()
        finally:
            connections.close_all()

    with transaction.atomic(), ThreadPoolExecutor(1) as elsewhere:
        game_secrets.lock_game(hands=locked.pk)
        assert elsewhere.submit(sweep_elsewhere).result(timeout=20) == 1
    free.refresh_from_db()
    assert free.state == Hand.State.RESOLVED
    assert sweep.sweep() == 1
    assert not set_aside().exists()


def test_a_task_whose_time_is_up_sets_no_hand_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """It isn't the fault of the hand that it was just at; the next sweep goes on."""
    hands = overdue(3)
    resolve = resolving.expire_hand

    def slow(pk: int, **more: Any) -> bool:
        if Hand.objects.exclude(state=Hand.State.OPEN).exists():
            raise SoftTimeLimitExceeded
        return resolve(pk, **more)

    monkeypatch.setattr(resolving, "expire_hand", slow)
    tasks.sweep()
    assert not set_aside().exists()
    monkeypatch.setattr(resolving, "expire_hand", resolve)
    tasks.sweep()
    assert not Hand.objects.filter(pk__in=[hand.pk for hand in hands], state="open").exists()

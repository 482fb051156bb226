"""The sweep finds what no message told, and one broken game does not stop the others."""

import logging

import pytest

from games.models import Game, Hand
from games.services import sweep
from games.services.hands import resolving
from tests.games.making import bid, fresh, hand_of, person, running, table_of
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def all_in(game: Game) -> Hand:
    for seat in game.seats.select_related("user"):
        bid(game, not_none(seat.user))
    return hand_of(game)


def test_a_ready_hand_is_resolved_though_nobody_nudged() -> None:
    game = table_of(3)[1]
    all_in(game)

    assert sweep.sweep() == 1
    assert fresh(game).hand_number == 2
    assert sweep.sweep() == 0


def test_one_broken_game_does_not_keep_the_others_waiting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken, sound = table_of(3)[1], running([person(n) for n in ("Ute", "Kasimir", "Lene")])
    stuck = all_in(broken)
    all_in(sound)
    Game.objects.filter(pk=broken.pk).update(sealed_state=b"rubbish")
    with caplog.at_level(logging.ERROR):
        assert sweep.sweep() == 1

    assert fresh(sound).hand_number == 2
    stuck.refresh_from_db()
    assert stuck.state == Hand.State.READY
    assert str(stuck.pk) in caplog.text


def test_two_sweeps_do_no_more_than_one() -> None:
    game = table_of(3)[1]
    hand = all_in(game)
    sweep.sweep()
    sweep.sweep()

    assert resolving.resolve_hand(hand.pk) is False
    assert game.log.filter(kind="hand").count() == 1

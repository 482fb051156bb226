"""The demo shows a table at every point of a game, and is made once."""

import pytest
from allauth.account.models import EmailAddress

from accounts.models import Notice
from games import selectors
from games.models import Game
from games.services.demo import make_demo

pytestmark = pytest.mark.django_db


def test_there_is_a_table_in_every_state() -> None:
    marit = make_demo("localhost")
    due = selectors.hands_of(marit)

    assert {game.state for game in Game.objects.all()} == {"open", "running", "over"}
    assert sorted(entry.mine for entry in due) == [False, True]
    mine = next(entry for entry in due if entry.mine)
    assert mine.game.stages.count() == 2
    assert Game.objects.filter(state="open").exclude(seats__user=marit).count() == 1
    assert Game.objects.filter(seats__user__kind="bot").distinct().count() == 4


def test_marit_can_be_written_to() -> None:
    marit = make_demo("localhost")

    assert EmailAddress.objects.filter(user=marit, email=marit.email, verified=True).exists()
    assert set(
        Notice.objects.filter(recipient=marit, state="queued").values_list("kind", flat=True)
    ) >= {"game_started", "your_move", "stage_end", "game_over"}


def test_a_second_run_changes_nothing() -> None:
    make_demo("localhost")
    before = list(Game.objects.order_by("pk").values_list("code", "log_length"))
    make_demo("localhost")

    assert list(Game.objects.order_by("pk").values_list("code", "log_length")) == before

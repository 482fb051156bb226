"""The course that is kept beside a game is what its hands say, however they came about."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.models import Course, Game
from games.selectors.hands import charts
from games.wording.charts import COURSES
from tests import ready_games
from tests.games.making import bid_all, fresh, table_of

pytestmark = pytest.mark.django_db


def from_hands(game: Game) -> list[dict[str, object]]:
    """As if none were kept."""
    told = COURSES[game.ruleset]
    with transaction.atomic():
        Course.objects.filter(game=game).delete()
        found = charts.tables_along(fresh(game), told.PHASES, told.EVERY, told.KEYS)
        transaction.set_rollback(True)
    return found


def kept(game: Game) -> list[dict[str, object]]:
    return list(charts.points_in(charts.points_of(fresh(game))))


@pytest.mark.parametrize("slug", COURSES)
def test_it_grows_with_each_hand(slug: str) -> None:
    game = ready_games.take(slug, "middle")
    before = len(kept(game))
    bid_all(game)
    assert kept(game) == from_hands(game)
    assert len(kept(game)) >= before


def test_one_that_does_not_go_up_to_the_hand_is_not_believed_and_made_anew() -> None:
    game = table_of(3)[1]
    Course.objects.update(last=7, points={"1": {"stage": 9}})
    assert charts.points_of(fresh(game)) == ""
    told = COURSES[game.ruleset]
    args = (told.PHASES, told.EVERY, told.KEYS)
    assert charts.tables_along(fresh(game), *args) == from_hands(game)
    bid_all(game)
    assert kept(game) == from_hands(game)
    assert len(kept(game)) == 2

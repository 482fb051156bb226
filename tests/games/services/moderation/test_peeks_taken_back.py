"""A look by the Lighthouse of Rowboat goes, and only then, with the act that allowed it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import selectors
from games.models import Peek
from games.services.hands import asides
from tests.accounts.making import staff
from tests.games.making import bid_all, fresh, user_at
from tests.games.services.hands.test_asides import rowboat
from tests.games.services.moderation.setting import taken_back

pytestmark = pytest.mark.django_db


def test_it_goes_with_the_act_and_may_be_had_again() -> None:
    game = rowboat()
    number, marit = game.hand_number, user_at(game, 0)
    bid_all(game)
    asides.do_aside(marit, game.code, "lighthouse")
    asides.open_peek(marit, game.code)
    Peek.objects.update(opened_at=timezone.now() - timedelta(seconds=31))
    taken_back(staff(), fresh(game), number)
    assert not Peek.objects.exists()

    asides.do_aside(marit, game.code, "lighthouse")
    asides.open_peek(marit, game.code)
    assert selectors.observations.peek_for(fresh(game), 0) is not None


def test_it_stays_where_the_act_does() -> None:
    game = rowboat()
    marit = user_at(game, 0)
    asides.do_aside(marit, game.code, "lighthouse")
    asides.open_peek(marit, game.code)
    Peek.objects.update(opened_at=timezone.now() - timedelta(seconds=31))
    bid_all(game)
    number = fresh(game).hand_number
    bid_all(game)
    taken_back(staff(), fresh(game), number)
    asides.open_peek(marit, game.code)
    assert selectors.observations.peek_for(fresh(game), 0) is None

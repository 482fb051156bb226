"""With the end of a game nothing of it is hidden any more."""

import pytest

from games.models import Bid, Hand
from tests import ready_games

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", ready_games.SLUGS)
def test_what_stayed_secret_beyond_its_own_hand_is_shown(slug: str) -> None:
    """As the two cards that each drafts for a ship in Turning Tides."""
    game = ready_games.take(slug, "over")
    turned = Bid.objects.filter(hand__game=game, hand__state=Hand.State.RESOLVED)
    assert turned.exists()
    assert not turned.filter(opened__isnull=True).exists()

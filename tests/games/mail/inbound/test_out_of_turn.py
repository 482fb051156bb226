"""What can be done out of turn is done by mail, too, in every language."""

import pytest

from games.models import Game
from tests.games.mail.inbound.mailing import write
from tests.games.mail.reading import members, started
from tests.games.making import fresh
from tests.games.web.sea_states import choosing, put

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("offer", "refuse", "accept"),
    [
        ("I surrender.", "decline", "I accept"),
        ("Ich gebe auf", "Ablehnen, danke", "Annehmen"),
        ("opgeven", "Weigeren", "aannemen graag"),
    ],
)
def test_a_surrender_is_offered_refused_and_accepted(offer: str, refuse: str, accept: str) -> None:
    users = members(2)
    game = put(started(users, ruleset="turning-tides"), choosing())
    mails = [write(game, users[who], text) for who, text in ((0, offer), (1, refuse))]
    assert fresh(game).state == Game.State.RUNNING
    mails += [write(game, users[who], text) for who, text in ((0, offer), (1, accept))]
    assert [mail.outcome for mail in mails] == ["applied"] * 4
    assert fresh(game).state == Game.State.OVER

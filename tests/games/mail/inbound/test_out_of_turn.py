"""What can be done out of turn is done by mail, too, in every language; the help says how."""

import re

import pytest

from games.models import Game
from tests.games.mail.inbound.mailing import write
from tests.games.mail.reading import letter, members, started
from tests.games.making import fresh, hand_of, legal, user_at
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


def test_the_help_of_rowboat_has_its_own_answers_and_the_lighthouse() -> None:
    game = started(members(2), ruleset="rowboat")
    seat = hand_of(game).awaiting[0]
    reader = user_at(game, seat)
    write(game, reader, "help")
    ways = re.findall("^  · “(.+?)”: ", letter(reader, "mail_help").text, re.MULTILINE)
    assert ways[0] == legal(game, seat)[0]
    (plan,) = (way for way in ways if way.startswith("plan next"))
    assert write(game, reader, plan).outcome == "planned"
    assert write(game, reader, ways[0]).outcome == "applied"

"""Whoever is offered a surrender, or may look by a partner's Lighthouse, hears of it by mail."""

import re

import pytest

from accounts.models import Notice, User
from games.mail.inbound import process
from games.models import Game
from games.services.hands import asides
from tests.accounts.making import staff
from tests.games.mail.inbound.mailing import a_reply, stored
from tests.games.mail.reading import composed, letter, members, notice, started
from tests.games.making import bid_all, fresh, hand_of, users_at
from tests.games.services.moderation.setting import taken_back

pytestmark = pytest.mark.django_db
TOLD = "out_of_turn"


def told(user: User) -> str:
    return " ".join(letter(user, TOLD).text.split())


def told_of(game: Game) -> list[tuple[str, str]]:
    """Whom we wrote, by name, and about what."""
    rows = Notice.objects.filter(kind=TOLD, channel="mail", facts__game=game.pk).order_by("pk")
    return [(str(row.recipient), row.event.split(":")[2]) for row in rows]


@pytest.fixture
def game() -> Game:
    return started(members(2), ruleset="turning-tides", hours=30)


def test_an_offer_to_surrender_can_be_answered_from_its_letter(game: Game) -> None:
    silver, gold = users_at(game)
    asides.do_aside(silver, game.code, "surrender")
    text = told(gold)
    assert f"{silver.name.upper()} OFFERS TO SURRENDER" in text
    assert "Reply with just “accept”: The game ends at once, and you have won." in text
    assert "Reply with just “refuse”: Play goes on as if nothing had been said." in text
    assert "If the hand is turned first" in text
    stored(letter(gold, TOLD).headers["Reply-To"], a_reply(gold, "refuse"))
    process.read_all()
    assert f"{gold.name.upper()} REFUSED THE SURRENDER" in told(silver)
    assert "Reply with just “surrender”" not in told(silver)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("place", [0, 1])
def test_the_quoted_words_are_understood(game: Game, language: str, place: int) -> None:
    silver, gold = users_at(game)
    User.objects.filter(pk=gold.pk).update(language=language)
    asides.do_aside(silver, game.code, "surrender")
    found = letter(gold, TOLD)
    word = re.findall("[“„‘](.+?)[”“’]:", found.text)[place]
    stored(found.headers["Reply-To"], a_reply(gold, word))
    process.read_all()
    assert fresh(game).state == [Game.State.OVER, Game.State.RUNNING][place]
    assert game.asides.count() == 2


def test_each_act_is_told_once_a_hand(game: Game) -> None:
    silver, gold = users_at(game)
    for _time in range(2):
        asides.do_aside(silver, game.code, "surrender")
        asides.do_aside(gold, game.code, "refuse")
    assert told_of(game) == [(gold.name, "surrender"), (silver.name, "refuse")]


def test_an_offer_in_a_hand_that_was_taken_back_is_told_no_more(game: Game) -> None:
    silver, gold = users_at(game)
    asides.do_aside(silver, game.code, "surrender")
    void = notice(gold, TOLD)
    bid_all(game)
    taken_back(staff(), game, 1)
    assert composed(void) is None
    asides.do_aside(silver, game.code, "surrender")
    assert told_of(game) == [(gold.name, "surrender")] * 2
    assert "OFFERS TO SURRENDER" in told(gold)


def test_an_offer_that_lapsed_is_told_no_more(game: Game) -> None:
    silver, gold = users_at(game)
    asides.do_aside(silver, game.code, "surrender")
    bid_all(fresh(game))
    with pytest.raises(AssertionError):
        letter(gold, TOLD)


def test_an_accepted_one_is_told_by_the_end_of_the_game(game: Game) -> None:
    silver, gold = users_at(game)
    asides.do_aside(silver, game.code, "surrender")
    asides.do_aside(gold, game.code, "accept")
    assert told_of(game) == [(gold.name, "surrender")]
    with pytest.raises(AssertionError):
        letter(gold, TOLD)


def test_a_partner_hears_that_they_may_look() -> None:
    game = started(members(4), ruleset="rowboat", hours=30)
    while hand_of(game).phase == "moon":
        bid_all(game)
    users = users_at(game)
    asides.do_aside(users[0], game.code, "lighthouse")
    for seat in (1, 2, 3):
        assert f"{users[0].name.upper()} LIT THE LIGHTHOUSE" in told(users[seat])
        assert ("You may look at cards. Turn the glass" in told(users[seat])) == (seat == 2)
    bid_all(fresh(game))
    assert "You may look at cards" in told(users[2])
    with pytest.raises(AssertionError):
        letter(users[1], TOLD)

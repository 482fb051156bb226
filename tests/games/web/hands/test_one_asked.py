"""A hand that asks one seat alone is turned by its answer, and pages and letters say so."""

import pytest

from accounts.models import User
from games.game_view import game_view
from games.mail import letter_frame
from games.models import Bid, Game
from games.services.seats import votes
from games.wording.one_asked import counts
from tests.games.making import fresh, hand_of
from tests.games.web.driving import browser, page
from tests.narrowing import not_none
from tests.secrecy import positions

pytestmark = pytest.mark.django_db
ALONE = "It counts at once, for everybody to see, and can’t be taken back."
LATER = "You can change it until the last answer is in."
ONLY_YOU = "Only you can see it."


def asked(name: str) -> tuple[Game, User]:
    """That position, and somebody who is asked in it."""
    found = positions.make(name)
    return found.game, found.users[hand_of(found.game).awaiting[0]]


def told(game: Game, user: User) -> str:
    """What the letter says about replies."""
    context = letter_frame.asking(game_view(user, fresh(game)), hand_of(game))
    return f"{context['reply_with']} {context['changeable']}"


@pytest.mark.parametrize("name", ["tide: somebody takes", "boat: bids", "boat: tricks"])
def test_one_alone_can_change_nothing(name: str) -> None:
    """Planted: the page and the letter of a hand with one answer promised that it could be changed
    and that nobody would see it."""
    game, user = asked(name)
    text = page(browser(user), f"/g/{game.code}/")
    assert LATER not in text
    assert (ALONE in text) or name == "boat: tricks"  # its page says which cards may be played
    assert ALONE in told(game, user)
    assert ONLY_YOU not in told(game, user)


def test_what_several_answer_can_be_changed() -> None:
    game, user = asked("tide: some bids are in")
    assert LATER in page(browser(user), f"/g/{game.code}/")
    assert ONLY_YOU in told(game, user)
    assert "You can change your answer until the last one is in." in told(game, user)


def test_during_a_pause_one_alone_can_change_it() -> None:
    game, user = asked("tide: somebody takes")
    for each in game.seats.exclude(user=None):
        votes.vote(not_none(each.user), game.code, "pause")
    assert LATER in page(browser(user), f"/g/{game.code}/")


def test_one_ship_alone_does_it_at_once() -> None:
    """Planted: "You can change it until the other answer is in.", where there is none."""
    game, user = asked("ships: damage")
    Bid.objects.filter(hand__game=game).delete()
    me, until = browser(user), "You can change it until the other answer is in."
    assert until in page(me, f"/g/{game.code}/")
    only(game, user)
    text = page(me, f"/g/{game.code}/")
    assert "It happens at once." in text
    assert until not in text


def only(game: Game, user: User) -> None:
    """Nobody else has anything to put away."""
    hand = hand_of(game)
    hand.awaiting = [game.seats.get(user=user).index]
    hand.save()


@pytest.mark.parametrize("alone", [False, True])
def test_what_is_answered_in_secret_stays_so(alone: bool) -> None:
    game, user = asked("ships: damage")
    if alone:
        only(game, user)
    view = game_view(user, fresh(game))
    words = counts(alone=view.alone, secret=view.stays_secret)
    assert "Nobody else sees it until the game is over." in words
    assert ("It counts at once" in words, LATER in words) == (alone, not alone)
    assert (words in told(game, user)) == alone

"""The revealed cards of Turning Tides: what is said of each, and the level at which it acted."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import override

from games.catalogue.turning_tides import rules
from games.catalogue.turning_tides.board.turned import turned
from games.catalogue.turning_tides.rules.ships import Ship
from games.catalogue.turning_tides.rules.state import State
from games.wording import Seating
from tests.games.making import bid, people, settle
from tests.games.web.driving import browser, page
from tests.games.web.sea_states import GOLD, SILVER, choosing, stand
from tests.rules.turning_tides.positions import Hand, deck, play, ship, told

SEATING = Seating(["Marit", "Lotte"], None)


def cards(state: State, hand: Hand) -> list[tuple[str, int]]:
    """What the page of this hand says of both cards, and their levels."""
    after, events = told(state, hand)
    shown: Any = [{"kind": event.kind, **event.data} for event in events]
    before, then = (rules.observation(each, None) for each in (state, after))
    with override("en"):
        rows = turned(shown, before, then, SEATING)["cards"]
    return [(row["words"], row["level"]) for row in rows]


LAST_ZONE = ship(z1="x", z2="x", z3="C s", z4="s b")
LAST_OF_CREW = ship(z5="C")
HOLED = ship(z4="C", z5="s b", z6="x", z7="s b")


def facing(silver: Ship, gold: Ship, pawn: int = 0) -> State:
    """Silver's card has a choice, and from zone 5 it ends the game."""
    decks = deck("fire swing"), deck("fire sailor")
    return replace(choosing(), decks=decks, pawn=pawn, ships=(silver, gold))


def test_at_the_end_a_card_of_higher_level_did_not_act() -> None:
    state = play(facing(SILVER, LAST_OF_CREW), ("swing", "fire"))
    assert cards(state, "from 5")[1] == ("Did not act.", 6)


def test_at_the_end_a_card_of_lower_level_acted_before() -> None:
    state = play(facing(SILVER, LAST_ZONE), ("fire", "sailor"), "at 3")
    assert cards(state, "from 5")[1] == ("Acted before.", 2)


def test_at_the_end_a_card_of_the_same_level_acted_before_if_it_still_has_the_pawn() -> None:
    state = play(facing(HOLED, LAST_ZONE, pawn=1), ("fire", "fire"))
    assert cards(state, "from 5")[1] == ("Acted before.", 6)


@pytest.mark.parametrize("pawn", [0, 1])
def test_otherwise_nobody_can_tell_which_of_the_same_level_was_first(pawn: int) -> None:
    """If the other was first and hit, the pawn has moved to where it is if they were second."""
    state = play(facing(SILVER, LAST_ZONE, pawn), ("fire", "fire"))
    assert cards(state, "from 5")[1] == ("Has the same level.", 6)


def test_a_promotion_that_needs_no_choice_acted_at_its_own_level() -> None:
    headless = ship(z5="s b")
    words, level = cards(facing(headless, GOLD), ("fire", "wait"))[0]
    assert "promotion" in words
    assert level == 7


@pytest.mark.django_db
def test_what_it_cost_is_told_whole_and_only_once() -> None:
    """The captain and the pawn go with the attack."""
    users, gold = people(2), ship(z3="x", z4="s b", z5="C s", z7="m s")
    game = stand(users, play(facing(SILVER, gold), ("fire", "wait")))
    bid(game, users[0], "from 5")
    settle(game)
    client = browser(users[1])
    whole = "everything there was swept away, the captain too, and the pawn went to you."
    last = page(client, f"/g/{game.code}/").partition('id="last"')[2].partition("</p>")[0]
    assert whole in last
    hand = page(client, f"/g/{game.code}/hand/{game.hand_number}/")
    assert hand.partition('class="notice')[2].partition("</div></div>")[0].count("fired from") == 1

"""What is not possible in Turning Tides is refused with one reason, in one line."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from games.catalogue.turning_tides import rules
from games.catalogue.turning_tides import wording as turning_tides
from games.catalogue.turning_tides.rules.state import State
from games.rules.errors import Illegal
from tests.games.making import people
from tests.games.web.driving import browser, page
from tests.games.web.sailing import form_of, send
from tests.games.web.sea_states import PHASES, stand

ZONES = range(1, 8)
CARDS = ("wait", "sailor", "cannon", "move", "navigate", "swing", "fire")
HANDFULS = [cards for size in (1, 2) for cards in combinations_with_replacement(CARDS, size)]
PLACES = [f"{zone}{side}" for zone in ZONES for side in "ab"]
SAID = {
    "choose": CARDS,
    "fire": [f"from {zone}" for zone in ZONES],
    "navigate": ["forward", "back", "claim"],
    "cannon": [f"at {place}" for place in PLACES],
    "move": [
        *(f"{who} {a} to {b}" for who, a, b in product(("captain", "sailor"), ZONES, ZONES)),
        *(f"cannon {a} to {b}" for a, b in product(PLACES, PLACES)),
    ],
    "promote": [f"promote {zone}" for zone in ZONES],
    "exchange": [
        f"swap {' '.join(given)} for {' '.join(taken)}"
        for given, taken in product(HANDFULS, HANDFULS)
    ],
    "damage": [f"stow {' '.join(cards)}" for cards in HANDFULS],
}


def refused(state: State, phase: str) -> Iterator[str]:
    """Every answer to this question that can be read and is not allowed."""
    for text in SAID[phase]:
        try:
            rules.read(state, 0, text)
        except Illegal:
            yield text


@pytest.mark.parametrize("phase", SAID)
def test_each_has_one_reason_in_one_line(phase: str) -> None:
    state = PHASES[phase]()
    table = rules.observation(state, 0)
    reasons = {text: turning_tides.why_not(table, text) for text in refused(state, phase)}
    assert {text for text, why in reasons.items() if not why} == set()
    assert max((len(why) for why in reasons.values()), default=0) < 60
    assert all(why.count(".") == 1 for why in reasons.values())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("phase", "answer", "words"),
    [
        ("move", "captain 6 to 1", "Zone 1 is destroyed."),
        ("fire", "from 2", "You have no sailor on zone 2."),
        ("choose", "sailor", "You don’t hold Sailor now."),
        ("exchange", "swap fire fire for cannon", "You don’t hold 2 × Fire now."),
    ],
)
def test_the_page_says_it_above_the_form(phase: str, answer: str, words: str) -> None:
    users = people(2)
    game = stand(users, PHASES[phase]())
    me = browser(users[0])
    form = form_of(page(me, f"/g/{game.code}/"))
    assert form is not None
    text = send(me, game, form, bid=answer).content.decode()
    assert words in text
    assert "possible now" not in text

"""Each phase of Turning Tides on its page: what it asks, what its form sends, what it refuses."""

import html
import re
from typing import Any

import pytest

from games import game_secrets
from games.models import Bid, Game
from tests.games.making import bid, fresh, settle
from tests.games.web.driving import browser, page
from tests.games.web.sailing import form_of, send
from tests.games.web.sea_states import PHASES, standing
from tests.sampling import sample

pytestmark = pytest.mark.django_db

HEADLINES = {
    "choose": ("card", "Seal your card"),
    "fire": ("choice", "Fire: from which zone?"),
    "navigate": ("choice", "Navigate: which way?"),
    "cannon": ("choice", "Cannon: on which zone and side?"),
    "move": ("move", "Move: who, and where to?"),
    "promote": ("choice", "Who becomes captain?"),
    "exchange": ("exchange", "Swap cards, or keep them"),
    "damage": ("damage", "Put cards away"),
}
ANSWERS: dict[str, tuple[dict[str, Any], str]] = {
    "choose": ({"bid": "fire"}, "fire"),
    "fire": ({"bid": "from 7"}, "from 7"),
    "navigate": ({"bid": "claim"}, "claim"),
    "cannon": ({"bid": "at 3b"}, "at 3b"),
    "move": ({"bid": "cannon 5b to 5a"}, "cannon 5b to 5a"),
    "promote": ({"bid": "promote 4"}, "promote 4"),
    "exchange": (
        {"swap": "1", "give": ["navigate", "cannon"], "take": ["fire", "fire"]},
        "swap cannon navigate for fire fire",
    ),
    "damage": ({"stow": ["fire", "sailor"]}, "stow sailor fire"),
}


# Of each kind of form one is sent from the list of moves, the others from the page of the game.
BY_LIST = sample(PHASES, kind=lambda phase: HEADLINES[phase][0])


def sealed(game: Game, number: int, seat: int = 0) -> str:
    stored = Bid.objects.get(hand__game=game, hand__number=number, seat__index=seat)
    return game_secrets.open_bid(stored, game.code, number, seat).notation


@pytest.mark.parametrize("phase", PHASES)
def test_page_and_list_of_moves_ask_the_same_and_the_form_answers(phase: str) -> None:
    users, game = standing(phase)
    me = browser(users[0])
    text = page(me, f"/g/{game.code}/")
    form, listed = form_of(text), form_of(page(me, "/moves/"))
    assert form is not None
    assert listed is not None
    assert (form.asks, f'<h2 class="os-line">{HEADLINES[phase][1]}<' in text) == (
        HEADLINES[phase][0],
        True,
    )
    assert listed == form or "from" in listed.hidden
    sent, there = (listed, "/moves/") if phase in BY_LIST else (form, f"/g/{game.code}/")
    response = send(me, game, sent, **ANSWERS[phase][0])
    assert response.status_code == 302
    assert response["Location"].startswith(there)
    assert sealed(game, game.hand_number) == ANSWERS[phase][1]
    page(me, there)


SPOKEN = {
    "fire": ("from 7", "Zone 7, facing Joost’s zone 3"),
    "cannon": ("at 3b", "Zone 3, towards the enemy"),
    "promote": ("promote 4", "Zone 4: the mast and 1 sailor"),
}


@pytest.mark.parametrize("phase", SPOKEN)
def test_a_choice_is_named_by_the_zone_that_is_asked_for(phase: str) -> None:
    """By that alone: the zone of the ship in the drawing is a second label of the same choice."""
    users, game = standing(phase)
    me = browser(users[0])
    value, name = SPOKEN[phase]
    field = re.search(rf'<input[^>]*value="{value}"[^>]*>', page(me, f"/g/{game.code}/"))
    assert field is not None
    named = re.search(r'aria-label="([^"]*)"', field[0])
    assert named is not None
    assert html.unescape(named[1]) == name
    listed = html.unescape(page(me, "/moves/")).partition(f'value="{value}"')[2]
    assert f"<b>{name}</b>" in listed.partition("</label>")[0]


NOT_NOW = {"Zone 1 is destroyed.", "You don’t hold Sailor now."}
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("exchange", {"swap": "1"}, "You ticked nothing."),
    ("exchange", {"swap": "1", "give": ["cannon"], "take": ["fire", "swing"]}, "you ticked 1 to"),
    ("damage", {"stow": ["fire"]}, "2 cards go into the hold, but you ticked 1."),
    ("damage", {}, "2 cards go into the hold, but you ticked 0."),
    ("move", {"bid": "captain 6"}, "Choose both: who or what moves, and where to."),
    ("move", {}, "Choose both: who or what moves, and where to."),
    ("move", {"bid": "captain 6 to 1"}, "Zone 1 is destroyed."),
    ("choose", {}, "You haven’t chosen an answer."),
    ("choose", {"bid": "sailor"}, "You don’t hold Sailor now."),
    ("choose", {"bid": "x" * 200}, "You haven’t chosen an answer."),
]


@pytest.mark.parametrize("phase", sorted({phase for phase, _answer, _words in REFUSED}))
def test_what_does_not_fit_is_said(phase: str) -> None:
    users, game = standing(phase)
    me = browser(users[0])
    form = form_of(page(me, f"/g/{game.code}/"))
    assert form is not None
    for asked, answer, words in REFUSED:
        if asked == phase:
            response = send(me, game, form, **answer)
            text = html.unescape(response.content.decode())
            assert response.status_code == (422 if words in NOT_NOW else 400), words
            assert words in text
            # What may be is on the form, and can be ninety moves.
            assert "You may answer:" not in text
            assert "You haven’t sealed anything in this hand yet." in text
    assert not Bid.objects.filter(hand__game=game).exists()


def checked(text: str) -> list[tuple[str, str]]:
    """Name and value of every box that is ticked."""
    boxes = [part.split(">")[0] for part in text.split("<input")[1:]]
    ticked = [box for box in boxes if " checked" in box]
    return [
        (box.split('name="')[1].split('"')[0], box.split('value="')[1].split('"')[0])
        for box in ticked
    ]


def test_ticks_that_were_refused_stay() -> None:
    users, game = standing("exchange")
    me = browser(users[0])
    form = form_of(page(me, f"/g/{game.code}/"))
    assert form is not None
    response = send(me, game, form, swap="1", give=["cannon"], take=["fire", "fire"])
    ticks = checked(response.content.decode())
    assert ticks == [("give", "cannon"), ("take", "fire"), ("take", "fire")]


@pytest.mark.parametrize(
    ("phase", "ticks"),
    [
        (
            "exchange",
            [("give", "cannon"), ("give", "navigate"), ("take", "fire"), ("take", "fire")],
        ),
        ("damage", [("stow", "sailor"), ("stow", "fire")]),
        ("choose", [("bid", "fire")]),
    ],
)
def test_what_is_sealed_stands_chosen_when_it_is_changed(
    phase: str, ticks: list[tuple[str, str]]
) -> None:
    users, game = standing(phase)
    me = browser(users[0])
    form = form_of(page(me, f"/g/{game.code}/"))
    assert form is not None
    send(me, game, form, **ANSWERS[phase][0])
    text = page(me, f"/g/{game.code}/")
    assert "Sealed: " in text
    assert form_of(text) is None
    assert checked(page(me, f"/g/{game.code}/", change="1")) == ticks


def test_a_turn_is_told_to_both_and_shown_on_its_page() -> None:
    users, game = standing("choose")
    bid(game, users[0], "fire")
    bid(game, users[1], "wait")
    game = settle(game)
    bid(game, users[0], "from 7")
    game = settle(game)
    mine = page(browser(users[0]), f"/g/{game.code}/")
    theirs = page(browser(users[1]), f"/g/{game.code}/")
    assert "You fired from zone 7 at Joost’s zone 3" in mine
    assert "Marit fired from zone 7 at your zone 3" in theirs
    assert "lastline--mine" in theirs
    assert "lastline--mine" not in mine
    shown = page(browser(), f"/g/{game.code}/hand/{game.hand_number - 1}/")
    assert "Marit fired from zone 7 at Joost’s zone 3" in shown
    assert "The ships afterwards" in shown
    assert "You" not in shown.split("<main")[1].split("</main")[0]


def test_a_passer_by_sees_both_ships_and_no_cards() -> None:
    _users, game = standing("choose")
    text = page(browser(), f"/g/{game.code}/")
    assert "Marit’s ship, silver, bow first" in text
    assert "Joost’s ship, gold, stern first" in text
    assert "Zone 5, facing zone 5: 1 sailor and a cannon towards the enemy." in text
    assert "Your cards" not in text
    assert fresh(game).state == Game.State.RUNNING

"""The captain of Turning Tides beats chance, and sees nothing but an observation."""

import random

import pytest

from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.bot import choose
from games.catalogue.turning_tides.rules.state import State
from games.rules.base import OptionValue
from tests.rules.turning_tides.positions import deck, play, position, ship

CHANCE = random.Random(1)
GAMES = 40
BOTH_BOTS = (0, 1)


def winner(options: dict[str, OptionValue], bots: tuple[int, ...], rng: random.Random) -> int:
    """Who wins a game between bots in these seats and chance in the others."""
    state = turning_tides.start(2, options)
    while state.winner is None:
        items = turning_tides.shuffle_needed(state)
        if items is not None:
            state = turning_tides.shuffled(state, rng.sample(items, len(items)))
            continue
        bids = {seat: answer(state, seat, bots, rng) for seat in turning_tides.awaiting(state)}
        state = turning_tides.resolve(state, bids).state
    return int(state.winner)


def answer(state: State, seat: int, bots: tuple[int, ...], rng: random.Random) -> str:
    legal = turning_tides.legal(state, seat)
    if seat not in bots:
        return rng.choice(legal)
    return choose(turning_tides.observation(state, seat), legal, rng)


def chosen(state: State, seat: int = 0) -> str:
    return answer(state, seat, (seat,), CHANCE)


@pytest.mark.parametrize(
    "options",
    [{}, {"introduction": True}, {"introduction": True, "introduction_goal": "or"}],
)
def test_it_wins_two_games_of_three_against_chance(options: dict[str, OptionValue]) -> None:
    rng = random.Random(2)
    won = sum(winner(options, (seat,), rng) == seat for seat in (0, 1) for _ in range(GAMES // 2))
    assert won >= 0.65 * GAMES


def test_two_of_them_come_to_an_end() -> None:
    rng = random.Random(3)
    assert {winner({}, BOTH_BOTS, rng) for _ in range(20)} == {0, 1}


def test_it_takes_the_captain_rather_than_a_sailor() -> None:
    own, enemy = ship(z3="s", z4="s", z6="C"), ship(z4="s", z5="C")
    state = position(own, enemy, ("swing move", ""), offset=7)
    assert chosen(state) == "swing"
    assert chosen(play(state, ("swing", "wait"))) == "from 3"


def test_it_takes_the_winning_zone() -> None:
    own = ship(z3="s a", z4="s a", z6="C")
    enemy = ship(z1="x", z2="x", z3="C", z5="s")
    state = play(position(own, enemy, ("fire", ""), offset=7), ("fire", "wait"))
    assert chosen(state) == "from 4"


def test_it_brings_the_captain_out_of_reach() -> None:
    own, enemy = ship(z2="C", z4="m s", z5="s"), ship(z3="C", z6="s")
    state = position(own, enemy, ("move cannon", ""), offset=7)
    assert chosen(state) == "move"
    moved = play(state, ("move", "wait"), chosen(play(state, ("move", "wait"))))
    assert moved.ships[0].captain_at not in (None, 2)


def test_it_swaps_for_attacks_and_stows_what_it_misses_least() -> None:
    decks = (deck("cannon"), deck())
    exchange = position(decks=decks, phase="exchange")
    assert chosen(exchange) == "swap cannon for fire"
    damage = position(ship(z1="x", z6="C", z4="s"), decks=decks, phase="damage")
    assert chosen(damage) == "stow navigate"

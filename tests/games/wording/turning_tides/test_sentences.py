"""Every event of Turning Tides has its sentence, for either player and for who looks on."""

import random
from typing import Any

import pytest

from games.catalogue.turning_tides import rules
from games.catalogue.turning_tides import wording as told
from games.catalogue.turning_tides.shapes import Event
from games.catalogue.turning_tides.wording.sentences import _TELLERS
from games.wording.base import Seating
from tests.rules.driving import play
from tests.sampling import whole

NAMES = ("Marit", "Lotte")
MARIT, LOTTE, ONLOOKER = (Seating(NAMES, reader) for reader in (0, 1, None))


def event(kind: str, **data: Any) -> Any:
    """As it stands in the log; `start` and `end` for "from" and "to"."""
    named = {{"start": "from", "end": "to"}.get(key, key): value for key, value in data.items()}
    return {"kind": kind, **named}


FIRED = event("fired", seat=0, start=5, at=4, effect="mast")
SWUNG = event("swung", seat=1, start=4, at=6, removed="captain")

TOLD = [
    (
        [event("revealed", turn=1, cards=["fire", "wait"])],
        MARIT,
        "Revealed: you Fire and Lotte Wait.",
    ),
    ([event("nothing_done", seat=0, card="swing")], MARIT, "Your Swing could not be carried out."),
    (
        [event("nothing_done", seat=0, card="swing")],
        LOTTE,
        "Marit’s Swing could not be carried out.",
    ),
    ([event("placed", seat=0, unit="sailor", at="3")], MARIT, "You placed a sailor on zone 3."),
    (
        [event("placed", seat=0, unit="cannon", at="3b")],
        LOTTE,
        "Marit placed a cannon on zone 3, side B.",
    ),
    (
        [event("moved", seat=1, unit="captain", start="3", end="7")],
        MARIT,
        "Lotte moved the captain from zone 3 to zone 7.",
    ),
    (
        [event("moved", seat=1, unit="sailor", start="4", end="7")],
        LOTTE,
        "You moved a sailor from zone 4 to zone 7.",
    ),
    (
        [event("moved", seat=1, unit="cannon", start="5b", end="5a")],
        MARIT,
        "Lotte moved a cannon from zone 5, side B to zone 5, side A.",
    ),
    (
        [event("navigated", seat=0, how="forward", offset=7)],
        MARIT,
        "You steered a zone forward, to step 7.",
    ),
    (
        [event("navigated", seat=0, how="back", offset=5)],
        LOTTE,
        "Marit steered a zone back, to step 5.",
    ),
    (
        [event("navigated", seat=0, how="claim", offset=5), event("pawn_moved", seat=0)],
        LOTTE,
        "Marit took the initiative pawn.",
    ),
    (
        [FIRED, event("pawn_moved", seat=1)],
        MARIT,
        "You fired from zone 5 at Lotte’s zone 4: the mast fell, and the pawn went to Lotte.",
    ),
    (
        [FIRED, event("pawn_moved", seat=1)],
        LOTTE,
        "Marit fired from zone 5 at your zone 4: the mast fell, and the pawn went to you.",
    ),
    ([FIRED], ONLOOKER, "Marit fired from zone 5 at Lotte’s zone 4: the mast fell."),
    (
        [{**FIRED, "effect": "units"}],
        MARIT,
        "You fired from zone 5 at Lotte’s zone 4: everything there was swept away.",
    ),
    (
        [{**FIRED, "effect": "units"}, event("captain_lost", seat=1)],
        MARIT,
        "You fired from zone 5 at Lotte’s zone 4: everything there was swept away, "
        "the captain too.",
    ),
    (
        [{**FIRED, "effect": "destroyed"}],
        MARIT,
        "You fired from zone 5 at Lotte’s zone 4: the empty zone is destroyed.",
    ),
    (
        [{**FIRED, "effect": "nothing"}],
        MARIT,
        "You fired from zone 5 at Lotte’s zone 4: it was destroyed already.",
    ),
    (
        [SWUNG, event("captain_lost", seat=0), event("pawn_moved", seat=0)],
        MARIT,
        "Lotte swung from zone 4 to your zone 6: the captain went overboard, "
        "and the pawn went to you.",
    ),
    (
        [{**SWUNG, "removed": "sailor"}],
        LOTTE,
        "You swung from zone 4 to Marit’s zone 6: a sailor went overboard.",
    ),
    (
        [{**SWUNG, "removed": None}],
        ONLOOKER,
        "Lotte swung from zone 4 to Marit’s zone 6: nobody was there.",
    ),
    (
        [event("promoted", seat=0, at=4, card="cannon")],
        MARIT,
        "You spent Cannon on a promotion: the sailor on zone 4 is captain now.",
    ),
    ([event("captain_lost", seat=0)], MARIT, "You lost your captain."),
    ([event("pawn_moved", seat=0)], LOTTE, "The pawn went to Marit."),
    (
        [event("sailed", offset=4, why="waited")],
        MARIT,
        "Both waited, so the ships sailed one zone further at once.",
    ),
    ([event("round_over", round=1)], MARIT, "The ships have passed each other: round 1 is over."),
    (
        [event("round_began", round=2, facing="b")],
        MARIT,
        "Round 2 begins: the ships have turned about, and side B of each faces the enemy.",
    ),
    (
        [event("fire_joined", seat=0)],
        MARIT,
        "You shuffled a Fire from the hold into your draw pile.",
    ),
    (
        [event("exchanged", seat=0, given=[], taken=[], exchange=[])],
        MARIT,
        "You kept all your cards.",
    ),
    (
        [event("exchanged", seat=1, given=["cannon", "move"], taken=["fire", "fire"], exchange=[])],
        MARIT,
        "Lotte gave Cannon and Move and took 2 × Fire.",
    ),
    (
        [event("stowed", seat=1, count=1)],
        MARIT,
        "Lotte put 1 card face down into the hold for the damage.",
    ),
    (
        [event("stowed", seat=0, count=2)],
        MARIT,
        "You put 2 cards face down into the hold for the damage.",
    ),
    ([event("offered", seat=1)], MARIT, "Lotte offers to surrender."),
    ([event("refused", seat=0)], MARIT, "You refused the surrender: the fight goes on."),
    (
        [event("offer_lapsed", seat=0)],
        MARIT,
        "Your offer to surrender wasn’t answered and has lapsed.",
    ),
    ([event("surrendered", seat=1)], MARIT, "Lotte surrendered."),
    (
        [event("game_over", winner=0, why="zones")],
        MARIT,
        "The last zone that had to fall on Lotte’s ship is destroyed. You have won.",
    ),
    ([event("game_over", winner=0, why="crew")], LOTTE, "Your crew is gone. Marit has won."),
    (
        [event("game_over", winner=0, why="captain")],
        ONLOOKER,
        "Lotte’s captain is gone. Marit has won.",
    ),
    (
        [event("game_over", winner=1, why="captain_and_zone")],
        LOTTE,
        "A zone of Marit’s ship and the captain are gone. You have won.",
    ),
    (
        [event("game_over", winner=1, why="surrender")],
        MARIT,
        "Lotte has won.",
    ),
]


@pytest.mark.parametrize(("events", "seating", "sentence"), TOLD)
def test_it_is_told(events: list[Event], seating: Seating, sentence: str) -> None:
    assert told.sentences(events, seating) == [sentence]


def test_what_every_turn_ends_with_goes_without_saying() -> None:
    assert told.sentences([event("sailed", offset=4, why="turn")], MARIT) == []


def test_nothing_that_happens_is_left_without_words() -> None:
    kinds = {each["kind"] for events, _seating, _sentence in TOLD for each in events}
    assert kinds == set(_TELLERS) | {"swung", "fired"}
    happened = set()
    for seed in range(60 if whole() else 20):
        options = {"introduction": seed % 3 == 0}
        game = play(rules, 2, options, random.Random(seed), asides=0.05, most=300)
        happened |= {each.kind for each in game.events}
        events: Any = [{"kind": each.kind, **each.data} for each in game.events]
        for seating in (MARIT, LOTTE, ONLOOKER):
            assert all(told.sentences(events, seating))
    assert happened <= kinds
    assert len(happened) > 15

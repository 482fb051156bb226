"""Each phase of Turning Tides says where it stands, what it asks, and what each answer means."""

from dataclasses import replace

import pytest

from games.catalogue.turning_tides import rules
from games.catalogue.turning_tides import wording as told
from games.catalogue.turning_tides.rules.state import State
from games.wording.base import Seating
from tests.games.web.sea_states import GOLD, PHASES
from tests.rules.turning_tides.positions import ship

SEATING = Seating(("Marit", "Lotte"), 0)


def meaning(state: State, answer: str) -> str:
    """The last fact about an answer of Marit's."""
    return told.consequences(rules.observation(state, 0), answer, SEATING)[-1].text


HEADINGS = {
    "choose": ("Round 2, turn 6", "Round 2, turn 6"),
    "fire": ("Round 2, turn 6", "Round 2, turn 6, Fire"),
    "navigate": ("Round 2, turn 6", "Round 2, turn 6, Navigate"),
    "cannon": ("Round 2, turn 6", "Round 2, turn 6, Cannon"),
    "move": ("Round 2, turn 6", "Round 2, turn 6, Move"),
    "promote": ("Round 2, turn 6", "Round 2, turn 6, promotion"),
    "exchange": ("Lull after round 2: the exchange", "Lull after round 2: the exchange"),
    "damage": ("Lull after round 2: the damage", "Lull after round 2: the damage"),
}


@pytest.mark.parametrize("phase", PHASES)
def test_where_it_stands(phase: str) -> None:
    table = rules.observation(PHASES[phase](), None)
    assert (told.heading(table), told.place(table)) == HEADINGS[phase]


ASKED = {
    "choose": "You hold the pawn and go first when the numbers are equal.",
    "fire": "Your Fire acts: from which zone?",
    "navigate": "Your Navigate acts: forward, back, or the pawn?",
    "cannon": "Your Cannon acts: on which zone, and pointing where?",
    "move": "Your Move acts: who or what goes where?",
    "promote": "Your captain is lost: choose which sailor becomes captain.",
    "exchange": "one for one; both choose in secret.",
    "damage": "face down into the hold and is missing in the next round.",
}


@pytest.mark.parametrize("phase", PHASES)
def test_what_it_asks(phase: str) -> None:
    table = rules.observation(PHASES[phase](), 0)
    assert told.asked(table, SEATING).endswith(ASKED[phase])


def test_the_other_hears_who_chooses() -> None:
    table = rules.observation(PHASES["fire"](), 1)
    assert told.asked(table, Seating(SEATING.names, 1)) == "Marit plays Fire and chooses how."


MEANS = [
    ("choose", "wait", "Comes back to you."),
    ("choose", "cannon", "1 cannon in the hold."),
    ("choose", "navigate", "To step 10, or back to 8."),
    ("choose", "swing", "From zone 5 at 5: a sailor. From zone 7 at 3: a sailor."),
    (
        "choose",
        "fire",
        "From zone 5 at 5: 1 sailor and 1 cannon. From zone 7 at 3: the captain and 1 sailor.",
    ),
    ("fire", "from 7", "Lotte loses the captain and 1 sailor; the pawn goes to Lotte."),
    ("navigate", "back", "Step 8, where these face each other: 2–7, 3–6, 4–5, 5–4, 6–3, 7–2."),
    ("navigate", "claim", "If the numbers are equal, you go first, from the next turn on."),
    ("cannon", "at 3b", "It points towards the enemy in this round. Zone 3 faces zone 7 now."),
    (
        "cannon",
        "at 2b",
        "It points towards the enemy in this round. Zone 2 has passed the enemy in this round.",
    ),
    ("move", "captain 6 to 3", "Zone 3 faces zone 7 now."),
    (
        "promote",
        "promote 4",
        "The sailor there goes to the hold, and the captain takes his place. "
        "Zone 4 faces zone 6 now.",
    ),
    ("exchange", "keep", "Your exchange cards stay Sailor, Swing and 2 × Fire."),
    (
        "exchange",
        "swap cannon for fire",
        "Your exchange cards are then Sailor, Cannon, Swing and Fire; "
        "Fire goes into your next draw pile.",
    ),
    (
        "exchange",
        "swap cannon move for fire fire",
        "Your exchange cards are then Sailor, Cannon, Move and Swing; "
        "2 × Fire go into your next draw pile.",
    ),
    ("damage", "stow sailor fire", "Your next draw pile: Cannon, Move, Navigate, Swing and Fire."),
]


@pytest.mark.parametrize(("phase", "answer", "text"), MEANS)
def test_what_an_answer_means(phase: str, answer: str, text: str) -> None:
    assert meaning(PHASES[phase](), answer) == text


def test_a_pawn_that_lies_there_already_does_not_go_there() -> None:
    state = replace(PHASES["fire"](), pawn=1)
    assert meaning(state, "from 7") == "Lotte loses the captain and 1 sailor."


@pytest.mark.parametrize(
    ("holes", "text"),
    [("", "The empty zone is destroyed."), ("x", "The empty zone is destroyed, and you win.")],
)
def test_an_empty_zone_is_no_loss_of_a_breach(holes: str, text: str) -> None:
    gold = ship(z1=holes, z2="x", z3="", z4="s", z6="C", z7=holes)
    state = replace(PHASES["fire"](), pawn=1)
    assert meaning(replace(state, ships=(state.ships[0], gold)), "from 7") == text


@pytest.mark.parametrize("phase", PHASES)
def test_every_answer_has_words(phase: str) -> None:
    state = PHASES[phase]()
    seen = rules.observation(state, 0)
    answers = rules.legal(state, 0)
    facts = [told.consequences(seen, answer, SEATING) for answer in answers]
    assert len({len(each) for each in facts}) == 1
    assert all(fact.text and fact.label for each in facts for fact in each)
    labels = [told.label(answer) for answer in answers]
    buttons = [told.seal_label(answer) for answer in answers]
    assert len(set(labels)) == len(set(buttons)) == len(answers)


def test_a_card_says_its_level_and_a_promotion_its_own() -> None:
    seen = rules.observation(PHASES["choose"](), 0)
    assert told.consequences(seen, "fire", SEATING)[0].text == "Level 6: after every other card."
    headless = replace(PHASES["choose"](), ships=(ship(z4="m s"), GOLD))
    order, now = told.consequences(rules.observation(headless, 0), "fire", SEATING)
    assert order.text == "Level 7: last, as a promotion."
    assert now.text == "Spent on a promotion: a sailor on zone 4 becomes captain."


ACTS = {"surrender": "Offer to surrender", "accept": "Accept", "refuse": "Refuse"}


@pytest.mark.parametrize("act", ACTS)
def test_what_is_said_out_of_turn(act: str) -> None:
    words = told.aside(act, rules.observation(PHASES["choose"](), 0), SEATING)
    assert words.button == ACTS[act]
    assert words.what
    assert "Lotte" in words.label + words.cost


def test_both_readings_of_the_goal_and_no_goal_where_there_is_none() -> None:
    assert [fact.text[:5] for fact in told.options({})] == ["Full:"]
    both = told.options({"introduction": True})
    either = told.options({"introduction": True, "introduction_goal": "or"})
    assert both[1].text == "Destroy a zone and remove the captain."
    assert either[1].text == "Destroy a zone or remove the captain, whichever comes first."

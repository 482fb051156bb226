"""What a card would do, by the worked examples of the rules (EX-RB-…)."""

from typing import Any

import pytest

from games.catalogue.rowboat.wording import before_play
from games.catalogue.rowboat.wording.barring import barred, why_not
from games.catalogue.rowboat.wording.weighing import weighed
from games.rules.base import Observation
from tests.games.wording.rowboat.observing import seating

SAVING = ["3m", "9m", "7w", "Ds", "4o"]  # EX-RB-12


def table(cards: str, on_table: str = "", **more: Any) -> Observation:
    """Two players; the reader is seat 0 and holds `cards`; what lies is of seat 1."""
    lies = [{"seat": 1, "card": card} for card in on_table.split()]
    tide = more.pop("tide", SAVING)
    trick = more.pop("trick", 1)
    ruling = tide[trick - 1]
    partner = {"o": "w", "w": "o", "s": "m", "m": "s"}
    side = {"score": 0, "bags": 0, "tricks": 0, "left": ["lighthouse", "moon", "rowboat"]}
    plays = [f"play {card}" for card in cards.split()]
    you = {"seat": 0, "side": 0, "cards": cards.split(), "legal": plays, "proper": plays}
    return {
        "phase": "play", "tide": tide, "trick": trick, "ruling": ruling,
        "knob": ruling[0] + partner[ruling[1]], "turns": [1, 0] if lies else [0, 1],
        "on_table": lies, "last_trick": [], "pending": 0, "sides": [side, side],
        "side_of": [0, 1], "side_bids": [2, 2], "bids": [2, 2],
        "you": {**you, "married": [], **more.pop("you", {})}, **more,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("card", "lies", "brief"),
    [
        ("2m", "Wo", "Wins the trick."),  # EX-RB-03
        ("9m", "Dm", "Does not win."),  # EX-RB-04
        ("3s", "Wm", "Wins the trick."),  # EX-RB-05
        ("3o", "Ws", "Wins the trick."),  # EX-RB-06
        ("3o", "Am", "Does not win."),
        ("3o", "3w", "Ties."),  # EX-RB-07
        ("rowboat", "3s", "Wins the trick."),  # EX-RB-15
        ("rowboat", "rowboat", "Does not win."),
    ],
)
def test_the_last_card_decides(card: str, lies: str, brief: str) -> None:
    cards = "" if card == "rowboat" else card
    assert weighed(table(cards, lies), card, seating()).brief == brief


def test_pending_tricks_are_counted() -> None:
    seen = weighed(table("2m", "Wo", pending=1), "2m", seating())
    assert (seen.brief, seen.then) == ("Wins 2 tricks.", "That makes the bid.")


def test_a_lead_says_what_could_beat_it() -> None:
    seen = weighed(table("9m 5o"), "9m", seating())
    assert (seen.brief, seen.now) == ("Ahead.", "You lead.")
    assert seen.then == "Unless a higher trump, the Knob or a Rowboat follows."
    knob = weighed(table("3s"), "3s", seating())
    assert knob.then == "Unless a Rowboat follows."


def test_what_would_only_tie_is_named_too() -> None:
    assert weighed(table("5o"), "5o", seating()).then.startswith("Unless an equal or higher card,")
    tied = "the other off-coloured Knob"
    assert tied in weighed(table("3o"), "3o", seating()).then
    assert tied not in weighed(table("3o 3w"), "3o", seating()).then


def test_a_kept_trump_is_said_to_bind() -> None:
    hand = "Dm 2o 6w 8s Wo"
    seen = weighed(table(hand), "2o", seating())
    assert seen.binds == "The Dolphin of maps is kept: it must be the Knob of trick 4."
    assert weighed(table(hand), "Dm", seating()).binds == ""
    assert "unplayed" in weighed(table(hand), "rowboat", seating()).binds


def test_a_misplay_is_called_so() -> None:
    seen = weighed(table("2m 5o", you={"proper": ["play 2m"]}), "5o", seating())
    assert "2 sandbags" in seen.binds


def test_why_a_card_may_not_be_played() -> None:
    legal = ["play 9m", "play rowboat"]
    you = {"legal": legal, "married": [{"card": "Dm", "trick": 4}]}
    why = dict(barred(table("9m 3o 5w Dm", you=you)))
    assert why["3o"] == "You still hold maps: follow first."
    assert why["5w"] == "Not maps: you must follow trump."
    assert why["Dm"] == "Kept for trick 4, where it is the Knob."


def test_why_not_on_the_last_trick_nor_beside_a_due_knob() -> None:
    last = dict(barred(table("4w", trick=5, you={"legal": ["play 4w"]})))
    assert last == {"rowboat": "Not on the last trick of a deal."}
    you = {"legal": ["play Dm"], "married": [{"card": "Dm", "trick": 4}]}
    due = dict(barred(table("8s Dm", trick=4, you=you)))
    assert due["8s"] == due["rowboat"] == "Not now: you kept the Dolphin of maps for this trick."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3 of oars", "You still hold maps: follow first."),
        ("Ruder 4", "You don’t hold the 4 of oars now."),
        ("bid 3", ""),  # an answer to another question
    ],
)
def test_why_what_was_written_is_not_possible(text: str, why: str) -> None:
    assert why_not(table("9m 3o", you={"legal": ["play 9m", "play rowboat"]}), text) == why


def test_why_a_bid_is_not_possible() -> None:
    four = table("", phase="bid", bids=[None, None, 0, None], you={"legal": ["bid 1", "bid 4"]})
    four["sides"] = four["sides"][:2]
    assert why_not(four, "0") == "Your partner bid 0, and a team bids at least 1."
    assert why_not(four, "9") == "The lowest number is 1, the highest 4."


def test_a_bid_says_what_it_brings_and_costs() -> None:
    facts = before_play.consequences(table("", phase="bid"), "bid 3", seating())
    assert [fact.text for fact in facts] == [
        "With 3 tricks or more: +30, and a sandbag for each extra one.",
        "With 2 or fewer: −30.",
    ]


def test_a_second_bid_of_a_team_adds_to_the_first() -> None:
    four = table("", phase="bid", bids=[None, None, 2, None])
    facts = before_play.consequences(four, "bid 1", seating(0, 4))
    assert facts[0].text == "Aoife bid 2: together 3."
    assert "+30" in facts[1].text

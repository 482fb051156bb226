"""Rowboat: facts derived from an observation, for the consequences of an answer."""

from games.catalogue.rowboat.rules.cards import RANKS, ROWBOAT, knob, suit, value
from games.catalogue.rowboat.rules.state import Play
from games.catalogue.rowboat.rules.tricks import (
    KNOB,
    NON_TRUMP,
    OFF_COLOURED_KNOB,
    THE_ROWBOAT,
    TRUMP,
    strength,
    winner,
)
from games.catalogue.rowboat.rules.viewing import ruling_now
from games.catalogue.rowboat.shapes import Observation

__all__ = ["KNOB", "NON_TRUMP", "OFF_COLOURED_KNOB", "THE_ROWBOAT", "TRUMP"]


def plays_of(table: Observation) -> list[Play]:
    """The cards on the table, in order."""
    return [Play(play["seat"], play["card"]) for play in table["on_table"]]


def best_play(table: Observation) -> Play | None:
    """The winning card so far; None if there is none or the best cards tie."""
    plays = plays_of(table)
    seat = winner(plays, ruling_now(table)) if plays else None
    return None if seat is None else next(play for play in plays if play.seat == seat)


def strongest(table: Observation) -> Play | None:
    """The first of the strongest cards on the table, tied or not."""
    plays = plays_of(table)
    return max(plays, key=lambda play: strength(play.card, ruling_now(table)), default=None)


def seats_after(table: Observation, seat: int) -> list[int]:
    """The seats that play after this one in the current trick."""
    turns = table["turns"]
    return list(turns[turns.index(seat) + 1 :])


def is_last_trick(table: Observation) -> bool:
    """Whether the current trick is the last of the deal."""
    return table["trick"] == len(table["tide"])


def trumps_held(table: Observation) -> list[str]:
    """The reader's trumps."""
    return [card for card in table["you"]["cards"] if suit(card) == suit(ruling_now(table))]


def saved_by(table: Observation, card: str) -> str | None:
    """The last trump that would be saved for its own trick if the reader plays this card (2.5)."""
    held = trumps_held(table)
    if len(held) != 1 or card in (held[0], table["knob"], ROWBOAT):
        return None
    bound = any(each["card"] == held[0] for each in table["you"]["married"])
    return held[0] if not bound and knob_trick(table, held[0]) > table["trick"] else None


def knob_trick(table: Observation, card: str) -> int:
    """The number, from 1, of the trick whose Knob this card is; 0 if there is none."""
    return table["tide"].index(knob(card)) + 1 if knob(card) in table["tide"] else 0


def known(table: Observation) -> set[str]:
    """The cards that the reader knows can't be played by another seat in this trick."""
    gone = [play["card"] for play in (*table["on_table"], *table["last_trick"])]
    return {*table["you"]["cards"], *table["tide"], *gone}


def higher_trumps(table: Observation, card: str) -> bool:
    """Whether somebody else may hold a higher trump."""
    seen, trump = known(table), suit(ruling_now(table))
    return any(rank + trump not in seen for rank in RANKS[value(card) + 1 :])


def rowboat_may_come(table: Observation, seat: int) -> bool:
    """Whether somebody after this seat may play the Rowboat to this trick."""
    sides = {table["side_of"][after] for after in seats_after(table, seat)}
    return not is_last_trick(table) and any(
        ROWBOAT in table["sides"][side]["left"] for side in sides
    )

"""Turn the Tide: parses bids written by people, tolerantly."""

import re

from games.catalogue.turn_the_tide.rules.state import TAKES, State, awaiting, legal
from games.rules.errors import Illegal, Malformed

_CARD = re.compile(r"(?:play )?(?:card )?#? ?([0-9]{1,4})\.?")
_TAKE = re.compile(r"(?:take )?(?:the )?(low|high)(?:er)?(?: (?:one|card|tide))?\.?")


def read(state: State, seat: int, text: str) -> str:
    """The canonical bid for a line such as "play 44" or "Take LOW", which must be nothing else.

    Raises `Malformed` or `Illegal`.
    """
    allowed = legal(state, seat)
    bid = canonical(text)
    if bid is None:
        raise Malformed(text, allowed, f"{quoted(text)} is not a bid in this game.")
    if bid not in allowed:
        reason = f"{quoted(text)} cannot be bid now: {_why_not(state, seat, bid)}."
        raise Illegal(text, allowed, reason)
    return bid


def canonical(text: str) -> str | None:
    """The bid in a line, whether or not the card exists; None if there is none."""
    line = " ".join(text.split()).casefold()
    if card := _CARD.fullmatch(line):
        return str(int(card[1]))
    if side := _TAKE.fullmatch(line):
        return f"take {side[1]}"
    return None


def quoted(text: str) -> str:
    """The text in quotation marks, on one line and truncated if it is long."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
    return f"“{line}”" if len(line) <= 40 else f"“{line[:39]}…”"


def _why_not(state: State, seat: int, bid: str) -> str:
    if seat not in awaiting(state):
        return "nothing is awaited from this seat"
    if state.phase == "take":
        return "this hand asks which tide card to take"
    if bid in TAKES:
        return "this hand asks for a weather card"
    if int(bid) in state.played[seat]:
        return "that card has been played in this stage"
    return "that card is not held"

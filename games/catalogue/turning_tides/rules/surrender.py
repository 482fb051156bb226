"""Surrender, offered and answered out of turn.

Source: the rules, paragraph 3.9; records.md, sections 3 and 7.
"""

from dataclasses import replace

from games.catalogue.turning_tides.rules.actions import Log, end
from games.catalogue.turning_tides.rules.state import SEATS, State
from games.rules.base import Event

SURRENDER = "surrender"
ACCEPT = "accept"
REFUSE = "refuse"


def asides(state: State, seat: int) -> list[str]:
    """The asides of this seat: offering to surrender, or answering the enemy's offer."""
    if seat not in SEATS or state.winner is not None or state.unshuffled:
        return []
    if state.offer is None:
        return [SURRENDER]
    return [] if state.offer == seat else [ACCEPT, REFUSE]


def answer(state: State, seat: int, act: str, log: Log) -> State:
    """Carries out an aside; the caller has checked that it is legal."""
    if act == SURRENDER:
        log.append(Event("offered", {"seat": seat}))
        return replace(state, offer=seat)
    if act == REFUSE:
        log.append(Event("refused", {"seat": seat}))
        return replace(state, offer=None)
    log.append(Event("surrendered", {"seat": state.offer}))
    return end(state, seat, SURRENDER, log)


def lapse(state: State, log: Log) -> State:
    """Ends an open offer, which happens when a hand is resolved."""
    if state.offer is None:
        return state
    log.append(Event("offer_lapsed", {"seat": state.offer}))
    return replace(state, offer=None)

"""The observation of a seat or spectator: the allow-list of what they may see (2.9, RB-25)."""

from typing import Any, cast

from games.catalogue.rowboat.rules.asking import asides, awaiting, legal, proper
from games.catalogue.rowboat.rules.cards import SUITS, knob, suit
from games.catalogue.rowboat.rules.dealing import bidders
from games.catalogue.rowboat.rules.state import (
    Deal,
    Phase,
    Play,
    State,
    clockwise,
    limit,
    members,
    partner,
    side_of,
    target,
    won_by_side,
)
from games.catalogue.rowboat.rules.tricks import ruling_card
from games.catalogue.rowboat.shapes import CardPlayed, Marriage, Observation, Side, You
from games.catalogue.rowboat.shapes import Phase as PhaseSeen

SHUFFLING = (Phase.DEALER, Phase.DECK)


def observation(state: State, seat: int | None) -> Observation:
    """The table as a spectator sees it; for a seat also `you`."""
    table = _table(state)
    return table if seat is None else {**table, "you": _you(state, seat)}


def _table(state: State) -> Observation:
    """The keys of records.md section 6, then facts that follow, so that no client has to count;
    at the end the current trick."""
    deal = state.deal
    ruling = ruling_card(deal) if state.phase == Phase.PLAY else None
    return {
        "stage": state.stage,
        "trick": trick_number(state),
        "phase": shown_phase(state),
        "dealer": cast(int, state.dealer),  # None before the first shuffle only
        "tide": list(deal.tide),
        "bids": list(deal.bids),
        "on_table": _plays(deal.on_table),
        "pending": deal.pending,
        "cards": [len(cards) for cards in deal.cards],
        "sides": _sides(state),
        "target": target(state),
        "limit": limit(state),
        "novice": state.novice,
        "misplays": state.misplays,
        "side_of": [side_of(state, seat) for seat in range(state.seats)],
        "side_bids": _side_bids(state),
        "bids_due": list(bidders(state)),
        "awaiting": list(awaiting(state)),
        "looked": list(deal.looked),
        "history": [{"winner": trick.winner, "count": trick.count} for trick in deal.tricks],
        "last_trick": _plays(deal.last),
        "ruling": ruling,
        "knob": knob(ruling) if ruling else None,
        "trump": SUITS[suit(ruling)] if ruling else None,
        "leader": deal.leader if ruling else None,
        "turns": list(clockwise(state, deal.leader)) if ruling else [],
    }


def ruling_now(seen: Observation) -> str:
    """The ruling card of the current trick.  Raises `ValueError` outside of play."""
    if seen["ruling"] is None:
        raise ValueError("No trick is being played.")
    return seen["ruling"]


def shown_phase(state: State) -> PhaseSeen:
    """The public phase; before a shuffle it is shown as the Moon's, with the same empty table."""
    return cast(PhaseSeen, Phase.MOON if state.phase in SHUFFLING else state.phase)


def trick_number(state: State) -> int:
    """The current trick from 1; 0 before the first, and the last one once the game is over."""
    if state.phase == Phase.OVER:
        return len(state.deal.tide)
    return len(state.deal.tricks) + 1 if state.phase == Phase.PLAY else 0


def _plays(plays: tuple[Play, ...]) -> list[CardPlayed]:
    return [{"seat": play.seat, "card": play.card} for play in plays]


def _sides(state: State) -> list[Side]:
    return [
        {"score": side.score, "bags": side.bags, "tricks": won, "left": list(side.left)}
        for side, won in zip(state.sides, won_by_side(state), strict=True)
    ]


def _side_bids(state: State) -> list[int | None]:
    """The bid of each side; None until all its seats have bid."""
    totals: list[int | None] = []
    for side in range(len(state.sides)):
        bids = [state.deal.bids[seat] for seat in members(state, side)]
        made = [bid for bid in bids if bid is not None]
        totals.append(sum(made) if len(made) == len(bids) else None)
    return totals


def _you(state: State, seat: int) -> You:
    """What only this seat knows. `proper` are the legal answers that aren't misplays."""
    deal = state.deal
    return {
        "seat": seat,
        "side": side_of(state, seat),
        "cards": list(deal.cards[seat]),
        "legal": legal(state, seat),
        "proper": proper(state, seat),
        "asides": asides(state, seat),
        "married": _marriages(deal, seat),
        "misplays": deal.misplays[seat],
        "given": deal.given[seat] if deal.given else None,
        "received": deal.given[partner(seat)] if deal.given else None,
    }


def _marriages(deal: Deal, seat: int) -> list[Marriage]:
    """Each saved card with its trick, including the current one."""
    return [{"card": c, "trick": deal.tide.index(knob(c)) + 1} for c in deal.married[seat]]


def peek(state: State, seat: int) -> dict[str, Any]:
    """What the Lighthouse shows to this seat.

    `cards` by seat (as strings): the opponents' and, with four seats, also the partner's, for both
    partners (2.6). `runs` is the number of runs of the sandglass. Both are empty if this side
    hasn't used the Lighthouse in this stage, or nobody holds any cards.
    """
    looked = any(side_of(state, who) == side_of(state, seat) for who in state.deal.looked)
    if not looked or state.phase not in Phase.HOLDING:
        return {"cards": {}, "runs": 0}
    others = [other for other in range(state.seats) if other != seat]
    return {
        "cards": {str(other): list(state.deal.cards[other]) for other in others},
        "runs": len(others),
    }


def without_memory(seen: Observation) -> Observation:
    """The observation unchanged: it contains nothing that would have to be remembered (2.9)."""
    return seen

"""Why an answer that was understood isn't legal: one sentence for the seat that gave it.

It may mention that seat's own cards and marriages, so nobody else may see it.
"""

from games.catalogue.rowboat.rules.asking import NO_MOON, awaiting
from games.catalogue.rowboat.rules.cards import LIGHTHOUSE, ROWBOAT, SUITS, knob, suit
from games.catalogue.rowboat.rules.state import Phase, State, has
from games.catalogue.rowboat.rules.tricks import due_knob, is_last_trick, knob_trick, ruling_card

ASKED = {
    Phase.MOON: "the dealer says “moon” with a number, or “no moon”",
    Phase.EXCHANGE: "a card is given to the partner",
    Phase.BID: "a bid is asked for",
    Phase.PLAY: "a card is asked for",
}
VERBS = {Phase.MOON: "moon", Phase.EXCHANGE: "give", Phase.BID: "bid", Phase.PLAY: "play"}


def objection(state: State, seat: int, answer: str) -> str:
    """The reason why this answer, in canonical form, isn't legal."""
    if state.phase == Phase.OVER:
        return "The game is over."
    if seat not in awaiting(state):
        return "It is not your turn."
    if answer == LIGHTHOUSE:
        return "The Lighthouse is no answer: it is played beside the turns."
    verb, _, rest = answer.partition(" ")
    if VERBS[state.phase] != ("moon" if answer == NO_MOON else verb):
        return f"Now {ASKED[state.phase]}."
    return _against(state, seat, rest)


def _against(state: State, seat: int, rest: str) -> str:
    """Why an answer of the right kind isn't allowed."""
    if state.phase == Phase.PLAY:
        return _against_card(state, seat, rest)
    if state.phase == Phase.EXCHANGE:
        return f"You do not hold {rest}."
    if state.phase == Phase.BID and rest == "0" and state.seats == 4:
        return "Your partner bid 0, and a team bids at least 1."
    return f"The number {rest} is not among those allowed."


def _against_card(state: State, seat: int, card: str) -> str:
    if card == ROWBOAT and not has(state, seat, ROWBOAT):
        return "Your side has used its Rowboat."
    if card == ROWBOAT and is_last_trick(state.deal):
        return "The Rowboat cannot be played on the last trick."
    if card != ROWBOAT and card not in state.deal.cards[seat]:
        return f"You do not hold {card}."
    return _against_misplay(state, seat, card)


def _against_misplay(state: State, seat: int, card: str) -> str:
    deal = state.deal
    due = due_knob(deal, seat)
    if due:
        return f"You saved {due} for this trick: it is the Knob, and must be played."
    if card in deal.married[seat]:
        trick = knob_trick(deal, card)
        return f"You saved {card}: it is married to trick {trick}, whose Knob it is."
    ruling = ruling_card(deal)
    trump = SUITS[suit(ruling)]
    return f"You hold {trump}, the trump suit: play one of them, or the Knob {knob(ruling)}."

"""Which seats have to answer, and their legal answers (records.md, section 3)."""

from games.catalogue.rowboat.rules.cards import LIGHTHOUSE, RANKS, ROWBOAT, value
from games.catalogue.rowboat.rules.dealing import bidders, bids_allowed, moon_sizes
from games.catalogue.rowboat.rules.state import Phase, State, has
from games.catalogue.rowboat.rules.tricks import possible_cards, proper_cards, turn

NO_MOON = "no moon"


def awaiting(state: State) -> tuple[int, ...]:
    """The seats that have to answer: all four in the exchange, otherwise one at a time."""
    if state.phase == Phase.MOON:
        return (state.dealer or 0,)
    if state.phase == Phase.EXCHANGE:
        return tuple(range(state.seats))
    if state.phase == Phase.BID:
        return bidders(state)[:1]
    return (turn(state),) if state.phase == Phase.PLAY else ()


def legal(state: State, seat: int) -> list[str]:
    """All answers accepted from this seat, sorted; empty if it has nothing to answer."""
    if seat not in awaiting(state):
        return []
    if state.phase == Phase.PLAY:
        choose = possible_cards if state.misplays else proper_cards
        return _plays(choose(state, seat))
    return _before_play(state, seat)


def proper(state: State, seat: int) -> list[str]:
    """The legal answers that aren't misplays; without the option misplays, all of them."""
    if state.phase == Phase.PLAY and seat in awaiting(state):
        return _plays(proper_cards(state, seat))
    return legal(state, seat)


def ranked(state: State, seat: int) -> list[str]:
    """The proper answers from weak to strong; the Rowboat comes last."""
    return sorted(proper(state, seat), key=_strength)


def _strength(answer: str) -> tuple[int, str]:
    what = answer.split()[-1]
    if answer == NO_MOON or what == ROWBOAT:
        return (-1 if answer == NO_MOON else len(RANKS)), what
    return (int(what) if what.isdigit() else value(what)), what


def _plays(cards: list[str]) -> list[str]:
    return sorted(f"play {card}" for card in cards)


def _before_play(state: State, seat: int) -> list[str]:
    if state.phase == Phase.MOON:
        return sorted([*(f"moon {size}" for size in moon_sizes(state)), NO_MOON])
    if state.phase == Phase.EXCHANGE:
        return sorted(f"give {card}" for card in state.deal.cards[seat])
    return sorted(f"bid {number}" for number in bids_allowed(state, seat))


def asides(state: State, seat: int) -> list[str]:
    """The Lighthouse, if this seat's side still has it and cards are held (2.6, RB-17)."""
    held = state.phase in Phase.HOLDING and 0 <= seat < state.seats
    return [LIGHTHOUSE] if held and has(state, seat, LIGHTHOUSE) else []

"""Tricks: legal cards, marriages, and who wins (2.4, 2.5)."""

from collections.abc import Sequence
from dataclasses import replace

from games.catalogue.rowboat.rules.cards import ROWBOAT, knob, suit, value
from games.catalogue.rowboat.rules.state import (
    Deal,
    Play,
    State,
    Trick,
    has,
    put,
    side_of,
    spent,
    with_deal,
)
from games.rules.base import Event

# Classes of cards, from weak to strong (2.4, paragraph 2).
NON_TRUMP, OFF_COLOURED_KNOB, TRUMP, KNOB, THE_ROWBOAT = range(5)


def strength(card: str, ruling: str) -> tuple[int, int]:
    """(class, rank within the class); equal strengths tie."""
    if card == ROWBOAT:
        return (THE_ROWBOAT, 0)
    if card == knob(ruling):
        return (KNOB, 0)
    if suit(card) == suit(ruling):
        return (TRUMP, value(card))
    if value(card) == value(ruling):
        return (OFF_COLOURED_KNOB, 0)
    return (NON_TRUMP, value(card))


def winner(plays: Sequence[Play], ruling: str) -> int | None:
    """The seat with the strongest card; None if several tie (RB-12).

    Of several Rowboats the first one wins (RB-6).
    """
    best = max(strength(play.card, ruling) for play in plays)
    seats = [play.seat for play in plays if strength(play.card, ruling) == best]
    return seats[0] if len(seats) == 1 or best[0] == THE_ROWBOAT else None


def ruling_card(deal: Deal) -> str:
    """The Tide card of the current trick."""
    return deal.tide[len(deal.tricks)]


def is_last_trick(deal: Deal) -> bool:
    return len(deal.tricks) == len(deal.tide) - 1


def turn(state: State) -> int:
    """The seat that plays next."""
    return (state.deal.leader + len(state.deal.on_table)) % state.seats


def knob_trick(deal: Deal, card: str) -> int | None:
    """The number, from 1, of the later trick whose Knob this card is; there is at most one."""
    later = deal.tide[len(deal.tricks) + 1 :]
    if knob(card) not in later:
        return None
    return deal.tide.index(knob(card)) + 1


def due_knob(deal: Deal, seat: int) -> str | None:
    """The card this seat has married to the current trick."""
    due = knob(ruling_card(deal))
    return due if due in deal.married[seat] else None


def trumps(deal: Deal, seat: int) -> list[str]:
    """The trumps this seat holds, including married ones."""
    return [card for card in deal.cards[seat] if suit(card) == suit(ruling_card(deal))]


def saveable(deal: Deal, seat: int) -> str | None:
    """The only trump held, if it may be saved as the Knob of a later trick (2.5, paragraph 1)."""
    held = trumps(deal, seat)
    if len(held) == 1 and knob_trick(deal, held[0]) is not None:
        return held[0]
    return None


def may_row(state: State, seat: int) -> bool:
    """Whether the Rowboat may be played: not yet used, and not in the last trick (2.6)."""
    return has(state, seat, ROWBOAT) and not is_last_trick(state.deal)


def proper_cards(state: State, seat: int) -> list[str]:
    """The cards this seat may play without a misplay (2.4, the rule in code)."""
    deal = state.deal
    due = due_knob(deal, seat)
    if due:
        return [due]
    plays = [card for card in deal.cards[seat] if card not in deal.married[seat]]
    held = trumps(deal, seat)
    if held and not saveable(deal, seat):
        plays = [card for card in plays if card in held or card == knob(ruling_card(deal))]
    if may_row(state, seat):
        plays.append(ROWBOAT)
    return plays


def possible_cards(state: State, seat: int) -> list[str]:
    """With the option misplays: all cards held, and the Rowboat if it may be played."""
    rowboat = [ROWBOAT] if may_row(state, seat) else []
    return [*state.deal.cards[seat], *rowboat]


def _married_after(deal: Deal, seat: int, card: str) -> tuple[str, ...]:
    """This seat's marriages after a play, which may end one or create one (RB-13, RB-26)."""
    current = knob(ruling_card(deal))
    kept = [bound for bound in deal.married[seat] if bound not in (card, current)]
    saved = saveable(deal, seat)
    if saved and saved not in kept and card not in (saved, current, ROWBOAT):
        kept.append(saved)
    return tuple(kept)


def play(state: State, seat: int, card: str) -> tuple[State, tuple[Event, ...]]:
    """Plays a card to the trick, and finishes the trick if it was the last."""
    deal = state.deal
    misplayed = card not in proper_cards(state, seat)
    held = tuple(other for other in deal.cards[seat] if other != card)
    after = with_deal(
        spent(state, seat, ROWBOAT) if card == ROWBOAT else state,
        cards=put(deal.cards, seat, held),
        married=put(deal.married, seat, _married_after(deal, seat, card)),
        misplays=put(deal.misplays, seat, deal.misplays[seat] + misplayed),
        on_table=(*deal.on_table, Play(seat, card)),
    )
    told = Event("played", {"seat": seat, "card": card, "trick": len(deal.tricks) + 1})
    if len(after.deal.on_table) < state.seats:
        return after, (told,)
    done, taken = _finished(after)
    return done, (told, taken)


def _finished(state: State) -> tuple[State, Event]:
    """Gives the trick and all pending ones to the winner, or makes it pending (2.4(6))."""
    seat = winner(state.deal.on_table, ruling_card(state.deal))
    return _tied(state) if seat is None else _taken(state, seat)


def _tied(state: State) -> tuple[State, Event]:
    """Nobody wins and the same seat leads again; in the last trick all pending ones are lost."""
    pending, lost = state.deal.pending + 1, is_last_trick(state.deal)
    data = {"trick": len(state.deal.tricks) + 1, "pending": pending, "lost": lost}
    deal = _cleared(state.deal, Trick(None, 0), 0 if lost else pending, state.deal.leader)
    return replace(state, deal=deal), Event("trick_tied", data)


def _taken(state: State, seat: int) -> tuple[State, Event]:
    count = state.deal.pending + 1
    data = {
        "trick": len(state.deal.tricks) + 1,
        "seat": seat,
        "side": side_of(state, seat),
        "count": count,
        "pending": count - 1,
    }
    deal = _cleared(state.deal, Trick(seat, count), 0, seat)
    return replace(state, deal=deal), Event("trick_won", data)


def _cleared(deal: Deal, trick: Trick, pending: int, leader: int) -> Deal:
    return replace(
        deal,
        tricks=(*deal.tricks, trick),
        last=deal.on_table,
        on_table=(),
        pending=pending,
        leader=leader,
    )

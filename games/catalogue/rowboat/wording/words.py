"""Rowboat: names of cards, suits and sides in sentences."""

from django.utils.translation import gettext as _

from games.catalogue.rowboat.rules.cards import ROWBOAT
from games.drawing.board_cards import RANK_WORDS, SUIT_WORDS, boat_card_words
from games.drawing.plates import signed
from games.wording.base import Seating
from games.wording.lists import listed, named, started


def the_card(card: str) -> str:
    """A card with its article: "the 7 of waves", "the Rowboat"."""
    if card == ROWBOAT:
        return _("the Rowboat")
    return _("the %(rank)s of %(suit)s") % _words(card)


def bare_card(card: str) -> str:
    """A card without its article, for lists and tables: "7 of waves"."""
    return _("Rowboat") if card == ROWBOAT else boat_card_words(card)


def _words(card: str) -> dict[str, str]:
    return {"rank": str(RANK_WORDS.get(card[0], card[0])), "suit": str(SUIT_WORDS[card[1]])}


def suit_word(letter: str) -> str:
    """A suit by its letter: "waves"."""
    return str(SUIT_WORDS[letter])


def side_seats(side: int, seating: Seating) -> list[int]:
    """The seats of a side, the reader's first; with four seats partners sit opposite."""
    seats = [side, side + 2] if len(seating.names) == 4 else [side]
    return sorted(seats, key=lambda seat: seat != seating.reader)


def side_named(side: int, seating: Seating) -> str:
    """A side within a sentence: "you", "Joost", "you and Joost"."""
    return listed([named(seat, seating) for seat in side_seats(side, seating)])


def side_titled(side: int, seating: Seating) -> str:
    """A side as the heading of a row or column."""
    return started(side_named(side, seating))


def is_mine(side: int, seating: Seating) -> bool:
    """Whether the reader belongs to this side."""
    return seating.reader in side_seats(side, seating)


def by(seat: int, seating: Seating, yours: str, theirs: str, **values: object) -> str:
    """A sentence about a seat: `yours` for the reader, otherwise `theirs` with %(name)s."""
    text = yours if seat == seating.reader else theirs
    return text % {"name": seating.names[seat], **values}


def gained(points: int) -> str:
    """Points won or lost: "+30", "−30", "±0"."""
    return f"+{points}" if points > 0 else signed(points) if points else "±0"

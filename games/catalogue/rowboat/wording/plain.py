"""Rowboat: the table and the reader's cards as plain text, for e-mails."""

from django.utils.translation import gettext as _

from accounts.email.wrap import folded
from accounts.text.bidi_isolation import cut, padded
from accounts.text.translation_cache import once_a_language
from games.catalogue.rowboat.rules.cards import SUITS, knob
from games.catalogue.rowboat.rules.viewing import ruling_now
from games.catalogue.rowboat.shapes import Observation, You
from games.catalogue.rowboat.wording.words import (
    bare_card,
    side_titled,
    suit_word,
    the_card,
)
from games.drawing.board_cards import SPECIAL_WORDS
from games.drawing.plates import signed
from games.wording.base import Seating
from games.wording.lists import listed, named, started

WIDTH = 72
NAME_WIDTH = 26


def standing(table: Observation, seating: Seating) -> list[str]:
    """The Tide, the trick and a line for each side, at most 72 columns wide."""
    lines = [*_tide(table), *_trick(table, seating), ""]
    head = (_("Side"), _("Bid"), _("Won"), _("Points"), _("Sandbags"))
    rows = [side_row(table, seating, side) for side in range(len(table["sides"]))]
    return [*lines, _line(head), *(_line(row) for row in rows), *_unspent(table, seating)]


def _wrapped(text: str) -> list[str]:
    return folded(text, WIDTH, "  ", "    ")


def _tide(table: Observation) -> list[str]:
    """The Tide, with the current ruling card in brackets."""
    if not table["tide"]:
        return _wrapped(_("The Tide isn’t laid out yet."))
    now = table["trick"] if table["phase"] == "play" else 0
    cards = [f"[{card}]" if n == now else card for n, card in enumerate(table["tide"], 1)]
    legend = "  " + _("o oars, w waves, s shells, m maps")
    return [*_wrapped(_("The Tide: %(cards)s") % {"cards": "  ".join(cards)}), legend]


def _trick(table: Observation, seating: Seating) -> list[str]:
    if table["phase"] != "play":
        return []
    lines = _wrapped(ruling(table))
    lines += _wrapped(on_table(table, seating)) if table["on_table"] else []
    return lines + (_wrapped(pending(table)) if table["pending"] else [])


def ruling(table: Observation) -> str:
    """The current trick's ruling card, trump and Knob."""
    values = {
        "ruling": the_card(ruling_now(table)),
        "trump": suit_word(ruling_now(table)[1]),
        "knob": the_card(knob(ruling_now(table))),
    }
    if table["knob"] in table["tide"]:
        return started(_("%(ruling)s rules: %(trump)s are trump, there is no Knob.") % values)
    return started(_("%(ruling)s rules: %(trump)s are trump, the Knob is %(knob)s.") % values)


def on_table(table: Observation, seating: Seating) -> str:
    """The cards played to this trick, and by whom."""
    cards = [
        _("%(name)s %(card)s")
        % {"name": named(play["seat"], seating), "card": bare_card(play["card"])}
        for play in table["on_table"]
    ]
    return _("On the table: %(cards)s.") % {"cards": listed(cards)}


def pending(table: Observation) -> str:
    """The number of tied tricks that the next winner gets."""
    return _("Tied tricks that wait: %(count)s.") % {"count": table["pending"]}


def _line(cells: tuple[str, ...]) -> str:
    name, bid, won, points, bags = cells
    name = padded(cut(name, NAME_WIDTH - 1), NAME_WIDTH)
    return f"  {name}{bid:>9}{won:>9}{points:>10}{bags:>12}".rstrip()


def side_row(table: Observation, seating: Seating, side: int) -> tuple[str, ...]:
    """A side's name, bid, tricks, points and sandbags."""
    seen = table["sides"][side]
    bid = table["side_bids"][side]
    return (
        side_titled(side, seating),
        "–" if bid is None else str(bid),
        str(seen["tricks"]),
        signed(seen["score"]),
        "–" if table["novice"] else str(seen["bags"]),
    )


def _unspent(table: Observation, seating: Seating) -> list[str]:
    sides = range(len(table["sides"]))
    return ["", *(line for side in sides for line in _wrapped(unspent(table, seating, side)))]


def unspent(table: Observation, seating: Seating, side: int) -> str:
    """A side's remaining specialty cards."""
    left = _specialties(tuple(table["sides"][side]["left"]))
    values = {"name": side_titled(side, seating), "cards": left}
    return _("%(name)s, special cards: %(cards)s") % values


@once_a_language
def _specialties(left: tuple[str, ...]) -> str:
    return listed([SPECIAL_WORDS[card] for card in left]) or _("none")


def holding(observation: Observation) -> list[str]:
    """The reader's cards by suit."""
    you = observation["you"]
    if not you["cards"]:
        return [_("You hold no cards.")]
    lines = [_("Your cards"), ""]
    for letter in SUITS:
        held = [card for card in you["cards"] if card[1] == letter]
        if held:
            lines.append(f"  {suit_word(letter):<10}{'  '.join(held)}")
    for text in married(you):
        lines += folded(text, WIDTH)
    return lines


def married(you: You) -> list[str]:
    """The cards the reader has saved for a later trick."""
    text = _("%(card)s is kept for trick %(trick)s, as its Knob.")
    return [
        started(text % {"card": the_card(bound["card"]), "trick": bound["trick"]})
        for bound in you["married"]
    ]

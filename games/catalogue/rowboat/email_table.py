"""Rowboat in HTML e-mails: the Tide, the trick, the sides, and the cards by suit."""

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.email.inline_css import element
from accounts.text.bidi_isolation import cut
from accounts.text.translation_cache import each_once, once_a_language
from games.catalogue.rowboat.rules.cards import SUITS
from games.catalogue.rowboat.shapes import Observation
from games.catalogue.rowboat.wording import plain
from games.catalogue.rowboat.wording.words import is_mine, side_seats, suit_word
from games.drawing.board_cards import RANK_WORDS, SUIT_WORDS
from games.mail.email_tables.base import (
    GRID,
    PLAIN,
    Shown,
    bold,
    heading,
    heads,
    narrow,
    paragraph,
    placed,
    row,
    safe,
    table,
)
from games.wording.lists import started

A_ROW = 5  # places of the Tide that fit on a phone
Pieces = list[SafeString]


def board(shown: Shown) -> SafeString:
    """The Tide, the current trick, and a line for each side."""
    return safe(*_tide(shown), *_trick(shown), _sides(shown), *_unspent(shown))


def _tide(shown: Shown) -> Pieces:
    seen: Observation = shown.table
    if not seen["tide"]:
        return [paragraph(_("The Tide isn’t laid out yet."))]
    places = [_place(shown, number) for number in range(1, len(seen["tide"]) + 1)]
    return [heading(_("The Tide")), placed(places, A_ROW)]


def _place(shown: Shown, number: int) -> SafeString:
    """The ruling card of a trick, and its winner."""
    seen: Observation = shown.table
    now = seen["phase"] == "play" and number == seen["trick"]
    foot: object = mark_safe("&nbsp;")
    if number <= len(seen["history"]):
        winner = seen["history"][number - 1]["winner"]
        foot = _("tied") if winner is None else _who(shown, winner)
    elif now:
        foot = _("now")
    return table(
        "tidal now" if now else "tidal",
        [
            row([element("td", "tidal-number", number, ' align="center"')]),
            row([element("td", "tidal-card", face(seen["tide"][number - 1]))]),
            row([element("td", "tidal-foot", foot, ' align="center"')]),
        ],
        f'{PLAIN} width="50"',
    )


def _who(shown: Shown, seat: int) -> str:
    return _("You") if seat == shown.seating.reader else cut(shown.seating.names[seat], 7)


@once_a_language
def face(card: str) -> SafeString:
    """A card's rank in large type, and its suit in words."""
    rank, suit = RANK_WORDS.get(card[0], card[0]), SUIT_WORDS[card[1]]
    large = "rank" if card[0].isdigit() else "rank word"
    return element(
        "div",
        f"face {SUITS[card[1]]}",
        [element("div", large, rank), element("div", "suit", suit)],
    )


def _trick(shown: Shown) -> Pieces:
    seen: Observation = shown.table
    if seen["phase"] != "play":
        return []
    pieces = [paragraph(plain.ruling(seen))]
    if seen["on_table"]:
        pieces.append(paragraph(plain.on_table(seen, shown.seating)))
    if seen["pending"]:
        pieces.append(paragraph(plain.pending(seen)))
    return pieces


def _sides(shown: Shown) -> SafeString:
    seen: Observation = shown.table
    count = len(seen["sides"])
    return table("seats", [_head(), *(_side(shown, side) for side in range(count))], GRID)


@once_a_language
def _head() -> SafeString:
    return heads([_("Side"), _("Bid"), _("Won"), _("Points"), _("Sandbags")])


def _side(shown: Shown, side: int) -> SafeString:
    mine = is_mine(side, shown.seating)
    classes = "cell mine" if mine else "cell"
    name, *rest = plain.side_row(shown.table, shown.seating, side)
    seats, below = side_seats(side, shown.seating), []
    for seat in seats:
        if mark := shown.marks.get(seat, ""):
            words = mark if len(seats) == 1 else f"{_who(shown, seat)}: {mark}"
            below += [mark_safe("<br>"), element("span", "mark", narrow(words))]
    cells = [element("td", classes, text) for text in rest]
    return row([element("td", classes, [bold(name), *below]), *cells])


def _unspent(shown: Shown) -> Pieces:
    seen: Observation = shown.table
    sides = range(len(seen["sides"]))
    return [paragraph(plain.unspent(seen, shown.seating, side), "soft") for side in sides]


def cards(shown: Shown) -> SafeString:
    """The reader's cards, one row per suit."""
    seen: Observation = shown.table
    you = seen["you"]
    if not you["cards"]:
        return paragraph(_("You hold no cards."))
    suits = [[card for card in you["cards"] if card[1] == letter] for letter in SUITS]
    rows = [_suit(held) for held in suits if held]
    bound = [paragraph(text) for text in plain.married(you)]
    return safe(heading(_("Your cards")), *rows, *bound)


def _suit(held: list[str]) -> SafeString:
    word = element("p", "suit-word", started(suit_word(held[0][1])))
    return safe(word, placed(_drawn(held), A_ROW))


@each_once
def _drawn(card: str) -> SafeString:
    inside = element("td", "tidal-card", face(card))
    return table("tidal", [row([inside])], f'{PLAIN} width="50"')

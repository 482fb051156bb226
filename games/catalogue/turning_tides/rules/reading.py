"""Parses what a person wrote: tolerant of form, strict about meaning.

A line is parsed as a whole. Case, spaces and final punctuation don't matter; German and Dutch words
are understood; small words are optional where they can't change the meaning. Ambiguous lines aren't
guessed. An attack is identified by the zone it comes from; "at 3" for an attack is
refused, since it might mean the enemy's zone.
"""

import re

from games.catalogue.turning_tides.rules.cards import (
    CANNON,
    FIRE,
    HIERARCHY,
    MOVE,
    NAVIGATE,
    SAILOR,
    SWING,
    WAIT,
    in_order,
)
from games.catalogue.turning_tides.rules.hands import legal
from games.catalogue.turning_tides.rules.state import CHOOSE, DAMAGE, EXCHANGE, State
from games.rules.errors import Illegal, Malformed

PROMOTE = "promote"
QUOTED = 80  # characters of a long answer that an error message quotes

# German and Dutch: the names of cards and zones on our pages and in the rulebook.
_WORDS = {
    **dict.fromkeys(("wachten", "wacht", "warten", "warte"), WAIT),
    **dict.fromkeys(("matroos", "matrozen", "sailors", "matrose", "matrosen"), SAILOR),
    **dict.fromkeys(("kanon", "kanonnen", "cannons", "kanone", "kanonen"), CANNON),
    **dict.fromkeys(("bewegen", "beweeg", "bewege", "verplaats"), MOVE),
    **dict.fromkeys(("navigeren", "navigeer", "navigieren", "navigiere"), NAVIGATE),
    **dict.fromkeys(("slingeren", "slinger", "schwingen", "schwinge"), SWING),
    **dict.fromkeys(("vuren", "vuur", "feuern", "feuer"), FIRE),
    **dict.fromkeys(("promoveren", "promoveer", "befördern", "befördere"), PROMOTE),
    **dict.fromkeys(("vooruit", "verder", "ahead", "vorwärts", "weiter"), "forward"),
    **dict.fromkeys(("terug", "backward", "backwards", "zurück"), "back"),
    **dict.fromkeys(("claimen", "pawn", "pion", "initiative"), "claim"),
    **dict.fromkeys(("kept", "houden", "behouden", "gehouden", "houd", "behalten"), "keep"),
    **dict.fromkeys(("ruilen", "ruil", "exchange", "tauschen", "tausche"), "swap"),
    **dict.fromkeys(("afleggen", "afstaan", "afgestaan", "verstauen", "verstaut", "away"), "stow"),
    **dict.fromkeys(("plaats", "setzen", "setze"), "place"),
    **dict.fromkeys(("kapitein", "kapitän"), "captain"),
    **dict.fromkeys(("van", "vanaf", "vanuit", "von"), "from"),
    **dict.fromkeys(("naar", "nach"), "to"),
    **dict.fromkeys(("op", "auf"), "at"),
    **dict.fromkeys(("voor", "tegen", "für", "gegen"), "for"),
}
_FILLERS = {
    *("zone", "the", "my", "a", "it", "one", "and", "all", "cards", "put", "take", "steer"),
    *("die", "der", "das", "den", "dem", "ein", "eine", "einen", "und", "alle", "karten"),
    *("de", "het", "een", "één", "en", "kaarten", "nehmen", "steuern", "vaar"),
}

# Optional words before the zone, by what is asked; "play" before a card.
_OPENINGS = {
    SAILOR: {"sailor", "place", "at", "on", "in", "to"},
    CANNON: {"cannon", "place", "at", "on", "in", "to"},
    SWING: {"swing", "from"},
    FIRE: {"fire", "from"},
    PROMOTE: {"promote", "sailor", "at", "on", "in"},
    MOVE: {"move"},
    NAVIGATE: {"navigate", "claim"},
    EXCHANGE: {"swap"},
    DAMAGE: {"stow"},
    CHOOSE: {"play"},
}

_CARD = "(?:" + "|".join(HIERARCHY) + ")"
_PLACE = "[1-9][ab]?"
_COUNTED = re.compile(rf"\b([2-4]) ({_CARD})\b")  # "2 × Fire", as we name equal cards
_READABLE = re.compile(
    rf"{_CARD}|(?:at )?{_PLACE}|from [1-9]|promote [1-9]|forward|back|claim|keep"
    rf"|(?:captain|sailor|cannon) {_PLACE} to {_PLACE}"
    rf"|swap {_CARD}(?: {_CARD})* for {_CARD}(?: {_CARD})*|stow {_CARD}(?: {_CARD})*"
    r"|surrender|accept|refuse"
)
_FULL_MOVE = re.compile(rf"(captain|sailor|cannon)(?: from)? ({_PLACE})(?: to)? ({_PLACE})")
_SHORT_MOVE = re.compile(rf"(captain|sailor|cannon) to ({_PLACE})")


def read(state: State, seat: int, text: str) -> str:
    """The canonical bid. Raises `Malformed` or `Illegal`, quoting the text."""
    options = legal(state, seat)
    asked, given = _asked(state), words(text)
    found = _candidates(asked, given, options)
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        raise Malformed(text, found, f"{_quoted(text)} could mean more than one answer.")
    if _is_readable(asked, given):
        raise Illegal(text, options, f"{_quoted(text)} is not possible now.")
    raise Malformed(text, options, f"{_quoted(text)} cannot be read.")


def _is_readable(asked: str, given: list[str]) -> bool:
    """Whether this answers the question or another one, with what is possible or not."""
    short = " ".join(without_opening(asked, given))
    lines = (" ".join(given), short, " ".join(with_verb(asked, given)))
    move = asked == MOVE and move_of(short) is not None
    return move or any(_READABLE.fullmatch(line) for line in lines)


def _quoted(text: str) -> str:
    return repr(text if len(text) <= QUOTED else text[:QUOTED] + "…")


def words(text: str) -> list[str]:
    """The words of a line in canonical vocabulary; empty if there are several lines."""
    line = text.strip()
    if len(line.splitlines()) > 1:
        return []
    line = re.sub(r"[\s,:]+", " ", line.casefold()).strip(" .!\"'`“”")
    line = re.sub(r"\b([1-9]) (?:(?:side|seite|kant|zijde) )?([ab])\b", r"\1\2", line)
    known = (_WORDS.get(word, word) for word in re.sub(r"\b([2-4]) ?[x×] ?", r"\1 ", line).split())
    line = " ".join(word for word in known if word not in _FILLERS)
    return _COUNTED.sub(lambda found: " ".join([found[2]] * int(found[1])), line).split()


def _asked(state: State) -> str:
    """The kind of answer this hand asks for: a phase, or the card being carried out."""
    if not state.queue:
        return state.phase
    seat = state.queue[0]
    return PROMOTE if state.promoting[seat] else str(state.revealed[seat])


def _candidates(asked: str, words: list[str], options: list[str]) -> list[str]:
    """The legal bids that these words could mean."""
    if " ".join(words) in options:
        return [" ".join(words)]
    left = without_opening(asked, words)
    if asked == MOVE:
        return _moves(" ".join(left), options)
    if asked in (SAILOR, CANNON, SWING, FIRE, PROMOTE):
        return [bid for bid in options if len(left) == 1 and _fits(left[0], bid.split()[-1])]
    same = _in_bid_order(left)
    return [bid for bid in options if _in_bid_order(bid.split()) == same]


def without_opening(asked: str, words: list[str]) -> list[str]:
    """The words without leading ones that only repeat what is asked; at least one remains."""
    opening, first = _OPENINGS.get(asked, set()), 0
    while first < len(words) - 1 and words[first] in opening:
        first += 1
    return words[first:]


def with_verb(asked: str, words: list[str]) -> list[str]:
    """In the lull the verb may be left out: the words with it, if they are nothing but cards."""
    verb = {EXCHANGE: "swap", DAMAGE: "stow"}.get(asked)
    if verb is None or ("for" in words) != (asked == EXCHANGE):
        return words
    return [verb, *words] if {*words} <= {*HIERARCHY, "for"} else words


def move_of(line: str) -> tuple[str, str, str] | None:
    """A unit, where it is ("" if not said), and where it is to go; None if this is no move."""
    if match := _FULL_MOVE.fullmatch(line):
        return match[1], match[2], match[3]
    match = _SHORT_MOVE.fullmatch(line)
    return (match[1], "", match[2]) if match else None


def _moves(line: str, options: list[str]) -> list[str]:
    move = move_of(line)
    if move is None:
        return []
    unit, start, end = move
    parts = ((bid, bid.split()) for bid in options)
    return [
        bid
        for bid, (what, old, _, new) in parts
        if what == unit and _fits(start, old) and _fits(end, new)
    ]


def _fits(given: str, place: str) -> bool:
    """Whether this can mean the place: "5" can mean 5a or 5b, "" any."""
    return given in (place, place[0], "")


def _in_bid_order(words: list[str]) -> tuple[tuple[str, ...], ...]:
    """A list of cards, or two lists around "for", without the verb, in the order of the records."""
    verbs = ("swap", "stow")
    parts = " ".join(word for word in words if word not in verbs).split(" for ")
    return tuple(_sorted(part.split()) for part in parts)


def _sorted(words: list[str]) -> tuple[str, ...]:
    known = all(word in HIERARCHY for word in words)
    return in_order(words) if known else tuple(words)

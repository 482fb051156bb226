"""Rowboat's vocabulary for plans: trump, the suit led, who is winning, tricks still needed."""

import re

from games.catalogue.rowboat.rules.cards import RANKS, ROWBOAT, SUITS, suit
from games.catalogue.rowboat.rules.reading import understood
from games.catalogue.rowboat.rules.state import Play
from games.catalogue.rowboat.rules.tricks import winner
from games.catalogue.rowboat.shapes import Observation, Side
from games.plans.vocabulary import Fact, ReadAnswer, Vocabulary, flag, number, word

_SUITED = re.compile(rf"(?:give|play) [{RANKS}][{''.join(SUITS)}]")
_MOON = re.compile(r"moon ([4-9]|1[0-2])")
_BID = re.compile(r"bid ([0-9]|1[0-3])")
_PHASES = {"moon": "moon", "no": "moon", "give": "exchange", "bid": "bid", "play": "play"}


def _side(seen: Observation) -> Side:
    return seen["sides"][seen["you"]["side"]]


def _needed(seen: Observation) -> int | None:
    bid = seen["side_bids"][seen["you"]["side"]]
    return None if bid is None else max(0, bid - _side(seen)["tricks"])


def _led(seen: Observation) -> str | None:
    """The suit that was led; None for the Rowboat."""
    if not seen["on_table"]:
        return None
    card = seen["on_table"][0]["card"]
    return ROWBOAT if card == ROWBOAT else SUITS[suit(card)]


def _wins(seen: Observation) -> int | None:
    """The seat that is winning the trick so far."""
    if not seen["on_table"] or not seen["ruling"]:
        return None
    return winner([Play(play["seat"], play["card"]) for play in seen["on_table"]], seen["ruling"])


def _my_side_wins(seen: Observation) -> bool:
    seat = _wins(seen)
    return seat is not None and seen["side_of"][seat] == seen["you"]["side"]


def _asked_to_play(seen: Observation) -> bool:
    return bool(seen["phase"] == "play" and seen["you"]["legal"])


def _last(seen: Observation) -> bool:
    return _asked_to_play(seen) and len(seen["on_table"]) == len(seen["side_of"]) - 1


def say(text: str) -> ReadAnswer | None:
    notation = understood(text, "play") or ""
    plain = notation in ("no moon", f"play {ROWBOAT}")
    if plain or any(form.fullmatch(notation) for form in (_SUITED, _MOON, _BID)):
        return notation, ""
    return None


def phases(notation: str) -> frozenset[str]:
    return frozenset({_PHASES[notation.split()[0]]})


def offers(seen: Observation) -> list[str]:
    verb = "give" if seen["phase"] == "exchange" else "play"
    cards = [f"{verb} {card}" for card in seen["you"]["cards"]]
    boat = [f"play {ROWBOAT}"] if ROWBOAT in _side(seen)["left"] else []
    return [*cards, *boat] if seen["phase"] in ("play", "exchange") else list(seen["you"]["legal"])


FACTS: tuple[Fact[Observation], ...] = (
    word("phase", ("moon", "exchange", "bid", "play"), lambda s: s["phase"], "what is asked"),
    word("trump", tuple(SUITS.values()), lambda s: s["trump"], "the trump of this trick"),
    word("led", (*SUITS.values(), ROWBOAT), _led, "the suit that was led, or the Rowboat"),
    flag("i lead", lambda s: _asked_to_play(s) and not s["on_table"], "I play first"),
    flag("i am last", _last, "everybody else has played to the trick"),
    flag("i win", _my_side_wins, "as it lies, the trick is mine or my partner's"),
    flag("nobody wins", lambda s: bool(s["on_table"]) and _wins(s) is None, "the best cards tie"),
    number("tricks needed", _needed, "tricks that my bid still lacks; none without a bid"),
    number("my tricks", lambda s: _side(s)["tricks"], "tricks of my side in this stage"),
    number("my bid", lambda s: s["side_bids"][s["you"]["side"]], "the bid of my side"),
    number("my cards", lambda s: len(s["you"]["cards"]), "the cards that I hold"),
    number("my points", lambda s: _side(s)["score"], "the score of my side"),
    number("pending", lambda s: s["pending"], "tied tricks that wait for a winner"),
    number("trick", lambda s: s["trick"], "which trick it is, from 1; 0 before the first"),
    number("stage", lambda s: s["stage"], "which deal it is, from 1"),
)
SAMPLE = "if i am last and i win: lowest"
EXAMPLES = ("play 7w", "bid 3", "moon 6", "give 3o")
VOCABULARY = Vocabulary(FACTS, say, phases, offers, EXAMPLES, SAMPLE)

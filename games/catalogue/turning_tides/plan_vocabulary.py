"""Turning Tides' vocabulary for plans: the ships' position, the enemy's card, possible targets.

An answer may contain a card and its follow-up: `fire from 5`.
"""

import re

from games.catalogue.turning_tides.rules.cards import HIERARCHY, ORDER, WAIT, in_order
from games.catalogue.turning_tides.rules.reading import words
from games.catalogue.turning_tides.shapes import Observation, Ship
from games.plans.vocabulary import Fact, ReadAnswer, Vocabulary, flag, number, word

_ZONE, _PLACE = "[1-7]", "[1-7][ab]"
_CARD = "(?:" + "|".join(ORDER) + ")"
_SEVERAL = rf"{_CARD}(?: {_CARD})*"
# The possible follow-ups by card (docs/records.md, section 3).
DOES = {
    "sailor": rf"at {_ZONE}",
    "cannon": rf"at {_PLACE}",
    "move": rf"(?:captain|sailor) {_ZONE} to {_ZONE}|cannon {_PLACE} to {_PLACE}",
    "navigate": "forward|back|claim",
    "swing": rf"from {_ZONE}",
    "fire": rf"from {_ZONE}",
}
PROMOTION = rf"promote {_ZONE}"
_EXECUTION = re.compile("|".join([*DOES.values(), PROMOTION]))
_BOTH = {card: re.compile(rf"{card} ({does}|{PROMOTION})") for card, does in DOES.items()}
# Accepted variants: "fire 5" for `fire from 5`, "sailor on 3" for `sailor at 3`.
_SHORT = {
    re.compile(rf"(sailor|cannon) (?:(?:at|on|in|to) )?({_PLACE}|{_ZONE})"): r"\1 at \2",
    re.compile(rf"(swing|fire) ({_ZONE})"): r"\1 from \2",
}
_SWAP = re.compile(rf"swap ({_SEVERAL}) for ({_SEVERAL})")
_STOW = re.compile(rf"stow ({_SEVERAL})")
_LULL = {"keep": "exchange", "swap": "exchange", "stow": "damage"}


def say(text: str) -> ReadAnswer | None:
    line = _plain(text)
    if line in HIERARCHY or line == "keep" or _EXECUTION.fullmatch(line):
        return line, ""
    for card, both in _BOTH.items():
        if found := both.fullmatch(line):
            return card, found[1]
    if found := _SWAP.fullmatch(line):
        return f"swap {_sorted(found[1])} for {_sorted(found[2])}", ""
    return (f"stow {_sorted(found[1])}", "") if (found := _STOW.fullmatch(line)) else None


def _plain(text: str) -> str:
    """The line in the vocabulary of the records, without a leading "play"."""
    line = " ".join(words(text)).removeprefix("play ")
    line = re.sub(r"\b(captain|sailor|cannon) from ", r"\1 ", line)
    for short, full in _SHORT.items():
        if found := short.fullmatch(line):
            return found.expand(full)
    return line


def _sorted(cards: str) -> str:
    return " ".join(in_order(cards.split()))


def phases(notation: str) -> frozenset[str]:
    if notation in HIERARCHY:
        return frozenset({"choose"})
    return frozenset({_LULL.get(notation.split()[0], "execute")})


def _mine(seen: Observation) -> Ship:
    return seen["ships"][seen["you"]["seat"]]


def _theirs(seen: Observation) -> Ship:
    return seen["ships"][1 - seen["you"]["seat"]]


def _targets(seen: Observation, *, firing: bool) -> list[int]:
    """One's manned zones that face an enemy zone; for firing, those with a cannon on that side."""
    zones, seat = _mine(seen)["zones"], seen["you"]["seat"]
    return [
        pair[seat]
        for pair in seen["opposite"]
        if zones[pair[seat] - 1]["sailors"]
        and (not firing or seen["facing"] in zones[pair[seat] - 1]["cannons"])
    ]


def _revealed(seen: Observation, seat: int) -> str:
    return str(seen["revealed"][seat] or "none")


def offers(seen: Observation) -> list[str]:
    cards = list(dict.fromkeys(seen["you"]["cards"]))
    fire = [f"fire from {zone}" for zone in _targets(seen, firing=True)] if "fire" in cards else []
    swing = [f"swing from {zone}" for zone in _targets(seen, firing=False)]
    return [*cards, *fire, *(swing if "swing" in cards else [])]


_TURNED = ("none", WAIT, *ORDER)
FACTS: tuple[Fact[Observation], ...] = (
    word(
        "phase", ("choose", "execute", "exchange", "damage"), lambda s: s["phase"], "the question"
    ),
    number("offset", lambda s: s["offset"], "how far the ships have sailed past each other"),
    number("round", lambda s: s["round"], "which round it is, from 1"),
    number("turn", lambda s: s["turn"], "which turn of the round it is; 0 in the lull"),
    word(
        "enemy card",
        _TURNED,
        lambda s: _revealed(s, 1 - s["you"]["seat"]),
        "the card that the enemy turned up, or none",
    ),
    word("my card", _TURNED, lambda s: _revealed(s, s["you"]["seat"]), "the card that I turned up"),
    Fact("a target", lambda s: _targets(s, firing=True), "any own zone from which I could fire"),
    number("targets", lambda s: len(_targets(s, firing=True)), "zones from which I could fire"),
    Fact("a swing", lambda s: _targets(s, firing=False), "any own zone from which I could swing"),
    number("swings", lambda s: len(_targets(s, firing=False)), "zones from which I could swing"),
    number("my crew", lambda s: _mine(s)["crew"], "captain and sailors on my zones"),
    number("enemy crew", lambda s: _theirs(s)["crew"], "captain and sailors on the enemy's"),
    number("my holes", lambda s: _mine(s)["destroyed"], "my destroyed zones"),
    number("enemy holes", lambda s: _theirs(s)["destroyed"], "the enemy's destroyed zones"),
    number("my cards", lambda s: len(s["you"]["cards"]), "the cards that I hold, wait included"),
    flag("i hold the pawn", lambda s: s["pawn"] == s["you"]["seat"], "the pawn is with me"),
    flag(
        "i have a captain",
        lambda s: any(zone["captain"] for zone in _mine(s)["zones"]),
        "my captain stands on a zone",
    ),
)
SAMPLE = "if targets are 1 or more: fire"
EXAMPLES = ("fire", "fire from 5", "forward", "keep")
VOCABULARY = Vocabulary(FACTS, say, phases, offers, EXAMPLES, SAMPLE, frozenset({"choose"}))

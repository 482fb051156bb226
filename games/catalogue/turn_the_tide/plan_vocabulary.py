"""Turn the Tide's vocabulary for plans: the two tides, and one's own water, belts and cards."""

import re

from games.catalogue.turn_the_tide.rules.reading import canonical
from games.catalogue.turn_the_tide.rules.state import CARD_OF, TAKES
from games.catalogue.turn_the_tide.shapes import Observation, Seat
from games.plans.vocabulary import Fact, ReadAnswer, Vocabulary, flag, number, word


def _me(seen: Observation) -> Seat:
    return seen["seats"][seen["you"]["seat"]]


def _water(seen: Observation) -> int:
    return _me(seen)["tide"] or 0


def _deepest(seen: Observation) -> bool:
    """Whether nobody still in the stage has higher water."""
    others = [seat["tide"] or 0 for seat in seen["seats"] if not seat["out"]]
    return not _me(seen)["out"] and _water(seen) > 0 and _water(seen) == max(others)


def say(text: str) -> ReadAnswer | None:
    notation = canonical(re.sub(r"^(play )?(the )?(?=(card )?[0-9])", "", text.lower()))
    return (notation, "") if notation in CARD_OF or notation in TAKES else None


def phases(notation: str) -> frozenset[str]:
    return frozenset({"take"}) if notation.startswith("take") else frozenset({"bid"})


def offers(seen: Observation) -> list[str]:
    takes = ["take low", "take high"] if seen["options"]["taker_chooses"] else []
    return [*(str(card) for card in seen["you"]["cards"]), *takes]


FACTS: tuple[Fact[Observation], ...] = (
    Fact(
        "a tide",
        lambda seen: list(seen["turned_up"]),
        "any of the two tides that are up, 1 to 12",
        frame=("a tide of", "is up"),
    ),
    number("low tide", lambda seen: min(seen["turned_up"], default=None), "the lower of the two"),
    number("high tide", lambda seen: max(seen["turned_up"], default=None), "the higher of the two"),
    number("my tide", _water, "my own water, 0 while I am dry"),
    number("my belts", lambda seen: _me(seen)["belts"], "my belts that are left"),
    number("my cards", lambda seen: len(seen["you"]["cards"]), "the cards that I hold"),
    number("my points", lambda seen: _me(seen)["score"], "my points of the finished stages"),
    number("seats in", lambda seen: sum(not s["out"] for s in seen["seats"]), "seats in the stage"),
    number("stage", lambda seen: seen["stage"], "which stage it is, from 1"),
    number("hand", lambda seen: seen["hand"], "which hand of the stage it is, 1 to 12"),
    word("phase", ("bid", "take"), lambda seen: seen["phase"], "a card, or which tide to take"),
    flag("i am deepest", _deepest, "nobody in the stage has higher water than I"),
)
SAMPLE = "if a tide of 10 or more is up: highest, else lowest"
VOCABULARY = Vocabulary(FACTS, say, phases, offers, ("44", "take low", "take high"), SAMPLE)

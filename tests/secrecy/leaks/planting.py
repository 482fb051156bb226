"""What a leak is, how it is put into the code, and which check has to find it."""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any
from unittest.mock import patch

from games import game_secrets
from games.models import Bid, Game
from games.rules.registry import RULESETS, ruleset
from tests.secrecy import pure, suite
from tests.secrecy.leaks import heard
from tests.secrecy.positions import RECIPES

Plant = Callable[[], AbstractContextManager[Any]]
PURE_PAIRS = 600


@dataclass(frozen=True)
class Leak:
    """A fault of one channel; `where` is a position, or for the rules alone a ruleset.

    `who`: the only observer that is asked, where the others would see nothing and take long.
    """

    name: str
    channel: str
    where: str
    plant: Plant
    who: str = ""

    def __str__(self) -> str:
        return f"{self.channel}: {self.name}"


def found(leak: Leak) -> str:
    """What the check of its channel says of it; empty if the leak is not found."""
    with leak.plant():
        if leak.where in RULESETS:
            tally = pure.compare(leak.where, PURE_PAIRS)
            return "a position differs" if tally.differing else ""
        if leak.channel == "canary":
            return next(iter(heard.hidden_words()), "")
        assert leak.where in RECIPES
        who = leak.who or ("the staff" if leak.channel == "admin" else "")
        try:
            report = suite.compare(leak.where, (leak.channel,), only_first=True, looking=who)
        except suite.Shows as shows:
            return str(shows)
        return next(iter(report.found), "")


def instead(path: str, make: Callable[[Any], Any]) -> Plant:
    """Puts `make(the original)` in the place of what stands there."""

    def plant() -> AbstractContextManager[Any]:
        target, name = _home(path)
        return patch.object(target, name, make(getattr(target, name)))

    return plant


def without(path: str, part: str) -> Plant:
    """Leaves out a part of a text that stands there."""

    def make(text: str) -> str:
        assert part in text, f"{part!r} does not stand in {path}."
        return text.replace(part, "")

    return instead(path, make)


def both(*plants: Plant) -> Plant:
    """Several at once."""

    @contextmanager
    def plant() -> Iterator[None]:
        with ExitStack() as stack:
            for each in plants:
                stack.enter_context(each())
            yield

    return plant


def _home(path: str) -> tuple[Any, str]:
    place, _dot, name = path.rpartition(".")
    return _imported(place), name


def _imported(path: str) -> Any:
    """A module, or a class in one."""
    try:
        return import_module(path)
    except ModuleNotFoundError:
        place, _dot, name = path.rpartition(".")
        return getattr(_imported(place), name)


# ------------------------------------------------------------------ what leaks


def everything(game: Game) -> str:
    """The whole hidden state, as text."""
    if game.sealed_state is None:
        return game_secrets.open_secret(game).hex()
    state = ruleset(game.ruleset).dump(game_secrets.open_state(game))
    return json.dumps([state, sealed_answers(game)])


def mark(game: Game) -> str:
    """A short mark of it, as an ETag would be."""
    return hashlib.sha256(everything(game).encode()).hexdigest()[:12]


def number(game: Game) -> int:
    """The mark as a number."""
    return int(mark(game), 16)


class Unlike:
    """Whether something differs from what was first seen of it.

    What hangs on one bit of a hidden value is the same in every second pair of worlds; what
    hangs on this differs in every pair.
    """

    def __init__(self) -> None:
        self.first: dict[Any, Any] = {}

    def __call__(self, key: Any, value: Any) -> bool:
        return bool(self.first.setdefault(key, value) != value)


def sealed_answers(game: Game) -> list[str]:
    """The answers in the hand that is open, in the order of the seats."""
    bids = Bid.objects.filter(hand__game=game, opened__isnull=True).select_related("hand", "seat")
    return [
        game_secrets.open_bid(bid, game.code, bid.hand.number, bid.seat.index).notation
        for bid in bids.order_by("seat__index")
    ]

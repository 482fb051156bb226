"""Defines leaks, plants them in the code, and runs the check that has to find each."""

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
    """A leak in one channel; `where` is a position, or for the rules a ruleset.

    `who`: the only observer that is asked, if the others would see nothing and take long.
    """

    name: str
    channel: str
    where: str
    plant: Plant
    who: str = ""

    def __str__(self) -> str:
        return f"{self.channel}: {self.name}"


def found(leak: Leak) -> str:
    """The finding of its channel's check; empty if the leak isn't found."""
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
    """Context manager: replaces what is at this path by `make(the original)`."""

    def plant() -> AbstractContextManager[Any]:
        target, name = _home(path)
        return patch.object(target, name, make(getattr(target, name)))

    return plant


def without(path: str, part: str) -> Plant:
    """Context manager: removes a part of the text at this path."""

    def make(text: str) -> str:
        assert part in text, f"{part!r} does not stand in {path}."
        return text.replace(part, "")

    return instead(path, make)


def both(*plants: Plant) -> Plant:
    """Plants several at once."""

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
    """Imports a module, or a class in one."""
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
    """A short hash of the hidden state, like an ETag."""
    return hashlib.sha256(everything(game).encode()).hexdigest()[:12]


def number(game: Game) -> int:
    """The hash as a number."""
    return int(mark(game), 16)


class Unlike:
    """Whether something differs from the first value seen.

    A leak that depends on one bit of a hidden value is the same in every second pair of worlds; one
    that depends on this differs in every pair.
    """

    def __init__(self) -> None:
        self.first: dict[Any, Any] = {}

    def __call__(self, key: Any, value: Any) -> bool:
        return bool(self.first.setdefault(key, value) != value)


def sealed_answers(game: Game) -> list[str]:
    """The answers in the open hand, in the order of seats."""
    bids = Bid.objects.filter(hand__game=game, opened__isnull=True).select_related("hand", "seat")
    return [
        game_secrets.open_bid(bid, game.code, bid.hand.number, bid.seat.index).notation
        for bid in bids.order_by("seat__index")
    ]

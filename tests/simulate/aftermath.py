"""Another kind of run, an evening at the end of many games: they are rated and compacted, a season
ends and the next one begins, and bots search (tests/simulate/evening.py).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from functools import partial
from threading import BoundedSemaphore
from types import SimpleNamespace
from typing import Any, ClassVar
from unittest.mock import patch

from django.conf import settings
from django.core.mail import EmailMessage

from accounts.models import Notice
from accounts.notifications import bounces, render, retention
from accounts.notifications.channels import email
from games.bots import levels
from games.models import Hand
from games.services import sweep as sweeping
from games.services import wake_workers
from games.services.hands import bot_answers, bot_thinking
from games.services.results import compaction
from tests.faults.checker import Violation
from tests.narrowing import not_none
from tests.simulate.crowd import Crowd
from tests.simulate.evening import AFTER_DAYS, Evenings
from tests.simulate.people import People
from tests.simulate.results import Results
from tests.simulate.stock import Stock
from tests.simulate.watching import Watch
from tests.simulate.world import BLANK, EXPECTED, World

DELETING = (
    (retention, "forget_about"),
    (retention, "forget_hands"),
    (compaction, "_drop_mails"),
)
SWEEPS = 2  # of each worker, while people do what they do


def _blank(notice: Notice) -> tuple[EmailMessage, tuple[()]]:
    return render.message(notice, BLANK, "", bounces.address_of(notice)), ()


class SearchFailed(Exception):
    """The engine of a bot broke."""


class Aftermath(World):
    """The run that a seed determines."""

    ROUNDS: ClassVar[int] = 30
    STOCK: ClassVar[type[Stock]] = Evenings
    OPTIONS: ClassVar[Sequence[str]] = ("--aftermath",)
    APART: ClassVar[Sequence[tuple[Any, str]]] = ((sweeping, "_forget"),)
    EXPECTED: ClassVar[tuple[type[Exception], ...]] = (*EXPECTED, SearchFailed)

    def run(self) -> list[Violation]:
        with ExitStack() as stack:
            self._prepare(stack)
            hand = Hand.objects.get(game=self.position.game, state=Hand.State.OPEN)
            think = partial(wake_workers._publish, wake_workers.THINK, (hand.pk,), 0)
            self.stage.at(self.clock.at, think)
            self.crowd.arrive()
            self._sweep_now_and_then()
            self.stage.run()
            self._settle()
            self.results.close(self.crowd)
        return self.violations

    def _cast(self, stack: ExitStack) -> tuple[Watch, People]:
        self.results, self.crowd = Results(self), Crowd(self)
        for where, what in DELETING:
            watched = self.results.nothing_owed(getattr(where, what))
            stack.enter_context(patch.object(where, what, watched))
        return self.results, self.crowd

    @contextmanager
    def _surroundings(self) -> Iterator[None]:
        with super()._surroundings(), ExitStack() as stack:
            for where, what, instead in (
                (settings, "COMPACT_AFTER_DAYS", AFTER_DAYS),
                (levels, "answer", self._searched),
                (bot_answers, "note_search", lambda _works: None),
                (email, "_whole", _blank),
                (bot_thinking, "SEARCH_SLOTS", BoundedSemaphore(99)),  # the dead keep theirs
            ):
                stack.enter_context(patch.object(where, what, instead))
            yield

    def _sweep_now_and_then(self) -> None:
        sweeps = self.faults.chance("sweeps")
        for worker in "ab" * SWEEPS:
            after = timedelta(seconds=sweeps.uniform(0, self.faults.lasts))
            self.stage.at(self.clock.at + after, partial(self.sweep, worker))

    def _isolated(self) -> SimpleNamespace:
        """Only connections may break."""
        log = super()._isolated()

        def noted(text: str, *values: object) -> None:
            log.warning(text, *values)
            if not isinstance(error := sys.exc_info()[1], EXPECTED):
                self.found("error", f"{text % values}: {error!r}")

        return SimpleNamespace(warning=log.warning, exception=noted)

    def _searched(
        self, _slug: str, _level: int, _seen: Any, legal: Sequence[str], *_: Any
    ) -> levels.Answer:
        """Instead of a search: it may take long, fail, or find nonsense."""
        name = self.moment("search")
        chance = self.faults.chance(name)
        value = chance.random()
        if value < 0.2 and self.faults.happens(f"{name} fails"):
            raise SearchFailed
        if value > 0.7 and self.faults.happens(f"{name} is slow"):
            not_none(self.actor())._freeze(chance.uniform(0.1, 90))
        nonsense = 0.2 < value < 0.3 and self.faults.happens(f"{name} finds nonsense")
        return levels.Answer("nonsense" if nonsense else chance.choice(legal), "searched")

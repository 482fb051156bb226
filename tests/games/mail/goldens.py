"""Letters as they were approved: `python -m tests.games.mail.approve` writes them anew.

They lie in tests/golden/letters, a folder a game, named KIND.LANGUAGE.txt and .html.  Chance and
clock stand still while the games are played, so that every run composes the same letters.  What
differs between games only in the name is kept for one.
"""

import os
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

from django.db import connection
from django.utils import timezone

from accounts.kinds import Letter
from accounts.models import User
from games.models import Game, SeatClock
from games.services import asides, invitations, notices, tables
from games.services.tables import Wish
from tests.games import making
from tests.games.mail import reading
from tests.secrecy import stillness

FOLDER = Path(__file__).resolve().parents[2] / "golden" / "letters"
LANGUAGES = ("en", "de", "nl")
MOMENT = datetime(2026, 10, 2, 18, 5, tzinfo=UTC)
SEATS = {"turn-the-tide": 3, "rowboat": 4, "turning-tides": 2}
HANDS = {"turn-the-tide": 3, "rowboat": 11, "turning-tides": 7}
CHANGING = (  # what differs in each run, because rows are numbered on
    (re.compile(r"(/come/)[\w:-]+"), r"\1TOKEN"),
    (re.compile(r"(/letters/stop/)[\w:-]+"), r"\1TOKEN"),
    (re.compile(r"(/answer/)[\w:-]+"), r"\1TOKEN"),
)


@dataclass(frozen=True)
class Golden:
    """One letter: of which game, kind and language, and what it says."""

    name: str
    letter: Letter

    def parts(self) -> Iterator[tuple[Path, str]]:
        """Each file, and what is to be in it."""
        for ending, said in (("txt", self.letter.text), ("html", self.letter.html)):
            head = f"Subject: {self.letter.subject}\n\n" if ending == "txt" else ""
            yield FOLDER / f"{self.name}.{ending}", head + _steady(said)


def _steady(said: str) -> str:
    for pattern, instead in CHANGING:
        said = pattern.sub(instead, said)
    return said


@contextmanager
def standing_still() -> Iterator[None]:
    """It is an evening in October, and chance always draws the same."""
    stillness._chance.seed(2026)
    random.seed(2026)
    with ExitStack() as still:
        still.enter_context(patch.object(timezone, "datetime", stillness._clock_at(MOMENT)))
        still.enter_context(patch.object(os, "urandom", stillness._bytes))
        for name, chance in stillness._CHANCE.items():
            still.enter_context(patch.object(random.SystemRandom, name, chance))
        yield
        connection.run_on_commit.clear()


def letters(slug: str) -> Iterator[Golden]:
    """The letters of one game, as it is played: first what stands early in its course."""
    people = reading.members(SEATS[slug], zone="Europe/Amsterdam")
    game = reading.started(people, ruleset=slug)
    if slug == "turn-the-tide":
        yield from _early(game, people)
    for _hand in range(HANDS[slug]):
        making.bid_all(game)
    asked = _asked(game)
    yield from _in_each(slug, "your_move", asked)
    yield from _in_each(slug, "hand_resolved", people[0])
    if slug == "turn-the-tide":
        yield from _late(game, asked)
    if slug == "turning-tides":  # the others take hundreds of hands
        asides.do_aside(people[0], game.code, "surrender")
        asides.do_aside(people[1], game.code, "accept")
        yield from _in_each(slug, "game_over", people[0])


def _in_each(slug: str, kind: str, reader: User) -> Iterator[Golden]:
    for language in LANGUAGES:
        reader.language = language
        reader.save(update_fields=["language"])
        found = reading.letter(reader, kind)
        assert found is not None, kind
        yield Golden(f"{slug}/{kind}.{language}", found)


def _early(game: Game, people: list[User]) -> Iterator[Golden]:
    yield from _in_each(game.ruleset, "game_started", people[0])
    wish = Wish(name="Kitchen table", seats=4, ruleset=game.ruleset)
    table = tables.make_table(people[1], wish)
    invitations.invite(people[1], table.code, people[0].email or "")
    yield from _in_each(game.ruleset, "invitation", people[0])


def _late(game: Game, asked: User) -> Iterator[Golden]:
    slug = game.ruleset
    yield from _in_each(slug, "reminder", asked)
    running = SeatClock.objects.select_related("hand", "seat")
    notices.told_moved(running.get(user=asked, hand=making.hand_of(game)))
    yield from _in_each(slug, "deadline_moved", asked)


def _asked(game: Game) -> User:
    seat = making.hand_of(game).awaiting[0]
    user = game.seats.get(index=seat).user
    assert user is not None
    return user

"""One approved letter, and the same in every language while chance and clock stand still."""

import os
import random
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.template import Template
from django.test.signals import template_rendered
from django.test.utils import instrumented_test_render  # type: ignore[attr-defined]
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications import prefetch
from accounts.notifications.kinds import Letter
from games.models import Game, Seat
from games.services.lobby import deck_words, tables
from tests.games.mail import reading
from tests.secrecy import frozen

FOLDER = Path(__file__).resolve().parents[3] / "golden" / "letters"
LANGUAGES = ("en", "de", "nl")
SIT = tables.sit
MOMENT = datetime(2026, 10, 2, 18, 5, tzinfo=UTC)
CHANGING = (  # what differs in each run, because rows are numbered on, or a key has its time
    (re.compile(r"(/(?:come|answer|confirm|again|back|stop|confirm-email)/)[\w:-]+"), r"\1TOKEN"),
    (re.compile(r"(/password/reset/key/)[\w:-]+"), r"\1TOKEN"),
)


@dataclass(frozen=True)
class Part:
    """What a letter says in one language, as text or as HTML: "your_move.txt"."""

    sort: str
    name: str
    language: str
    text: str


@dataclass(frozen=True)
class Golden:
    """One letter: its name (sort, kind, variant, language), its template, and what it says."""

    name: str
    template: str
    letter: Letter
    drawn: bool = True  # whether the HTML is kept, too

    def parts(self) -> Iterator[Part]:
        """The text, and the HTML if that is kept, too."""
        sort, _slash, rest = self.name.partition("/")
        kind, _dot, language = rest.rpartition(".")
        head = f"Template: {self.template}\nSubject: {self.letter.subject}\n\n"
        yield Part(sort, f"{kind}.txt", language, head + _steady(self.letter.text))
        if self.drawn:
            yield Part(sort, f"{kind}.html", language, _steady(self.letter.html))


def _steady(text: str) -> str:
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    return text


@contextmanager
def standing_still() -> Iterator[None]:
    """It is an evening in October, and chance always draws the same."""
    frozen._chance.seed(2026)
    random.seed(2026)
    with ExitStack() as still:
        still.enter_context(patch.object(timezone, "datetime", frozen._clock_at(MOMENT)))
        still.enter_context(patch.object(os, "urandom", frozen._bytes))
        for name, chance in frozen._CHANCE.items():
            still.enter_context(patch.object(random.SystemRandom, name, chance))
        still.enter_context(patch.object(tables, "sit", _with_words))
        still.enter_context(patch.object(deck_words, "own_words", lambda seat: seat.entropy))
        yield
        connection.run_on_commit.clear()


def _with_words(game: Game, user: User, policy: str | None, entropy: str = "", **more: Any) -> Seat:
    """Everybody brings words, those by which the approved letters had their cards."""
    words = entropy or (user.name if user.is_bot else secrets.token_hex(16))
    return SIT(game, user, policy, words, **more)


@contextmanager
def rendering() -> Iterator[list[str]]:
    """The names of the templates that are rendered meanwhile."""
    names: list[str] = []

    def note(template: Any, **_more: Any) -> None:
        names.append(str(template.name))

    template_rendered.connect(note)
    try:
        with patch.object(Template, "_render", instrumented_test_render):
            yield names
    finally:
        template_rendered.disconnect(note)


def in_each(
    sort: str,
    kind: str,
    reader: User,
    variant: str = "",
    *,
    languages: Sequence[str] = LANGUAGES,
    **facts: int,
) -> Iterator[Golden]:
    """The newest letter of that kind to this person, as it goes now; or one with these facts.

    What is read for it is read once for all languages, as for the letters of one batch.
    """
    notice = Notice(recipient=reader, kind=kind, facts=facts) if facts else None
    notice = notice or reading.notice(reader, kind)
    prefetch.link([notice])
    for language in languages:
        yield _composed(sort, notice, reader, language, variant)


def _composed(sort: str, notice: Notice, reader: User, language: str, variant: str) -> Golden:
    reader.language = language
    reader.save(update_fields=["language"])
    notice.recipient = reader
    with rendering() as names:
        found = reading.composed(notice)
    assert found is not None, (notice.kind, variant)
    return named(sort, notice.kind, language, names, found, variant)


def named(
    sort: str, kind: str, language: str, rendered: list[str], letter: Letter, variant: str = ""
) -> Golden:
    """What was found, under its name."""
    name = f"{kind}-{variant}" if variant else kind
    return Golden(f"{sort}/{name}.{language}", _outermost(rendered), letter, drawn=not variant)


def _outermost(rendered: list[str]) -> str:
    """The template of the letter that was made last, before those that it extends or includes;
    what stands in a digest was made before it."""
    ours = (name for name in rendered if name.startswith("emails/"))
    runs = [(ending, list(names)) for ending, names in groupby(ours, lambda name: name[-4:])]
    return [names for ending, names in runs if ending == ".txt"][-1][0]

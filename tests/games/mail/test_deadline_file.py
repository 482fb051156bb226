"""Each letter that asks for an answer links to its deadline as a calendar file."""

import re

import pytest
from django.test import Client
from icalendar import Calendar

from accounts.notifications.kinds import Letter
from games.models import Game
from games.services.seats import absence, substitutes
from tests.accounts.making import member
from tests.games.mail.inbound import five_hands
from tests.games.mail.inbound.mailing import write
from tests.games.mail.reading import begun, letter, words
from tests.games.making import legal, user_at

pytestmark = pytest.mark.django_db
LINKED = re.compile(r"http://testserver(/answer/[^/]+/deadline\.ics)")


def linked(found: Letter | None) -> list[str]:
    """The files that the text links to, in that order; the HTML links to the same ones."""
    assert found is not None
    paths = LINKED.findall(found.text)
    assert LINKED.findall(found.html) == paths
    assert words(found).count("The deadline for your calendar") == len(paths)
    return paths


def tables(path: str) -> list[str]:
    """The tables whose deadlines a file contains."""
    kept = Calendar.from_ical(Client().get(path).content)
    return [str(event["summary"]) for event in kept.walk("VEVENT")]


def test_a_letter_about_several_hands_has_one_for_each() -> None:
    people = five_hands.players()
    games = five_hands.tables(people)
    paths = linked(five_hands.digest(people[0]))
    assert len(paths) == len(games)
    for path, game in zip(paths, games.values(), strict=True):
        (said,) = tables(path)
        assert game.name in said


@pytest.fixture
def game() -> Game:
    return begun(3)


def test_a_letter_that_shows_the_table_has_one_until_one_has_answered(game: Game) -> None:
    marit = user_at(game, 0)
    write(game, marit, "show")
    (path,) = linked(letter(marit, "mail_state"))
    assert len(tables(path)) == 1
    write(game, marit, legal(game, 0)[0])
    assert linked(letter(marit, "mail_state")) == []


def test_who_takes_a_seat_gets_one(game: Game) -> None:
    aoife = user_at(game, 2)
    absence.leave(aoife, game.code)
    wim = member("Wim")
    substitutes.take(wim, game.code, 2)
    (path,) = linked(letter(wim, "briefing"))
    assert len(tables(path)) == 1

"""People and tables with right-to-left names, on pages, in letters and in the calendar."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Feed, User
from accounts.notifications import feed_tokens
from games.models import Game
from games.services.talk import chat
from tests.all_games import SMALLEST
from tests.browsing.scene import by_need, paths
from tests.games import making
from tests.games.mail.reading import letter
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
NAMES = ("שרה", "ליאור", "ليلى", "مريم", "דנה")
TABLE = "שולחן 7"
SHOWN = (
    "due", "sealed", "over", "open", "mine", "offered", "paused", "cancelled", "hand", "replay",
    "compare", "front", "seats", "moves", "tables", "finished-list", "people", "league",
)  # fmt: skip
# What is typed, sent and followed has no direction of its own.
NOT_READ = re.compile(r'(?:value|href|action)="[^"]*"')


@pytest.fixture
def people() -> list[User]:
    return [
        User.objects.create_user(f"p{number}@example.org", None, name=name)
        for number, name in enumerate(NAMES)
    ]


def bare_names(text: str) -> list[str]:
    """The names that stand among other words without being isolated, and what is beside them."""
    read = NOT_READ.sub("", text)
    return [
        read[match.start() - 40 : match.end() + 10]
        for name in (*NAMES, TABLE)
        for match in re.finditer(re.escape(name), read)
        if read[match.start() - 1 : match.end() + 1] != f"\u2068{name}\u2069"
    ]


@pytest.mark.parametrize("names", by_need(SHOWN), ids=" ".join)
def test_pages(people: list[User], names: list[str]) -> None:
    pages = paths(people, names)
    Game.objects.update(name=TABLE)
    client = browser(people[0])
    for name, path in pages.items():
        text = page(client, path)
        assert any(each in text for each in (*NAMES, TABLE)), name
        assert bare_names(text) == [], name


def test_the_page_of_a_person_and_the_talk(people: list[User]) -> None:
    game = making.running(people[:3], name=TABLE)
    chat.say(people[1], game.code, "Hello")
    for path in (
        reverse("person", args=[NAMES[1]]),
        reverse("game-chat", args=[game.code]),
        f"/g/{game.code}/",
    ):
        text = page(browser(people[0]), path)
        assert NAMES[1] in text
        assert bare_names(text) == []


@pytest.mark.parametrize("ruleset", SMALLEST)
def test_letters(people: list[User], ruleset: str) -> None:
    count = 2 if ruleset == "turning-tides" else 4
    game = making.running(people[:count], name=TABLE, ruleset=ruleset)
    user = not_none(game.seats.get(index=making.hand_of(game).awaiting[0]).user)
    for kind in ("game_started", "your_move"):
        found = letter(user, kind)
        assert found is not None
        assert f"\u2068{TABLE}\u2069" in found.text
        for text in (found.subject, found.text, found.html):
            assert bare_names(text) == []


def test_the_calendar(people: list[User], client: Client) -> None:
    making.running(people[:3], name=TABLE)
    address = reverse("calendar", args=[feed_tokens.make(people[0], Feed.What.CALENDAR)])
    text = client.get(address).content.decode().replace("\r\n ", "")
    assert f"\u2068{TABLE}\u2069" in text
    assert bare_names(text) == []


def test_who_copies_the_name_from_the_page_may_be_forgotten(people: list[User]) -> None:
    """Typed with what isolates it, it is the same name."""
    client = browser(people[0])
    client.post(reverse("data-delete"), {"name": f"\u2068{NAMES[0]}\u2069"})
    assert not User.objects.get(pk=people[0].pk).is_active

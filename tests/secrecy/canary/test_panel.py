"""A superuser who follows every link of the panel finds no hidden value of a running game.

In the suite one in eight of a list's filters and orders is followed; `make access` follows all.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client

from accounts.models import Notice, User
from games import game_secrets, visibility
from games.models import Bid, Game
from games.services import sweep
from games.services.hands import plans
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moderation.commands import COMMANDS
from games.services.talk import reports
from tests.accounts.making import give_factor, member
from tests.games.making import bid, fresh, legal
from tests.process_fixtures import again
from tests.sampling import whole
from tests.secrecy.canary import play, searching
from tests.secrecy.canary.crawling import crawled, filled_in
from tests.secrecy.counting import FIGURE

pytestmark = pytest.mark.django_db
WHOLE = whole()
HASH = re.compile(rb"[0-9a-f]{32,64}")


@pytest.fixture
def chief() -> Client:
    client = Client()
    hedda = User.objects.create_superuser("hedda@example.org", "x", name="Hedda")
    client.force_login(give_factor(hedda))
    return client


def live() -> Game:
    """A game of `_live`, created once for all tests."""
    game: Game = again(_live)
    return game


def _live() -> Game:
    """A game in its second hand for the second time; answers are in, one of them by a plan."""
    users = [member("Marit"), member("Joost")]
    game = play.created(users)
    for _hand in range(2):
        for user in users:
            bid(game, user)
        sweep.sweep()
    plans.write(users[0], game.code, f"always: {legal(game, 0)[2]}", now=True)
    bid(game, users[1], legal(game, 1)[1])
    judge = give_factor(User.objects.create_superuser("bo@example.org", "x", name="Bo"))
    execution.carry_out(judge, "take_back", game.code, CommandInput("defect", "So.", hand=2))
    bid(game, users[1], legal(game, 1)[3])
    reports.make(users[0], "stuck", "It stands still.", game=fresh(game), person=users[1])
    Notice.objects.filter(kind="game_started").update(state=Notice.State.FAILED, reason="550")
    return fresh(game)


def lists() -> list[str]:
    return [
        f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        for model in admin.site._registry
    ]


def test_no_page_of_the_panel_shows_a_hidden_value(
    chief: Client, record_property: Callable[[str, Any], None]
) -> None:
    game = live()
    hidden = searching.hidden_of(game)
    starts = ("/admin/", "/admin/reports/", f"/admin/game/{game.code}/")
    pages = crawled(chief, *starts, one_in=1 if WHOLE else 8)

    assert searching.found_in(pages, hidden) == []
    hashes = {each.decode() for page in pages.values() for each in HASH.findall(page)}
    assert hashes & set(searching.guesses(game)) == set()
    assert set(lists()) <= set(pages), "Every list was looked at"
    assert f"/admin/games/game/{game.pk}/change/" in pages
    for slug, command in COMMANDS.items():
        if command.on == "game" and game.state in command.states and slug != "resume":
            assert f"/admin/do/{slug}/{game.code}/" in pages
    sealed = Bid.objects.filter(hand__game=game, opened__isnull=True)
    listed = set(visibility.shown_bids(sealed).values_list("pk", flat=True))
    assert listed
    for row in sealed:  # it must not show that a plan has answered ahead
        assert (f"/admin/games/bid/{row.pk}/change/" in pages) is (row.pk in listed)
    assert any("o=" in path for path in pages)
    assert any("state=" in path or "state__exact=" in path for path in pages)
    record_property(
        FIGURE,
        f"The panel as superuser: {len(pages)} pages crawled for {len(hidden)} hidden values, "
        "0 found.",
    )


def test_searching_for_a_hidden_value_finds_nothing(chief: Client) -> None:
    """The result is the same as for a word that exists nowhere."""
    game = live()
    hidden = sorted(searching.hidden_of(game))[: 6 if WHOLE else 2]
    for root in [*lists(), "/admin/find/"]:
        nothing = filled_in(chief, ["qqqqzzzz"], (f"{root}?q={{}}").format)
        found = filled_in(chief, hidden, (f"{root}?q={{}}").format)
        (expected,) = nothing.values()
        assert {_still(page) for page in found.values()} == {_still(expected)}, root


def _still(page: bytes) -> bytes:
    """The page without what is random in each response."""
    return b"\n".join(line for line in page.splitlines() if b"csrfmiddlewaretoken" not in line)


def test_the_crawl_would_find_it(chief: Client) -> None:
    """The crawl finds a card that everybody has seen, on the page of its game."""
    game = live()
    shown = [
        game_secrets.open_bid(row, game.code, row.hand.number, row.seat.index).notation
        for row in Bid.objects.filter(hand__game=game, hand__number=1).select_related("seat")
    ]
    page = chief.get(f"/admin/games/game/{game.pk}/change/").content
    log = [chief.get(path).content for path in _log_pages(game)]

    assert searching.found_in({"all": b" ".join([page, *log])}, shown) != []


def _log_pages(game: Game) -> list[str]:
    keys = game.log.filter(kind="hand").values_list("pk", flat=True)
    return [f"/admin/games/logentry/{pk}/change/" for pk in keys]

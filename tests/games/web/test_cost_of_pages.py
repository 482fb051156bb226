"""What the main pages cost, in queries and Python calls, cannot creep back."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, User
from tests import ready_games
from tests.bench import pages

pytestmark = pytest.mark.django_db


class Bound(NamedTuple):
    """Some more than was measured; for the calls of before see docs/measurements.md."""

    queries: int
    calls: int


BOUNDS = {
    "turn-the-tide": Bound(12, 54_000),
    "rowboat": Bound(12, 57_000),
    "turning-tides": Bound(12, 51_500),
    "over": Bound(12, 41_500),
    "moves": Bound(10, 47_500),
    "games": Bound(6, 16_500),
    "profile": Bound(10, 46_000),
    "notices": Bound(8, 36_000),
    "in_app": Bound(12, 43_000),
    "preferences": Bound(8, 23_500),
    "api_game": Bound(8, 10_200),
    "a person": Bound(12, 62_000),
    "game-new": Bound(7, 29_500),
}


def addresses() -> dict[str, str]:
    """Of one table of each game, of one that is over, and of the pages about a person."""
    tables = {slug: ready_games.take(slug, "middle") for slug in ready_games.SLUGS}
    tables["over"] = ready_games.take("turn-the-tide", "over")
    found = {name: reverse("game", args=[game.code]) for name, game in tables.items()}
    found["a person"] = reverse("person", args=["Joost"])
    found["api_game"] = f"/api/v1/games/{tables['turn-the-tide'].code}"
    return found | {name: reverse(name) for name in BOUNDS if name not in found}


def test_each_page_keeps_within_its_bounds(client: Client) -> None:
    asked, marit = addresses(), User.objects.get(name="Marit")
    _tell_much(marit)
    client.force_login(marit)
    for name, bound in BOUNDS.items():
        _keeps_within(client, name, asked[name], bound)


def test_so_does_a_game_of_rowboat_that_is_over(client: Client) -> None:
    """By itself: the ready games that are over are each the first that was rated."""
    game = ready_games.take("rowboat", "over")
    client.force_login(User.objects.get(name="Marit"))
    address = reverse("game", args=[game.code])
    _keeps_within(client, "rowboat over", address, Bound(12, 38_000))


def _keeps_within(client: Client, name: str, address: str, bound: Bound) -> None:
    cost = pages.looked_at(client, address)
    text = f"{name}: {cost.queries} queries, {cost.calls} calls"
    assert cost.queries <= bound.queries, "\n".join([text, *cost.statements])
    assert cost.calls <= bound.calls, text


def _tell_much(user: User) -> None:
    """As many notices as a page of them holds."""
    told = Notice.objects.filter(recipient=user, kind="your_move").first()
    assert told is not None
    Notice.objects.bulk_create(
        Notice(
            recipient=user, kind="your_move", event=f"much:{number}", facts=told.facts, shown=True,
            state="sent", finished_at=timezone.now(),
        )
        for number in range(50)
    )  # fmt: skip

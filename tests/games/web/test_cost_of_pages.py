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
    "turning-tides": Bound(12, 49_500),
    "over": Bound(12, 41_500),
    "moves": Bound(10, 35_500),
    "games": Bound(6, 16_500),
    "profile": Bound(10, 46_000),
    "notices": Bound(8, 36_000),
    "bell": Bound(12, 43_000),
    "preferences": Bound(8, 23_500),
    "api_game": Bound(8, 10_200),
}


def addresses() -> dict[str, str]:
    """Of one table of each game, of one that is over, and of the pages about a person."""
    tables = {slug: ready_games.take(slug, "middle") for slug in ready_games.SLUGS}
    tables["over"] = ready_games.take("turn-the-tide", "over")
    found = {name: reverse("game", args=[game.code]) for name, game in tables.items()}
    found["api_game"] = f"/api/v1/games/{tables['turn-the-tide'].code}"
    return found | {name: reverse(name) for name in BOUNDS if name not in found}


def test_each_page_keeps_within_its_bounds(client: Client) -> None:
    asked, marit = addresses(), User.objects.get(name="Marit")
    _tell_much(marit)
    client.force_login(marit)
    for name, bound in BOUNDS.items():
        cost = pages.looked_at(client, asked[name])
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

"""`make tournament`: programs of the docs play each other by the API, and a cross table tells it.

Planted: without turning the seats round, who sat first sits first at both tables.
"""

import threading
import urllib.error
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import ApiKey, Program
from games.api.people import events as views
from games.management.commands import tournament
from games.models import Bid, Game
from games.services import sweep as sweeping
from tests.games.api.about.test_docs import no_throttles
from tests.games.fast_forward import fast_forward, like_bots
from tests.narrowing import not_none

__all__ = ["no_throttles"]


@contextmanager
def hurrying() -> Iterator[None]:
    """A worker, and each game taken to its last hand, which the programs play."""
    done = threading.Event()

    def work() -> None:
        far: set[int] = set()
        while not done.wait(0.05):
            for game in Game.objects.filter(state=Game.State.RUNNING).exclude(pk__in=far):
                far.add(fast_forward(game, "last", like_bots()).pk)
            sweeping.sweep()
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join(30)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_throttles")
def test_two_programs_play_the_same_deals_with_the_seats_turned_round(live_server: Any) -> None:
    out = StringIO()
    with views.WAITING, hurrying():
        call_command(
            "tournament", game="turn-the-tide", rounds=1, minutes=2, site=live_server.url,
            stdout=out, stderr=StringIO(),
        )  # fmt: skip
    told = out.getvalue()
    assert "against Chance" in told
    assert "of 2" in told
    first, second = Game.objects.order_by("pk")
    assert first.duplicate_id == second.duplicate_id is not None
    seats = [
        [not_none(seat.user).name.split()[0] for seat in game.seats.all()]
        for game in (first, second)
    ]
    assert [[seats[0][0], seats[0][2]], [seats[1][2], seats[1][0]]] == [["Example", "Chance"]] * 2
    assert Bid.objects.filter(via=Bid.Via.API).exists()
    assert not ApiKey.objects.exists()
    assert not Program.objects.filter(user__is_active=True).exists()


@pytest.mark.django_db
def test_what_it_cannot_play() -> None:
    programs: list[str]
    for programs in (
        ["one=true"], ["one=true", "one=false"], ["=true"], ["one='true", "two=true"],
        ["one=true", "two=/no/such"],
    ):  # fmt: skip
        with pytest.raises(CommandError):
            call_command("tournament", *programs, rounds=1, site="http://127.0.0.1:9")
    assert not Program.objects.exists()
    for way, why in (
        (["--rounds=0"], "at least 1"),
        (["--minutes=-1"], "at least 1"),
        (["--site=nowhere", "one=true", "two=true"], "nowhere"),
    ):
        with pytest.raises(CommandError, match=why):
            call_command("tournament", *way)


def test_a_site_that_is_none_of_ours_is_named_in_words() -> None:
    error = urllib.error.HTTPError("http://x/", 502, "Bad Gateway", Message(), BytesIO(b"<html>"))
    assert tournament._reason(error) == (
        "HTTP Error 502: Bad Gateway. Is there a Tideweb at this address?"
    )

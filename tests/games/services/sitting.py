"""What the tests of absence, votes, substitutes and simultaneous bids share."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from games.models import Game, Seat
from games.services import sweep
from tests.games.making import bid, fresh, hand_of
from tests.narrowing import not_none


def at_once(*jobs: Callable[[], object]) -> list[object]:
    """Runs the jobs in threads that start together; what each returned or raised."""
    barrier = threading.Barrier(len(jobs))
    results: list[object] = [None] * len(jobs)

    def run(number: int) -> None:
        try:
            barrier.wait(10)
            results[number] = jobs[number]()
        except Exception as error:  # noqa: BLE001 (handed to the test)
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return results


def seat(game: Game, index: int) -> Seat:
    return game.seats.select_related("user").get(index=index)


def words_at(game: Game) -> list[str]:
    return list(game.seats.order_by("index").values_list("entropy", flat=True))


def miss(game: Game, *indices: int) -> None:
    """These seats let the open hand pass, and everybody else who owes it answers."""
    hand = hand_of(game)
    hand.clocks.filter(seat__index__in=indices).update(
        deadline=timezone.now() - timedelta(seconds=1)
    )
    for each in game.seats.select_related("user").filter(index__in=hand.awaiting):
        if each.index not in indices and not each.by_bot:
            bid(game, not_none(each.user))
    sweep.sweep()


def entries(game: Game, kind: str) -> list[dict[str, Any]]:
    return [entry.with_names for entry in fresh(game).log.filter(kind=kind).order_by("number")]

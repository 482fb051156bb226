"""A real game with a real worker and logs at DEBUG: hidden values are stored nowhere, nor are they
told where the rules break.
"""

import base64
from collections.abc import Iterator
from functools import partial

import pytest
from celery import current_app
from django.conf import settings
from django.core import signing
from django.test import Client

from accounts.models import User
from accounts.notifications import delivery
from games.models import Game
from tests.accounts.making import member
from tests.games.making import fresh, legal
from tests.games.web.driving import browser
from tests.secrecy.canary import play, searching
from tests.worker import WorkerProcess

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
QUEUE = "canary"


@pytest.fixture
def worker(django_db_setup: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerProcess]:
    """A worker that knows Canary and logs everything; not yet started."""
    monkeypatch.setitem(current_app.conf, "task_default_queue", QUEUE)
    include = "tests.secrecy.canary.registering"
    process = WorkerProcess(
        settings.DATABASES["default"], QUEUE, include=include, LOG_LEVEL="DEBUG"
    )
    yield process
    process.stop()


@pytest.fixture
def users() -> list[User]:
    return [member("Marit"), member("Joost")]


def bid_both(game: Game, users: list[User]) -> None:
    """Bids on the page for one seat, by API for the other."""
    play.bid_by_page(fresh(game), users[0], 0)
    play.bid_by_api(fresh(game), users[1], 1)


def has_come_to(game: Game, hand: int) -> bool:
    return fresh(game).hand_number == hand


def test_nothing_hidden_is_kept_anywhere(users: list[User], worker: WorkerProcess) -> None:
    with play.listening() as heard:
        game = play.created(users)
        bid_both(game, users)
        hidden = searching.hidden_of(fresh(game))
        queued = searching.dumped()
        worker.start()
        for number in (2, 3):
            worker.until(partial(has_come_to, game, number))
            bid_both(game, users) if number == 2 else play.bid_by_page(fresh(game), users[0], 0)
        delivery.deliver()
        heard.pages |= play.looked_at(fresh(game), Client())
    still = searching.hidden_of(fresh(game))
    before = len(worker.output())
    broken = play.broken(play.created(users), users)
    worker.until(lambda: "Illegal" in worker.output())
    at_the_break = {"worker": worker.output()[before:].encode()}
    output = {**heard.texts(), "worker": worker.output().encode()}

    assert any(b"resolve_hand" in text for text in queued.values())
    assert b"games.tasks.resolve_hand" in output["worker"]
    assert searching.found_in(queued, hidden) == []
    assert searching.found_in(searching.dumped(), still) == []
    assert searching.found_in(output, still) == []
    assert searching.found_in(at_the_break, searching.hidden_of(broken)) == []
    assert searching.found_in(searching.dumped(), searching.guesses(fresh(game))) == []


def test_its_owner_sees_it(users: list[User]) -> None:
    """The owner sees it; otherwise the search above couldn't find anything."""
    game = play.created(users)
    held = legal(game, 0)[3]
    page = browser(users[0]).get(f"/g/{game.code}/").content

    assert searching.found_in({"page": page}, [held]) == [f"page: {held}"]


COATS = {
    "as it is": lambda word: f"You hold the {word}.",
    "a bytea": lambda word: "\\\\x" + f"hold {word}".encode().hex(),
    "the body of a message": lambda word: base64.b64encode(f"[[{word}], {{}}]".encode()).decode(),
    "a session": lambda word: signing.dumps({"last": word}),
    "a long session": lambda word: signing.dumps({"last": word, "more": "x" * 500}, compress=True),
}


@pytest.mark.parametrize("coat", COATS)
def test_it_would_be_found_behind_any_coat(coat: str) -> None:
    stored = {"row": COATS[coat]("zorqompf").encode()}
    assert searching.found_in(stored, ["zorqompf"]) == ["row: zorqompf"]

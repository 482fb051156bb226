"""An error report says where and what kind of error it was, but not whose cards were involved."""

import io
import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Hand
from games.services import sweep
from games.tasks import resolve_hand
from tests.accounts.making import member
from tests.games.api.asking import at
from tests.games.making import fresh, hand_of
from tests.games.web.driving import browser
from tests.secrecy.canary import play, rules, searching

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return [member("Marit"), member("Joost")]


@pytest.fixture
def game(users: list[User]) -> Game:
    return play.created(users)


@pytest.fixture
def broken(game: Game, users: list[User]) -> Game:
    """All bids are in, and one is a card that its seat doesn't hold: the rules will quote it."""
    return play.broken(game, users)


def exploding(card: Callable[[Any], str]) -> Callable[..., Any]:
    """An observation that raises an error with a card in its text and variables."""

    def observation(state: Any, seat: int | None) -> Any:
        held = card(state)
        raise KeyError(held)

    return observation


@pytest.fixture
def explosive(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    game = fresh(game)
    monkeypatch.setattr(rules, "observation", exploding(lambda state: state.cards[1][0]))
    return game


def test_the_sweep_says_where_and_nothing_more(broken: Game) -> None:
    with play.listening() as heard:
        sweep.sweep()
    output = heard.log.getvalue()

    assert f"Hand {hand_of(broken).pk}" in output
    assert "Illegal" in output
    assert "in resolve" in output
    assert searching.found_in(heard.texts(), searching.hidden_of(broken)) == []


def test_a_task_says_no_more(broken: Game) -> None:
    with play.listening() as heard:
        resolve_hand.run(hand_of(broken).pk)

    assert "Illegal" in heard.log.getvalue()
    assert searching.found_in(heard.texts(), searching.hidden_of(broken)) == []
    assert hand_of(broken).state == Hand.State.READY


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("where", ["page", "api"])
def test_an_error_page_and_its_log_say_no_more(
    explosive: Game, users: list[User], settings: Any, debug: bool, where: str
) -> None:
    settings.DEBUG = debug
    hidden = searching.hidden_of(explosive)
    client: Client = browser(users[0])
    client.raise_request_exception = False
    path = f"/g/{explosive.code}/" if where == "page" else at(explosive)
    with play.listening() as heard:
        response = client.get(path)

    assert response.status_code == 500
    assert "KeyError" in heard.log.getvalue()
    heard.pages[path] = response.content
    assert searching.found_in(heard.texts(), hidden) == []


def test_the_formatter_is_the_one_of_the_settings() -> None:
    """The logs in these tests have the same format as the real ones."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(play.formatter())
    log = logging.Logger("test")  # noqa: LOG001 - one of its own, which no test has changed
    log.addHandler(handler)
    try:
        raise OSError("the disk is full")
    except OSError:
        log.exception("It broke.")

    assert "It broke." in stream.getvalue()
    assert "the disk is full" in stream.getvalue()

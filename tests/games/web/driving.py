"""Browsers without a screen, and what they find on a page."""

import re

from django.test import Client

from accounts.models import User
from games.models import Game
from tests.games.fast_forward import fast_forward
from tests.games.making import settle
from tests.sampling import whole

AT_FIRST = 2  # hands that are answered by pages before the rules play on


def browser(user: User | None = None) -> Client:
    """A browser, signed in if somebody is given."""
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(client: Client, path: str, status: int = 200, **data: str) -> str:
    """The text of a page."""
    response = client.get(path, data)
    assert response.status_code == status, response.content[:2000]
    return response.content.decode()


def without_tokens(text: str) -> str:
    """A page without the values that are new each time it is loaded."""
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", text)


def choices(text: str) -> list[str]:
    """What the first form of a page offers to answer."""
    form = text.split("<form")[1:]
    answer = next(part for part in form if 'name="bid"' in part)
    return re.findall(r'name="bid" value="([^"]+)"', answer.split("</form>")[0])


def open_number(text: str) -> str:
    """The hand that the form of a page answers."""
    found = re.search(r'name="hand" value="(\d+)"', text)
    assert found is not None
    return found[1]


def answer(client: Client, game: Game, choice: str | None = None) -> None:
    """Answers the hand as its page offers it, and has what is ready turned."""
    text = page(client, f"/g/{game.code}/")
    bid = {"hand": open_number(text), "bid": choice or choices(text)[0]}
    response = client.post(f"/g/{game.code}/bid/", bid)
    assert response.status_code == 302, response.content[:2000]
    settle(game)


def answer_to_the_end(client: Client, game: Game, *ends: int) -> Game:
    """Answers by its pages the first hands, these last hands of a stage with those that follow,
    and the last of all; what lies between them is like it (with TIDEWEB_WHOLE by pages, too).
    """
    stops: tuple[int | str, ...] = (1, *ends, "last")
    for to in stops:
        if to != 1 and not whole():
            game = fast_forward(settle(game), to)
        for _hand in range(AT_FIRST):
            if (game := settle(game)).state == Game.State.RUNNING:
                answer(client, game)
    while (game := settle(game)).state == Game.State.RUNNING:
        answer(client, game)
    return game

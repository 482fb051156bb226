"""Rowboat from the front page to the result, without an account and without a script."""

import pytest
from django.test import Client

from games.models import Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.making import person, settle
from tests.games.web.driving import answer, answer_to_the_end, browser, page
from tests.narrowing import not_none
from tests.sampling import sample

pytestmark = pytest.mark.django_db


def test_play_now_deals_a_game_of_rowboat() -> None:
    client = Client()
    assert 'name="game" value="rowboat"' in page(client, "/")
    response = client.post("/play/", {"game": "rowboat"})
    game = Game.objects.get()
    assert (game.ruleset, game.seat_count) == ("rowboat", 3)
    assert "The Tide" in page(client, response["Location"])


def test_a_game_that_is_none_of_ours_is_refused_before_anybody_is_made_a_guest() -> None:
    client = Client()
    assert client.post("/play/", {"game": "whist"}).status_code == 400
    assert "_auth_user_id" not in client.session


def test_two_play_a_novice_game_to_its_end_by_its_pages() -> None:
    user = person()
    client = browser(user)
    wish = TableSettings("rowboat", name="Juist", seats=2, bots=1, options={"novice": True})
    game = answer_to_the_end(client, tables.make_table(user, wish))
    text = page(client, f"/g/{game.code}/")
    assert "won with" in text
    assert "Score sheet" in text
    assert "What everybody held" in page(client, f"/g/{game.code}/replay/{game.hand_number}/")


@pytest.mark.parametrize("seats", sample([2, 3, 4], kind=lambda seats: seats == 4))
def test_one_deal_by_its_pages(seats: int) -> None:
    user = person()
    client = browser(user)
    game = tables.make_table(
        user, TableSettings("rowboat", name="Baltrum", seats=seats, bots=seats - 1)
    )
    phases = set()
    while not_none((game := settle(game)).table)["stage"] == 1 and game.state == Game.State.RUNNING:
        phases.add(not_none(game.table)["phase"])
        before = game.hand_number
        answer(client, game)
        page(client, f"/g/{game.code}/hand/{before}/") if settle(game).hand_number > before else ""
    assert {"bid", "play"} <= phases
    assert ("exchange" in phases) == (seats == 4)
    assert "Deal 1 is scored" in page(client, f"/g/{game.code}/hand/{_last_of_first_deal(game)}/")


def _last_of_first_deal(game: Game) -> int:
    entries = game.log.filter(kind="hand", data__events__contains=[{"kind": "stage_scored"}])
    return not_none(entries.first()).hand_number

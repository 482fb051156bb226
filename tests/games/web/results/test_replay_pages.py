"""A finished game can be gone through, every card shown; a running one cannot."""

import json
import re

import pytest

from games.game_view import seating_in
from games.models import Bid, Game
from games.rules.records import read_record, replay
from games.services.seats import absence, substitutes
from games.wording import moments
from tests import ready_games
from tests.games.fast_forward import fast_forward
from tests.games.making import bid_all, fresh, people, running, user_at
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def over() -> Game:
    return ready_games.take("turn-the-tide")


def test_any_hand_shows_what_everybody_held(over: Game) -> None:
    text = page(browser(), f"/g/{over.code}/replay/1/")
    first = over.record.data["hands"][0]
    assert "What everybody held" in text
    for seat, card in first.items():
        name = over.record.data["players"][int(seat)]
        assert f"<b>{name}</b>" in text
        assert f'<span class="chip chip--on">{card}</span>' in text


def test_the_steps_lead_from_the_first_hand_to_the_last(over: Game) -> None:
    client, seen = browser(), 0
    path: str | None = f"/g/{over.code}/replay/"
    while path:
        text = page(client, path)
        seen += 1
        path = text.split('rel="next" href="')[1].split('"')[0] if 'rel="next"' in text else None
    assert seen == over.hand_number


def test_the_page_says_from_when_to_when_it_was_played(over: Game) -> None:
    assert over.started_at is not None
    assert over.ended_at is not None
    began, ended = moments.exactly(over.started_at), moments.exactly(over.ended_at)
    assert f"Started {began}, ended {ended}" in page(browser(), f"/g/{over.code}/")


def test_there_is_no_hand_beyond_the_last(over: Game) -> None:
    client = browser()
    page(client, f"/g/{over.code}/replay/{over.hand_number + 1}/", 404)
    page(client, f"/g/{over.code}/replay/0/", 404)
    page(client, f"/g/{over.code}/hand/{over.hand_number + 1}/", 404)


def test_the_record_replays(over: Game) -> None:
    response = browser().get(f"/g/{over.code}/record.json")
    played = replay(read_record(response.content))
    assert played.outcome is not None
    assert played.outcome.as_json() == json.loads(response.content)["outcome"]


def test_a_running_game_gives_neither_replay_nor_record() -> None:
    users = people(4)
    game = running(users[1:])
    for part in ("replay/", "replay/1/", "record.json"):
        page(browser(users[1]), f"/g/{game.code}/{part}", 409)


def test_a_game_against_bots_can_be_shown_to_anybody() -> None:
    """The page says that whoever has the link may look: here is the link, and it is good."""
    game = ready_games.take("turn-the-tide", "over", bots=True)
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.LINK)
    text = page(browser(user_at(game, 0)), f"/g/{game.code}/")
    (link,) = re.findall(r'id="link" type="url" readonly value="http://testserver([^"]+)"', text)

    stranger = browser()
    page(stranger, f"/g/{game.code}/", 404)
    assert stranger.get(link, follow=True).status_code == 200
    shown = page(stranger, f"/g/{game.code}/")
    assert 'id="link"' not in shown, "it is theirs to pass on who played"
    page(stranger, f"/g/{game.code}/replay/")


def test_the_result_page_tells_who_won(over: Game) -> None:
    winners = [over.record.data["players"][seat] for seat in not_none(over.outcome)["winners"]]
    text = page(browser(), f"/g/{over.code}/")
    assert winners[0] in text.split('<h1 class="said">')[1].split("</h1>")[0]
    assert "Points by stage" in text


def test_a_hand_names_who_had_the_seat_in_it() -> None:
    marit, joost, aoife, henning = people(4)
    game = running([marit, joost, aoife], ruleset="turn-the-tide")
    for _hand in range(2):
        bid_all(game)
    absence.leave(joost, game.code)
    substitutes.take(henning, game.code, 1)
    game = fast_forward(fresh(game))
    for number, name, other in ((2, "Joost", "Henning"), (3, "Henning", "Joost")):
        receipt = Bid.objects.get(hand__game=game, hand__number=number, seat__index=1).digest
        found = page(browser(), f"/g/{game.code}/verify/?receipt={receipt}")
        assert f"Found: hand {number}, seat 1, {name}" in found
        for part in ("replay", "hand"):
            text = page(browser(), f"/g/{game.code}/{part}/{number}/")
            assert name in text
            assert other not in text
    readers = [
        seating_in(game, number, user).reader for number in (2, 3) for user in (joost, henning)
    ]
    assert readers == [1, None, None, 1], "“you” only of hands that were the reader’s"


def test_search_engines_are_asked_to_keep_no_record(over: Game) -> None:
    """It holds names and words, which are removed from it when their owner has them deleted."""
    found = browser().get(f"/g/{over.code}/record.json")
    assert found.json()["players"] == ["Marit", "Joost", "Aoife"]
    assert found.headers["X-Robots-Tag"] == "noindex"

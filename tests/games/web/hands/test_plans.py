"""A plan on its page: written by a form, tried, kept, wrong at its place, forgotten."""

import re

import pytest
from django.test import Client

from games import selectors
from games.models import Bid, Game, Plan
from games.services.seats import absence
from tests.games.making import (
    bid,
    bid_all,
    fresh,
    legal,
    people,
    person,
    running,
    user_at,
)
from tests.games.web.driving import browser, page
from tests.narrowing import not_none
from tests.sampling import few

pytestmark = pytest.mark.django_db
TRIED = 5  # options of each field


def marit(game: Game, seat: int = 0) -> Client:
    return browser(user_at(game, seat))


def way(game: Game) -> str:
    return f"/g/{game.code}/plan/"


def kept(game: Game) -> str:
    plan = selectors.hands.plans.own_plan(game, game.seats.get(index=0))
    return plan.left if plan else ""


def field(text: str) -> str:
    """The tag of the field for the text."""
    return not_none(re.search(r"<textarea[^>]*>", text))[0]


def written(text: str) -> str:
    """What stands in the field for the text."""
    found = re.search(r"<textarea[^>]*>\s*(.*?)</textarea>", text, re.DOTALL)
    assert found is not None
    return found[1].strip()


def test_the_table_shows_it_and_leads_to_it(game: Game) -> None:
    client = marit(game)
    assert "Answer ahead" in page(client, f"/g/{game.code}/")
    sent = client.post(way(game), {"do": "keep", "plan": "next: lowest\nif my tide is 3: highest"})
    assert sent["Location"] == f"/g/{game.code}/"
    text = page(client, f"/g/{game.code}/")
    assert "The plan is saved" in text
    assert "if my tide is 3: highest" in text
    assert "next hand" in text
    assert kept(game) == "next: lowest\nif my tide is 3: highest"


def test_playing_it_is_offered_only_if_it_has_an_answer(game: Game) -> None:
    client, play = marit(game), f"{way(game)}play/"
    client.post(way(game), {"do": "keep", "plan": "next: ask, then lowest"})
    text = page(client, f"/g/{game.code}/")
    assert "you’d have to answer yourself" in text
    assert play not in text
    client.post(way(game), {"do": "keep", "plan": "next: lowest"})
    assert play in page(client, f"/g/{game.code}/")


def test_the_form_writes_it_and_nothing_is_kept_before_one_says_so(game: Game) -> None:
    client, cards = marit(game), legal(game, 0)
    sent = {
        "do": "write", "first": cards[4], "second": "lowest", "third": "",
        "fact": "a tide", "compare": "{} or more", "value": "10", "then": cards[-1],
        "rest": "median",
    }  # fmt: skip
    answer = client.post(way(game), sent)
    text = written(answer.content.decode())
    assert text == (
        f"next: {cards[4]}, then lowest\nif a tide of 10 or more is up: {cards[-1]}\nalways: median"
    )
    assert f"In the current hand it would seal: the {cards[4]}." in answer.content.decode()
    assert not Plan.objects.exists()
    client.post(way(game), {"do": "keep", "plan": text, "now": "on"})
    assert Bid.objects.get(hand__game=game).via == "plan"


def test_the_form_asks_for_what_is_missing(game: Game) -> None:
    sent = {"do": "write", "fact": "my tide", "compare": "{}", "rest": "ask"}
    answer = marit(game).post(way(game), sent)
    assert answer.status_code == 400
    assert "Which number?" in answer.content.decode()
    assert "Choose what to play then." in answer.content.decode()


@pytest.mark.parametrize("ruleset", ["rowboat", "turning-tides", "turn-the-tide"])
def test_whatever_the_form_offers_is_a_plan(ruleset: str) -> None:
    game = running(people(3 if ruleset == "turn-the-tide" else 2), ruleset=ruleset)
    while not_none(fresh(game).table)["phase"] == "moon":
        bid_all(game)
    client = marit(game)
    text = page(client, way(game))
    for name in ("first", "fact"):
        field = text.split(f'<select name="{name}"')[1].split("</select>")[0]
        offered = re.findall(r'<option value="([^"]+)"', field)
        assert offered
        for value in few(offered, TRIED):
            sent = {"do": "write", name: value, "value": "3", "then": "lowest", "rest": "ask"}
            answer = client.post(way(game), {"compare": "{}", **sent})
            assert answer.status_code == 200, value
            assert written(answer.content.decode())


def test_what_is_tried_is_told_in_sentences(game: Game) -> None:
    bid_all(game)
    lowest = legal(game, 0)[0]
    answer = marit(game).post(way(game), {"do": "try", "plan": "if hand is 2: lowest"})
    text = answer.content.decode()
    assert f"In the current hand it would seal: the {lowest}." in text
    assert "you’d have answered yourself (you played: the" in text
    assert 'id="tried" tabindex="-1" autofocus' in text  # the page begins there
    assert "autofocus" not in field(text)
    assert not Plan.objects.exists()


def test_an_error_stands_at_its_place_and_what_was_kept_is_said(game: Game) -> None:
    client = marit(game)
    wrong = "next: lowest\nif my boat is 3: <b>44"
    answer = client.post(way(game), {"do": "keep", "plan": wrong})
    text = answer.content.decode()
    assert answer.status_code == 400
    assert "Line 2, column 4: “my boat” is not something a plan can ask about." in text
    assert "if <mark>my boat</mark> is 3: &lt;b&gt;44" in text
    assert "You have no plan yet." in text
    assert written(text) == "next: lowest\nif my boat is 3: &lt;b&gt;44"
    for said in (" autofocus", 'aria-invalid="true"', 'aria-describedby="wrong"'):
        assert said in field(text)

    client.post(way(game), {"do": "keep", "plan": "always: lowest"})
    text = client.post(way(game), {"do": "try", "plan": "x" * 9999}).content.decode()
    assert "Your earlier plan still counts." in text
    assert kept(game) == "always: lowest"


def test_one_for_a_hand_that_is_over_is_shown_again_with_the_open_one(game: Game) -> None:
    client, sent = marit(game), {"do": "keep", "plan": "next: lowest", "now": "on", "hand": "1"}
    assert '<input type="hidden" name="hand" value="1"' in page(client, way(game))
    bid_all(game)
    answer = client.post(way(game), sent)
    text = answer.content.decode()
    assert answer.status_code == 409
    assert "Meanwhile hand 2 has opened, so your plan isn’t saved yet." in text
    assert written(text) == "next: lowest"
    assert '<input type="hidden" name="hand" value="2"' in text
    assert kept(game) == ""
    assert client.post(way(game), {**sent, "hand": "2"}).status_code == 302
    assert Bid.objects.get(hand__game=game, hand__number=2).via == Bid.Via.PLAN


def test_it_is_forgotten_at_a_press(game: Game) -> None:
    client = marit(game)
    client.post(way(game), {"do": "keep", "plan": "always: lowest", "ask_forced": "on"})
    assert fresh(game).seats.get(index=0).ask_forced
    assert "Delete my plan" in page(client, way(game))
    assert client.post(way(game), {"do": "forget"}).status_code == 302
    assert kept(game) == ""


def test_only_who_sits_there(game: Game) -> None:
    marit(game).post(way(game), {"do": "keep", "plan": "always: lowest # zebra"})
    assert "zebra" not in page(marit(game, 1), way(game))
    assert "always: lowest" not in page(marit(game, 1), f"/g/{game.code}/")
    assert "always: lowest" not in page(browser(), f"/g/{game.code}/")
    assert browser(person("Ute")).get(way(game)).status_code == 403
    assert browser().get(way(game)).status_code == 302
    assert browser().post(way(game), {"do": "keep", "plan": ""}).status_code == 403


def test_the_whole_language_is_one_link_away(game: Game) -> None:
    client = marit(game)
    assert 'href="/plans.md"' in page(client, way(game))
    answer = client.get("/plans.md")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert b"# Plans" in b"".join(answer)


def test_what_its_owner_has_sealed_is_not_said_to_be_from_the_plan(game: Game) -> None:
    """Though the plan would have given the same."""
    card, client = legal(game, 0)[4], marit(game)
    bid(game, user_at(game, 0), card)
    sent = {"do": "keep", "plan": f"next: {card}", "now": "on", "hand": "1"}
    client.post(way(game), sent)
    text = page(client, f"/g/{game.code}/")
    assert "The plan is saved" in text
    assert "it has sealed" not in text
    other = marit(game, 1)
    other.post(way(game), sent | {"plan": "next: lowest"})
    assert "it has sealed" in page(other, f"/g/{game.code}/")


def test_while_a_bot_plays_it_waits_for_its_owner(game: Game) -> None:
    client = marit(game)
    absence.pass_to_bot(user_at(game, 0), game.code)
    client.post(way(game), {"do": "keep", "plan": "always: lowest", "hand": "1"})
    text = page(client, f"/g/{game.code}/")
    assert "It waits while a bot is playing for you: press “I am back”" in text

"""Plans over the API: kept, shown to their owner alone, tried, refused with their place."""

import pytest
from rest_framework.test import APIClient

from games.models import Bid, Game, Plan
from games.services.seats import pausing
from tests.games.api.asking import at, client, good, problem, signed_in
from tests.games.making import bid_all, fresh, legal, person
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def marit(game: Game, seat: int = 0) -> APIClient:
    return client(game.seats.get(index=seat).user)


def test_a_plan_is_kept_shown_moved_on_and_forgotten(game: Game) -> None:
    ask, cards = marit(game), legal(game, 0)
    assert good(ask.get(at(game, "plan")))["plan"] == ""
    text = f"  next: {cards[3]}, then {cards[5]}\n# later\nalways: lowest"
    kept = good(ask.put(at(game, "plan"), {"plan": text, "now": True}))
    assert (kept["plan"], kept["done"]) == (text, 1)
    assert kept["left"] == f"next: {cards[5]}\nalways: lowest"
    assert good(ask.get(at(game)))["own_bid"]["bid"] == cards[3]
    assert good(ask.get(at(game, "plan"))) == kept

    assert ask.delete(at(game, "plan")).status_code == 204
    assert good(ask.get(at(game, "plan")))["changed_at"] is None
    bid_all(game)
    assert not Bid.objects.filter(hand__game=game, hand__number=2).exists()


def test_it_is_tried_without_being_kept(game: Game) -> None:
    ask = marit(game)
    bid_all(game)
    found = good(ask.post(at(game, "plan", "try"), {"plan": "if hand is 2: highest, else ask"}))
    assert found["plan"] == "if hand is 2: highest, else ask"
    assert found["now"]["answer"] == legal(game, 0)[-1]
    (first,) = found["past"]
    assert (first["hand"], first["answer"], first["by"]) == (1, None, "rule")
    assert first["given"]
    assert not Plan.objects.exists()


def test_an_error_names_its_place(game: Game) -> None:
    ask = marit(game)
    for way, send in (("plan", ask.put), ("plan/try", ask.post)):
        found = problem(send(at(game, way), {"plan": "next: lowest\nnext: 77"}), 400, "bad_plan")
        assert (found["line"], found["column"], found["found"]) == (2, 7, "77")
        assert "lowest" in found["expected"]
    problem(ask.put(at(game, "plan"), {"plan": "next: 4; " * 1000}), 400, "bad_plan")
    problem(ask.put(at(game, "plan"), {"plan": "x" * 1_000_000}), 413, "body_too_large")
    problem(ask.put(at(game, "plan"), {"plan": "", "loop": 1}), 400, "unknown_fields")


def test_now_is_the_hand_that_was_seen(game: Game) -> None:
    ask = marit(game)
    bid_all(game)
    wish = {"plan": "always: lowest", "now": True, "hand": 1}
    assert problem(ask.put(at(game, "plan"), wish), 409, "hand_went_on")["open"] == 2
    assert not Plan.objects.exists()
    assert good(ask.put(at(game, "plan"), {**wish, "hand": 2}))["now"]["given"]
    problem(ask.put(at(game, "plan"), {**wish, "hand": 0}), 400, "invalid")


def test_to_be_asked_even_if_forced(game: Game) -> None:
    ask = marit(game)
    assert good(ask.put(at(game, "plan"), {"plan": "", "ask_forced": True}))["ask_forced"]
    assert good(ask.put(at(game, "plan"), {"plan": "always: only"}))["ask_forced"]
    assert fresh(game).seats.get(index=0).ask_forced


def test_nobody_else_is_told(game: Game) -> None:
    good(marit(game).put(at(game, "plan"), {"plan": "always: lowest # zebra"}))
    others = (marit(game, 1), client(), client(person("Ute")))
    for ask in others:
        for way in ((), ("log",), ("plan",)):
            assert "zebra" not in ask.get(at(game, *way)).content.decode()
    assert good(others[0].get(at(game, "plan")))["plan"] == ""
    problem(others[2].get(at(game, "plan")), 403, "not_seated")
    problem(others[2].put(at(game, "plan"), {"plan": ""}), 403, "not_seated")
    problem(others[1].get(at(game, "plan")), 401, "not_authenticated")


def test_a_cancelled_game_is_over_for_what_comes_late(game: Game) -> None:
    pausing.cancel(game)
    game.save()
    ask = marit(game)
    problem(ask.post(at(game, "plan", "try"), {"plan": "always: lowest"}), 409, "game_over")
    problem(ask.post(at(game, "asides"), {"act": "surrender"}), 409, "game_over")
    page = signed_in(not_none(game.seats.get(index=0).user)).get(f"/g/{game.code}/plan/")
    assert b"This game is over" in page.content

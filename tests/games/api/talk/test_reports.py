"""Reports to the moderators, and their answers."""

import pytest

from games.models import Report
from tests.games.api.asking import ROOT, client, good, problem
from tests.games.making import people, person, running

pytestmark = pytest.mark.django_db


def test_the_moderators_are_told_and_their_answer_comes_back() -> None:
    users = people(3)
    game, ask, way = running(users), client(users[0]), f"{ROOT}/me/reports"
    wish = {"kind": "stuck", "text": "Nobody answers.", "game": game.code, "person": "Joost"}
    made = good(ask.post(way, wish), 201)
    assert (made["game"], made["person"]) == (game.code, "Joost")
    problem(ask.post(way, {**wish, "text": " "}), 400, "empty_report")
    problem(ask.post(way, {**wish, "text": "a" * 2001}), 400, "long_text")
    hidden = running([person(name) for name in ("Wim", "Ute", "Ole")], visibility="link")
    problem(ask.post(way, {**wish, "game": hidden.code}), 404, "unknown_game")
    Report.objects.update(answer="We wrote to them.", outcome="acted")
    (told,) = good(ask.get(way))["reports"]
    assert told["answer"] == "We wrote to them."
    assert good(client(users[1]).get(way)) == {"reports": []}

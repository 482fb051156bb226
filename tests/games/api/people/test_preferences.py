"""How my seats are set where I sit down, over the API."""

import pytest

from tests.games.api.asking import ROOT, client, good, problem
from tests.games.making import people

pytestmark = pytest.mark.django_db
WAY = f"{ROOT}/me/preferences"
TIDE = "if a tide of 10 or more is up: highest, else lowest"


def test_changing_some_of_it_and_reading_all_of_it() -> None:
    marit, joost = people(2)
    ask = client(marit)
    assert good(ask.get(WAY)) == {"policy": "lowest", "ask_forced": False, "openings": {}}
    good(ask.patch(WAY, {"policy": "plan"}))
    found = good(ask.patch(WAY, {"openings": {"turn-the-tide": TIDE}, "ask_forced": True}))
    assert found == {"policy": "plan", "ask_forced": True, "openings": {"turn-the-tide": TIDE}}
    assert good(ask.get(WAY)) == found
    assert good(client(joost).get(WAY))["openings"] == {}
    assert good(ask.patch(WAY, {"openings": {"turn-the-tide": ""}}))["openings"] == {}


def test_what_does_not_fit_changes_nothing() -> None:
    ask = client(people(1)[0])
    problem(ask.patch(WAY, {"policy": "luck"}), 400, "bad_policy")
    wrong = {"policy": "plan", "openings": {"rowboat": "next: lowest\nnext: 77"}}
    found = problem(ask.patch(WAY, wrong), 400, "bad_plan")
    assert (found["ruleset"], found["line"], found["column"]) == ("rowboat", 2, 7)
    problem(ask.patch(WAY, {"openings": {"chess": "always: e4"}}), 400, "unknown_fields")
    assert good(ask.get(WAY)) == {"policy": "lowest", "ask_forced": False, "openings": {}}


def test_a_seat_has_it_unless_another_policy_is_named() -> None:
    marit, joost = people(2)
    good(client(marit).patch(WAY, {"policy": "highest"}))
    good(client(joost).patch(WAY, {"policy": "median"}))
    wish = {"ruleset": "turn-the-tide", "name": "Sylt", "seats": 3}
    made = good(client(marit).post(f"{ROOT}/games", wish), 201)
    assert made["policy"] == "highest"
    joined = good(client(joost).post(f"{ROOT}/games/{made['code']}/join", {}))
    assert joined["policy"] == "median"
    other = good(client(marit).post(f"{ROOT}/games", {**wish, "policy": "bot"}), 201)
    assert other["policy"] == "bot"

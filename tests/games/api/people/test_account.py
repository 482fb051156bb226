"""What so far only pages could: sessions, all that is kept, reports, somebody's games, If-Match.

Planted: with `person(request)` left out of the query another's session ends; with the comparison of
receipts left out an old one overrides the new.
"""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.models import Bid, Report
from tests.accounts.making import member
from tests.games.api.asking import ROOT, at, client, good, problem
from tests.games.making import hand_of, legal, people, person, running, table_of

pytestmark = pytest.mark.django_db


def test_one_sees_where_one_is_signed_in_and_ends_it() -> None:
    cache.clear()
    marit, phone = member(), Client(HTTP_USER_AGENT="Lynx/2.9")
    phone.post(reverse("account_login"), {"login": marit.email, "password": "Marit"})
    ask = client(marit)
    (told,) = good(ask.get(f"{ROOT}/me/sessions"))["sessions"]
    assert (told["device"], told["this"]) == ("Lynx", False)
    problem(client(member("Joost")).delete(f"{ROOT}/me/sessions/{told['id']}"), 404, "no_session")
    assert phone.get(reverse("profile")).status_code == 200
    good(ask.delete(f"{ROOT}/me/sessions/{told['id']}"), 204)
    assert phone.get(reverse("profile")).status_code == 302


def test_all_that_is_kept_is_the_same_as_on_the_page() -> None:
    marit = member()
    page = Client()
    page.force_login(marit, backend="django.contrib.auth.backends.ModelBackend")
    told = good(client(marit).get(f"{ROOT}/me/export"))
    assert told["format"] == "tideweb-person/1"
    assert told["person"]["email"] == "marit@example.org"
    assert set(told) == set(page.get(reverse("data-export")).json())


def test_the_moderators_are_told_and_their_answer_comes_back() -> None:
    users = people(3)
    game, ask, way = running(users), client(users[0]), f"{ROOT}/me/reports"
    wish = {"kind": "stuck", "text": "Nobody answers.", "game": game.code, "person": "Joost"}
    made = good(ask.post(way, wish), 201)
    assert (made["game"], made["person"]) == (game.code, "Joost")
    problem(ask.post(way, {**wish, "text": " "}), 400, "empty_report")
    hidden = running([person(name) for name in ("Wim", "Ute", "Ole")], visibility="link")
    problem(ask.post(way, {**wish, "game": hidden.code}), 404, "unknown_game")
    Report.objects.update(answer="We wrote to them.", outcome="acted")
    (told,) = good(ask.get(way))["reports"]
    assert told["answer"] == "We wrote to them."
    assert good(client(users[1]).get(way)) == {"reports": []}


def test_the_games_of_somebody_are_those_that_one_may_see() -> None:
    users, seen = table_of(3)
    hidden = running(users, visibility="link")
    running([person(name) for name in ("Wim", "Ute", "Ole")])
    ask = client(person("Eva"))
    found = good(ask.get(f"{ROOT}/games", {"player": "joost"}))["games"]
    assert [game["code"] for game in found] == [seen.code]
    own = good(client(users[0]).get(f"{ROOT}/games", {"player": "Joost"}))["games"]
    assert {game["code"] for game in own} == {seen.code, hidden.code}
    problem(ask.get(f"{ROOT}/games", {"player": "Nobody"}), 404, "unknown_person")


def test_a_bid_replaces_the_one_that_it_names_and_no_other() -> None:
    users, game = table_of(3)
    ask, way = client(users[0]), at(game, "hands", hand_of(game).number, "bid")
    first, second, third = legal(game, 0)[:3]
    none = {"If-None-Match": "*"}
    made = ask.put(way, {"bid": first}, headers=none)
    assert made["ETag"] == f'"{good(made)["digest"]}"'
    problem(ask.put(way, {"bid": second}, headers=none), 412, "precondition_failed")
    changed = ask.put(way, {"bid": second}, headers={"If-Match": made["ETag"]})
    assert ask.get(way)["ETag"] == changed["ETag"] != made["ETag"]
    late = ask.put(way, {"bid": third}, headers={"If-Match": made["ETag"]})
    problem(late, 412, "precondition_failed")
    nonsense = ask.put(way, {"bid": third}, headers={"If-Match": '"nonsense"'})
    problem(nonsense, 412, "precondition_failed")
    assert (Bid.objects.count(), good(ask.get(way))["bid"]) == (1, second)
    assert ask.get(way, headers={"If-None-Match": changed["ETag"]}).status_code == 304

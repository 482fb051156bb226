"""The sandbox: bots of different people meet, and a cross table says how they stand.

Planted: without the owner in `_of_others`, two bots of one person meet; without the mark on the
table, it counts no game; without `missed`, whoever stays away wins.
"""

from datetime import time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.people import own_bots, vacations
from accounts.security import api_keys
from games import cross_table
from games.cross_table import PlayerResult
from games.models import Game, Rating, Seat
from games.rules.registry import RULESETS
from games.services import sweep
from games.services.lobby import sandbox, tables
from games.services.people import erasure
from tests.accounts.making import member
from tests.games.api.asking import ROOT, at, client, good, problem
from tests.games.api.contract import Checking
from tests.games.api.moderation.test_suspended import suspended
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import fresh, hand_of
from tests.games.services.moderation.setting import let_time_run_out
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

WISH = {"ruleset": "turning-tides"}


def bot(owner: User, name: str) -> User:
    return own_bots.make(owner, name)[0].user


@pytest.mark.django_db
def test_bots_of_different_people_meet_and_are_counted() -> None:
    marit, joost = member(), member("Joost")
    texel, vlieland, sylt = bot(marit, "Texel"), bot(marit, "Vlieland"), bot(joost, "Sylt")
    waits = good(client(texel).post(f"{ROOT}/sandbox", WISH))
    assert good(client(texel).post(f"{ROOT}/sandbox", WISH))["code"] == waits["code"]
    assert good(client(vlieland).post(f"{ROOT}/sandbox", WISH))["code"] != waits["code"]
    met = good(client(sylt).post(f"{ROOT}/sandbox", WISH))
    assert (met["code"], met["state"]) == (waits["code"], "running")
    assert waits["code"] not in str(good(client().get(f"{ROOT}/games")))
    fast_forward(Game.objects.get(code=met["code"]), "over", like_bots())
    first, second = good(client().get(f"{ROOT}/sandbox", WISH))["bots"]
    assert {first["name"], second["name"]} == {"Texel (bot)", "Sylt (bot)"}
    assert (first["games"], first["share"] + second["share"]) == (1, 1)
    assert first["against"][0]["name"] == second["name"]
    assert first["low"] < first["share"] <= first["high"]
    assert "Texel (bot)" in page(browser(), "/sandbox/", game="turning-tides")
    assert "Texel (bot)" not in page(browser(), "/sandbox/", game="rowboat")
    assert not Rating.objects.exists()
    Game.objects.update(ended_at=timezone.now() - timedelta(days=91))
    assert good(client().get(f"{ROOT}/sandbox", WISH))["bots"] == []


@pytest.mark.django_db
def test_a_retired_bot_stays_with_its_results_and_no_page() -> None:
    joost = member("Joost")
    for user in (bot(member(), "Texel"), bot(joost, "Sylt")):
        game = sandbox.enter(user, "turning-tides")
    fast_forward(game, "over", like_bots())
    Game.objects.filter(pk=game.pk).update(visibility="public")
    own_bots.close(joost, own_bots.of(joost).get().pk)
    shown = page(browser(), "/sandbox/", game="turning-tides")
    assert "Sylt (bot)" in shown
    assert 'href="/people/Texel%20(bot)/"' in shown
    assert "/people/Sylt" not in shown
    asked = {"player": "Sylt (bot)"}
    assert [one["code"] for one in good(client().get(f"{ROOT}/games", asked))["games"]]
    assert client().get(f"{ROOT}/records", asked).status_code == 200
    problem(client().get(f"{ROOT}/people/Sylt (bot)"), 404, "unknown_person")

    erasure.forget(joost)
    former = {"player": User.objects.get(seats__game=game, is_active=False).name}
    problem(client().get(f"{ROOT}/games", former), 404, "unknown_person")


@pytest.mark.django_db
def test_nobody_is_seated_with_a_bot_that_was_retired_while_it_waited() -> None:
    joost = member("Joost")
    waits = sandbox.enter(bot(joost, "Sylt"), "turning-tides")
    own_bots.close(joost, own_bots.of(joost).get().pk)
    assert sandbox.enter(bot(member(), "Texel"), "turning-tides") != waits


@pytest.mark.django_db
def test_no_link_lets_in_a_bot_of_the_same_person_to_lose_on_purpose() -> None:
    """Planted: the link of the table, as of any other."""
    texel = bot(member(), "Texel")
    waits = good(client(texel).post(f"{ROOT}/sandbox", WISH))
    assert waits["link"] is None
    assert good(client(texel).get(at(waits["code"])))["link"] is None


@pytest.mark.django_db
def test_a_refusal_names_the_games_there_are_and_is_in_the_schema(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask = Checking()
    ask.credentials(HTTP_AUTHORIZATION=f"Bearer {api_keys.issue(bot(member(), 'Texel'))}")
    for answer in (
        ask.post(f"{ROOT}/sandbox", {"ruleset": "chess"}),
        ask.get(f"{ROOT}/sandbox", {"ruleset": "chess"}),
        ask.post(f"{ROOT}/games", {"ruleset": "chess", "name": "Texel", "seats": 3}),
    ):
        assert problem(answer, 400, "unknown_ruleset")["known"] == sorted(RULESETS)
    monkeypatch.setattr(tables, "MAX_OPEN_TABLES", 0)
    problem(ask.post(f"{ROOT}/sandbox", WISH), 409, "too_many_tables")


@pytest.mark.django_db
@pytest.mark.parametrize("left", [{"misses": 1}, {"absence": Seat.Absence.BOT}], ids=str)
def test_whoever_stays_away_or_hands_over_their_seat_loses(left: dict[str, Any]) -> None:
    """Whatever the end of the game says."""
    users = [bot(member(), "Texel"), bot(member("Joost"), "Sylt")]
    for user in users:
        game = sandbox.enter(user, "rowboat")
    over = fast_forward(game, "over", like_bots())
    winner = over.seats.get(index=not_none(over.outcome)["winners"][0])
    Seat.objects.filter(pk=winner.pk).update(**left)
    best, last = good(client().get(f"{ROOT}/sandbox", {"ruleset": "rowboat"}))["bots"]
    assert (last["name"], last["share"], best["share"]) == (not_none(winner.user).name, 0, 1)


@pytest.mark.django_db
def test_tables_that_wait_are_among_the_four() -> None:
    texel = bot(member(), "Texel")
    for ruleset in ("rowboat", "turn-the-tide"):
        assert sandbox.enter(texel, ruleset).state == Game.State.OPEN
    for number in range(sandbox.MAX_TABLES - 2):
        sandbox.enter(texel, "turning-tides")
        sandbox.enter(bot(member(f"M{number:02}"), f"Sand {number}"), "turning-tides")
    problem(client(texel).post(f"{ROOT}/sandbox", WISH), 409, "sandbox_full")
    again = good(client(texel).post(f"{ROOT}/sandbox", {"ruleset": "rowboat"}))
    assert again["state"] == "open", "where it waits already"


@pytest.mark.django_db
def test_tables_that_all_have_left_to_bots_lock_nobody_out() -> None:
    users = [bot(member(), "Texel"), bot(member("Joost"), "Sylt")]
    for _table in range(sandbox.MAX_TABLES):
        for user in users:
            game = sandbox.enter(user, "turning-tides")
        let_time_run_out(fresh(game))  # both were down
    for _again in range(100):
        sweep.sweep()
    assert not Game.objects.exclude(state=Game.State.OVER).exists()
    assert sandbox.enter(users[0], "turning-tides").state == Game.State.OPEN


@pytest.mark.django_db
@pytest.mark.parametrize("begins", ["before", "meanwhile", "quiet hours"])
def test_nobody_holds_up_the_others_for_longer_than_an_hour(begins: str) -> None:
    texel, sylt = bot(member(), "Texel"), bot(member("Joost"), "Sylt")
    today = vacations.today(texel)
    days = {"first": str(today), "last": str(today + timedelta(days=20))}
    if begins == "before":
        good(client(texel).post(f"{ROOT}/me/vacations", days), 201)
    if begins == "quiet hours":
        User.objects.filter(pk=texel.pk).update(quiet_from=time(0), quiet_to=time(23, 59))
        texel.refresh_from_db()
    for user in (texel, sylt):
        game = sandbox.enter(user, "turning-tides")
    if begins == "meanwhile":
        good(client(texel).post(f"{ROOT}/me/vacations", days), 201)
    hand = hand_of(game)
    assert hand.clocks.get(user=texel).deadline == hand.opened_at + timedelta(hours=1)
    assert hand.deadline == hand.opened_at + timedelta(hours=1)


@pytest.mark.django_db
def test_nobody_else_comes_in() -> None:
    marit = member()
    texel = bot(marit, "Texel")
    problem(client(marit).post(f"{ROOT}/sandbox", WISH), 403, "only_bots")
    problem(client(texel).post(f"{ROOT}/sandbox", {"ruleset": "chess"}), 400, "unknown_ruleset")
    for number in range(sandbox.MAX_TABLES):
        code = good(client(texel).post(f"{ROOT}/sandbox", WISH))["code"]
        there = at(Game.objects.get(code=code), "join")
        problem(client(marit).post(there), 404, "unknown_game")
        sandbox.enter(bot(member(f"M{number:02}"), f"Sand {number}"), WISH["ruleset"])
    problem(client(texel).post(f"{ROOT}/sandbox", WISH), 409, "sandbox_full")
    suspended(marit)  # whoever answers for it
    problem(client(texel).post(f"{ROOT}/sandbox", WISH), 403, "suspended")


def test_a_game_of_three_counts_for_each_two_who_were_against_each_other() -> None:
    games = [
        [PlayerResult("a", 0, 1), PlayerResult("b", 1, 2), PlayerResult("c", 2, 2)],
        [PlayerResult("a", 0, 1), PlayerResult("b", 0, 1), PlayerResult("c", 1, 2, missed=True)],
    ]
    rows = {row.player: row for row in cross_table.rows(games)}
    assert (rows["a"].total.mean, rows["a"].total.games) == (1, 3)
    assert rows["a"].against["b"].games == 1
    assert rows["b"].against["c"].mean == 0.75
    assert rows["c"].total.mean == pytest.approx(0.125)
    assert cross_table.share([1, 0] * 50).low == pytest.approx(0.404, abs=0.001)

"""Bots that people write: an account of their own, an owner who answers for it, and a sign.

Planted: without `is_program` in what is rated, the person's rating changes; without the owner in
`of`, Joost has a new key for Marit's; without the bots in the erasure, theirs play on for nobody.
"""

import re

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import ApiKey, Program, User
from accounts.people import display_names, own_bots
from accounts.refusals import Refused
from games.models import Game, RatedGame
from games.services.people import erasure
from games.services.results import leagues, ratings
from tests.accounts.making import browser, member
from tests.games.api.asking import ROOT, at, by_key, good, problem
from tests.games.making import legal, running

pytestmark = pytest.mark.django_db


def test_one_is_made_on_the_page_plays_by_its_key_and_says_whose_it_is() -> None:
    marit = member()
    page = browser(marit).post("/settings/bots/", {"name": "Texel"}).content.decode()
    (key,) = re.findall(r"tideweb_[0-9a-f]{40}", page)
    bot = by_key(key)
    assert good(bot.get(f"{ROOT}/me"))["name"] == "Texel (bot)"
    wish = {"ruleset": "turn-the-tide", "name": "Sylt", "seats": 3}
    code = good(bot.post(f"{ROOT}/games", wish), 201)["code"]
    problem(bot.post(at(code, "invitations"), {"email": "x@example.org"}), 403, "cannot_invite")
    problem(bot.patch(f"{ROOT}/me", {"name": "Marit"}), 403, "scope_missing")
    told = good(bot.get(f"{ROOT}/people/Texel (bot)"))
    assert (told["kind"], told["owner"]) == ("program", "Marit")
    shown = Client().get("/people/Texel (bot)/").content.decode()
    assert "A bot that" in shown
    assert "Marit" in shown


def test_its_games_change_nobodys_rating_and_it_plays_in_no_league() -> None:
    made, key = own_bots.make(member("Joost"), "Texel")
    users = [member(), made.user, member("Wim")]
    game = running(users)
    bot = by_key(key)
    good(bot.put(at(game, "hands", 1, "bid"), {"bid": legal(game, 1)[0]}))
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    rated = RatedGame(game=Game.objects.get(pk=game.pk), by_rules=True)
    assert ratings.why_not(rated) == RatedGame.Why.BOTS
    with pytest.raises(Exception, match="no_guests"):
        leagues.join(made.user, "tides")


def test_nobody_touches_that_of_another() -> None:
    made, key = own_bots.make(member(), "Texel")
    his = browser(member("Joost"))
    for what in ("key", "close", "name"):
        assert his.post(f"/settings/bots/{made.pk}/{what}/").status_code == 404
    good(by_key(key).get(f"{ROOT}/me"))
    hers = browser(User.objects.get(name="Marit"))
    page = hers.post(f"/settings/bots/{made.pk}/key/").content.decode()
    (newer,) = re.findall(r"tideweb_[0-9a-f]{40}", page)
    problem(by_key(key).get(f"{ROOT}/me"), 401, "bad_token")
    good(by_key(newer).get(f"{ROOT}/me"))
    way = f"/settings/bots/{made.pk}/name/"
    refused = hers.post(way, {"name": "Marit"})
    assert refused.status_code == 400
    assert 'value="Marit" autofocus aria-invalid="true"' in refused.content.decode()
    assert hers.post(way, {"name": "Sylt"}).status_code == 302
    assert User.objects.get(pk=made.user_id).name == "Sylt (bot)"
    hers.post(f"/settings/bots/{made.pk}/close/")
    problem(by_key(newer).get(f"{ROOT}/me"), 401, "bad_token")


def test_three_are_enough_and_no_person_is_called_so() -> None:
    marit = member()
    for name in ("Texel", "Sylt", "Juist"):
        own_bots.make(marit, name)
    with pytest.raises(Refused, match="too_many_programs"):
        own_bots.make(marit, "Amrum")
    with pytest.raises(ValidationError):
        own_bots.make(member("Joost"), "Texel")
    with pytest.raises(ValidationError, match="shorter"):
        own_bots.make(User.objects.get(name="Joost"), "A" * 25)
    with pytest.raises(ValidationError):
        display_names.checked("Amrum (bot)")


def test_whose_owner_goes_goes_too() -> None:
    marit = member()
    made, key = own_bots.make(marit, "Texel")
    erasure.forget(marit)
    problem(by_key(key).get(f"{ROOT}/me"), 401, "bad_token")
    assert not ApiKey.objects.exists()
    assert not Program.objects.exists()
    assert User.objects.get(pk=made.user_id).name.startswith("Former player")


def test_a_name_that_nobody_can_store_is_refused_beside_its_field() -> None:
    answer = browser(member()).post("/settings/bots/", {"name": "Te\0xel"})
    assert answer.status_code == 400
    assert "a character that nobody can see" in answer.content.decode()


def test_two_taps_make_one_bot_however_its_name_was_spaced() -> None:
    """The answer to the second is what the browser shows: without the key, it would be lost."""
    marit = browser(member())
    for _tap in range(2):
        page = marit.post("/settings/bots/", {"name": "Sankt  Peter"}).content.decode()
        assert re.findall(r"tideweb_[0-9a-f]{40}", page)
    assert Program.objects.count() == 1

"""Pages about people: a person's own, with all they played; friends; a challenge."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, RatedGame, Rating, RatingStep, Seat
from games.selectors.people.friends import are_friends
from games.selectors.results import careers as careers_reading
from games.services.people import erasure
from games.services.people.friends import befriend
from games.services.talk import chat
from games.web.results import careers
from tests import ready_games
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import people, person, running, user_at, users_at
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def opened(user: User, **fields: object) -> Game:
    answer = browser(user).post("/games/new/", fields)
    assert answer.status_code == 302
    return Game.objects.get(code=answer.headers["Location"].split("/")[2])


def friends(one: User, other: User) -> None:
    befriend(one, other)
    befriend(other, one)


def test_what_somebody_played_by_game_and_by_person() -> None:
    game = ready_games.take("turn-the-tide", "over")
    winners = not_none(game.outcome)["winners"]
    winner = user_at(game, winners[0])
    other = next(user for seat, user in enumerate(users_at(game)) if seat not in winners)
    text = page(browser(), f"/people/{winner.name}/")
    assert "Results by game" in text
    assert f"/people/{other.name}/" in text
    assert f"/g/{game.code}/" in text


def test_what_ended_last_is_first_among_the_last_results() -> None:
    pair = people(2)
    long = running(pair, ruleset="turning-tides", name="Langeoog")
    for number in range(6):
        short = running(pair, ruleset="turning-tides", name=f"Texel {number}")
        fast_forward(short, "over", like_bots())
    fast_forward(long, "over", like_bots())
    latest = page(browser(), f"/people/{pair[0].name}/").split('id="h-latest"')[1]
    assert latest.index("Langeoog") < latest.index("Texel 5")


def test_what_began_last_is_first_among_what_is_being_played() -> None:
    """A table may have waited for its players longer than one that was started after it."""
    users = people(3)
    waited, at_once = (running(users, name=name) for name in ("Texel", "Vlieland"))
    Game.objects.filter(pk=waited.pk).update(started_at=timezone.now() + timedelta(hours=1))
    shown = page(browser(), f"/people/{users[0].name}/").split('id="h-running"')[1]
    assert shown.index(waited.name) < shown.index(at_once.name)


def test_a_page_says_if_there_is_more_than_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(careers, "MAX_GAMES", 2)
    monkeypatch.setattr(careers_reading, "MAX_PEOPLE", 1)
    pair, third = people(2), person("Wim")
    more_games, more_people = (
        "The 2 that began last; there are",
        "The 1 they played with most often",
    )
    for number in range(2):
        running(pair, ruleset="turning-tides", name=f"Texel {number}")
    fast_forward(running(pair, ruleset="turning-tides"), "over", like_bots())
    path = f"/people/{pair[0].name}/"
    text = page(browser(), path)
    assert "Texel 0" in text
    assert more_games not in text
    assert more_people not in text
    running(pair, ruleset="turning-tides", name="Texel 2")
    fast_forward(running([pair[0], third], ruleset="turning-tides"), "over", like_bots())
    text = page(browser(), path)
    assert "Texel 0" not in text
    assert more_games in text
    assert more_people in text


def test_a_game_by_link_is_told_only_to_who_played_in_it() -> None:
    game = ready_games.take("turn-the-tide", "over")
    Game.objects.filter(pk=game.pk).update(visibility="link")
    marit, joost = (user_at(game, index) for index in (0, 1))
    for who, seen in ((None, False), (person("Wim"), False), (joost, True), (marit, True)):
        text = page(browser(who), f"/people/{marit.name}/")
        assert ("Results by game" in text, f"/g/{game.code}/" in text) == (seen, seen)


def test_a_seat_that_was_taken_over_is_nobodys_result() -> None:
    game = ready_games.take("turn-the-tide", "over")
    marit, joost = (user_at(game, index) for index in (0, 1))
    Seat.objects.filter(game=game, user=marit).update(user=person("Hinrich"))
    assert "Results by game" not in page(browser(), "/people/Hinrich/")
    assert "/people/Hinrich/" not in page(browser(), f"/people/{joost.name}/")


def test_whoever_is_forgotten_is_nobody_with_whom_others_played() -> None:
    game = ready_games.take("turn-the-tide", "over")
    marit, joost = (user_at(game, index) for index in (0, 1))
    erasure.forget(joost)
    with_whom = page(browser(), f"/people/{marit.name}/").split('id="h-latest"')[0]
    assert "Former player" not in with_whom


def test_strength_over_time_is_a_picture_with_numbers_behind_it() -> None:
    marit = person("Marit")
    for number, shown in enumerate((1012, 1040, 1031), 1):
        game = Game.objects.create(name="Texel", ruleset="rowboat", rules_version=1,
                                   seat_count=3, hours=24, sealed_secret=b"")  # fmt: skip
        rated = RatedGame.objects.create(game=game, number=number)
        RatingStep.objects.create(
            rated=rated, user=marit, ruleset="rowboat", number=number, place=1, mu=25, sigma=8,
            shown=shown, change=1,
        )  # fmt: skip
    Rating.objects.create(user=marit, ruleset="rowboat", mu=25, sigma=8, games=3, shown=1031)
    text = page(browser(), "/people/Marit/")
    assert "the rating after each rated game, from 1012 to 1031" in text
    assert text.count('<td class="n">1040</td>') == 1


def test_friends_are_asked_and_answered_on_the_pages() -> None:
    marit, joost, wim = people(3)
    assert browser(marit).post("/friends/ask/", {"name": "joost"}).status_code == 302
    assert "Yes, friends" in page(browser(joost), "/friends/")
    assert "Yes, friends" in page(browser(joost), "/people/Marit/")
    assert browser(joost).post("/people/Marit/friend/").status_code == 302
    assert "/people/Joost/" in page(browser(marit), "/friends/")
    for who in (None, wim):
        text = page(browser(who), "/people/Marit/")
        assert "Joost" not in text
        assert "friendship" not in text
    assert browser(marit).post("/people/Joost/friend/", {"do": "part"}).status_code == 302
    assert "/people/Marit/" not in page(browser(joost), "/friends/")


@pytest.mark.parametrize("at", ["/friends/", "/people/Marit/"])
def test_their_buttons_work_as_they_stand_on_the_page(at: str) -> None:
    marit, joost = people(2)
    befriend(marit, joost)
    client = Client(enforce_csrf_checks=True)
    client.force_login(joost, "django.contrib.auth.backends.ModelBackend")
    form = page(client, at).split('action="/people/Marit/friend/"')[1].split("</form>")[0]
    fields = re.findall(r'type="hidden" name="(\w+)" value="(\w*)"', form)
    assert client.post("/people/Marit/friend/", dict(fields)).status_code == 302
    assert are_friends(marit, joost)


def test_what_was_shown_on_an_old_page_is_all_that_its_button_ends() -> None:
    marit, joost, _wim = people(3)
    client, way = browser(marit), "/people/Joost/friend/"
    befriend(marit, joost)
    assert 'name="standing" value="asked"' in page(client, "/friends/")
    befriend(joost, marit)
    told = client.post(way, {"do": "part", "standing": "asked"}, follow=True).content.decode()
    assert "have changed meanwhile, so nothing was done" in told
    assert are_friends(marit, joost)
    for words in ("are no longer friends", "have changed meanwhile, so nothing was done"):
        again = client.post(way, {"do": "part", "standing": "friends"}, follow=True)
        assert words in again.content.decode()
    assert not are_friends(marit, joost)


def test_whoever_is_hidden_can_be_shown_again_whatever_they_are_called_now() -> None:
    marit, joost = people(2)
    client, heading = browser(marit), "People you’ve hidden"
    assert heading not in page(client, "/friends/")
    chat.ignore(marit, joost)
    User.objects.filter(pk=joost.pk).update(name="Somebody else")
    text = page(client, "/friends/").split(heading)[1]
    assert '<a href="/people/Somebody%20else/">' in text
    form = text.split('<form method="post" action="/people/Somebody%20else/ignore/">')[1]
    sent = dict(re.findall(r'name="(next|do)" value="([^"]+)"', form.split("</form>")[0]))
    assert client.post("/people/Somebody else/ignore/", sent)["Location"] == "/friends/"
    assert heading not in page(client, "/friends/")
    assert heading not in page(browser(joost), "/friends/")


def test_a_name_that_nobody_has_stays_in_the_field() -> None:
    (marit,) = people(1)
    for name, status, words in (("Jost", 404, "no player with that name"), ("Marit", 409, "")):
        sent = browser(marit).post("/friends/ask/", {"name": name})
        text = sent.content.decode()
        assert sent.status_code == status
        assert words in text
        assert f'value="{name}" autofocus aria-invalid="true"' in text
        assert text.count('class="error"') == 1


def test_a_challenge_opens_a_table_with_a_seat_kept() -> None:
    marit, joost = people(2)
    assert "/games/new/?with=Joost" in page(browser(marit), "/people/Joost/")
    assert 'value="Joost" checked' in page(browser(marit), "/games/new/?with=Joost")
    game = opened(marit, game="turning-tides", preset="day", **{"with": "Joost"})
    assert [seat.kept_for for seat in game.seats.order_by("index")] == [None, joost]
    assert "kept for Joost" in page(browser(marit), f"/g/{game.code}/")
    text = page(browser(joost), f"/g/{game.code}/")
    assert "kept for you" in text
    assert browser(joost).post(f"/g/{game.code}/join/").status_code == 302
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING


@pytest.mark.parametrize(("slug", "seats"), [("turn-the-tide", 3), ("rowboat", 2)])
def test_the_table_of_a_challenge_is_as_small_as_can_be(slug: str, seats: int) -> None:
    marit, joost = people(2)
    game = opened(marit, game=slug, preset="day", **{"with": joost.name})
    assert game.seat_count == seats


def test_friends_are_invited_at_an_open_table_by_one_press() -> None:
    marit, joost, wim = people(3)
    friends(marit, joost)
    assert "With whom?" in page(browser(marit), "/games/new/")
    game = opened(marit, game="rowboat", preset="day")
    text = page(browser(marit), f"/g/{game.code}/")
    assert 'name="friend" value="Joost"' in text
    assert wim.name not in text
    sent = browser(marit).post(f"/g/{game.code}/invite/", {"friend": "Joost"})
    assert sent.status_code == 302
    assert game.seats.filter(kept_for=joost).exists()
    assert 'name="friend"' not in page(browser(marit), f"/g/{game.code}/")
    assert page(browser(joost), f"/g/{game.code}/")
    page(browser(wim), f"/g/{game.code}/", 404)


@pytest.mark.parametrize("more", ["x", "x" * 10_000, "\0"], ids=["one", "many", "nothing"])
def test_a_name_that_is_longer_than_a_persons_means_nobody(more: str) -> None:
    marit, longest = person("Marit"), person("W" * 30)
    answer = browser(marit).post("/friends/ask/", {"name": longest.name + more})
    assert answer.status_code == 404
    assert not marit.asks.exists()

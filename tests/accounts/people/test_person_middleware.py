"""Pages are shown in the zone and the language of who reads them."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.people import new_accounts
from games import links
from games.services.lobby import tables
from tests.games.making import people, running, table_of
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db


def test_deadlines_stand_in_the_zone_of_the_reader() -> None:
    users = people(3)
    users[0].zone, users[1].zone = "Pacific/Auckland", "America/New_York"
    for user in users[:2]:
        user.save()
    game = running(users)
    first, second = (page(browser(user), f"/g/{game.code}/") for user in users[:2])
    assert "your time in Auckland" in first
    assert "your time in New York" in second


def test_a_zone_that_was_given_up_breaks_no_page() -> None:
    user = people(1)[0]
    type(user).objects.filter(pk=user.pk).update(zone="Atlantis/Capital")
    assert "UTC" in page(browser(user), "/moves/")


def test_the_language_of_the_profile_unless_this_browser_chose_another() -> None:
    user = people(1)[0]
    user.language = "nl"
    user.save()
    client = browser(user)
    assert '<html lang="nl"' in page(client, "/moves/")
    client.post("/language/setlang/", {"language": "de"})
    assert '<html lang="de"' in page(client, "/moves/")


def test_what_one_sees_signed_in_is_kept_by_no_cache() -> None:
    """Or "back" would show the cards to whoever uses the computer next."""
    users, game = table_of(3)
    for path in (f"/g/{game.code}/", "/moves/", f"/g/{game.code}/plan/"):
        kept = set(browser(users[0]).get(path)["Cache-Control"].split(", "))
        assert {"private", "no-store"} <= kept, path


def test_what_strangers_see_is_kept_by_their_browsers_alone() -> None:
    """It has their language, their form's token, and the table whose link they have. Some caches
    between heed no `Vary`."""
    game = tables.make_table(
        people(1)[0], tables.TableSettings(name="Texel", seats=3, visibility="link")
    )
    client, way_in = browser(), f"/g/{game.code}/come/{links.link_token(game)}/"
    for path in (way_in, f"/g/{game.code}/", "/rules/turn-the-tide/", "/nowhere/"):
        assert client.get(path)["Cache-Control"] == "private", path
    assert "private" in client.get("/manifest.webmanifest")["Cache-Control"], "in their language"
    assert "public" in client.get("/verify.zip")["Cache-Control"], "what is the same for all"


def days_left_after(client: Client, path: str) -> int:
    """Of a session that would have ended in a day."""
    Session.objects.update(expire_date=timezone.now() + timedelta(days=1, hours=1))
    client.get(path)
    return (Session.objects.get().expire_date - timezone.now()).days


def test_a_guest_is_known_for_as_long_as_they_come_back() -> None:
    """A game may last for months, and nobody can sign in as a guest."""
    client = browser(new_accounts.make_guest())
    assert days_left_after(client, "/moves/pulse/?seen=") == 1, (
        "which gives no cookie to the browser"
    )
    assert days_left_after(client, "/moves/") == 399, "longer than any hand and its vacations"
    assert client.cookies["sessionid"]["max-age"] == 400 * 24 * 3600
    assert days_left_after(client, "/moves/") == 1, "once a day is enough"


def test_a_guest_is_known_for_long_before_they_have_seen_a_page() -> None:
    client = browser()
    client.post("/play/", {"game": "turn-the-tide"})
    assert client.cookies["sessionid"]["max-age"] == 400 * 24 * 3600


def test_whoever_was_a_guest_is_signed_in_for_as_long_as_everybody() -> None:
    guest = new_accounts.make_guest()
    client = browser(guest)
    client.get("/moves/")
    User.objects.filter(pk=guest.pk).update(kind=User.Kind.PERSON, email="ute@example.org")
    client.get("/moves/")
    assert (Session.objects.get().expire_date - timezone.now()).days == 13


def test_who_can_sign_in_again_has_to() -> None:
    assert days_left_after(browser(people(1)[0]), "/moves/") == 1

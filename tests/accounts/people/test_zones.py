"""In which zone somebody reads deadlines: the one they chose, else the browser's, else a guess."""

from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from accounts.people import new_accounts, time_zones
from tests.accounts.making import member
from tests.accounts.people.test_signing_up import sign_up
from tests.games.making import running
from tests.games.web.driving import browser, page

AUCKLAND, LISBON = "Pacific/Auckland", "Europe/Lisbon"
ENGLISH_PHONE = "en-US,en;q=0.9"


def asked(zone: str | None = None, language: str = "") -> HttpRequest:
    cookies: dict[str, Any] = {} if zone is None else {"HTTP_COOKIE": f"{time_zones.COOKIE}={zone}"}
    return RequestFactory().get("/", HTTP_ACCEPT_LANGUAGE=language, **cookies)


@pytest.mark.parametrize(
    ("zone", "language", "found"),
    [
        (None, "", "UTC"),
        (None, ENGLISH_PHONE, "America/New_York"),
        (None, "de,en;q=0.5", "Europe/Berlin"),
        ("Europe/Amsterdam", ENGLISH_PHONE, "Europe/Amsterdam"),
        ("America/Argentina/Ushuaia", "", "America/Argentina/Ushuaia"),
        ("Asia/Calcutta", "", "Asia/Calcutta"),
        ("UTC", "de", "UTC"),
        ("", "de", "Europe/Berlin"),
        ("Etc/GMT+12", ENGLISH_PHONE, "Etc/GMT+12"),
        ("Mars/Base", "de", "Europe/Berlin"),
        ("../../etc/passwd", "de", "Europe/Berlin"),
        ("Europe/Berlin\x00", "", "UTC"),
        ("x" * 4000, "", "UTC"),
    ],
)
def test_the_browser_knows_better_than_the_language(
    zone: str | None, language: str, found: str
) -> None:
    assert time_zones.guess(asked(zone, language)) == found
    assert time_zones.of_browser(asked(zone)) in (zone, "")


def test_nobody_asks() -> None:
    assert (time_zones.guess(None), time_zones.of_browser(None)) == ("UTC", "")


def in_zone(client: Client, zone: str) -> Client:
    client.cookies[time_zones.COOKIE] = zone
    return client


@pytest.mark.django_db
def test_a_guest_plays_in_the_zone_of_the_browser(client: Client) -> None:
    in_zone(client, AUCKLAND).post(reverse("play-now"), headers={"accept-language": ENGLISH_PHONE})
    guest = User.objects.get(kind="guest")
    assert guest.zone == AUCKLAND
    code = guest.seats.get().game.code
    assert "your time in Auckland" in page(client, f"/g/{code}/")


@pytest.mark.django_db
def test_so_many_hours_from_utc_are_a_zone_too(client: Client) -> None:
    """As a browser on Windows calls "(UTC-12:00) International Date Line West"."""
    in_zone(client, "Etc/GMT+12").post(reverse("play-now"))
    guest = User.objects.get(kind="guest")
    assert "your time in UTC-12" in page(client, f"/g/{guest.seats.get().game.code}/")
    assert "Automatic: UTC-12" in page(client, reverse("profile"))
    new_accounts.change_profile(guest, zone="Etc/GMT-14")
    assert ">UTC+14</option>" in page(client, reverse("profile"))


@pytest.mark.django_db
def test_a_guest_without_script_gets_the_guess_and_is_told(client: Client) -> None:
    client.post(reverse("play-now"), headers={"accept-language": "nl"})
    guest = User.objects.get(kind="guest")
    text = page(client, f"/g/{guest.seats.get().game.code}/")
    assert "Amsterdam" in text
    assert f'href="{reverse("profile")}#id_zone"' in text
    in_zone(client, LISBON).get(reverse("moves"))
    guest.refresh_from_db()
    assert guest.zone == LISBON, "as soon as a browser tells"


@pytest.mark.django_db
def test_a_spectator_reads_in_the_zone_of_the_browser() -> None:
    game = running([member("Marit"), member("Joost"), member("Ann")])
    text = page(in_zone(Client(), AUCKLAND), f"/g/{game.code}/")
    assert "your time in Auckland" in text
    assert "#id_zone" not in text


@pytest.mark.django_db
def test_what_somebody_chose_always_wins(client: Client) -> None:
    marit = member(zone=LISBON)
    game = running([marit, member("Joost"), member("Ann")])
    text = page(in_zone(browser(marit), AUCKLAND), f"/g/{game.code}/")
    assert "your time in Lisbon" in text
    assert "#id_zone" not in text, "who chose need not be asked again"
    marit.refresh_from_db()
    assert (marit.zone, marit.zone_follows) == (LISBON, False)


@pytest.mark.django_db
def test_who_chooses_none_follows_and_who_chooses_follows_no_more() -> None:
    marit = member(zone=LISBON)
    client, sheet = in_zone(browser(marit), AUCKLAND), {"name": "Marit", "language": "en"}
    text = page(client, reverse("profile"))
    assert '<option value="Europe/Lisbon" selected>' in text
    assert '<option value="auto">Automatic: Auckland</option>' in text

    client.post(reverse("profile"), {**sheet, "zone": "auto"})
    marit.refresh_from_db()
    assert (marit.zone, marit.zone_follows) == (AUCKLAND, True)
    in_zone(client, "Asia/Tokyo").get(reverse("moves"))
    marit.refresh_from_db()
    assert marit.zone == "Asia/Tokyo"
    assert '<option value="auto" selected>Automatic: Tokyo</option>' in page(
        client, reverse("profile")
    )

    client.post(reverse("profile"), {**sheet, "zone": LISBON})
    in_zone(client, AUCKLAND).get(reverse("moves"))
    marit.refresh_from_db()
    assert (marit.zone, marit.zone_follows) == (LISBON, False)


@pytest.mark.django_db
def test_the_api_chooses_as_well() -> None:
    marit = member(zone=LISBON, zone_follows=True)
    new_accounts.change_profile(marit, name="Marit V.")
    assert User.objects.get().zone_follows
    new_accounts.change_profile(marit, zone="Asia/Tokyo")
    assert not User.objects.get().zone_follows


@pytest.mark.django_db
def test_a_script_less_browser_takes_nothing_away() -> None:
    """Settings kept where nothing tells the zone leave the one that was found before."""
    marit = member(zone=AUCKLAND, zone_follows=True)
    sheet = {"name": "Marit", "language": "de", "zone": "auto"}
    browser(marit).post(reverse("profile"), sheet, headers={"accept-language": "de"})
    marit.refresh_from_db()
    assert (marit.language, marit.zone) == ("de", AUCKLAND)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("chosen", "zone", "follows"), [("auto", AUCKLAND, True), (LISBON, LISBON, False)]
)
def test_signing_up_takes_the_zone_on(
    client: Client, chosen: str, zone: str, follows: bool
) -> None:
    cache.clear()
    sign_up(in_zone(client, AUCKLAND), zone=chosen)
    ute = User.objects.get()
    assert (ute.zone, ute.zone_follows) == (zone, follows)


@pytest.mark.django_db
def test_a_guest_who_signs_up_goes_on_following(client: Client) -> None:
    cache.clear()
    guest = new_accounts.make_guest(zone=LISBON)
    client.force_login(guest, "django.contrib.auth.backends.ModelBackend")
    sign_up(in_zone(client, AUCKLAND), zone="auto")
    guest.refresh_from_db()
    assert (guest.zone, guest.zone_follows) == (AUCKLAND, True)

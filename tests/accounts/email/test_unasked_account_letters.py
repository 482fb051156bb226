"""What anybody can cause by an address alone: confirmations, and answers to sign-ups and codes.

Planted: without `Unsent`, ten letters go.
"""

import base64
import re

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.smtp import EmailBackend
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from accounts.email import unasked_letters
from accounts.models import Suppression
from tests.accounts.making import member

pytestmark = pytest.mark.django_db
STRANGER = "stranger@example.net"


def sign_up(number: int, address: str = STRANGER) -> tuple[str, str]:
    """From another net each time: where it leads, and the page there."""
    cache.clear()
    data = {"email": address, "name": f"Ute {number}", "password1": "", "zone": "Europe/Berlin"}
    answer = Client(REMOTE_ADDR=f"192.0.2.{number}").post(
        reverse("account_signup"), data, follow=True
    )
    shown = re.sub(r'value="\w{64}"|nonce="[^"]+"', "", answer.content.decode())
    return answer.redirect_chain[-1][0], shown.replace(address, "ADDRESS")


def ask_for_code(address: str) -> list[str]:
    cache.clear()
    with CaptureQueriesContext(connection) as seen:
        Client().post(reverse("account_request_login_code"), {"email": address})
    return [
        query["sql"].split("(")[0][:60]
        for query in seen.captured_queries
        if "nasked" in query["sql"]
    ]


def test_ten_sign_ups_with_one_address_are_three_letters_and_ten_equal_pages() -> None:
    pages = {sign_up(number) for number in range(10)}
    assert len(mail.outbox) == 3
    assert len(pages) == 1


def test_an_address_with_an_account_has_no_more_of_them_and_the_same_page() -> None:
    member("Wim")
    pages = {sign_up(number, "wim@example.org") for number in range(5)}
    pages |= {sign_up(5)}
    assert [letter.to for letter in mail.outbox] == [["wim@example.org"]] * 3 + [[STRANGER]]
    assert len(pages) == 1


@pytest.mark.parametrize("stopped", [False, True])
def test_who_moves_to_an_address_that_stopped_them_reads_why_nothing_may_come(
    client: Client, stopped: bool
) -> None:
    if stopped:
        Suppression.objects.create(address=STRANGER, reason=unasked_letters.ASKED)
    client.force_login(member(), "django.contrib.auth.backends.ModelBackend")
    data = {"action_add": "", "email": STRANGER}
    page = client.post(reverse("account_email"), data, follow=True).content.decode()
    assert len(mail.outbox) == (not stopped)
    assert "none to those who have asked us to stop" in page, "it is the same, stopped or not"


def test_codes_for_nobody_are_counted_and_those_for_an_account_always_come() -> None:
    member("Wim")
    for _time in range(5):
        ask_for_code(STRANGER)
        ask_for_code("wim@example.org")
    to = [letter.to[0] for letter in mail.outbox]
    assert (to.count(STRANGER), to.count("wim@example.org")) == (3, 5)


def test_both_are_counted_by_the_same_statements() -> None:
    member("Wim")
    seen = [ask_for_code(whose) for whose in [STRANGER] * 5 + ["wim@example.org"] * 5]
    assert seen[0]
    assert all(each == seen[0] for each in seen)


def test_a_refusal_is_remembered_and_the_same_link_takes_it_back(client: Client) -> None:
    sign_up(1)
    stop = re.findall(r"http://testserver(/letters/stop/\S+)", str(mail.outbox[0].body))[0]
    assert "stranger" not in stop
    assert "never write to your address again?" in client.get(stop).content.decode()
    client.post(stop)
    assert Suppression.objects.get().address == STRANGER
    refused = sign_up(2)
    assert len(mail.outbox) == 1

    assert "write to you again" in client.post(stop, {"do": "undo"}).content.decode()
    assert sign_up(3) == refused
    assert len(mail.outbox) == 2


def test_who_wants_more_of_them_begins_to_count_anew(client: Client) -> None:
    for number in range(5):
        sign_up(number)
    stop = re.findall(r"http://testserver(/letters/stop/\S+)", str(mail.outbox[0].body))[0]
    client.post(stop, {"do": "undo"})
    sign_up(6)
    assert len(mail.outbox) == 4


def test_the_link_outlives_the_seal_key_and_those_of_before_are_good_while_it_is_there(
    settings: Settings,
) -> None:
    first, second = (
        f"{name}:{base64.b64encode(name.encode() * 16).decode()}" for name in ("k1", "k2")
    )
    settings.TIDEWEB_SEAL_KEYS = first
    link = unasked_letters.token(STRANGER)
    nonce, key = b"0" * 12, b"k1" * 16
    sealed = nonce + AESGCM(key).encrypt(nonce, STRANGER.encode(), unasked_letters.PLACE)
    older = "a:" + base64.urlsafe_b64encode(sealed).decode().rstrip("=")
    for keys, read in ((f"{second},{first}", STRANGER), (second, "")):
        settings.TIDEWEB_SEAL_KEYS = keys
        assert unasked_letters.read(link) == STRANGER
        assert unasked_letters.read(older) == read


@pytest.mark.parametrize("token", ["a:", "a:forged", "a:\u00fc", "a:" + "A" * 80])
def test_a_forged_link_is_none(client: Client, token: str) -> None:
    assert client.get(reverse("stop", args=[token])).status_code == 404
    assert unasked_letters.read(token) == ""


def test_a_server_that_is_down_is_said_alike(client: Client, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "tests.accounts.email.test_unasked_account_letters.Down"
    text = [sign_up(number)[1] for number in range(5)]
    assert all("couldn’t send the e-mail" in page for page in text)


class Down(EmailBackend):
    """Nobody listens there."""

    def open(self) -> bool | None:
        raise ConnectionRefusedError

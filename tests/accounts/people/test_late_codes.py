"""Whoever comes too late with a code, or with wrong ones, reads why, and still gets where they
wanted to go."""

import time
from unittest.mock import patch

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.accounts.making import give_factor, member
from tests.accounts.people.test_signing_up import TABLE, code_in_letter
from tests.answers import Answer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]
OVER = "That code no longer works: codes are valid for 10 minutes and three attempts."


def ask(client: Client) -> Answer:
    asked = {"email": member().email, "next": TABLE}
    return client.post(reverse("account_request_login_code"), asked, follow=True)


def give(client: Client, code: str, *, minutes: float = 0) -> Answer:
    """Sends the code from the page, so many minutes after now."""
    now = time.time() + minutes * 60
    with patch("time.time", return_value=now):
        sent = {"code": code, "next": TABLE}  # as the page does
        return client.post(reverse("account_confirm_login_code"), sent, follow=True)


def is_led_back(page: Answer) -> bool:
    html = page.content.decode()
    return OVER in html and f'name="next" value="{TABLE}"' in html


def test_page_and_letter_say_how_long_it_is_valid(client: Client) -> None:
    page = ask(client).content.decode()
    assert "It is valid for 10 minutes" in page
    assert f'name="next" value="{TABLE}"' in page
    assert "It is valid for 10 minutes" in str(mail.outbox[-1].body)


def test_a_code_that_a_mail_server_held_back_signs_in(client: Client) -> None:
    ask(client)
    give(client, code_in_letter(), minutes=9)
    assert client.get(reverse("profile")).status_code == 200


@pytest.mark.parametrize("minutes", [11, 16])
def test_an_expired_code_is_said_to_be(client: Client, minutes: int) -> None:
    ask(client)
    page = give(client, code_in_letter(), minutes=minutes)
    assert OVER in page.content.decode()
    assert client.get(reverse("profile")).status_code == 302


def test_the_way_back_outlives_the_code(client: Client) -> None:
    ask(client)
    assert is_led_back(give(client, code_in_letter(), minutes=11))


def test_a_page_that_is_loaded_again_too_late_says_so_once(client: Client) -> None:
    ask(client)
    with patch("time.time", return_value=time.time() + 660):
        pages = [client.get(reverse("account_confirm_login_code"), follow=True) for _ in "12"]
    assert [OVER in page.content.decode() for page in pages] == [True, False]


def test_after_three_wrong_codes_a_new_one_may_be_asked_for(client: Client) -> None:
    ask(client)
    wrong = [give(client, "WRONG") for _ in range(3)]
    assert [OVER in page.content.decode() for page in wrong] == [False, False, True]
    assert is_led_back(wrong[-1])
    assert "Try again later" not in wrong[-1].content.decode()


def test_whoever_has_no_account_sees_the_same(client: Client) -> None:
    client.post(reverse("account_request_login_code"), {"email": "nobody@example.org"})
    wrong = [give(client, "WRONG") for _ in range(3)]
    assert [OVER in page.content.decode() for page in wrong] == [False, False, True]


def test_a_second_factor_that_comes_too_late(client: Client) -> None:
    marit = give_factor(member())
    client.post(reverse("account_login"), {"login": marit.email, "password": "Marit"})
    with patch("time.time", return_value=time.time() + 901):
        page = client.post(reverse("mfa_authenticate"), {"code": "123456"}, follow=True)
    said = "You weren’t signed in: you have 15 minutes to finish. Begin again."
    assert said in page.content.decode()


@pytest.mark.parametrize("again", [False, True])
def test_too_many_second_factors_say_when_to_try_again(client: Client, again: bool) -> None:
    marit = give_factor(member())
    if again:
        client.force_login(marit)
    else:
        client.post(reverse("account_login"), {"login": marit.email, "password": "Marit"})
    page = reverse("mfa_reauthenticate" if again else "mfa_authenticate")
    said = [client.post(page, {"code": "123456"}).content.decode() for _ in range(6)]
    assert ["Incorrect code." in each for each in said] == [True] * 5 + [False]
    assert "Too many attempts. Try again in 5 minutes." in said[-1]
    assert "or one of your recovery codes:" in said[-1]


def test_nobody_is_offered_a_key_that_they_do_not_have(client: Client) -> None:
    marit = give_factor(member())
    sent = {"login": marit.email, "password": "Marit"}
    page = client.post(reverse("account_login"), sent, follow=True).content.decode()
    assert "or one of your recovery codes:" in page
    assert "security key" not in page

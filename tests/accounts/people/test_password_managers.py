"""A password manager learns for which address a password is, on every page that takes one.

Those of Firefox and Chromium take the field that is marked, or else the one before the password.
"""

import re
import time

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.security import reauthentication
from tests.accounts.making import browser, member
from tests.accounts.people.test_signing_up import link

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]


def marked(html: str) -> list[str]:
    """The fields of the first form with a password that are marked as what one signs in with."""
    forms = re.findall(r"<form.*?</form>", html.partition("<main")[2], re.DOTALL)
    form = next(each for each in forms if 'type="password"' in each)
    before = form[: form.index('type="password"')]
    return re.findall(r'<input [^>]*autocomplete="username"[^>]*>', before)


def test_who_signs_up_has_their_address_kept_not_their_name(client: Client) -> None:
    page = client.get(reverse("account_signup")).content.decode()
    (field,) = marked(page)
    assert 'name="email"' in field
    assert re.search(r'name="name"[^>]* autocomplete="nickname"', page)


@pytest.mark.parametrize("name", ["account_change_password", "account_reauthenticate"])
def test_the_address_goes_with_a_password_that_is_changed_or_asked_for(name: str) -> None:
    marit = member()
    (field,) = marked(browser(marit).get(reverse(name)).content.decode())
    assert 'value="marit@example.org"' in field
    assert " hidden" in field
    assert " name=" not in field, "it is not sent"


def test_the_address_goes_with_a_first_password(client: Client) -> None:
    marit = member()
    marit.set_unusable_password()
    marit.save()
    client.force_login(User.objects.get())
    session = client.session
    session[reauthentication.SHOWN_AT] = time.time()
    session.save()
    (field,) = marked(client.get(reverse("account_set_password")).content.decode())
    assert 'value="marit@example.org"' in field


def test_the_address_goes_with_a_password_chosen_by_a_link(client: Client) -> None:
    member()
    client.post(reverse("account_reset_password"), {"email": "marit@example.org"})
    (field,) = marked(client.get(link(), follow=True).content.decode())
    assert 'value="marit@example.org"' in field

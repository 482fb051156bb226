"""Where somebody is signed in, and ending it.

Planted: with `person(request)` left out of the query another's session ends.
"""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.accounts.making import member
from tests.games.api.asking import ROOT, client, good, problem

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

"""Somebody changes their mind about a new address before it is confirmed."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse

from accounts.models import User
from tests.accounts.making import member
from tests.accounts.people.test_taking_back import link, signed_in

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_limits_left_over"),
]
ONE, TWO = "one@example.org", "two@example.org"


def test_the_link_to_an_address_that_was_replaced_confirms_no_other() -> None:
    client, at = signed_in(member()), reverse("account_email")
    client.post(at, {"action_add": "", "email": ONE})
    first = link("account")
    client.post(at, {"action_add": "", "email": TWO})
    client.get(first)
    client.post(first)
    assert User.objects.get().email == "marit@example.org"
    assert not EmailAddress.objects.filter(email=TWO, verified=True).exists()


def test_an_address_that_is_chosen_again_is_said_to_wait_for_its_email() -> None:
    client, at = signed_in(member()), reverse("account_email")
    client.post(at, {"action_add": "", "email": ONE})
    client.post(at, {"action_remove": "", "email": ONE})
    sent = len(mail.outbox)
    page = client.post(at, {"action_add": "", "email": ONE}, follow=True)
    assert len(mail.outbox) == sent
    assert "The link in our last e-mail there no longer works. Ask again" in page.text

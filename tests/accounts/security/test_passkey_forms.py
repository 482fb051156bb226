"""What no browser sends as a passkey is refused as a wrong one; anybody may send it."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.accounts.making import give_factor, member
from tests.games.services.crossing import Beside

pytestmark = pytest.mark.django_db
UNREADABLE = ('{"id": "x"}', "9" * 5000, "[" * 20_000)


@pytest.mark.parametrize("sent", UNREADABLE)
def test_what_cannot_be_read_signs_nobody_in(sent: str) -> None:
    client = Client()
    answer = client.post("/account/2fa/webauthn/login/", {"credential": sent})
    assert (answer.status_code, answer["Location"]) == (302, "/account/login/")
    assert "Incorrect code." in client.get("/account/login/").content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("meanwhile", ["removed", "used"])
def test_a_passkey_that_is_renamed_keeps_what_became_of_it_meanwhile(meanwhile: str) -> None:
    marit, client = give_factor(member()), Client()
    key = Authenticator.objects.create(user=marit, type="webauthn", data={"name": "Texel"})
    one, other, *_more = RecoveryCodes.activate(marit).get_unused_codes()
    client.post(reverse("account_login"), {"login": marit.email, "password": "Marit"})
    client.post(reverse("mfa_authenticate"), {"code": one})
    client.post(reverse("mfa_reauthenticate"), {"code": other})
    with transaction.atomic():
        rows = Authenticator.objects.filter(pk=key.pk)
        rows.delete() if meanwhile == "removed" else rows.update(last_used_at=timezone.now())
        page = reverse("mfa_edit_webauthn", args=[key.pk])
        beside = Beside(lambda: client.post(page, {"name": "Sylt"}))
        beside.until_it_waits()
    assert getattr(beside.result(), "status_code", None) == 302

    left = Authenticator.objects.filter(pk=key.pk).first()
    if meanwhile == "removed":
        assert left is None
    else:
        assert left is not None
        assert (left.data, left.last_used_at is None) == ({"name": "Sylt"}, False)

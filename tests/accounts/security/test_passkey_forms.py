"""What no browser sends as a passkey is refused as a wrong one; anybody may send it."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
UNREADABLE = ('{"id": "x"}', "9" * 5000, "[" * 20_000)


@pytest.mark.parametrize("sent", UNREADABLE)
def test_what_cannot_be_read_signs_nobody_in(sent: str) -> None:
    client = Client()
    answer = client.post("/account/2fa/webauthn/login/", {"credential": sent})
    assert (answer.status_code, answer["Location"]) == (302, "/account/login/")
    assert "Incorrect code." in client.get("/account/login/").content.decode()

"""A key that is only touched is a second factor; to sign in alone, its owner has to be verified.

Anybody can get a challenge for a second factor, at an account of their own, and have it answered by
a key that they found.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import pytest
from allauth.account.app_settings import LOGIN_TIMEOUT
from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import STATE_SESSION_KEY
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.urls import reverse
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from accounts.models import User
from tests.accounts.making import member

pytestmark = pytest.mark.django_db
FLAG = AuthenticatorData.FLAG
HERE = hashlib.sha256(b"testserver").digest()
NAME = b"key"


@dataclass
class Key:
    """A security key of `owner`, as it is registered here."""

    owner: User
    private: ec.EllipticCurvePrivateKey

    def answer(self, challenge: str, flags: AuthenticatorData.FLAG) -> str:
        data = AuthenticatorData.create(HERE, flags, 1)
        said = CollectedClientData.create("webauthn.get", challenge, "https://testserver")
        sign = self.private.sign(data + said.hash, ec.ECDSA(hashes.SHA256()))
        handle = user_pk_to_url_str(self.owner).encode()
        parts = {"clientDataJSON": said, "authenticatorData": data, "signature": sign}
        return _sent({**parts, "userHandle": handle})


def _sent(parts: dict[str, bytes]) -> str:
    return json.dumps(_named({name: websafe_encode(part) for name, part in parts.items()}))


def _named(response: dict[str, str]) -> dict[str, Any]:
    name = websafe_encode(NAME)
    return {"id": name, "rawId": name, "type": "public-key", "response": response}


def key_of(owner: User) -> Key:
    private = ec.generate_private_key(ec.SECP256R1())
    public = ES256.from_cryptography_key(private.public_key())  # type: ignore[no-untyped-call]
    held = AttestedCredentialData.create(bytes(16), NAME, public)
    data = AuthenticatorData.create(HERE, FLAG.UP | FLAG.AT, 0, held)
    made = AttestationObject.create("none", data, {})
    said = CollectedClientData.create("webauthn.create", b"", "https://testserver")
    parts = {"clientDataJSON": said, "attestationObject": made}
    kept = _named({name: websafe_encode(part) for name, part in parts.items()})
    kind = Authenticator.Type.WEBAUTHN
    Authenticator.objects.create(user=owner, type=kind, data={"name": "", "credential": kept})
    return Key(owner, private)


def halfway(person: User) -> tuple[Client, str]:
    """A browser that has given the password of this person, and the challenge it got then."""
    client = Client()
    client.post(reverse("account_login"), {"login": person.email, "password": person.name})
    client.get(reverse("mfa_authenticate"))
    return client, client.session[STATE_SESSION_KEY]["challenge"]


def wait(client: Client) -> None:
    """Until the password has to be given again. The challenge of before is still the session's."""
    session = client.session
    session[LOGIN_SESSION_KEY]["initiated_at"] -= LOGIN_TIMEOUT + 1
    session.save()


def who(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def test_a_found_key_is_not_enough() -> None:
    marit, thief = member(), member("Thief")
    found, _own = key_of(marit), key_of(thief)
    client, challenge = halfway(thief)
    wait(client)
    sent = {"credential": found.answer(challenge, FLAG.UP)}
    answer = client.post(reverse("mfa_login_webauthn"), sent, follow=True)
    assert who(client) is None
    assert "Incorrect code." in answer.content.decode()


def test_after_the_password_it_is_enough_to_touch_it() -> None:
    marit = member()
    key = key_of(marit)
    client, challenge = halfway(marit)
    client.post(reverse("mfa_authenticate"), {"credential": key.answer(challenge, FLAG.UP)})
    assert who(client) == str(marit.pk)


def test_whoever_is_verified_needs_no_password() -> None:
    marit, client = member(), Client()
    key = key_of(marit)
    asked = client.get(
        reverse("mfa_login_webauthn"), headers={"X-Requested-With": "XMLHttpRequest"}
    )
    challenge = asked.json()["request_options"]["publicKey"]["challenge"]
    sent = {"credential": key.answer(challenge, FLAG.UP | FLAG.UV)}
    client.post(reverse("mfa_login_webauthn"), sent)
    assert who(client) == str(marit.pk)

"""Web push to a server that stands for the push service: encrypted, short, and never in vain."""

import base64
import json
import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Notice, PushDevice, User
from accounts.notifications import delivery, web_push
from accounts.notifications.web_push import NotSubscribed
from games.models import Bid
from games.services.hands import plans
from tests.accounts.answering import answering
from tests.games.mail.reading import members, started
from tests.games.making import bid

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
State = Notice.State


def coded(plain: bytes) -> str:
    return base64.urlsafe_b64encode(plain).rstrip(b"=").decode()


class Browser:
    """The half of a subscription that never leaves a browser, and what it reads (RFC 8291)."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.point = self.key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    def gives(self, endpoint: str) -> dict[str, Any]:
        return {"endpoint": endpoint, "p256dh": coded(self.point), "auth": coded(self.auth)}

    def reads(self, body: bytes) -> dict[str, Any]:
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), point)
        info = b"WebPush: info\x00" + self.point + theirs
        secret = _drawn(self.auth, info, 32, shared)
        key = _drawn(salt, b"Content-Encoding: aes128gcm\x00", 16, secret)
        nonce = _drawn(salt, b"Content-Encoding: nonce\x00", 12, secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        found: dict[str, Any] = json.loads(plain.rstrip(b"\x00")[:-1])
        return found


def _drawn(salt: bytes, info: bytes, length: int, secret: bytes) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@pytest.fixture(autouse=True)
def _our_key(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = web_push.new_key()


def pushed(user: User) -> set[tuple[str, str]]:
    rows = Notice.objects.filter(recipient=user, channel="push", kind="your_move")
    return set(rows.values_list("state", "reason"))


def test_what_is_pushed_says_it_is_your_move_and_no_card(
    settings: Settings, tmp_path: Path
) -> None:
    marit, *_ = people = members(3)
    browser = Browser()
    with answering(settings, tmp_path, status=201) as stranger:
        web_push.subscribe(marit, **browser.gives(stranger.url))
        game = started(people)
        Notice.objects.exclude(kind="your_move").delete()
        assert delivery.deliver_external() == 1

    (asked,) = stranger.asked
    told = browser.reads(asked[2])
    page = f"{settings.SITE_URL}/g/{game.code}/"
    shown = told["notification"]
    assert told["web_push"] == 8030  # so that an iPhone shows it without a worker
    assert told["app_badge"] == "1"
    assert (shown["title"], shown["navigate"]) == ("Your move", page)
    assert shown["actions"] == [{"action": "open", "title": "Open", "navigate": page}]
    assert "cards" not in json.dumps(told)
    assert asked[1]["authorization"].startswith("vapid t=")
    assert asked[1]["content-encoding"] == "aes128gcm"
    assert 60 <= int(asked[1]["ttl"]) <= 24 * 3600
    assert pushed(marit) == {(State.SENT, "")}


def test_whoever_has_a_plan_may_let_it_play_from_the_message(
    settings: Settings, tmp_path: Path
) -> None:
    marit, *_ = people = members(3)
    browser, client = Browser(), Client()
    client.force_login(marit, "django.contrib.auth.backends.ModelBackend")
    with answering(settings, tmp_path, status=201) as stranger:
        web_push.subscribe(marit, **browser.gives(stranger.url))
        game = started(people)
        plans.write(marit, game.code, "always: highest")  # after the hand opened: it waits
        Notice.objects.exclude(kind="your_move").delete()
        delivery.deliver_external()
    shown = browser.reads(stranger.asked[0][2])["notification"]
    assert [each["title"] for each in shown["actions"]] == ["Open", "Play my plan"]
    assert "highest" not in json.dumps(shown)
    assert client.post(shown["data"]["plan"]).status_code == 302
    own = Bid.objects.get(seat__user=marit)
    assert own.via == Bid.Via.PLAN
    plans.clear(marit, game.code)
    assert client.post(shown["data"]["plan"]).status_code == 409


def test_a_plan_without_an_answer_here_is_not_offered(settings: Settings, tmp_path: Path) -> None:
    marit, *_ = people = members(3)
    browser = Browser()
    with answering(settings, tmp_path, status=201) as stranger:
        web_push.subscribe(marit, **browser.gives(stranger.url))
        game = started(people)
        plans.write(marit, game.code, "next: ask, then 26\nalways: highest")
        Notice.objects.exclude(kind="your_move").delete()
        delivery.deliver_external()
    shown = browser.reads(stranger.asked[0][2])["notification"]
    assert [each["title"] for each in shown["actions"]] == ["Open"]


def test_who_has_answered_is_not_pushed_to(settings: Settings, tmp_path: Path) -> None:
    marit, *_ = people = members(3)
    with answering(settings, tmp_path) as stranger:
        web_push.subscribe(marit, **Browser().gives(stranger.url))
        game = started(people)
        bid(game, marit)
        Notice.objects.exclude(kind="your_move").delete()
        assert delivery.deliver_external() == 0
    assert stranger.asked == []
    assert pushed(marit) == {(State.DROPPED, "untrue")}


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    settings: Settings, tmp_path: Path, status: int
) -> None:
    marit, *_ = people = members(3)
    with answering(settings, tmp_path, status=status) as stranger:
        web_push.subscribe(marit, **Browser().gives(stranger.url))
        started(people)
        delivery.deliver_external()
    assert not PushDevice.objects.exists()
    assert pushed(marit) == {(State.SUPPRESSED, "no_device")}


def test_a_push_service_that_is_busy_is_asked_again(settings: Settings, tmp_path: Path) -> None:
    marit, *_ = people = members(3)
    with answering(settings, tmp_path, status=429) as stranger:
        web_push.subscribe(marit, **Browser().gives(stranger.url))
        started(people)
        delivery.deliver_external()
        assert pushed(marit) == {(State.QUEUED, "answered 429")}
        stranger.status = 201
        Notice.objects.update(leased_until=None)
        delivery.deliver_external()
    assert pushed(marit) == {(State.SENT, "")}
    assert stranger.asked[0][1]["topic"] in {asked[1]["topic"] for asked in stranger.asked[1:]}


def test_endpoint_and_keys_are_sealed_and_given_again_kept_once(
    settings: Settings, tmp_path: Path
) -> None:
    marit, *_ = members(1)
    with answering(settings, tmp_path) as stranger:
        given = Browser().gives(stranger.url)
        first = web_push.subscribe(marit, **given)
        assert web_push.subscribe(marit, **given).pk == first.pk
    assert stranger.url.encode() not in bytes(PushDevice.objects.get().sealed)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"endpoint": "https://127.0.0.1/push"}, "private"),
        ({"endpoint": "http://example.org/push"}, "not_https"),
        ({"p256dh": "AAAA"}, "malformed"),
        ({"p256dh": coded(b"\x04" + b"\x01" * 64)}, "malformed"),
        ({"auth": "no base64!"}, "malformed"),
    ],
)
def test_what_is_no_subscription_is_refused(change: dict[str, str], code: str) -> None:
    given = Browser().gives("https://127.0.0.1/") | change
    with pytest.raises(NotSubscribed) as refused:
        web_push.subscribe(members(1)[0], **given)
    assert refused.value.code == code
    assert not PushDevice.objects.exists()


def test_the_page_keeps_and_forgets_a_browser(settings: Settings, tmp_path: Path) -> None:
    marit, client = members(1)[0], Client()
    client.force_login(marit, "django.contrib.auth.backends.ModelBackend")
    with answering(settings, tmp_path) as stranger:
        given = Browser().gives(stranger.url)
        agent = {"User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/140"}
        assert client.post(reverse("push_subscribe"), given, headers=agent).status_code == 302
    device = PushDevice.objects.get()
    assert device.label == "Firefox, Linux"
    assert "Firefox, Linux" in client.get(reverse("ways")).content.decode()
    assert client.post(reverse("push_remove", args=[device.pk])).status_code == 302
    bad = client.post(reverse("push_subscribe"), {"endpoint": "x"})
    assert bad.status_code == 400


def test_the_worker_stands_at_the_root() -> None:
    answer = Client().get("/push-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in answer.content


def test_the_worker_is_sent_again_only_if_it_changed() -> None:
    """A browser asks for it on every page that somebody who has it opens."""
    first = Client().get("/push-worker.js", headers={"Accept-Encoding": "gzip"})
    again = Client().get("/push-worker.js", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = Client().get("/push-worker.js", headers={"If-None-Match": '"older"'})
    assert b"showNotification" in other.content


def test_keys(settings: Settings) -> None:
    out = StringIO()
    call_command("vapidkeys", stdout=out)
    name, _equals, value = out.getvalue().strip().partition("=")
    settings.VAPID_PRIVATE_KEY = value
    found = web_push.key()
    assert name == "VAPID_PRIVATE_KEY"
    assert found is not None
    assert len(found.application) == 87

    settings.VAPID_PRIVATE_KEY, settings.EMBEDDED = "", False
    assert web_push.key() is None
    settings.EMBEDDED = True
    assert web_push.key() == web_push.key() is not None
    settings.VAPID_PRIVATE_KEY = "nonsense"
    with pytest.raises(ImproperlyConfigured):
        web_push.key()

"""Webhooks: signed, tried again, switched off after days, and never in the way of others."""

import json
import re
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Notice, User, Webhook
from accounts.notifications import delivery, in_app, status_text, webhooks
from accounts.refusals import Refused
from accounts.security import safe_http
from accounts.security.shuffled_numbers import shown
from tests.accounts.answering import answering
from tests.accounts.making import member
from tests.games.making import person, running
from tests.narrowing import not_none

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
DOCS = Path(__file__).parents[3] / "docs/webhooks.md"
State = Notice.State


def pinged(user: User, url: str) -> tuple[Webhook, str]:
    """A webhook to which a ping is on its way."""
    hook, secret = webhooks.add(user, url)
    webhooks.ping(user, hook.pk)
    return hook, secret


def test_the_verifier_of_the_docs_takes_what_we_send(settings: Settings, tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert code is not None
    documented: dict[str, Any] = {}
    exec(code.group(1), documented)
    with answering(settings, tmp_path) as stranger:
        _hook, secret = pinged(member(), stranger.url)
        assert delivery.deliver_external() == 1

    _path, headers, body = stranger.asked[0]
    told = documented["verified"](secret, headers, body)
    assert told == json.loads(body)
    assert (told["kind"], told["id"]) == ("ping", headers["webhook-id"])
    for wrong in (
        (secret, headers, body + b" "),
        (secret, {**headers, "webhook-timestamp": str(int(time.time()) - 1000)}, body),
        ("whsec_" + "A" * 44, headers, body),
        (secret, {}, body),
        (secret, {**headers, "webhook-signature": "v1,ä"}, body),
    ):
        with pytest.raises(ValueError, match=r"not ours|too old"):
            documented["verified"](*wrong)


@pytest.mark.parametrize("status", [500, 302, 404])
def test_what_is_not_taken_is_tried_again_later(
    settings: Settings, tmp_path: Path, status: int
) -> None:
    with answering(settings, tmp_path, status=status) as stranger:
        hook, _secret = pinged(member(), stranger.url)
        assert delivery.deliver_external() == 0
        assert delivery.deliver_external() == 0, "it is left alone for a while"
        assert len(stranger.asked) == 1
        notice = Notice.objects.get(kind="ping")
        assert (notice.state, notice.reason) == (State.QUEUED, f"answered {status}")
        hook.refresh_from_db()
        assert hook.retry_at is not None

        stranger.status = 204
        Notice.objects.update(leased_until=None)
        Webhook.objects.update(retry_at=None)
        assert delivery.deliver_external() == 1
    hook.refresh_from_db()
    assert (hook.failures, hook.failing_since, hook.last_error) == (0, None, "")
    assert stranger.asked[0][1]["webhook-id"] == stranger.asked[1][1]["webhook-id"]


def test_one_that_answers_with_no_http_is_left_alone_for_a_while_too(
    settings: Settings, tmp_path: Path
) -> None:
    with answering(settings, tmp_path, status=99999) as stranger:
        hook, _secret = pinged(member(), stranger.url)
        delivery.deliver_external()
        Notice.objects.update(leased_until=None)
        delivery.deliver_external()
        assert len(stranger.asked) == 1
    hook.refresh_from_db()
    assert (hook.failures, hook.last_error) == (1, "no answer: BadStatusLine")
    assert status_text.reason(Notice.objects.get()) == "We got no answer (BadStatusLine)."


def test_one_that_never_answers_holds_up_no_other(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safe_http, "WHOLE", 1.0)
    with answering(settings, tmp_path, pause=3) as silent, answering(settings, tmp_path) as good:
        slow, _secret = webhooks.add(member(), silent.url)
        for _ in range(6):
            webhooks.ping(slow.user, slow.pk)
        pinged(member("Joost"), good.url)
        began = time.monotonic()
        assert delivery.deliver_external() == 1
        assert time.monotonic() - began < 8
    assert len(good.asked) == 1
    assert len(silent.asked) <= delivery.THREADS


def test_after_days_of_failing_it_is_off_and_its_person_told(
    settings: Settings, tmp_path: Path
) -> None:
    marit = member()
    with answering(settings, tmp_path, status=500) as stranger:
        hook, _secret = pinged(marit, stranger.url)
        Webhook.objects.update(failing_since=timezone.now() - timedelta(days=3), failures=40)
        delivery.deliver_external()
        hook.refresh_from_db()
        assert hook.disabled_at is not None
        assert [entry.title for entry in in_app.entries(marit, list(in_app.of(marit)))] == [
            "A webhook is off"
        ]

        Notice.objects.update(leased_until=None)
        delivery.deliver_external()
        notice = Notice.objects.get(kind="ping")
        assert status_text.reason(notice) == "The webhook is off or was removed."

        stranger.status = 200
        webhooks.ping(marit, hook.pk)
        assert delivery.deliver_external() == 1


@pytest.mark.parametrize("again", [False, True])
def test_two_failures_far_apart_are_no_days_of_failing(
    settings: Settings, tmp_path: Path, *, again: bool
) -> None:
    """The first one's notice was no longer true when it was due again; or it is sent by hand."""
    marit, past = member(), timezone.now() - timedelta(days=4)
    with answering(settings, tmp_path, status=502) as stranger:
        hook, _secret = pinged(marit, stranger.url)
        delivery.deliver_external()
        Webhook.objects.update(failing_since=past, retry_at=past + timedelta(minutes=1))
        Notice.objects.update(state=State.DROPPED, leased_until=None, attempts=7)
        (notice,) = not_none(webhooks.deliveries(marit, hook.pk))
        if again:
            assert webhooks.send_again(marit, hook.pk, shown(notice.pk))
        else:
            Notice.objects.update(state=State.QUEUED)
        delivery.deliver_external()
        assert len(stranger.asked) == 2
    hook.refresh_from_db()
    assert (hook.disabled_at, hook.failures) == (None, 1)
    assert not_none(hook.failing_since) > past


@pytest.mark.parametrize("wait", [timedelta(0), webhooks.MAX_PAUSE])
def test_what_is_sent_by_hand_is_tried_at_once_and_counts(
    settings: Settings, tmp_path: Path, wait: timedelta
) -> None:
    marit = member()
    with answering(settings, tmp_path, status=502) as stranger:
        hook, _secret = pinged(marit, stranger.url)
        delivery.deliver_external()
        Webhook.objects.update(retry_at=timezone.now() + wait)
        Notice.objects.update(state=State.DROPPED, leased_until=None)
        (notice,) = not_none(webhooks.deliveries(marit, hook.pk))
        assert webhooks.send_again(marit, hook.pk, shown(notice.pk))
        assert Notice.objects.get().attempts == 0
        delivery.deliver_external()
        assert len(stranger.asked) == 2
    hook.refresh_from_db()
    assert hook.failures == 2


@pytest.mark.parametrize("how", ["again", "ping"])
def test_what_waits_after_failures_goes_at_once_when_its_owner_says_so(
    settings: Settings, tmp_path: Path, how: str
) -> None:
    marit = member()
    with answering(settings, tmp_path, status=500) as stranger:
        hook, _secret = pinged(marit, stranger.url)
        delivery.deliver_external()
        notice = Notice.objects.get(kind="ping")
        Notice.objects.update(leased_until=timezone.now() + timedelta(hours=2), attempts=8)
        stranger.status = 204
        if how == "again":
            assert webhooks.send_again(marit, hook.pk, shown(notice.pk))
        else:
            assert webhooks.ping(marit, hook.pk)
        delivery.deliver_external()
    notice.refresh_from_db()
    assert notice.state == State.SENT
    assert not Notice.objects.filter(state=State.QUEUED).exists()


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("answered 500", "Die Antwort war 500."),
        ("no answer: NewConnectionError", "Wir haben keine Antwort bekommen (NewConnectionError)."),
        ("not called: unknown_host", "Wir finden diesen Rechner nicht. Prüfe die Adresse."),
    ],
)
def test_what_went_wrong_is_told_in_words_of_its_reader(
    monkeypatch: pytest.MonkeyPatch, fault: str, said: str
) -> None:
    monkeypatch.setattr(safe_http, "target_of", lambda _url: None)
    marit, client = member(), Client()
    User.objects.filter(pk=marit.pk).update(language="de")
    client.force_login(marit, "django.contrib.auth.backends.ModelBackend")
    hook, _secret = pinged(marit, "https://example.org/x")
    Webhook.objects.update(last_error=fault)
    Notice.objects.update(reason=fault)
    for way in (reverse("ways"), reverse("hook_deliveries", args=[hook.pk])):
        assert said in client.get(way).content.decode()


def test_gone_means_off_at_once(settings: Settings, tmp_path: Path) -> None:
    marit = member()
    with answering(settings, tmp_path, status=410) as stranger:
        hook, _secret = pinged(marit, stranger.url)
        delivery.deliver_external()
    hook.refresh_from_db()
    assert hook.disabled_at is not None
    (told,) = in_app.entries(marit, list(in_app.of(marit)))
    assert "no longer accepts what we send" in not_none(told.brief).text, "it has answered"


def test_what_happens_while_it_is_off_is_not_sent_as_its_owner_was_told(
    settings: Settings, tmp_path: Path
) -> None:
    marit = member()
    with answering(settings, tmp_path) as stranger:
        hook, _secret = webhooks.add(marit, stranger.url)
        webhooks.switch_off(hook)
        (told,) = in_app.entries(marit, list(in_app.of(marit)))
        assert "what happens until then isn’t sent" in not_none(told.brief).text
        running([marit, person("Joost"), person("Aoife")])
        webhooks.ping(marit, hook.pk)
        delivery.deliver_external()
        assert [json.loads(body)["kind"] for _path, _headers, body in stranger.asked] == ["ping"]


def test_secret_and_address_are_sealed_and_few(settings: Settings, tmp_path: Path) -> None:
    marit = member()
    with answering(settings, tmp_path) as stranger:
        hook, secret = webhooks.add(marit, stranger.url)
        raw = bytes(Webhook.objects.get(pk=hook.pk).sealed)
        assert secret.encode() not in raw
        assert b"/here" not in raw
        for _ in range(webhooks.MAX_WEBHOOKS - 1):
            webhooks.add(marit, stranger.url)
        with pytest.raises(Refused) as refused:
            webhooks.add(marit, stranger.url)
    assert refused.value.code == "too_many_hooks"


def test_the_same_address_in_another_format_is_no_second_press(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(safe_http, "target_of", lambda _url: None)
    marit = member()
    first, second, pressed_twice = (
        webhooks.add(marit, "https://example.org/x", form, pressed=True)[0]
        for form in ("tideweb", "slack", "slack")
    )
    assert first != second == pressed_twice


def test_the_page_adds_pings_and_removes(settings: Settings, tmp_path: Path) -> None:
    marit, client = member(), Client()
    client.force_login(marit, "django.contrib.auth.backends.ModelBackend")
    with answering(settings, tmp_path) as stranger:
        shown = client.post(reverse("hook_add"), {"url": stranger.url}).content.decode()
        hook = Webhook.objects.get()
        assert webhooks.opened(hook)[1] in shown
        assert webhooks.opened(hook)[1] not in client.get(reverse("ways")).content.decode()
        assert client.post(reverse("hook_ping", args=[hook.pk])).status_code == 302
        assert delivery.deliver_external() == 1
    assert client.post(reverse("hook_remove", args=[hook.pk])).status_code == 302
    assert not Webhook.objects.exists()
    refused = client.post(reverse("hook_add"), {"url": "https://127.0.0.1/", "format": "slack"})
    assert refused.status_code == 400
    assert "private network" in refused.content.decode()
    assert '<option value="slack" selected>' in refused.content.decode()


def test_nobody_touches_the_webhook_of_another(settings: Settings, tmp_path: Path) -> None:
    with answering(settings, tmp_path) as stranger:
        hook, _secret = webhooks.add(member(), stranger.url)
    client = Client()
    client.force_login(member("Joost"), "django.contrib.auth.backends.ModelBackend")
    for name in ("hook_ping", "hook_remove"):
        assert client.post(reverse(name, args=[hook.pk])).status_code == 404
    assert client.delete(f"/api/v1/me/webhooks/{hook.pk}").status_code == 404
    assert Webhook.objects.filter(pk=hook.pk).exists()


def test_the_same_over_the_api(settings: Settings, tmp_path: Path) -> None:
    client = Client()
    client.force_login(member(), "django.contrib.auth.backends.ModelBackend")
    path, kind = "/api/v1/me/webhooks", "application/json"
    with answering(settings, tmp_path) as stranger:
        made = client.post(path, {"url": stranger.url}, kind)
        assert made.status_code == 201
        assert made.json()["secret"].startswith("whsec_")
        pk = made.json()["id"]
        assert client.post(f"{path}/{pk}/ping", content_type=kind).status_code == 204
        assert delivery.deliver_external() == 1
    (listed,) = client.get(path).json()["webhooks"]
    assert "secret" not in listed
    assert listed["last_ok_at"] is not None
    assert client.delete(f"{path}/{pk}").status_code == 204
    refused = client.post(path, {"url": "http://example.org/"}, kind)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_hook")

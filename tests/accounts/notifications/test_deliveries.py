"""What a webhook was sent is listed and sent again; chats get a body that they show by themselves.

Planted: without the escaping a title calls everybody; without the owner in `deliveries`
another's are sent again.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Notice, User, Webhook
from accounts.notifications import delivery, hook_bodies, webhooks
from accounts.notifications.channels.names import HOOK
from accounts.notifications.kinds import KINDS
from accounts.security.shuffled_numbers import shown
from accounts.web import channels
from tests.accounts.answering import answering
from tests.accounts.making import member
from tests.games.api.asking import ROOT, client, good, problem

TOLD = {
    "title": "Your move, @everyone",
    "text": "<b>Texel</b> & _tides_: until Sat",
    "url": "https://play.example.org/g/k7m2/",
    "kind": "your_move",
}


def said(form: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(hook_bodies.body(form, TOLD))
    return found


def test_our_own_form_is_everything() -> None:
    assert said("tideweb") == TOLD


def test_discord_calls_nobody_and_shows_signs_as_they_are() -> None:
    told = said("discord")
    assert told["allowed_mentions"] == {"parse": []}
    assert told["content"] == (
        "**Your move, \\@everyone**\n\\<b\\>Texel\\</b\\> & \\_tides\\_\\: until Sat\n"
        "<https://play.example.org/g/k7m2/>"
    )


def test_slack_gets_plain_text_and_one_link() -> None:
    told = said("slack")
    assert told["text"] == "Your move, @everyone: &lt;b&gt;Texel&lt;/b&gt; &amp; _tides_: until Sat"
    plain, context = told["blocks"]
    assert plain["text"]["type"] == "plain_text"
    assert context["elements"][0]["text"] == "<https://play.example.org/g/k7m2/>"


def test_matrix_gets_text_and_html() -> None:
    told = said("matrix")
    assert str(told["text"]).splitlines()[0] == "Your move, @everyone"
    assert "&lt;b&gt;Texel&lt;/b&gt; &amp; _tides_" in str(told["html"])


def browser(user: User) -> Client:
    made = Client()
    made.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return made


def test_the_docs_name_every_kind_that_nobody_can_turn_off() -> None:
    text = (Path(__file__).parents[3] / "docs/webhooks.md").read_text()
    forced = [kind.slug for kind in KINDS.values() if HOOK in kind.ways and not kind.optional]
    assert [slug for slug in forced if f"`{slug}`" not in text] == []


@pytest.mark.django_db
def test_a_webhook_that_is_off_is_sent_nothing_again_and_says_what_turns_it_on() -> None:
    marit = member()
    hook = Webhook.objects.create(
        user=marit, host="a.example", sealed=b"", disabled_at=timezone.now()
    )
    sent = Notice.objects.create(
        recipient=marit, kind="ping", channel=HOOK, target=hook.pk, state="sent"
    )
    way = reverse("hook_again", args=[hook.pk, shown(sent.pk)])
    page = browser(marit).post(way, follow=True).content.decode()
    assert "This webhook is off, so nothing was sent again. A ping turns it on." in page
    assert "It is on its way again." not in page
    api = f"{ROOT}/me/webhooks/{hook.pk}/deliveries/{shown(sent.pk)}/again"
    problem(client(marit).post(api), 409, "hook_off")
    sent.refresh_from_db()
    assert sent.state == "sent"


@pytest.mark.django_db
def test_everything_that_was_sent_is_on_some_page() -> None:
    marit = member()
    hook = Webhook.objects.create(user=marit, host="a.example", sealed=b"")
    sent = [
        Notice.objects.create(
            recipient=marit, kind="ping", channel=HOOK, target=hook.pk, state="sent", event=f"{n}"
        )
        for n in range(channels.DELIVERIES + 1)
    ]
    path, mine = reverse("hook_deliveries", args=[hook.pk]), browser(marit)
    oldest = reverse("hook_again", args=[hook.pk, shown(sent[0].pk)])
    first, second, beyond = (
        mine.get(f"{path}{query}").content.decode() for query in ("", "?page=2", "?page=99")
    )
    assert oldest not in first
    assert 'rel="next" href="?page=2"' in first
    assert oldest in second
    assert oldest in beyond
    assert 'href="?page=1"' in second


@pytest.mark.django_db(transaction=True)
def test_what_was_sent_is_listed_and_sent_again_by_its_owner_alone(
    settings: Settings, tmp_path: Path
) -> None:
    marit, joost = member(), member("Joost")
    hers = browser(marit)
    with answering(settings, tmp_path) as stranger:
        hers.post(reverse("hook_add"), {"url": stranger.url, "format": "discord"})
        hook = Webhook.objects.get()
        assert hook.format == "discord"
        hers.post(reverse("hook_ping", args=[hook.pk]))
        assert delivery.deliver_external() == 1
        sent = Notice.objects.get(channel="hook")
        page = hers.get(reverse("hook_deliveries", args=[hook.pk])).content.decode()
        assert "a ping to a webhook" in page

        way = f"{ROOT}/me/webhooks/{hook.pk}/deliveries"
        (listed,) = good(client(marit).get(way))["deliveries"]
        assert (listed["state"], listed["message"]) == ("sent", sent.message_id)
        number = listed["id"]
        assert number != sent.pk, "two of them would tell how many others have got notices since"
        problem(client(joost).get(way), 404, "no_hook")
        problem(client(joost).post(f"{way}/{number}/again"), 404, "no_hook")
        assert browser(joost).post(
            reverse("hook_again", args=[hook.pk, number])
        ).status_code == 404  # fmt: skip
        assert delivery.deliver_external() == 0

        Webhook.objects.update(retry_at="2100-01-01T00:00Z")
        problem(client(marit).post(f"{way}/{sent.pk}/again"), 404, "no_delivery")
        assert Webhook.objects.exclude(retry_at=None).exists(), "nothing else was changed"
        for _time in range(2):
            good(client(marit).post(f"{way}/{number}/again"), 204)
        assert delivery.deliver_external() == 1
        hers.post(reverse("hook_again", args=[hook.pk, number]))
        assert delivery.deliver_external() == 1
    ids = {headers["webhook-id"] for _path, headers, _body in stranger.asked}
    assert (len(stranger.asked), ids) == (3, {sent.message_id})
    assert "content" in json.loads(stranger.asked[0][2])
    assert webhooks.deliveries(joost, hook.pk) is None

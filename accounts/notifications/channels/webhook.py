"""Webhooks: signed POST requests to people's own programs (docs/webhooks.md)."""

import time
from typing import Any

from django.conf import settings

from accounts.models import Notice, Webhook
from accounts.notifications import eligibility, hook_bodies, summaries, webhooks
from accounts.notifications.channels.base import Channel, Postponed
from accounts.notifications.eligibility import NotSent
from accounts.operation.send_errors import TryLater
from accounts.security import safe_http
from accounts.security.safe_http import NoAnswer, NotAllowed

State = Notice.State
GONE = 410


class WebhookChannel(Channel):
    """Each webhook is called separately; one that fails is paused for a while."""

    def send(self, notice: Notice) -> None:
        """Posts one notice; raises as in `Channel.send`."""
        hook = Webhook.objects.filter(pk=notice.target or 0).first()
        if hook is None or hook.disabled_at is not None or hook.user_id != notice.recipient_id:
            raise NotSent(State.SUPPRESSED, "hook_off")
        if hook.retry_at is not None and hook.retry_at.timestamp() > time.time():
            raise Postponed(hook.retry_at)
        eligibility.check(notice)
        body = body_of(notice, hook.format)
        try:
            self._post(hook, notice, body)
        except TryLater as why:
            webhooks.failed(hook, str(why))
            raise
        webhooks.succeeded(hook)

    def _post(self, hook: Webhook, notice: Notice, body: bytes) -> None:
        url, secret = webhooks.opened(hook)
        at = int(time.time())
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Tideweb",
            "webhook-id": notice.message_id,
            "webhook-timestamp": str(at),
            "webhook-signature": webhooks.signature(secret, notice.message_id, at, body),
        }
        try:
            answer = safe_http.post(url, body, headers)
        except NotAllowed as refused:
            raise TryLater(f"not called: {refused.code}") from None
        except NoAnswer as silent:
            raise TryLater(f"no answer: {silent}") from None
        if answer.status == GONE:
            webhooks.switch_off(hook)
            raise NotSent(State.SUPPRESSED, "hook_off")
        if not 200 <= answer.status < 300:
            raise TryLater(f"answered {answer.status}")


def body_of(notice: Notice, form: str = Webhook.Format.TIDEWEB) -> bytes:
    """The request body. Raises `NotSent` if the notice is no longer true."""
    return hook_bodies.body(form, told_of(notice))


def told_of(notice: Notice) -> dict[str, Any]:
    """The brief and its facts. Raises `NotSent` if the notice is no longer true."""
    if notice.recipient is None:
        raise NotSent(State.SUPPRESSED, "no_account")
    with eligibility.at_home(notice.recipient).at_home():
        brief = summaries.brief(notice)
    if brief is None or not brief.true:
        raise NotSent(State.DROPPED, eligibility.UNTRUE)
    return {
        "id": notice.message_id,
        "kind": notice.kind,
        "created_at": notice.created_at.isoformat(),
        "title": brief.title,
        "text": brief.text,
        "url": settings.SITE_URL + brief.path,
        **brief.facts,
    }

"""Webhooks: adding, testing and removing them, and backing off when one fails.

Bodies are signed as Standard Webhooks specifies (docs/webhooks.md).
"""

import base64
import hashlib
import hmac
import secrets
import uuid
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import encryption
from accounts.models import Notice, User, Webhook
from accounts.notifications import outbox
from accounts.notifications.channels.names import HOOK
from accounts.refusals import Refused
from accounts.security import own_row, safe_http
from accounts.security.key_rotation import Column
from accounts.security.safe_http import NotAllowed
from accounts.security.shuffled_numbers import meant

MAX_WEBHOOKS = 5  # per person
GIVEN_UP = timedelta(days=3)
MAX_PAUSE = timedelta(hours=2)
ANEW_AFTER = timedelta(days=1)  # without an attempt: failures so far apart tell nothing of between
AGAIN = timedelta(minutes=1)  # within it the same one from the same button is the same
SECRET_BYTES = 32
PREFIX = "whsec_"
PING, OFF = "ping", "hook_off"


def add(
    user: User, url: str, form: str = Webhook.Format.TIDEWEB, *, pressed: bool = False
) -> tuple[Webhook, str]:
    """A new webhook and its secret, which is shown only once. Raises `Refused`.

    A button may have been `pressed` twice: the same one added just now is returned again.
    """
    url = url.strip()
    try:
        safe_http.check(url)
    except NotAllowed as refused:
        raise Refused("bad_hook", reason=refusal(refused.code)) from None
    secret = PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()
    with transaction.atomic():
        own_row.hold(user)
        found = of(user)
        if pressed and (same := _just_added(found, url, form)):
            return same
        if len(found) >= MAX_WEBHOOKS:
            raise Refused("too_many_hooks", n=MAX_WEBHOOKS)
        hook = Webhook.objects.create(
            user=user, host=urlsplit(url).hostname or "", sealed=b"", format=form
        )
        hook.sealed = encryption.seal({"url": url, "secret": secret}, _associated_data_of(hook))
        hook.save(update_fields=["sealed"])
    return hook, secret


def _just_added(hooks: list[Webhook], url: str, form: str) -> tuple[Webhook, str] | None:
    since = timezone.now() - AGAIN
    for hook in hooks:
        if hook.created_at > since and hook.format == form:
            stored, secret = opened(hook)
            if stored == url:
                return hook, secret
    return None


def refusal(code: str) -> str:
    """The message for a code of `safe_http.NotAllowed`."""
    return {
        "not_https": _("The address must begin with https://."),
        "unknown_host": _("We can’t find this host. Check the address."),
        "bad_port": _("We only call ports 80 and 443."),
        "private": _("This host is in a private network; we only call public ones."),
        "busy": _("We’re still looking up somebody else’s address. Try again in a minute."),
    }.get(code, _("We can’t call this address. Check it."))


def of(user: User) -> list[Webhook]:
    """The person's webhooks, oldest first."""
    return list(Webhook.objects.filter(user=user).order_by("id"))


def remove(user: User, pk: int) -> bool:
    """Deletes a webhook; False if it isn't theirs."""
    return bool(Webhook.objects.filter(user=user, pk=pk).delete()[0])


def ping(user: User, pk: int) -> bool:
    """Sends a test ping, and with it what waits after failures. It also re-enables a disabled
    webhook. False if it isn't theirs."""
    mine = Webhook.objects.filter(user=user, pk=pk)
    fresh = {"disabled_at": None, "retry_at": None, "failures": 0, "failing_since": None}
    if not mine.update(**fresh):
        return False
    waiting = Notice.objects.filter(channel=HOOK, target=pk, state=Notice.State.QUEUED)
    waiting.update(leased_until=None)
    Notice.objects.create(
        recipient=user, kind=PING, event=f"ping:{uuid.uuid4().hex}", channel=HOOK, target=pk
    )
    return True


def deliveries(user: User, pk: int) -> "QuerySet[Notice] | None":
    """The notices for this webhook, newest first; None if it isn't theirs."""
    if not Webhook.objects.filter(user=user, pk=pk).exists():
        return None
    return Notice.objects.filter(recipient=user, channel=HOOK, target=pk).order_by("-id")


def send_again(user: User, pk: int, delivery: int) -> bool:
    """Queues a delivery anew under its old id, to be sent at once; False if there is no such
    delivery. If it was just being sent, it may arrive twice.

    `delivery` is its number as it is shown. Raises `Refused` if the webhook is off.
    """
    mine = deliveries(user, pk)
    if mine is None or not (found := mine.filter(pk=meant(delivery))).exists():
        return False
    if Webhook.objects.filter(pk=pk, disabled_at__isnull=False).exists():
        raise Refused("hook_off")
    now = timezone.now()
    Webhook.objects.filter(user=user, pk=pk, retry_at__gt=now).update(retry_at=now)
    anew = {"drop_after": None, "finished_at": None, "leased_until": None, "attempts": 0}
    found.update(state=Notice.State.QUEUED, reason="", send_after=now, **anew)
    return True


def opened(hook: Webhook) -> tuple[str, str]:
    """URL and secret, decrypted."""
    value = encryption.unseal(hook.sealed, _associated_data_of(hook))
    return value["url"], value["secret"]


def signature(secret: str, message_id: str, at: int, body: bytes) -> str:
    """`v1,` and the base64 HMAC-SHA256 of id, time (Unix seconds) and body."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message_id}.{at}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def succeeded(hook: Webhook) -> None:
    """Records a success and resets the failure count."""
    Webhook.objects.filter(pk=hook.pk).update(
        last_ok_at=timezone.now(), failures=0, failing_since=None, retry_at=None, last_error=""
    )


def failed(hook: Webhook, why: str) -> datetime:
    """Records a failure; returns when to try again.

    After days of failures the webhook is disabled and its owner gets an in-app notice. They are
    counted anew if nothing was tried for a day, for want of a notice that was still true.
    """
    now = timezone.now()
    since, failures = hook.failing_since or now, hook.failures
    if hook.retry_at is not None and now - hook.retry_at > ANEW_AFTER:
        since, failures = now, 0
    pause = min(timedelta(minutes=2 ** min(failures, 7)), MAX_PAUSE)
    Webhook.objects.filter(pk=hook.pk).update(
        failures=failures + 1,
        failing_since=since,
        retry_at=now + pause,
        last_error=why[:160],
    )
    if now - since >= GIVEN_UP:
        switch_off(hook)
    return now + pause


def switch_off(hook: Webhook) -> None:
    """Disables the webhook and tells its owner."""
    Webhook.objects.filter(pk=hook.pk).update(disabled_at=timezone.now())
    event = f"hook:{hook.pk}:off:{int(timezone.now().timestamp())}"
    outbox.enqueue([outbox.NotificationRequest(hook.user_id, OFF, event, {"hook": hook.pk})])


def _associated_data_of(hook: Webhook) -> str:
    return f"webhook:{hook.pk}"


COLUMNS = (Column(Webhook, "sealed", _associated_data_of),)

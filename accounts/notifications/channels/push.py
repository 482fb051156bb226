"""Web push (RFC 8030): the brief, encrypted for each of a person's browsers."""

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import Notice, PushDevice
from accounts.notifications import eligibility, summaries, web_push
from accounts.notifications.channels.base import Channel
from accounts.notifications.eligibility import NotSent
from accounts.notifications.kinds import PUSHING, Brief
from accounts.operation.send_errors import TryLater
from accounts.security import safe_http
from accounts.security.safe_http import Answer, NoAnswer, NotAllowed

State = Notice.State
GONE = (404, 410)
DECLARED = 8030  # marks a declarative push message, which needs no service worker
MAX_TTL = 28 * 24 * 3600  # seconds that a push service may keep a message


class PushChannel(Channel):
    """Pushes to each browser separately; the notice is sent if at least one accepted it.

    They are called at the same time: each may take as long as `safe_http` waits, and one after
    another, those of one person would hold up everybody else's.
    """

    def send(self, notice: Notice) -> None:
        """Pushes one notice to all browsers of its recipient; raises as in `Channel.send`."""
        eligibility.check(notice)
        payload = payload_of(notice)
        devices = list(PushDevice.objects.filter(user=notice.recipient_id).order_by("id"))
        found = web_push.key()
        if found is None or not devices:
            raise NotSent(State.SUPPRESSED, "no_device")
        requests = [_request(device, notice, payload, found) for device in devices]
        with ThreadPoolExecutor(len(requests), "push") as crew:
            answers = list(crew.map(_post, requests))
        faults = [_fault(*each) for each in zip(devices, answers, strict=True)]
        if "" in faults:
            return
        waiting = [fault for fault in faults if fault is not None]
        if not waiting:
            raise NotSent(State.SUPPRESSED, "no_device")
        raise TryLater(waiting[0])


def payload_of(notice: Notice) -> bytes:
    """The payload as JSON. Raises `NotSent` if the notice is no longer true."""
    if notice.recipient is None:
        raise NotSent(State.SUPPRESSED, "no_account")
    with eligibility.at_home(notice.recipient).at_home():
        brief = summaries.brief(notice)
        if brief is None or not brief.true:
            raise NotSent(State.DROPPED, eligibility.UNTRUE)
        shown = _payload(notice, brief)
    return json.dumps(shown, ensure_ascii=False).encode()


def _payload(notice: Notice, brief: Brief) -> dict[str, Any]:
    """A declarative push message (W3C Push API); our service worker reads the same format."""
    extra: dict[str, Any] = {}
    for each in PUSHING:
        extra |= each(notice)
    page = f"{settings.SITE_URL}{brief.path}"
    actions = [{"action": "open", "title": _("Open"), "navigate": page}]
    if plan := extra.get("plan"):
        title = _("Play my plan")
        actions.append({"action": "plan", "title": title, "navigate": f"{page}#plan"})
    shown = {
        "web_push": DECLARED,
        "notification": {
            "title": brief.title,
            "body": brief.text,
            "lang": get_language(),
            "navigate": page,
            "tag": topic(notice),
            "icon": f"{settings.SITE_URL}{static('tideweb/icons/app-192.png')}",
            "badge": f"{settings.SITE_URL}{static('tideweb/icons/badge-96.png')}",
            "actions": actions,
            "data": {"plan": plan or ""},
        },
    }
    waiting = extra.get("waiting")
    return shown if waiting is None else {**shown, "app_badge": str(waiting)}


def topic(notice: Notice) -> str:
    """The same for every attempt, so that a browser shows the notice once (RFC 8030, 5.4)."""
    return hashlib.sha256(notice.message_id.encode()).hexdigest()[:32]


def _request(
    device: PushDevice, notice: Notice, payload: bytes, found: web_push.Key
) -> tuple[str, bytes, dict[str, str]]:
    """Endpoint, body and headers."""
    given = web_push.subscription(device)
    from webpush.types import WebPushSubscription  # large: see accounts.notifications.web_push

    message = web_push.writer(found).get(payload, WebPushSubscription(**given), ttl=_keep(notice))
    headers = {
        **{name: str(value) for name, value in message.headers.items()},
        "content-type": "application/octet-stream",
        "topic": topic(notice),
        "urgency": "normal",
    }
    return given["endpoint"], message.encrypted, headers


def _post(request: tuple[str, bytes, dict[str, str]]) -> Answer | str:
    """The answer, or why there is none. Runs in a thread, so it must not use the database."""
    try:
        return safe_http.post(*request)
    except NotAllowed as refused:
        return f"not called: {refused.code}"
    except NoAnswer as silent:
        return f"no answer: {silent}"


def _fault(device: PushDevice, answer: Answer | str) -> str | None:
    """Empty if accepted, None if the browser has unsubscribed, otherwise the error."""
    if isinstance(answer, str):
        return answer
    if answer.status in GONE:
        device.delete()
        return None
    if 200 <= answer.status < 300:
        PushDevice.objects.filter(pk=device.pk).update(last_ok_at=timezone.now())
        return ""
    return f"answered {answer.status}"


def _keep(notice: Notice) -> int:
    """Time to live in seconds: until the notice is no longer worth showing."""
    if notice.drop_after is None:
        return MAX_TTL
    left = int((notice.drop_after - timezone.now()).total_seconds())
    return max(60, min(left, MAX_TTL))

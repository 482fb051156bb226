"""Says to somebody else that all is well; who hears nothing raises the alarm.

So the alarm also comes where this host, its network or its monitor is gone.
"""

import logging

import urllib3
from django.conf import settings
from django.core.cache import cache

from games.selectors.moderation import health

log = logging.getLogger(__name__)
VITAL = {"worker", "clock", "sweep", "outbox"}
EVERY = 50  # seconds; a pulse comes every 30
SAID = "tideweb-dead-mans-switch"


def report() -> bool:
    """Calls HEARTBEAT_URL, about once a minute, while what people wait for goes; True if called."""
    if not settings.HEARTBEAT_URL or not cache.add(SAID, 1, timeout=EVERY):
        return False
    wrong = sorted(part.name for part in health.parts() if part.name in VITAL and not part.good)
    if wrong:
        log.error("Not reported to be well: %s.", ", ".join(wrong))
        return False
    return _call(settings.HEARTBEAT_URL)


def _call(url: str) -> bool:
    """The address may be all that it takes to report in our name: it stands in no log."""
    try:
        answer = urllib3.request("GET", url, timeout=5, retries=False, redirect=False)
    except urllib3.exceptions.HTTPError as error:
        log.warning("HEARTBEAT_URL could not be called: %s", type(error).__name__)
        return False
    if answer.status >= 400:
        log.warning("HEARTBEAT_URL answered %s.", answer.status)
    return answer.status < 400

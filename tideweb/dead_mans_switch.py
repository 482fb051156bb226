"""Regularly tells an external service that all is well; it raises the alarm if it hears nothing.

So there is an alarm even if this host, its network or its monitoring is down.
"""

import logging

import urllib3
from django.conf import settings
from django.core.cache import cache

from games.selectors.moderation import health

log = logging.getLogger(__name__)
VITAL = {"worker", "clock", "sweep", "outbox"}
EVERY = 50  # seconds; the pulse task runs every 30
SAID = "tideweb-dead-mans-switch"


def report() -> bool:
    """Calls HEARTBEAT_URL about once a minute if everything people need works; True if called."""
    if not settings.HEARTBEAT_URL or not cache.add(SAID, 1, timeout=EVERY):
        return False
    wrong = sorted(part.name for part in health.parts() if part.name in VITAL and not part.good)
    if wrong:
        log.error("HEARTBEAT_URL was not called because of: %s.", ", ".join(wrong))
        return False
    return _call(settings.HEARTBEAT_URL)


def _call(url: str) -> bool:
    """Calls the URL. It may be the only credential, so it is never logged."""
    try:
        answer = urllib3.request("GET", url, timeout=5, retries=False, redirect=False)
    except urllib3.exceptions.HTTPError as error:
        log.warning("HEARTBEAT_URL could not be called: %s", type(error).__name__)
        return False
    if answer.status >= 400:
        log.warning("HEARTBEAT_URL answered %s.", answer.status)
    return answer.status < 400

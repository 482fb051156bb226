from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.operation import database_clock
from games.selectors.due import set_aside

PULSE_KEY = "tideweb-pulse"
PULSE_LOST_AFTER = timedelta(seconds=150)  # it comes every 30


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 "ok" when the database answers, 503 otherwise. For load balancers and `manage.py up`."""
    return _say(*database_state())


def database_state() -> tuple[str, int]:
    """Whether the database answers, in a word and as a status."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "database unreachable", 503
    return "ok", 200


@never_cache
@require_safe
def worker_healthz(request: HttpRequest) -> HttpResponse:
    """200 when beat, broker and worker together have shown life lately, 503 otherwise.

    It names how many hands fail: of that a restart would mend nothing, so it is still 200.
    """
    try:
        seen: datetime | None = cache.get(PULSE_KEY)
        failed = set_aside().count()
        wrong = len(database_clock.wrong_lately())
    except DatabaseError:
        return _say("database unreachable", 503)
    if seen is None or timezone.now() - seen > PULSE_LOST_AFTER:
        return _say("no pulse from beat and worker", 503)
    if wrong:
        return _say(f"clocks that are wrong: {wrong}; such a host neither sweeps nor sends", 503)
    return _say(f"ok; hands set aside after errors: {failed}" if failed else "ok", 200)


def note_pulse(now: datetime) -> None:
    """The worker calls this every 30 seconds, when all is well."""
    cache.set(PULSE_KEY, now, timeout=None)


def _say(text: str, status: int) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8")

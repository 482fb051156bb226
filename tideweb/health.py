from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.operation import database_clock, database_errors, heartbeats
from games.selectors.due import set_aside


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 "ok" if the database answers, otherwise 503. For load balancers and `manage.py up`."""
    return _say(*database_state())


def database_state() -> tuple[str, int]:
    """Whether the database answers, as (word, HTTP status)."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "database unreachable", 503
    return "ok", 200


@never_cache
@require_safe
def worker_healthz(request: HttpRequest) -> HttpResponse:
    """200 if beat, broker and worker together have shown signs of life lately, otherwise 503.

    Hands that fail to resolve are mentioned, but with 200, since a restart wouldn't help.
    """
    try:
        beating = heartbeats.has_pulse(heartbeats.last(heartbeats.PULSE))
        failed = set_aside().count()
        wrong = len(database_clock.wrong_lately())
        changes = beating or database_errors.takes_changes()
        room = beating or database_errors.has_room()
    except DatabaseError:
        return _say("database unreachable", 503)
    if not changes:
        return _say("the database takes no changes", 503)
    if not room:
        return _say("the disk of the database is full", 503)
    if not beating:
        return _say("no pulse from beat and worker", 503)
    if wrong:
        return _say(f"clocks that are wrong: {wrong}; such a host neither sweeps nor sends", 503)
    return _say(f"ok; hands set aside after errors: {failed}" if failed else "ok", 200)


def _say(text: str, status: int) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8")

"""The schedule of Celery beat."""

from typing import Any


def _every(seconds: float, task: str) -> dict[str, Any]:
    """An entry that expires before the next run. Tasks are idempotent, so running no beat, or two,
    is harmless.
    """
    return {"task": task, "schedule": seconds, "options": {"expires": seconds * 0.9}}


SCHEDULE = {
    "pulse": _every(30.0, "tideweb.pulse"),
    "sweep": _every(20.0, "games.tasks.sweep"),
    "deliver": _every(20.0, "accounts.tasks.deliver"),
    "external": _every(20.0, "accounts.tasks.deliver_outward"),
}

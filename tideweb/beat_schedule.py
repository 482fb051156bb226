"""What beat asks for, and how often."""

from typing import Any


def _every(seconds: float, task: str) -> dict[str, Any]:
    """Expires before the next one: every task is idempotent, so no beat or two do no harm."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds * 0.9}}


SCHEDULE = {
    "pulse": _every(30.0, "tideweb.pulse"),
    "sweep": _every(20.0, "games.tasks.sweep"),
    "deliver": _every(20.0, "accounts.tasks.deliver"),
    "outward": _every(20.0, "accounts.tasks.deliver_outward"),
}

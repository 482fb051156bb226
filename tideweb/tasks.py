"""The pulse task, by which monitoring notices a dead worker or beat."""

from celery import shared_task

from accounts.operation import database_clock, database_errors, heartbeats
from tideweb import dead_mans_switch


@shared_task(name="tideweb.pulse")
def pulse() -> None:
    if not database_errors.has_room():
        return
    heartbeats.note(heartbeats.PULSE, database_clock.now())
    dead_mans_switch.report()

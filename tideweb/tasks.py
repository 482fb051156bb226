"""The pulse task, by which monitoring notices a dead worker or beat."""

from celery import shared_task
from django.utils import timezone

from tideweb import dead_mans_switch
from tideweb.health import note_pulse


@shared_task(name="tideweb.pulse")
def pulse() -> None:
    note_pulse(timezone.now())
    dead_mans_switch.report()

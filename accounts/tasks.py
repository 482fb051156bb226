"""Celery's entry to delivering: nothing comes in, what is due is in the database."""

from celery import shared_task

from accounts.email.sender_thread import POSTMAN
from accounts.notifications import delivery


@shared_task(name="accounts.tasks.deliver", ignore_result=True)
def deliver() -> None:
    """Has sent what is due; harmless however often it runs."""
    POSTMAN.go()


@shared_task(name="accounts.tasks.deliver_outward", ignore_result=True)
def deliver_outward() -> None:
    """Pushes, and calls webhooks; whoever is slow there holds up no letter."""
    delivery.deliver_outward()

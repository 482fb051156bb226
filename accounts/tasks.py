"""Celery's entry to delivering: nothing comes in, what is due is in the database."""

from celery import shared_task

from accounts import delivery
from accounts.channels.names import SITE
from accounts.postman import POSTMAN


@shared_task(name="accounts.tasks.deliver", ignore_result=True)
def deliver() -> None:
    """Shows and has sent what is due; harmless however often it runs."""
    delivery.deliver(5, SITE)
    POSTMAN.go()


@shared_task(name="accounts.tasks.deliver_outward", ignore_result=True)
def deliver_outward() -> None:
    """Pushes, and calls webhooks; whoever is slow there holds up no letter."""
    delivery.deliver_outward()
